import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import WebSocket from 'ws'
import { startApp } from '../e2e/app.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { openAddress } from '../fakes/panelPage.ts'
import { newDir } from '../fakes/rig.ts'
import { type Bench, judged, percentile, type Row, round } from './rows.ts'

/** Opens the panel's bridge as a browser does, by a printed address; resolves with the first message. */
export async function openBridge(address: string) {
  const { socket, first } = await openAddress(address)
  return { socket, message: first }
}

/** Connects to a bare server and waits for the first message. */
async function firstMessage(origin: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, { origin })
  const [message] = await once(socket, 'message')
  return { socket, message: String(message) }
}

const RUNS = 15
/** What anything of this kind costs at least: Node with a bare HTTP and WebSocket server that says one message. */
const BARE = `
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
const server = createServer()
new WebSocketServer({ server }).on('connection', (socket) => socket.send('{}'))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

/** From the start of the process to the first state at a client's end. */
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
    return [...rowsOf('cuelight', ours, 400), ...rowsOf('bare Node, HTTP and WebSocket', bare)]
  },
}

function rowsOf(subject: string, times: number[], atMost?: number): Row[] {
  const row = (metric: string, value: number): Row => ({
    bench: 'startup',
    case: 'process start to first state served',
    subject,
    metric,
    value: round(value, 0),
    unit: 'ms',
  })
  const median = row('median', percentile(times, 0.5))
  const worst = row('max', Math.max(...times))
  return [atMost === undefined ? median : judged(median, { atMost }), worst]
}

async function startOurs(service: { baseUrl: string; key: string }): Promise<number> {
  const dataDir = newDir()
  const from = performance.now()
  const app = await startApp({ service, dataDir })
  const { socket } = await openBridge(app.address)
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
  const { socket } = await firstMessage(`http://127.0.0.1:${String(port).trim()}`)
  const ms = performance.now() - from
  socket.terminate()
  child.kill()
  await once(child, 'exit')
  return ms
}
