import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import WebSocket from 'ws'
import { socketPath } from '../../electron/core/bridge/socket.ts'
import { connectPatiently } from '../../electron/core/bridge/socketClient.ts'
import { systemClock } from '../../electron/util/time.ts'
import type { AppState } from '../../shared/state.ts'
import { startApp } from '../e2e/app.ts'
import { type IndependentServer, startIndependentServer } from '../fakes/independent/server.ts'
import { get, openAddress } from '../fakes/panelPage.ts'
import { newDir } from '../fakes/rig.ts'
import { forkAsShipped } from './children.ts'
import type { Flood, Scenes } from './floodChild.ts'
import { type Bench, judged, percentile, type Row, rowsOf } from './rows.ts'

/** As many as a minute's budget allows besides the reads. */
const COMMANDS = 80
const PAUSE_MS = 40
/**
 * A server that delays its clients for seconds shows that before all commands are sent, so the bench waits no longer.
 */
const ENOUGH_MS = 10_000

/** Number of timed stops, and the pause between the two steps of each, in ms. */
const STOPS = 5
const BETWEEN_STEPS_MS = 450
const STOP_PATH = /\/live\/stop$/

type Kind = Pick<Flood, 'kind' | 'count'>
const FLOODS: Record<string, Kind | null> = {
  'nobody else': null,
  'one stranger pipelines': { kind: 'pipelines', count: 1 },
  '40 strangers pipeline': { kind: 'pipelines', count: 40 },
  'a session, 1,000 commands a second': { kind: 'commands', count: 0 },
  'a session that refreshes without end': { kind: 'refreshes', count: 0 },
  'a session that switches scenes without end': { kind: 'switches', count: 0 },
  '2,000 links at a time over the socket': { kind: 'links', count: 0 },
  '250 idle connections': { kind: 'idle', count: 250 },
}

/**
 * How long another client's show command waits for its outcome, and a stop until it is on the wire, while one client
 * sends without pause.
 */
export const floodsBench: Bench = {
  name: 'floods',
  async run() {
    const rows: Row[] = []
    for (const [name, kind] of Object.entries(FLOODS)) {
      process.stderr.write(`floods: ${name}\n`)
      rows.push(...told(name, 'cuelight', await ours(kind), 100))
      rows.push(...told(name, 'plain node:http and ws', await plain(kind)))
    }
    return rows
  },
}

interface Measured {
  commands: number[]
  /** From the second press of a stop until the service receives it, in ms; null: the subject cannot stop. */
  stops: number[] | null
  /** Until a browser without a session has loaded the page, in ms. */
  newcomer: number
  /** The longest time for which the machine let a thread wait that has nothing to do but to count, in ms. */
  stoodStill: number
}

function told(name: string, subject: string, measured: Measured, atMost?: number): Row[] {
  const { commands, stops, newcomer, stoodStill } = measured
  const row = rowsOf('floods', name, subject, 1)
  const limited = (one: Row) => (atMost === undefined ? one : judged(one, { atMost }))
  return [
    row('show command to outcome, median', percentile(commands, 0.5), 'ms'),
    limited(row('show command to outcome, p99', percentile(commands, 0.99), 'ms')),
    ...(stops ? [limited(row('Stop on the wire, worst', Math.max(...stops), 'ms'))] : []),
    row('a new browser has the page', newcomer, 'ms'),
    // A figure above is no better than this: with 80 commands, one standstill is its p99.
    row('an idle thread stood still, worst', stoodStill, 'ms'),
  ]
}

interface Answer {
  outcome?: { result: string; arm?: { armId: string }; done?: { liveId: string | null } }
}
type Press = (command: object) => Promise<Answer | null>

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const patience = () => new Promise<null>((resolve) => setTimeout(resolve, ENOUGH_MS, null))

/** A client of either server: sends, and waits for the reply with the same id. */
function pressing(socket: WebSocket): Press {
  const answers = new Map<string, (answer: Answer) => void>()
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data))
    answers.get(answer.id)?.(answer)
  })
  let nr = 0
  return (command) => {
    nr += 1
    const id = `good ${nr}`
    socket.send(JSON.stringify({ type: 'command', id, command }))
    return Promise.race([new Promise<Answer>((resolve) => answers.set(id, resolve)), patience()])
  }
}

async function measured(press: Press, origin: string, commandFor: (nr: number) => object) {
  const commands: number[] = []
  const standstill = watchMachine()
  const begun = performance.now()
  for (let nr = 0; nr < COMMANDS && performance.now() - begun < ENOUGH_MS; nr += 1) {
    const from = performance.now()
    const answer = await press(commandFor(nr))
    // A switch that a later one replaced before it was sent has an outcome too, and counts.
    if (answer?.outcome && answer.outcome.result === 'failed')
      throw new Error(`not carried out: ${JSON.stringify(answer)}`)
    commands.push(performance.now() - from)
    await sleep(PAUSE_MS)
  }
  const from = performance.now()
  await Promise.race([get(origin).catch(() => {}), patience()])
  return { commands, newcomer: performance.now() - from, stoodStill: await standstill() }
}

/** Counts in a thread of its own for how long the machine did nothing for it. Returns what ends that. */
function watchMachine(): () => Promise<number> {
  const longest = new Float64Array(new SharedArrayBuffer(8))
  const count = `const { workerData } = require('node:worker_threads')
    let last = performance.now()
    setInterval(() => {
      const now = performance.now()
      workerData[0] = Math.max(workerData[0], now - last)
      last = now
    }, 2)`
  const worker = new Worker(count, { eval: true, workerData: longest })
  return async () => {
    await worker.terminate()
    return longest[0] ?? 0
  }
}

/** Goes live and stops several times; returns how long each stop took to arrive, in ms. */
async function stopped(press: Press, service: IndependentServer, projectId: string): Promise<number[]> {
  const stops: number[] = []
  while (stops.length < STOPS) {
    const started = await press({ type: 'goLive', projectId, confirmed: true, despiteFaults: true })
    const liveId = started?.outcome?.done?.liveId
    const armed = await press({ type: 'armStop', projectId, liveId, mode: 'press' })
    const armId = armed?.outcome?.arm?.armId
    if (!armId) throw new Error(`not armed: ${JSON.stringify([started, armed])}`)
    await sleep(BETWEEN_STEPS_MS)
    const before = service.count('POST', STOP_PATH)
    const from = performance.now()
    const ended = press({ type: 'commitStop', armId })
    while (service.count('POST', STOP_PATH) === before && performance.now() - from < ENOUGH_MS) await sleep(1)
    stops.push(performance.now() - from)
    await ended
  }
  return stops
}

async function ours(kind: Kind | null): Promise<Measured> {
  const service = await startIndependentServer({ preparingMs: 0 })
  const dataDir = newDir()
  const app = await startApp({ service, dataDir })
  const { socket } = await openAddress(app.address)
  const show = await showOf(socket)
  const path = socketPath(dataDir)
  const port = Number(new URL(app.address).port)
  const client = await connectPatiently(path, systemClock)
  const address = await client.panelAddress()
  client.close()
  const child = kind && (await begun({ ...kind, port, address, socket: path, show }))
  const press = pressing(socket)
  try {
    // Stops first, while this minute's budget is unused.
    const stops = await stopped(press, service, show.projectId)
    const times = await measured(press, new URL(app.address).origin, (nr) => ({
      type: 'switchScene',
      projectId: show.projectId,
      sceneId: show.scenes[nr % 2] ?? '',
      liveId: null,
    }))
    return { ...times, stops }
  } finally {
    child?.kill('SIGKILL')
    socket.terminate()
    await app.end()
    await service.close()
    rmSync(dataDir, { recursive: true })
  }
}

/** The show target and its scenes, once they have been read. */
function showOf(socket: WebSocket): Promise<Scenes> {
  return new Promise((resolve) => {
    const look = setInterval(() => socket.send('{"type":"resync"}'), 100)
    socket.on('message', (data) => {
      const { type, state } = JSON.parse(String(data)) as { type: string; state: AppState }
      const show = type === 'snapshot' && state.targetId ? state.projects[state.targetId] : undefined
      if (!show?.scenes || !show.live) return
      clearInterval(look)
      resolve({ projectId: show.id, scenes: show.scenes.map(({ id }) => id) })
    })
  })
}

async function plain(kind: Kind | null): Promise<Measured> {
  const path = join(newDir(), 'socket')
  const server = forkAsShipped('plainServer.ts', [path])
  const [port] = (await once(server, 'message')) as [number]
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  await once(socket, 'open')
  const child = kind && (await begun({ ...kind, port, address: null, socket: path, show: null }))
  try {
    return { ...(await measured(pressing(socket), `http://127.0.0.1:${port}`, () => ({}))), stops: null }
  } finally {
    child?.kill('SIGKILL')
    socket.terminate()
    server.kill('SIGKILL')
  }
}

async function begun(flood: Flood): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'floodChild.ts'), { execArgv: [] })
  child.send(flood)
  await once(child, 'message')
  // By now the flood is at full strength.
  await new Promise((resolve) => setTimeout(resolve, 500))
  return child
}
