import type { CommandInput } from '../../shared/commands/commands.ts'
import { pageOf } from '../../shared/contract/pages.ts'
import { projectOf } from '../../shared/intents/intents.ts'
import { type Named, projectNamed } from '../../shared/intents/naming.ts'
import type { Refusal } from '../../shared/outcome.ts'
import type { AppState, ProjectListItem } from '../../shared/state.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { CLI_SENTENCES, EXIT } from '../../shared/words/cli.ts'
import { connectProgram, type ProgramClient, ProgramError } from '../core/bridge/socketClient.ts'
import { type Answer, answerOf, refused } from './answer.ts'
import type { Typed } from './options.ts'
import { notRead, readPages } from './reading.ts'
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

/** Looks at the state. A project whose name is not known yet is looked for in the account's list. */
export async function look({ client, typed }: Desk): Promise<Seen | Refusal> {
  const state = await client.state()
  if (typed.project === null) return { state, named: null }
  let project = projectNamed(state, typed.project)
  if ('reason' in project && state.projectList.readAt === null) {
    await client.send({ type: 'loadProjects' })
    project = projectNamed(await client.state(), typed.project)
  }
  if ('reason' in project) return project
  return projectOf(state, project.id) ? { state, named: project.id } : { reason: 'unknownProject' }
}

/** The project that a name means: of those the state knows, else of the whole list. */
export async function projectMeant(desk: Desk, name: string): Promise<Named | Answer> {
  const { client } = desk
  const state = await client.state()
  let project = projectNamed(state, name)
  if ('reason' in project) {
    const all = await readPages(desk, 'listProjects', {}).catch(notRead)
    if ('code' in all) return all
    const { items } = pageOf<ProjectListItem>(all.value)
    project = projectNamed({ ...state, projectList: { ...state.projectList, items } }, name)
  }
  return 'reason' in project ? refused(project) : project
}

/** Sends a command, once. When no answer comes, that is the answer: with what is true now, and without sending again. */
export async function sendOnce(desk: Desk, command: CommandInput): Promise<Answer> {
  try {
    return answerOf(await desk.client.send(command))
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
