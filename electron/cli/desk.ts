import type { CommandInput } from '../../shared/commands/commands.ts'
import { projectOf } from '../../shared/intents/intents.ts'
import { type Named, projectNamed } from '../../shared/intents/naming.ts'
import type { QueryAnswer } from '../../shared/query/query.ts'
import type { AppState } from '../../shared/state.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { CLI_SENTENCES, EXIT } from '../../shared/words/cli.ts'
import { connectProgram, type ProgramClient, ProgramError } from '../core/bridge/socketClient.ts'
import { type Answer, answerOf, refused } from './answer.ts'
import type { Typed } from './options.ts'
import { notRead } from './reading.ts'
import { sentenceOf } from './status.ts'

/** What a command of the command line works with. */
export interface Desk {
  readonly client: ProgramClient
  readonly clock: Clock
  readonly typed: Typed
  /** Where the core listens. */
  readonly path: string
  /** Writes a line to stdout while a command goes on. */
  readonly write: (line: string) => void
  /** Resolves when a person had enough: Ctrl+C, or nobody reads on. */
  readonly stopped: Promise<void>
}

/** What is known now, and the id of the project that was named; null: the show target is meant. */
export interface Seen {
  state: AppState
  named: string | null
}

/** Looks at the state, and which project is meant in it. */
export async function look(desk: Desk): Promise<Seen | Answer> {
  const { client, typed } = desk
  if (typed.project === null) return { state: await client.state(), named: null }
  const project = await projectMeant(desk, typed.project)
  if ('code' in project) return project
  const state = await client.state()
  return projectOf(state, project.id) ? { state, named: project.id } : refused({ reason: 'unknownProject' })
}

/** What tells or stops goes by the name as it was known, where it cannot be read: it is needed most then. */
const NEEDS_NO_READING: readonly Typed['command'][] = ['status', 'watch', 'wait', 'stop']

/** The project that is called so now. */
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

/** Sends a command, once. When no answer comes, that is the answer: with what is true now, and without sending again. */
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

/** What whoever runs now says is on air. */
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
