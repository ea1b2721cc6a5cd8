/** An agent prepares a 24/7 broadcast, and a person lets it happen: the specification's example flow, up to each gate. */
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { MCP_WORDS } from '../../shared/words/cli/mcp.ts'
import { closing } from '../support/atEnd.ts'
import { button, openShow, tally } from './stagehand.ts'

const Answered = z.object({
  value: z.record(z.string(), z.array(z.looseObject({ id: z.string().default('') })).catch([])).optional(),
  answer: z.looseObject({ id: z.string().optional() }).optional(),
  id: z.string().nullable().optional(),
  state: z.string().optional(),
  sentence: z.string().optional(),
})
const CLI = join(import.meta.dirname, '../../.dist/main/cli.mjs')

test('an agent prepares a looping broadcast and tomorrow’s scene; what viewers see, a person allows', {
  timeout: 120_000,
}, async () => {
  const { page, app } = await openShow()
  const args = [CLI, 'mcp', 'Helper', '--data-dir', app.dataDir]
  const agent = closing(new Client({ name: 'test', version: '1' }))
  await agent.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))

  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { structuredContent, isError, content } = await agent.callTool({ name, arguments: given })
    expect([name, isError, isError && content]).toEqual([name, false, false])
    return Answered.parse(structuredContent)
  }
  const idsIn = async (name: string, list: string, given = {}) =>
    ((await call(name, given)).value?.[list] ?? []).map(({ id }) => id)
  const edit = async (name: string, given = {}) => (await call(name, given)).answer?.id ?? ''
  /** The agent asks, the person reads it and presses Allow, and the agent reads what became of it. */
  const allowed = async (action: Record<string, unknown>, question: string): Promise<string> => {
    const { id } = await call('propose', { action, why: 'Tonight runs by itself' })
    await page.getByText(`Agent Helper asks: ${question}?`).waitFor()
    await page.getByText('Its reason: Tonight runs by itself').waitFor()
    // A press that was under way when it appeared does not allow it.
    await page.getByText(/Expires in (5[0-8]|[1-4]\d) s\./).waitFor()
    await button(page, 'Allow').click()
    const became = async () => {
      const { state, sentence } = await call('proposal', { id })
      return state === 'waits' || sentence === MCP_WORDS.underWay ? null : [state, sentence]
    }
    await expect.poll(became).not.toBe(null)
    const [state, sentence] = (await became()) ?? []
    expect(state).toBe('allowed')
    return sentence ?? ''
  }

  const [destinationId] = await idsIn('listDestinations', 'destinations')
  // One of the demo's files needs an encode first.
  const usable = (await idsIn('listFiles', 'files', { type: 'video' })).filter((id) => id !== 'demo-porto')
  const videos = usable.slice(0, 2).map((fileId) => ({ fileId }))
  const destinationIds = [destinationId]
  const projectId = await edit('createProject', { name: 'Window 24/7', duration: { manual: true }, destinationIds })
  await allowed({ type: 'chooseTarget', projectId }, 'Show target: Window 24/7')
  const sceneId = await edit('createScene', { projectId, name: 'Today', setActive: true })
  await edit('addLayer', { projectId, sceneId, type: 'videoPlaylist', settings: { files: videos, loop: true } })

  expect(await allowed({ type: 'goLive' }, 'Go live with Window 24/7')).toContain('Window 24/7')
  await tally(page, 'live')

  // Nobody sees the next scene yet, so it needs no leave; to sync it does.
  await edit('createSceneWithPlaylist', { projectId, sceneName: 'Tomorrow', files: videos })
  await allowed({ type: 'sync' }, 'Sync')

  const fixed = { name: 'Concert', duration: { manual: false, planned: 3600 }, destinationIds }
  const concert = await edit('createProject', fixed)
  const dates = [new Date(Date.now() + 86_400_000).toISOString()]
  const schedule = { type: 'edit', operation: 'scheduleLive', input: { projectId: concert, dates } }
  expect(await allowed(schedule, 'Schedule')).toContain('Scheduled')
  expect(app.stderr()).toBe('')
})
