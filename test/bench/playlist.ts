import { rmSync } from 'node:fs'
import { Agent, request } from 'undici'
import { connectService, openAccounts } from '../../electron/app/connectService.ts'
import { createCore } from '../../electron/core/core.ts'
import { systemClock } from '../../electron/util/time.ts'
import { MOST } from '../../shared/contract/limits.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { newDir } from '../fakes/rig.ts'
import { type Bench, judged, percentile, type Row, rowsOf } from './rows.ts'
import { skippingClock } from './wire.ts'

const ROUNDS = 40

interface Item {
  fileId: string
}

/**
 * The longest possible playlist, saved safely: read, merged with another client's changes, written and verified.
 * Next to it the bare requests that this takes; the difference is our own cost.
 */
async function run(): Promise<Row[]> {
  const server = await startIndependentServer({ files: MOST.filesInPlaylist, limit: 1_000_000 })
  const dataDir = newDir()
  const { clock, skip } = skippingClock()
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const core = createCore({ dataDir, clock, version: '0.0.0', log })
  const accounts = openAccounts({ dataDir, clock, log })
  core.connect(connectService({ baseUrl: server.baseUrl, key: server.key, account: 'bench', accounts, clock }))

  const dispatcher = new Agent()
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' }
  async function bare(method: 'GET' | 'PUT' | 'POST', path: string, body?: object) {
    const asked = { method, headers, dispatcher, ...(body && { body: JSON.stringify(body) }) }
    return (await (await request(server.baseUrl + path, asked)).body.json()) as {
      id: string
      settings: { files: Item[] }
    }
  }

  const { project: projectId, scenes, files } = server.content
  const items: Item[] = files.videos.map((fileId) => ({ fileId }))
  const layer = { type: 'videoPlaylist', settings: { files: items } }
  const { id: layerId } = await bare('POST', `/projects/${projectId}/scenes/${scenes[0]}/layers`, layer)
  const path = `/projects/${projectId}/layers/${layerId}`
  const base = items.map(({ fileId }) => fileId)
  const mine = [...items.slice(100, 300), ...items.slice(0, 100), ...items.slice(301)]
  const theirs = [...items.slice(0, 450), ...items.slice(500), ...items.slice(450, 500)]

  const isOfLayer = ({ path: asked }: { path: string }) => asked.includes(layerId)
  const ours: number[] = []
  const theService: number[] = []
  let requests = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await bare('PUT', `${path}/files`, { files: theirs })
    // The budget is real, so the clock skips minutes.
    skip(61_000)
    const before = server.requests.filter(isOfLayer).length
    const since = systemClock.monotonic()
    const input = { projectId, layerId, base, files: mine }
    const outcome = await core.dispatch(`save ${round}`, { type: 'edit', operation: 'savePlaylist', input }, 'panel')
    ours.push(systemClock.monotonic() - since)
    if (outcome.result !== 'done') throw new Error(`not saved: ${JSON.stringify(outcome)}`)
    requests = Math.max(requests, server.requests.filter(isOfLayer).length - before)

    const from = systemClock.monotonic()
    const { settings } = await bare('GET', path)
    await bare('PUT', `${path}/files`, { files: settings.files.map(({ fileId }) => ({ fileId })) })
    theService.push(systemClock.monotonic() - from)
  }

  await core.close()
  accounts.close()
  await dispatcher.close()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
  const row = rowsOf('playlist', `${MOST.filesInPlaylist} items`)
  const median = percentile(ours, 0.5)
  const service = percentile(theService, 0.5)
  return [
    judged(row('requests', requests), { atMost: 6 }),
    row('read, merged, written and seen to be there, median', median, 'ms'),
    { ...row('read, merged, written and seen to be there, median', service, 'ms'), subject: 'bare undici' },
    judged(row('of that our own, median', median - service, 'ms'), { atMost: 50 }),
  ]
}

export const playlistBench: Bench = { name: 'playlist', asShipped: true, run }
