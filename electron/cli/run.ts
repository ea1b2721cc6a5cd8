import { projectOf } from '../../shared/intents/intents.ts'
import { openingNamed, sceneNamed } from '../../shared/intents/naming.ts'
import { ACCOUNT_KINDS, FAULT_KINDS, SCENARIO_NAMES } from '../../shared/rehearsal/rehearsalKinds.ts'
import type { WindowName } from '../../shared/settings/desktopNames.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { escapeControls } from '../../shared/util/escapeControls.ts'
import { CLI_SENTENCES, EXIT, type ExitCode } from '../../shared/words/cli/cli.ts'
import { describeDiskError } from '../../shared/words/outcomes/disk.ts'
import { REHEARSAL } from '../../shared/words/show/tally.ts'
import { socketPath } from '../core/bridge/socket.ts'
import { connectProgram, focusRunning, type ProgramClient, ProgramError } from '../core/bridge/socketClient.ts'
import { type Answer, answerOf } from './answer.ts'
import { readCommandLine } from './commandLine.ts'
import { type Desk, firstState, look, projectMeant, sendOnce } from './desk.ts'
import { macro } from './macro.ts'
import type { RequestedCommand, Typed } from './options.ts'
import { pair, pairings } from './pairings.ts'
import { rehearsalLine } from './rehearsalLine.ts'
import { sessions } from './sessions.ts'
import { send, stop } from './show.ts'
import { linesOf, sentenceOf, statusOf } from './status.ts'
import { waitFor, watch } from './watch.ts'

/** What is on air, for users and for programs. */
export async function status(desk: Desk): Promise<Answer> {
  const seen = await look(desk)
  if ('code' in seen) return seen
  const { state, named } = seen
  const [project, now] = [projectOf(state, named), desk.clock.now()]
  return {
    code: EXIT.done,
    sentence: sentenceOf(state, project, now),
    lines: linesOf(state, project, now),
    fields: { status: statusOf(state, project, now) },
  }
}

/** Chooses the show target by name. */
export async function target(desk: Desk): Promise<Answer> {
  const project = await projectMeant(desk, desk.typed.about)
  return 'code' in project ? project : sendOnce(desk, { type: 'chooseTarget', projectId: project.id })
}

/** Brings the window to the front; without a desktop app it prints the address of the panel. */
export async function show({ client, typed }: Desk): Promise<Answer> {
  const up = await focusRunning(client, typed.about === 'quick' ? 'quick' : ('main' satisfies WindowName))
  if ('outcome' in up) return answerOf(up.outcome)
  const sentence = `${CLI_SENTENCES.noWindow} ${up.panelAddress}`
  return { code: EXIT.done, sentence, fields: { panelAddress: up.panelAddress } }
}

/** An address that opens the panel, alone on its line so that scripts can pass it on. */
export async function panel({ client }: Desk): Promise<Answer> {
  const panelAddress = await client.panelAddress()
  return { code: EXIT.done, sentence: panelAddress, fields: { panelAddress } }
}

/** Names of faults, scenarios and kinds of account do not overlap. */
async function rehearse(desk: Desk): Promise<Answer> {
  const name = desk.typed.about
  const [kind, scenario, account] = [
    FAULT_KINDS.find((one) => one === name),
    SCENARIO_NAMES.find((one) => one === name),
    ACCOUNT_KINDS.find((one) => one === name),
  ]
  if (kind) return sendOnce(desk, { type: 'setFault', fault: { kind } })
  if (scenario) return sendOnce(desk, { type: 'playScenario', scenario })
  if (account) return sendOnce(desk, { type: 'rehearseAs', account })
  const stopped = await sendOnce(desk, { type: 'stopScenario' })
  return stopped.code === EXIT.done ? sendOnce(desk, { type: 'clearFaults' }) : stopped
}

/** What a command line runs in. */
export interface Surroundings {
  clock: Clock
  /** Writes a whole line. */
  out: (line: string) => void
  err: (line: string) => void
  /** The terminal in which a user reads `err`, identified by the process id of its shell; null if there is none. */
  terminal: string | null
  /** Reads the piped input; null: there is a user who types. Left out: nothing is piped. */
  piped?: () => Promise<string | null>
  /** Called only by commands that keep running: otherwise Ctrl+C ends the process as usual. */
  stopped: () => Promise<void>
}

const RUN: Readonly<Record<RequestedCommand, (desk: Desk) => Promise<Answer>>> = {
  status,
  watch,
  'go-live': (desk) => send(desk, (show) => show.goLive(desk.typed.despiteFaults, desk.typed.confirm)),
  stop,
  sync: (desk) => send(desk, (show) => show.sync()),
  scene: (desk) => send(desk, sceneNamed(desk.typed.about, desk.typed.take), true),
  opening: (desk) =>
    desk.typed.about === 'active'
      ? send(desk, (show) => show.setOpeningScene(null))
      : send(desk, openingNamed(desk.typed.about), true),
  next: (desk) => send(desk, (show) => show.nextScene(desk.typed.take)),
  previous: (desk) => send(desk, (show) => show.previousScene(desk.typed.take)),
  back: (desk) => send(desk, (show) => show.backToScene(desk.typed.take)),
  'auto-sync': (desk) => send(desk, (show) => show.setAutoSync(desk.typed.about === 'on')),
  macro,
  playback: (desk) => {
    const [action, ...layerId] = desk.typed.about.split(' ')
    return send(desk, (show) => show.setPlayback(layerId.join(' '), action === 'start' ? 'start' : 'stop'))
  },
  padlock: (desk) => sendOnce(desk, { type: 'setPadlock', locked: desk.typed.about === 'close' }),
  target,
  show,
  panel,
  sessions,
  pair,
  pairings,
  phone: async (desk) => (await import('./phone.ts')).phone(desk),
  wait: waitFor,
  rehearse,
  server: async (desk) => (await import('./server.ts')).server(desk),
  doctor: async (desk) => (await import('./doctor.ts')).doctor(desk),
  osc: async (desk) => (await import('./osc/osc.ts')).osc(desk),
  mcp: async (desk) => (await import('./mcp/mcp.ts')).mcp(desk),
  // The contract is loaded only for the commands that need it.
  query: async (desk) => (await import('./doors.ts')).query(desk),
  edit: async (desk) => (await import('./doors.ts')).edit(desk),
}

/** What concerns Cuelight itself, or must say at once what is so. */
const NEEDS_NO_SERVICE: readonly RequestedCommand[] = [
  ...(['status', 'watch', 'wait', 'stop', 'padlock', 'show', 'panel', 'sessions', 'pair', 'pairings'] as const),
  ...(['doctor', 'osc', 'mcp', 'phone'] as const),
]

/** Runs one command line completely. @returns the exit code */
export async function runCommandLine(args: readonly string[], given: Surroundings): Promise<ExitCode> {
  // All output passes here, so names and messages from elsewhere cannot forge a line or its color in the terminal.
  const out = (line: string) => given.out(escapeControls(line))
  const err = (line: string) => given.err(escapeControls(line))
  const around = { ...given, out, err }
  const typed = await readCommandLine(args, given.clock.now())
  if ('answer' in typed) return tell(typed.answer, typed.json, null, around)
  let client: ProgramClient | null = null
  let rehearsal: boolean | null = null
  try {
    const path = wayTo(typed.dataDir)
    client = await connectProgram(path, around.clock)
    // Read before anything is sent: a Cuelight that does not respond gets no command either.
    const isAboutService = !NEEDS_NO_SERVICE.includes(typed.command)
    const state = isAboutService ? await firstState({ client, clock: around.clock }) : await client.state()
    rehearsal = state.service.rehearsal
    if (!typed.json) sayRehearsal(typed, rehearsal, around)
    return tell(await RUN[typed.command](deskOf(client, path, typed, around)), typed.json, rehearsal, around)
  } catch (error) {
    return tell(unanswered(error), typed.json, rehearsal, around)
  } finally {
    client?.close()
  }
}

/** `status` prints it every time. */
function sayRehearsal({ command, dataDir }: Typed, rehearsal: boolean, { clock, err, terminal }: Surroundings): void {
  const note = rehearsalLine({ dataDir, terminal, now: clock.now() }, rehearsal)
  const always = command === 'status' && rehearsal ? REHEARSAL : null
  const line = note ?? always
  if (line !== null) err(line)
}

/** The socket path. If another user owns the folder it would be in, nothing is connected. */
function wayTo(dataDir: string): string {
  try {
    return socketPath(dataDir)
  } catch (error) {
    throw new ProgramError({ problem: 'unreachable', said: describeDiskError(error) })
  }
}

const KEEPS_RUNNING: readonly RequestedCommand[] = ['watch', 'wait', 'osc', 'mcp']

function deskOf(client: ProgramClient, path: string, typed: Typed, around: Surroundings): Desk {
  const { clock, out, stopped, piped = async () => null } = around
  const { command, rehearse, asked } = typed
  const keepsRunning = KEEPS_RUNNING.includes(command) || rehearse || asked?.waits === true
  return { client, clock, typed, path, write: out, piped, stopped: keepsRunning ? stopped() : new Promise(() => {}) }
}

/** For errors before anything that has an effect was sent: `sendOnce` handles the others. */
function unanswered(error: unknown): Answer {
  if (!(error instanceof ProgramError)) throw error
  const { problem } = error.about
  if (problem === 'lost') return { code: EXIT.noApp, sentence: `${error.message} ${CLI_SENTENCES.nothingSent}` }
  const code =
    problem === 'silent' ? EXIT.timedOut : problem === 'nobody' || problem === 'leftOver' ? EXIT.noApp : EXIT.refused
  return { code, sentence: error.message }
}

/** For users, success goes to stdout and errors to stderr; for programs, one object goes to stdout. */
function tell(answer: Answer, json: boolean, rehearsal: boolean | null, { out, err }: Surroundings): ExitCode {
  const { code, sentence, outcome = null, lines = [sentence], fields = {} } = answer
  if (answer.quiet) return code
  if (json) {
    out(JSON.stringify({ ok: code === EXIT.done, exitCode: code, sentence, outcome, rehearsal, ...fields }))
    return code
  }
  for (const id of answer.onlyIds ?? []) out(id)
  if (answer.onlyIds && code === EXIT.done) return code
  for (const line of lines) (code === EXIT.done ? out : err)(line)
  return code
}
