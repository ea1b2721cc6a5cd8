import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { nodeEnvironment, nodeFlags } from '../../build/setup/nodeFlags.mjs'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { newDir } from '../fakes/rig.ts'
import type { Reading, Task } from './memoryChild.ts'
import { type Bench, judged, type Row, round } from './rows.ts'
import { openBridge } from './startup.ts'

const top = join(import.meta.dirname, '../..')

/** A week of polling a broadcast that is on air all the time, on a clock that runs as fast as the readings come. */
export const memoryBench: Bench = {
  name: 'memory',
  async run() {
    const child = await bundled()
    const service = await startIndependentServer({
      limit: 1_000_000,
      manual: true,
      preparingMs: 1,
      headerStyle: 'none',
    })
    service.control.startElsewhere(service.content.project)
    const dataDir = newDir()
    try {
      const { baseUrl, key } = service
      const readings = await run(child, { baseUrl, key, dataDir, days: 7 })
      return rowsOf(readings, service.requests.length)
    } finally {
      await service.close()
      rmSync(dataDir, { recursive: true })
    }
  },
}

/** The core as it ships, bundled, for Node's own reading of TypeScript would count as memory of ours. */
async function bundled(): Promise<string> {
  await build({
    configFile: join(top, 'build/vite.main.config.ts'),
    build: { outDir: '.dist/bench', rolldownOptions: { input: { memoryChild: 'test/bench/memoryChild.ts' } } },
  })
  return join(top, '.dist/bench/memoryChild.mjs')
}

async function run(entry: string, task: Task): Promise<Reading[]> {
  const execArgv = [...nodeFlags, '--expose-gc']
  const child = fork(entry, {
    execArgv,
    env: { ...process.env, ...nodeEnvironment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const readings: Reading[] = []
  child.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'address' in message) {
      void watch(String(message.address))
      return
    }
    const reading = message as Reading
    readings.push(reading)
    process.stderr.write(`memory: day ${reading.day}, ${round(reading.residentMb, 1)} MB resident\n`)
  })
  child.send(task)
  await once(child, 'exit')
  return readings
}

/** Opens the panel as a browser does, and takes what it is sent. */
async function watch(address: string): Promise<void> {
  const { socket } = await openBridge(address)
  socket.on('message', () => {})
  socket.send('{"type":"visible","visible":true}')
}

function rowsOf(readings: Reading[], requests: number): Row[] {
  const row = (metric: string, value: number, unit: string): Row => ({
    bench: 'memory',
    case: 'a week on air, polled',
    subject: 'cuelight',
    metric,
    value: round(value, 1),
    unit,
  })
  const at = (day: number) => readings.find((reading) => reading.day === day)
  const growth = (at(7)?.heapMb ?? Number.NaN) - (at(1)?.heapMb ?? Number.NaN)
  return [
    judged(row('resident at most', Math.max(...readings.map((reading) => reading.residentMb)), 'MB'), { atMost: 90 }),
    judged(row('heap grown from day 1 to day 7', growth, 'MB'), { atMost: 1 }),
    row('requests', requests, ''),
  ]
}
