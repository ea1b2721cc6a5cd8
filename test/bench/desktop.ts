import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAppStore } from '../../electron/core/state/store.ts'
import { createTrayControl } from '../../electron/shell/tray/control.ts'
import { type AppState, targetOf } from '../../shared/state.ts'
import type { DesktopApp } from '../e2e/desktop/driver.ts'
import { launchDesktop } from '../e2e/desktop/launch.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { newDir } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { appState, NOW } from '../renderer/states.ts'
import { withScenes } from '../shell/trayKit.ts'
import { processesOn } from '../studio/processes.ts'
import { type Bench, judged, percentile, rowsOf } from './rows.ts'

const STARTS = 9
const OURS = 'cuelight on the stand-in'
const EMPTY = 'an empty app on the stand-in'
/** Long enough to include idle reads. */
const IDLE_MS = 40_000

/** The built desktop app on the Electron stand-in: time until its core is ready, and its CPU use while idle. */
export const desktopBench: Bench = {
  name: 'desktop',
  async run() {
    const service = await startIndependentServer()
    const [started, empty]: [number[], number[]] = [[], []]
    for (let run = 0; run < STARTS; run += 1) {
      process.stderr.write(`desktop: start ${run + 1} of ${STARTS}\n`)
      empty.push(await startEmpty())
      started.push(await start(service))
    }
    process.stderr.write(`desktop: idle for ${IDLE_MS / 1000} s\n`)
    const idle = await idleShare(service)
    await service.close()
    const rowsOfStarts = (subject: string) => rowsOf('desktop', 'process start to core ready', subject, 0)
    const [ours, theirs] = [rowsOfStarts(OURS), rowsOfStarts(EMPTY)]
    const inTheTray = rowsOf('desktop', 'idle in the tray, off air', OURS, 3)
    return [
      judged(ours('median', percentile(started, 0.5), 'ms'), { atMost: 300 }),
      ours('max', Math.max(...started), 'ms'),
      theirs('median', percentile(empty, 0.5), 'ms'),
      theirs('max', Math.max(...empty), 'ms'),
      judged(inTheTray('of a core', idle * 100, '%'), { atMost: 0.5 }),
    ]
  },
}

type Service = Awaited<ReturnType<typeof startIndependentServer>>

function launch(service: Service, dataDir: string) {
  const args = ['--hidden', '--base-url', service.baseUrl]
  return launchDesktop({ dataDir, args, env: { CUELIGHT_API_KEY: service.key } })
}

/** Time in ms until the core's socket is there; by then the core and the panel's server are ready. */
function start(service: Service): Promise<number> {
  const dataDir = newDir()
  return startIn(dataDir, () => launch(service, dataDir))
}

/** The same time for an app that only makes a file of that name: the cost of the stand-in itself. */
function startEmpty(): Promise<number> {
  const dataDir = newDir()
  const main = join(dataDir, 'main.mjs')
  const ready = `writeFileSync(${JSON.stringify(readyFile(dataDir))}, '')`
  writeFileSync(
    main,
    `import { writeFileSync } from 'node:fs'\nimport { app } from 'electron'\nvoid app.whenReady().then(() => ${ready})\n`,
  )
  return startIn(dataDir, () => launchDesktop({ dataDir, main }))
}

const readyFile = (dataDir: string): string => join(dataDir, 'core.sock')

async function startIn(dataDir: string, launched: () => Promise<DesktopApp>): Promise<number> {
  const from = performance.now()
  const app = await launched()
  while (!existsSync(readyFile(dataDir))) await new Promise((resolve) => setTimeout(resolve, 2))
  const ms = performance.now() - from
  await app.end()
  sweep(dataDir)
  return ms
}

/** The share of one core that the main process uses while idle. */
async function idleShare(service: Service): Promise<number> {
  const dataDir = newDir()
  const app = await launch(service, dataDir)
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  const pid = await app.evaluate(() => process.pid, null)
  const before = cpuSeconds(pid)
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  const used = cpuSeconds(pid) - before
  await app.end()
  sweep(dataDir)
  return used / (IDLE_MS / 1000)
}

/** User and system time of a process so far (proc(5): fields 14 and 15, in ticks of 10 ms). */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function sweep(dataDir: string): void {
  for (const pid of processesOn(dataDir)) process.kill(pid, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

const SCENES = 300
const WARM_UP = 300
const ROUNDS = 3_000
/** A week of reads in which only the time and, with each request, the budget change. */
const READINGS = 10_000

/** From a change of the state to the tray's view of it, compared and ready to draw. */
export const trayBench: Bench = {
  name: 'tray',
  asShipped: true,
  async run() {
    const times = timesToView()
    const row = rowsOf('tray', `${SCENES} scenes`, 'cuelight', 3)
    const drawn = rowsOf('tray', `${READINGS} readings that say nothing new`)
    return [
      judged(row('state to view, median', percentile(times, 0.5), 'ms'), { atMost: 2 }),
      judged(row('state to view, p99', percentile(times, 0.99), 'ms'), { atMost: 2 }),
      judged(drawn('redraws', redraws()), { atMost: 0 }),
    ]
  },
}

function tray(state: AppState) {
  const clock = new VirtualClock(NOW)
  const store = createAppStore(state)
  let drawn = 0
  const unasked = () => {
    throw new Error('nobody presses here')
  }
  const control = createTrayControl({
    ...{ core: { store }, clock, act: unasked, onAnswer: unasked, log: unasked },
    actions: { showPanel: unasked, showSettings: unasked, quit: unasked, open: unasked },
    draw() {
      drawn += 1
    },
  })
  return { clock, store, control, drawn: () => drawn }
}

/** Each round puts another scene on air, so nothing can be reused from the previous round. */
function timesToView(): number[] {
  const { store, control } = tray(appState(withScenes(SCENES)))
  const times: number[] = []
  for (let nth = 0; nth < WARM_UP + ROUNDS; nth++) {
    const start = performance.now()
    store.change((draft) => {
      const air = targetOf(draft)?.air
      if (air) air.sceneId = `s${(nth % SCENES) + 1}`
    })
    if (nth >= WARM_UP) times.push(performance.now() - start)
  }
  control.stop()
  return times
}

function redraws(): number {
  const { clock, store, control, drawn } = tray(appState(withScenes(SCENES)))
  const before = drawn()
  for (let nth = 0; nth < READINGS; nth++) {
    store.change((draft) => {
      draft.budget.remaining = nth % 150
      draft.service.answeredAt = clock.now() + nth
      const live = targetOf(draft)?.live
      if (live) live.readAt = clock.now() - (nth % 5_000)
    })
  }
  control.stop()
  return drawn() - before
}
