/** Reading: what `query` accepts, and what it returns. */
import type { AnyOperation, InputOf } from '../contract/inputs.ts'
import type { Answer, OperationName, QueryName } from '../contract/operations.ts'
import type { Pairings } from '../control/pairings.ts'
import type { DoctorLine } from '../doctor.ts'
import type { Failure } from '../failures.ts'
import type { Named } from '../intents/naming.ts'
import type { Refusal } from '../outcome.ts'
import type { Phones } from '../phone/phones.ts'
import type { Report } from '../report/report.ts'
import type { OpenWork } from '../workflows.ts'
import type { ImportEntry } from './imports.ts'
import type { PanelSessions } from './panelSessions.ts'
import type { ViewAnswers } from './views.ts'

/** The inputs of the queries that Cuelight answers itself, besides the contract's reads (`local.ts` validates them). */
interface LocalInputs {
  /** `show` null: the last one. */
  showReport: { show: string | null }
  unsyncedChanges: { projectId: string }
  imports: object
  panelSessions: object
  pairings: object
  phones: object
  thisComputer: object
  openWork: object
  /** A name or an id, as the user typed it. */
  projectNamed: { name: string }
  allSchedules: { anew?: boolean | undefined }
  runningBroadcasts: object
  lastShows: object
  filesWithDurations: InputOf<'listFiles'>
  /** `sceneId`: the scene being viewed; defaults to the active one. */
  projectContent: { projectId: string; sceneId?: string | undefined }
  whatPlays: { projectId: string; hours?: number | undefined }
}
interface LocalAnswers extends ViewAnswers {
  showReport: Report
  /** The import queue, in order. */
  imports: { imports: ImportEntry[] }
  panelSessions: PanelSessions
  pairings: Pairings
  phones: Phones
  /** The checks of this computer and their results. */
  thisComputer: { lines: DoctorLine[] }
  /** Edits of several requests that are running, or incomplete and waiting. */
  openWork: { openWork: OpenWork[] }
  /** The project that now has this name, or why there is none to act on. */
  projectNamed: Named | Refusal
}
export type LocalQueryName = keyof LocalInputs

/** Every name that `query` or `edit` accepts, local queries included. */
export type AskedName = AnyOperation | LocalQueryName

export type Queried = QueryName | LocalQueryName
export type QueryInput<Name extends Queried> = Name extends LocalQueryName
  ? LocalInputs[Name]
  : Name extends QueryName
    ? InputOf<Name>
    : never
export type QueryAnswer<Name extends Queried> = Name extends LocalQueryName
  ? LocalAnswers[Name]
  : Name extends QueryName
    ? Answer<Name>
    : never

/** A value with its age, which is always displayed with it. Wall ms. */
export interface Reading<Value> {
  value: Value
  readAt: number
}

/** Reads that may be outdated; `projectId`: those of that project only, null: of any project. */
export interface Touched {
  names: readonly (OperationName | LocalQueryName)[]
  projectId: string | null
}

/** Does it outdate what was read about a project? `about` null: the reading is about none, or about all. */
export function isTouched(name: string, about: string | null, { names, projectId }: Touched): boolean {
  const sameProject = projectId === null || about === null || about === projectId
  return sameProject && (names as readonly string[]).includes(name)
}

/** A query that failed. The message is for users. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  /** How the service failed; null: nothing was sent to it. */
  readonly failure: Failure | null

  constructor(why: string, failure: Failure | null) {
    super(why)
    this.failure = failure
  }
}
