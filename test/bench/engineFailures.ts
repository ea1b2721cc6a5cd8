/** What goes wrong on the way to viewers, and how long it takes until there are pictures again. */
import { setTimeout as pass } from 'node:timers/promises'
import { createEngineProcess } from '../../electron/studio/broadcasting/engineProcess.ts'
import type { EngineReport } from '../../electron/studio/engine/plan.ts'
import { systemClock } from '../../electron/util/time.ts'
import type { RtmpServer } from '../studio/engine/rtmpServer.ts'
import { childrenOf, eventually, ofProcess } from '../studio/processes.ts'
import { looped } from './engineKit.ts'
import { judged, percentile, type Row, rowsOf } from './rows.ts'

const BEGUN_MS = 3_000
const OUTAGE_MS = 12_000
const KILLS = 5
/** More than decoders need to begin: there is a picture. */
const PICTURE_BYTES = 10_000
const KEYS = ['first', 'second', 'third']

/** The engine with the studio's own hold on it, from the sources: three destinations. */
export async function failures([path = '']: string[], server: RtmpServer): Promise<Row[]> {
  let report: EngineReport = { targets: [], broadcasts: [] }
  // As the studio does it: what plays goes by the clock, and a new engine is given what is left of it.
  const follow = () =>
    engine.follow({
      sentAt: Date.now(),
      broadcasts: KEYS.map((key) => looped(path, { url: server.recordedUrl }, key)),
    })
  const engine = createEngineProcess({
    ...{ clock: systemClock, log: () => {}, onLost: () => {}, onStart: follow },
    onReport(next) {
      report = next
    },
  })
  const isLive = () => report.targets.length === KEYS.length && report.targets.every(({ state }) => state === 'LIVE')
  const live = () => eventually(() => isLive() || null)
  follow()
  try {
    await live()
    await pass(BEGUN_MS)
    const killed: number[] = []
    for (let nth = 0; nth < KILLS; nth += 1) {
      const [pid = 0] = engines()
      const again = picturesAgain(server)
      const at = performance.now()
      process.kill(pid, 'SIGKILL')
      killed.push((await again()) - at)
      await live()
      await pass(BEGUN_MS)
    }
    const again = picturesAgain(server)
    await server.stop()
    await pass(OUTAGE_MS)
    const backAt = performance.now()
    await server.start()
    const back = (await again()) - backAt
    await live()
    await pass(BEGUN_MS)

    const frozenAt = performance.now()
    server.freeze()
    await eventually(() => report.targets.every(({ state }) => state !== 'LIVE') || null)
    const found = performance.now() - frozenAt
    server.thaw()
    const row = rowsOf('engine', '3 destinations', 'cuelight', 1)
    return [
      judged(row('engine killed: pictures again at all of them, worst of 5', Math.max(...killed) / 1_000, 's'), {
        atMost: 5,
      }),
      row('the same, median', percentile(killed, 0.5) / 1_000, 's'),
      judged(row('server away for 12 s: pictures again once it is back', back / 1_000, 's'), { atMost: 3 }),
      judged(row('server frozen: no longer reported as live', found / 1_000, 's'), { atMost: 10 }),
    ]
  } finally {
    await engine.close()
  }
}

const engines = () => childrenOf(process.pid).filter((pid) => ofProcess(pid, 'cmdline').includes('engine/main.ts'))

/** When every stream has pictures in a file that the server began since then. */
function picturesAgain(server: RtmpServer): () => Promise<number> {
  const before = new Set(KEYS.flatMap((key) => server.recordsOf(key).map(({ name }) => name)))
  const isNew = ({ name, bytes }: { name: string; bytes: number }) => !before.has(name) && bytes > PICTURE_BYTES
  return () => eventually(() => (KEYS.every((key) => server.recordsOf(key).some(isNew)) ? performance.now() : null))
}
