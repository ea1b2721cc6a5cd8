import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DesktopApp } from '../e2e/desktop/driver.ts'
import { launchDesktop } from '../e2e/desktop/launch.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { newDir } from '../fakes/rig.ts'
import { processesOn } from '../localStudio/processTable.ts'
import { type Bench, judged, percentile, type Row, round } from './rows.ts'

const STARTS = 9
const EMPTY = 'an empty app on the stand-in'
/** Long enough that idle readings fall into it. */
const IDLE_MS = 40_000

/** The desktop app as built, on the stand-in: how soon its core is ready, and what it costs while nothing happens. */
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
    return [
      judged(row('process start to core ready', 'median', percentile(started, 0.5), 'ms'), { atMost: 300 }),
      row('process start to core ready', 'max', Math.max(...started), 'ms'),
      { ...row('process start to core ready', 'median', percentile(empty, 0.5), 'ms'), subject: EMPTY },
      { ...row('process start to core ready', 'max', Math.max(...empty), 'ms'), subject: EMPTY },
      judged(row('idle in the tray, off air', 'of a core', round(idle * 100, 3), '%'), { atMost: 0.5 }),
    ]
  },
}

function row(what: string, metric: string, value: number, unit: string): Omit<Row, 'target' | 'pass'> {
  const rounded = unit === 'ms' ? round(value, 0) : value
  return { bench: 'desktop', case: what, subject: 'cuelight on the stand-in', metric, value: rounded, unit }
}

type Service = Awaited<ReturnType<typeof startIndependentServer>>

function launch(service: Service, dataDir: string) {
  const args = ['--hidden', '--base-url', service.baseUrl]
  return launchDesktop({ dataDir, args, env: { CUELIGHT_API_KEY: service.key } })
}

/** Ms until the panel's address is printed: then core, socket and panel are there. */
function start(service: Service): Promise<number> {
  const dataDir = newDir()
  return startIn(dataDir, () => launch(service, dataDir))
}

/** The same of an app that says so and does nothing else: what the stand-in itself takes. */
function startEmpty(): Promise<number> {
  const dataDir = newDir()
  const main = join(dataDir, 'main.mjs')
  writeFileSync(main, "import { app } from 'electron'\nvoid app.whenReady().then(() => console.log('Panel: '))\n")
  return startIn(dataDir, () => launchDesktop({ dataDir, main }))
}

async function startIn(dataDir: string, launched: () => Promise<DesktopApp>): Promise<number> {
  const from = performance.now()
  const app = await launched()
  while (!app.stdout().includes('Panel: ')) await new Promise((resolve) => setTimeout(resolve, 2))
  const ms = performance.now() - from
  await app.end()
  sweep(dataDir)
  return ms
}

/** The share of one core that the main process takes while nothing happens. */
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
