/** The whole core behind its two entries for programs and pages, and clients that send it odd messages. */
import { connect } from 'node:net'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { eachLine, socketPath } from '../../../electron/core/bridge/socket.ts'
import { listenForPrograms } from '../../../electron/core/bridge/socketServer.ts'
import { servePanel } from '../../../electron/remote/panelServer.ts'
import { openSessions } from '../../../electron/remote/sessions.ts'
import { ClientMessage, type ServerMessage } from '../../../shared/bridge/messages.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { type IndependentServer, startIndependentServer } from '../../fakes/independent/server.ts'
import { openAddress } from '../../fakes/panelPage.ts'
import { seeded } from '../../fakes/random.ts'
import { type Rig, ready, startRig } from '../../fakes/rig.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'
import { type Ids, isRightAirCommand, namesField, oddMessage } from './commands.ts'
import { brief, heapMb, polluted, type Report, watched } from './report.ts'

interface Stage {
  rig: Rig
  service: IndependentServer
  /** Ids of commands so far. */
  seen: Set<string>
}

interface Client {
  say(line: string): void
  heard: ServerMessage[]
  close(): Promise<void>
}

type Connect = (stage: Stage) => Promise<Client>

/** Fewer than a client may send at once. */
const A_BATCH = 100
/** This core has no profiles and no way to end it: such commands reach the end of the core, and no further. */
const NOT_LENT = /^this Cuelight (keeps no profiles|is ended elsewhere)$/
/** In characters, of three bytes at most: a longer message ends the connection, which is tested elsewhere. */
const LONGEST = 20_000

/** Sends this many odd lines on the per-user socket. */
export const fuzzSocket = (inputs: number, seed: number) =>
  watched('socket', (report) => fuzz(report, onSocket, inputs, seed))
/** Sends this many odd messages on the panel's WebSocket. */
export const fuzzWebSocket = (inputs: number, seed: number) =>
  watched('WebSocket', (report) => fuzz(report, onWebSocket, inputs, seed))

async function fuzz(report: Report, open: Connect, inputs: number, seed: number): Promise<void> {
  const clock = new VirtualClock()
  const service = await startIndependentServer({ clock, limit: 1_000_000 })
  const rig = await startRig({ service, clock })
  await ready(rig)
  // On air there is more that a command could do.
  await rig.press({ type: 'goLive' })
  await rig.until(() => rig.tally() === 'live', 'on air')
  const stage = { rig, service, seen: new Set<string>() }
  const client = await open(stage)
  const random = seeded(seed)
  let half = 0
  for (; report.inputs < inputs && report.crashes.length < 10; report.inputs += A_BATCH) {
    if (half === 0 && report.inputs >= inputs / 2) half = heapMb()
    const batch = Array.from({ length: A_BATCH }, (_, place) =>
      oddMessage(idsOf(stage), `${report.inputs + place}`, random),
    )
    await sayAll(stage, client, batch.map(oneLine), report)
  }
  // All accepted commands complete; after that the core still works.
  await rig.pass(90_000)
  const read = await inTime(rig, rig.press({ type: 'refresh' }))
  if (read?.result !== 'done') report.crashes.push(`a good refresh in the end: ${brief(read)}`)
  service.forget()
  report.grownMb = heapMb() - half
  await client.close()
  await rig.close()
  await service.close()
}

/** What settles within two minutes of the clock, or null. */
async function inTime<T>(rig: Rig, awaited: Promise<T>): Promise<T | null> {
  let came: T | null = null
  awaited.then((value) => {
    came = value
  })
  for (let passed = 0; came === null && passed < 120_000; passed += 250) await rig.pass(250)
  return came
}

/** As it goes over the wire. An empty line, or one with line breaks, would change the number of messages. */
const oneLine = (text: string) => text.toWellFormed().slice(0, LONGEST).replaceAll('\n', ' ') || '{'

function idsOf({ rig }: Stage): Ids {
  const show = rig.show()
  return { projectId: show.id, sceneId: show.scenes?.[0]?.id ?? 's', liveId: show.live?.liveId ?? 'l' }
}

/** Sends a batch, waits until each line has its response, and checks that a good command is still carried out. */
async function sayAll(stage: Stage, client: Client, lines: string[], report: Report): Promise<void> {
  const { rig, service } = stage
  const ids = idsOf(stage)
  client.heard.length = 0
  service.forget()
  rig.clock.advance(3_000)
  for (const line of lines) client.say(line)
  const asked = lines.map((line) => ({ line, value: parseJson(line) }))
  const answered = asked.filter(({ value }) => !isSilent(value)).length
  const good = `good ${report.inputs}`
  client.say(JSON.stringify({ type: 'command', id: good, command: { type: 'cancelArm', armId: 'none' } }))
  const isAnswer = (message: ServerMessage) => message.type !== 'patch'
  for (let passes = 0; client.heard.filter(isAnswer).length < answered + 1; passes += 1) {
    if (passes > 4_000)
      return void report.crashes.push(`${answered + 1 - client.heard.filter(isAnswer).length} answers never came`)
    await rig.pass(250)
  }
  const right = { type: 'outcome', id: good, outcome: { result: 'refused', refusal: { reason: 'noArm' } } }
  const isRight = client.heard.some((message) => isDeepStrictEqual(message, right))
  if (!isRight) report.crashes.push('a good command was not answered right')
  if (polluted()) report.crashes.push('what all objects share was written into')
  report.crashes.push(...rig.log.splice(0).map((line) => `logged: ${brief(line)}`))
  judge({ asked, heard: client.heard, written: writes(service), ids, seen: stage.seen }, report)
}

const writes = (service: IndependentServer) =>
  service.requests.filter((request) => request.method !== 'GET' && !/verify/.test(request.path)).length

interface Asked {
  line: string
  value: unknown
}

/** The only message without a response. */
const isSilent = (value: unknown) => {
  const parsed = ClientMessage.safeParse(value)
  return parsed.success && parsed.data.type === 'visible'
}

/** Only the show target is known: a command that names another project must be refused. */
function namesKnownProject(command: unknown, { projectId }: Ids): boolean {
  const named =
    typeof command === 'object' && command !== null && 'projectId' in command ? command.projectId : projectId
  return named === projectId
}

interface Exchange {
  asked: readonly Asked[]
  heard: readonly ServerMessage[]
  /** Requests that change something, as the service counts them. */
  written: number
  ids: Ids
  /** Ids of commands so far. */
  seen: Set<string>
}

function judge({ asked, heard, written, ids, seen }: Exchange, report: Report): void {
  const misunderstood = asked.filter(({ value }) => !ClientMessage.safeParse(value).success)
  const invalid = heard.filter((message) => message.type === 'invalid')
  if (invalid.length < misunderstood.length) report.crashes.push('a message that is none was taken for one')
  report.refused += invalid.length
  // Refusals come in the order of the messages.
  for (const [place, { line, value }] of misunderstood.entries()) {
    const field = invalid[place]?.field ?? ''
    if (!namesField(field, value)) report.nameless.push(`"${field}" of ${brief(line)}`)
  }
  let mayWrite = 0
  for (const { line, value } of asked) {
    const parsed = ClientMessage.safeParse(value)
    if (!parsed.success || parsed.data.type !== 'command') continue
    const { id, command } = parsed.data
    if (isRightAirCommand(command)) mayWrite += 1
    // A repeated id is the same command for a while, whatever its content.
    if (seen.has(id)) continue
    seen.add(id)
    const answer = heard.find((message) => message.type === 'outcome' && message.id === id)
    const refusal = answer?.type === 'outcome' && answer.outcome.result === 'refused' ? answer.outcome.refusal : null
    if (refusal) report.refused += 1
    if (refusal?.reason === 'internal' && !NOT_LENT.test(refusal.message))
      report.crashes.push(`${refusal.message} for ${brief(line)}`)
    if (refusal?.reason === 'invalid' && !namesField(refusal.field, command))
      report.nameless.push(`"${refusal.field}" of ${brief(line)}`)
    if (!refusal && answer && !namesKnownProject(command, ids)) report.crashes.push(`carried out: ${brief(line)}`)
  }
  if (written > mayWrite) report.crashes.push(`${written} requests were sent, and ${mayWrite} commands may send one`)
}

async function onSocket({ rig }: Stage): Promise<Client> {
  const path = socketPath(rig.dataDir)
  const stop = await listenForPrograms(rig.core, path, () => 'http://127.0.0.1:1/')
  const socket = connect(path)
  const heard: ServerMessage[] = []
  eachLine(socket, 100_000_000, (line) => heard.push(JSON.parse(line)))
  return {
    heard,
    say: (line) => socket.write(`${line}\n`),
    async close() {
      socket.destroy()
      stop()
    },
  }
}

async function onWebSocket({ rig }: Stage): Promise<Client> {
  const sessions = openSessions(rig.dataDir, rig.clock)
  const options = { core: rig.core, sessions, pages: join(rig.dataDir), port: 0 }
  const panel = await servePanel(options)
  const { socket } = await openAddress(panel.newAddress())
  const heard: ServerMessage[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  return {
    heard,
    say: (line) => socket.send(line),
    async close() {
      socket.terminate()
      await panel.close()
    },
  }
}
