/** The reading door: what can be asked by `query`, and what comes back. */
import type { AnyOperation, InputOf } from '../contract/inputs.ts'
import type { Answer, OperationName, QueryName } from '../contract/operations.ts'
import type { DoctorLine } from '../doctor.ts'
import type { Failure } from '../failures.ts'
import type { Named } from '../intents/naming.ts'
import type { Refusal } from '../outcome.ts'
import type { Report } from '../report/report.ts'
import type { OpenWork } from '../workflows.ts'
import type { ImportEntry } from './imports.ts'
import type { PanelSessions } from './panelSessions.ts'
import type { ViewAnswers } from './views.ts'

/** What Cuelight itself can tell, beside the reads of the contract: what it is asked with (`local.ts` holds it to that). */
interface LocalInputs {
  /** `show` null: the last one. */
  showReport: { show: string | null }
  unsyncedChanges: { projectId: string }
  imports: object
  panelSessions: object
  thisComputer: object
  openWork: object
  /** A name or an id, as it was typed. */
  projectNamed: { name: string }
  allSchedules: { anew?: boolean | undefined }
  runningBroadcasts: object
  lastShows: object
  filesWithDurations: InputOf<'listFiles'>
  /** `sceneId`: the scene that is looked at; left out: the active one. */
  projectContent: { projectId: string; sceneId?: string | undefined }
  whatPlays: { projectId: string; hours?: number | undefined }
}
interface LocalAnswers extends ViewAnswers {
  showReport: Report
  /** The import queue, in its order. */
  imports: { imports: ImportEntry[] }
  panelSessions: PanelSessions
  /** What was tried of this computer, and came of it. */
  thisComputer: { lines: DoctorLine[] }
  /** Edits of several requests that are under way, or half done and waiting. */
  openWork: { openWork: OpenWork[] }
  /** The project that is called so now, or why there is none to act on. */
  projectNamed: Named | Refusal
}
export type LocalQueryName = keyof LocalInputs

/** Whatever can be asked for by name, at either door. */
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

/** An answer with its age: every value is drawn with it. Wall ms. */
export interface Reading<Value> {
  value: Value
  readAt: number
}

/** Reads that may be outdated; `projectId`: of that project only, null: of any. */
export interface Touched {
  names: readonly (OperationName | LocalQueryName)[]
  projectId: string | null
}

/** Whether what was read about a project (null: about none, or all) may be outdated by it. */
export function isTouched(name: string, about: string | null, { names, projectId }: Touched): boolean {
  const sameProject = projectId === null || about === null || about === projectId
  return sameProject && (names as readonly string[]).includes(name)
}

/** A query that could not be answered. The message is for people. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  /** How the service failed; null: it was not asked. */
  readonly failure: Failure | null

  constructor(why: string, failure: Failure | null) {
    super(why)
    this.failure = failure
  }
}
