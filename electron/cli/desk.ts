import type { CommandInput } from '../../shared/commands/commands.ts'
import { projectOf } from '../../shared/intents/intents.ts'
import { type Named, projectNamed } from '../../shared/intents/naming.ts'
import type { QueryAnswer } from '../../shared/query/query.ts'
import type { AppState } from '../../shared/state.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { CLI_SENTENCES, EXIT } from '../../shared/words/cli/cli.ts'
import { connectProgram, type ProgramClient, ProgramError } from '../core/bridge/socketClient.ts'
import { sleep } from '../util/time.ts'
import { type Answer, answerOf, refused } from './answer.ts'
import type { Typed } from './options.ts'
import { notRead } from './reading.ts'
import { sentenceOf } from './status.ts'

/** Everything that a command of the command line needs. */
export interface Desk {
  readonly client: ProgramClient
  readonly clock: Clock
  readonly typed: Typed
  /** The socket path on which the core listens. */
  readonly path: string
  /** Writes a line to stdout while a command is running. */
  readonly write: (line: string) => void
  /** Reads the piped input; null: there is a user who types. */
  readonly piped: () => Promise<string | null>
  /** Resolves when the user stops the command (Ctrl+C), or when the reader of stdout is gone. */
  readonly stopped: Promise<void>
}

/** The current state, and the id of the project that was named; null: the show target is meant. */
export interface Seen {
  state: AppState
  named: string | null
}

/** How long a command waits for the first reading, in ms, and how often it looks. */
const FIRST_WITHIN_MS = 10_000
const LOOK_MS = 100

/**
 * The state, once the service was read for the first time, or could not be: right after Cuelight's start its local
 * studio is still starting, and a command would find nothing there.
 */
export async function firstState({ client, clock }: Pick<Desk, 'client' | 'clock'>): Promise<AppState> {
  for (let leftMs = FIRST_WITHIN_MS; ; leftMs -= LOOK_MS) {
    const state = await client.state()
    const { service, projectList, notices } = state
    const isFailing = service.failure !== null || notices.some(({ kind }) => kind === 'studioFailed')
    if (isFailing || service.answeredAt !== null || projectList.readAt !== null || leftMs <= 0) return state
    await sleep(clock, LOOK_MS)
  }
}

/** Reads the state and finds the project that was named. */
export async function look(desk: Desk): Promise<Seen | Answer> {
  const { client, typed } = desk
  if (typed.project === null) return { state: await client.state(), named: null }
  const project = await projectMeant(desk, typed.project)
  if ('code' in project) return project
  const state = await client.state()
  if (projectOf(state, project.id)) return { state, named: project.id }
  // It was never looked at here; it may be on air all the same.
  const outcome = await client.send({ type: 'refresh', projectId: project.id })
  return outcome.result === 'done' ? { state: await client.state(), named: project.id } : answerOf(outcome)
}

/**
 * Commands that only observe or stop fall back to the last known name if the service cannot be read: they matter most
 * then.
 */
const NEEDS_NO_READING: readonly Typed['command'][] = ['status', 'watch', 'wait', 'stop']

/** The project that has this name now. */
export async function projectMeant({ client, typed }: Desk, name: string): Promise<Named | Answer> {
  try {
    const { value } = await client.query('projectNamed', { name })
    const project = value as QueryAnswer<'projectNamed'>
    return 'reason' in project ? refused(project) : project
  } catch (error) {
    if (!NEEDS_NO_READING.includes(typed.command)) return notRead(error)
    const known = projectNamed(await client.state(), name)
    return 'reason' in known ? notRead(error) : known
  }
}

/**
 * Sends a command once. If the response is lost, it is not sent again: the answer reports that and what is on air now.
 */
export async function sendOnce(desk: Desk, command: CommandInput, id?: string): Promise<Answer> {
  try {
    return answerOf(await desk.client.send(command, id))
  } catch (error) {
    if (!(error instanceof ProgramError) || !mayHaveArrived(error)) throw error
    return { code: EXIT.notKnown, sentence: `${CLI_SENTENCES.sentAndLost} ${await truth(desk)}` }
  }
}

function mayHaveArrived({ about }: ProgramError): boolean {
  return about.problem === 'silent' || (about.problem === 'lost' && about.sent)
}

/** What the Cuelight running now reports as on air. */
async function truth({ path, clock, typed }: Desk): Promise<string> {
  try {
    const client = await connectProgram(path, clock)
    try {
      const state = await client.state()
      const project = typed.project === null ? null : projectNamed(state, typed.project)
      const named = project && 'id' in project ? project.id : null
      return CLI_SENTENCES.saysNow(sentenceOf(state, projectOf(state, named), clock.now()))
    } finally {
      client.close()
    }
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    return error.about.problem === 'silent' ? CLI_SENTENCES.noAnswerNow : CLI_SENTENCES.noAppNow
  }
}
