/** The reading door: what can be asked by `query`, and what comes back. */
import type { InputOf } from '../contract/inputs.ts'
import type { Answer, OperationName, QueryName } from '../contract/operations.ts'
import type { Failure } from '../failures.ts'
import type { Report } from '../report/report.ts'
import type { ImportEntry } from './imports.ts'
import type { UnsyncedChanges } from './unsynced.ts'

/** What Cuelight itself can tell, beside the reads of the contract. `show` null: the last one. */
export interface LocalQueries {
  showReport: { input: { show: string | null }; answer: Report }
  /** What viewers do not see yet. */
  unsyncedChanges: { input: { projectId: string }; answer: UnsyncedChanges }
  /** The import queue, in its order. */
  imports: { input: object; answer: { imports: ImportEntry[] } }
}
export type LocalQueryName = keyof LocalQueries
export const LOCAL_QUERIES = ['showReport', 'unsyncedChanges', 'imports'] as const satisfies readonly LocalQueryName[]

export type Queried = QueryName | LocalQueryName
export type QueryInput<Name extends Queried> = Name extends LocalQueryName
  ? LocalQueries[Name]['input']
  : Name extends QueryName
    ? InputOf<Name>
    : never
export type QueryAnswer<Name extends Queried> = Name extends LocalQueryName
  ? LocalQueries[Name]['answer']
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
