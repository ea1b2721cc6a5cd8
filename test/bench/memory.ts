import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import WebSocket from 'ws'
import { startApp } from '../e2e/app.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { openAddress } from '../fakes/panelPage.ts'
import { newDir } from '../fakes/rig.ts'
import { bundled, forkAsShipped } from './children.ts'
import type { Reading, Task } from './memoryChild.ts'
import { type Bench, judged, percentile, type Row, round, rowsOf } from './rows.ts'

const RUNS = 15
/** The minimum cost of such an app: Node with a bare HTTP and WebSocket server that sends one message. */
const BARE = `
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
const server = createServer()
new WebSocketServer({ server }).on('connection', (socket) => socket.send('{}'))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

/** From the start of the process to the first state at a client. */
export const startupBench: Bench = {
  name: 'startup',
  async run() {
    const service = await startIndependentServer()
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let run = 0; run < RUNS; run += 1) {
      process.stderr.write(`startup: run ${run + 1} of ${RUNS}\n`)
      bare.push(await startBare())
      ours.push(await startOurs(service))
    }
    await service.close()
    const times = percentile(ours, 0.5) / percentile(bare, 0.5)
    const row = rowsOf('startup', 'process start to first state served', 'cuelight', 2)
    return [
      ...startRows('cuelight', ours, 400),
      ...startRows('bare Node, HTTP and WebSocket', bare),
      judged(row('median, of what bare Node takes', times, 'times'), { atMost: 3 }),
    ]
  },
}

function startRows(subject: string, times: number[], atMost?: number): Row[] {
  const row = rowsOf('startup', 'process start to first state served', subject, 0)
  const median = row('median', percentile(times, 0.5), 'ms')
  const worst = row('max', Math.max(...times), 'ms')
  return [atMost === undefined ? median : judged(median, { atMost }), worst]
}

async function startOurs(service: { baseUrl: string; key: string }): Promise<number> {
  const dataDir = newDir()
  const from = performance.now()
  const app = await startApp({ service, dataDir })
  const { socket } = await openAddress(app.address)
  const ms = performance.now() - from
  socket.terminate()
  await app.end()
  rmSync(dataDir, { recursive: true })
  return ms
}

async function startBare(): Promise<number> {
  const from = performance.now()
  const child = spawn(process.execPath, ['--input-type=module', '-e', BARE], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(child.stdout, 'data')
  const socket = new WebSocket(`ws://127.0.0.1:${String(port).trim()}/bridge`)
  await once(socket, 'message')
  const ms = performance.now() - from
  socket.terminate()
  child.kill()
  await once(child, 'exit')
  return ms
}

/** A week of polling a broadcast that is on air throughout, on a clock that advances as fast as the reads complete. */
export const memoryBench: Bench = {
  name: 'memory',
  async run() {
    // Bundled, because the memory Node uses to read TypeScript would count as ours.
    const child = await bundled('test/bench/memoryChild.ts')
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
      return told(readings, service.requests.length)
    } finally {
      await service.close()
      rmSync(dataDir, { recursive: true })
    }
  },
}

async function run(entry: string, task: Task): Promise<Reading[]> {
  const child = forkAsShipped(entry, [], ['--expose-gc'])
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

/** Opens the panel as a browser does, and receives what it is sent. */
async function watch(address: string): Promise<void> {
  const { socket } = await openAddress(address)
  socket.on('message', () => {})
  socket.send('{"type":"visible","visible":true}')
}

function told(readings: Reading[], requests: number): Row[] {
  const row = rowsOf('memory', 'a week on air, polled', 'cuelight', 1)
  const at = (day: number) => readings.find((reading) => reading.day === day)
  const growth = (at(7)?.heapMb ?? Number.NaN) - (at(1)?.heapMb ?? Number.NaN)
  return [
    judged(row('resident at most', Math.max(...readings.map((reading) => reading.residentMb)), 'MB'), { atMost: 90 }),
    judged(row('heap grown from day 1 to day 7', growth, 'MB'), { atMost: 1 }),
    row('requests', requests),
  ]
}
