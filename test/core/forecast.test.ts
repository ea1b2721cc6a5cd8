/** The forecast of the coming hours as a view: read from a project of the studio, and still right an hour later. */
import { expect, test } from 'vitest'
import { createForecast } from '../../electron/core/query/forecast.ts'
import { OUR_MEANINGS } from '../../shared/contract/meanings.ts'
import { newDir, ready, startRig } from '../fakes/rig.ts'
import { KEY, PREPARING_MS, Rehearsal } from '../studio/support.ts'
import { closing } from '../support/atEnd.ts'

test('whatPlays follows the scene chains, knows what plays now, and shows how the broadcast ends', async () => {
  const rehearsal = await Rehearsal.start()
  const { clock } = rehearsal
  const studio = closing(rehearsal.studio)
  const projectId = await rehearsal.fridayNight()
  const scenes = await rehearsal.sceneIds(projectId)
  const add = async (scene: number, ids: string[], nextScene: string | null, loop = false) => {
    const settings = { files: ids.map((fileId) => ({ fileId })), loop }
    const body = { type: 'videoPlaylist', settings }
    const { id: layerId } = await rehearsal.ask('addLayer', { projectId, sceneId: scenes[scene], body })
    if (nextScene) await rehearsal.ask('updateLayer', { projectId, layerId, body: { settings: { nextScene } } })
  }
  await add(0, ['video-600', 'video-900'], scenes[3] ?? '')
  await add(3, ['video-1800', 'video-700'], null, true)
  const rig = closing(await startRig({ service: { baseUrl: studio.baseUrl, key: KEY }, clock, dataDir: newDir() }))
  await ready(rig)
  async function told() {
    let answer: Awaited<ReturnType<typeof rig.core.query<'whatPlays'>>> | undefined
    void rig.core.query('whatPlays', { projectId, hours: 1 }).then((one) => {
      answer = one
    })
    await rig.until(() => answer !== undefined, 'an answer')
    if (!answer) throw new Error('no answer')
    return answer.value
  }
  const plays = (items: Awaited<ReturnType<typeof told>>['items']) =>
    items.map(({ name, sceneName, isKnown, isSeam }) => [name, sceneName, isKnown, isSeam])

  // Nothing runs: the forecast assumes a start now.
  const before = await told()
  expect(before).toMatchObject({ isRunning: false, progress: { read: 2, of: 2 }, end: null })
  expect(plays(before.items)).toEqual([
    ['video-600.mp4', 'Opening', false, false],
    ['video-900.mp4', 'Opening', false, false],
    ['video-1800.mp4', 'Break', false, false],
    ['video-700.mp4', 'Break', false, false],
  ])
  await rehearsal.ask('startLive', { projectId })
  clock.advance(PREPARING_MS + 1_000_000)
  await rig.pass(70_000)
  const now = await told()
  expect(plays(now.items)[0]).toEqual(['video-900.mp4', 'Opening', true, false])
  expect(plays(now.items).at(-1)).toEqual(['video-1800.mp4', 'Break', false, true])

  // Half an hour later exactly that plays.
  clock.advance(1_800_000)
  const { onAir } = await rehearsal.ask('getLive', { projectId })
  const playing = now.items.find(
    ({ at, until }) => Date.parse(at) <= clock.now() && clock.now() < Date.parse(until ?? ''),
  )
  expect(Math.abs(Date.parse(onAir?.[0]?.startedAt ?? '') - Date.parse(playing?.at ?? ''))).toBeLessThan(1_000)
  clock.advance(3_600_000)
  await rig.pass(70_000)
  expect((await told()).end).toMatchObject({ why: 'planned' })
})

test('a scene that could not be read is shown as unknown, not as dead air', async () => {
  const unread = { content: null, canUndo: false }
  const layer = { id: 'l', name: 'List', type: 'videoPlaylist', pinned: false, nextScene: null, ...unread }
  const scenes = [{ id: 's', name: 'Scene', isActive: true, layers: [layer] }]
  const progress = { read: 0, of: 1, problem: 'The service cannot be reached.' }
  const content = { value: { scenes, total: 1, sceneId: 's', progress }, readAt: 0 }
  const answers = { getLive: { status: 'OFFLINE' }, getProject: { duration: { manual: true } } }
  const read = async (name: string) => ({ value: answers[name as keyof typeof answers], readAt: 0 })
  const dependencies = { queries: { read }, store: { get: () => ({ meanings: OUR_MEANINGS }) } }
  const foretold = createForecast(dependencies as never, async () => content)
  const { value } = await foretold({ projectId: 'p' }, false)
  expect(value).toMatchObject({ items: [], end: { why: 'unknownLength' }, progress: { read: 0, of: 1 } })
})
