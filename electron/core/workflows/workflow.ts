/**
 * A workflow is an edit of several requests that is one change for the caller. It is written as a plain table: given
 * the plan and the current state at the service, the first row that fits determines the next step. `engine.ts` does the
 * rest, in one way for all workflows. The terms are those of durable execution: an activity is one request, a
 * compensation undoes, a signal is a newer user request.
 */
import type * as z from 'zod'
import type { Waits } from '../../../shared/workflows.ts'
import type { ComposedDone } from '../commands/composed/composed.ts'
import type { Context } from '../commands/context.ts'
import type { Run, Runs } from './runs.ts'

/** A newer user request, as a workflow receives it. */
export interface Signal {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
}

/**
 * How a run ends: as requested; with nothing changed; or in between, and then the message describes the current state.
 */
export type End =
  | { end: 'done'; done: ComposedDone }
  | { end: 'unchanged' | 'between'; about: string; detail?: unknown }

/** What comes next: a request, another plan, a wait that outlives the command, or the end. */
export type Next<Data, Name extends string> =
  | { do: Name; data?: Partial<Data> }
  | { plan: Partial<Data> }
  | { wait: Waits; data?: Partial<Data> }
  | End

/** One row of the table: its condition, and the next step. */
export type Row<Facts, Data, Name extends string> = readonly [
  fits: (facts: Facts) => boolean,
  next: (facts: Facts) => Next<Data, Name>,
]

/** Returns the step of the first row that fits. The last row of a table always fits. */
export function firstOf<Facts, Data, Name extends string>(
  rows: readonly Row<Facts, Data, Name>[],
  facts: Facts,
): Next<Data, Name> {
  const row = rows.find(([fits]) => fits(facts))
  if (!row) throw new Error('no row of the table fits')
  return row[1](facts)
}

/** One request, and how each of its outcomes is handled. */
export interface Activity<Data, Seen> {
  /** Sends the request from its place in the project's queue. @returns the plan, updated from the response */
  send(data: Data, context: Context): Promise<Data>
  /** Does the current state show that the request was carried out? Omitted: no reading can show it. */
  isDone?(data: Data, seen: Seen): boolean
  /** Does it look carried out, though the run waits for more? Other edits of the project then need not wait for it. */
  seemsDone?(data: Data, seen: Seen): boolean
  /**
   * Does the reading show what the response reported? A service may answer readings from a copy that is behind: the run
   * then reads again for a while, before it takes the difference for another client's. Omitted: any reading does.
   */
  agrees?(data: Data, seen: Seen): boolean
  /** The same for a refusal, by the service's code. Omitted: any reading does. */
  agreesRefused?(code: string, seen: Seen): boolean
  /** The response was lost, and the current state shows that the request was carried out. Omitted: the plan as sent. */
  found?(data: Data): Data
  /** Records what a lost request that may still arrive could remove from the current state. */
  beforeArrival?(data: Data, seen: Seen): Data
  /**
   * The request was refused, for this reason, and certainly changed nothing. Omitted: it is tried again later.
   *
   * @param data the plan before the request was sent
   */
  refused?(data: Data, why: string): Data
  /** The disk refuses the record, so the request is not sent. @returns another plan, or null to wait for the disk */
  notKept?(data: Data, why: string): Data | null
  /**
   * The response was lost, and the request shows no effect and can no longer arrive, or no reading can show its effect.
   * Omitted: the plan is unchanged.
   */
  lost?(data: Data): Data
  /** The request only restores what existed before: it is sent even if the disk refuses the record. */
  compensates?: boolean
  /** The activity takes its own place in the project's queue. */
  turn?: 'own'
}

export interface Workflow<Data extends object, Seen, Name extends string = string> {
  readonly name: string
  readonly data: z.ZodType<Data>
  readonly activities: { readonly [One in Name]: Activity<Data, Seen> }
  /** Reads the current state. A failure settles nothing: the run waits. */
  look(run: Run<Data>, context: Context): Promise<Seen>
  /** The table of steps. Pure. @param now wall ms */
  next(data: Data, seen: Seen, now: number): Next<Data, Name>
  /** Does a newer user request concern this workflow? Omitted: none does. */
  isAffectedBy?(signal: Signal): boolean
  /**
   * Of two such requests the last command counts: an earlier one is not sent after it. Omitted: each adds to the
   * others.
   */
  lastCounts?: true
  /** Does such a request add something that an earlier one, sent after it, would undo? Omitted: none does. */
  adds?(signal: Signal): boolean
  /** Would such a request undo what a later one added? Then it is not sent after it. Omitted: none would. */
  undoesLater?(signal: Signal): boolean
  /** The effect of such a request: another plan, or null if the run is over. Omitted: it is over. */
  onSignal?(run: Run<Data>, signal: Signal): Data | null
  /**
   * Does that plan also count if the response to the request was lost? False: the run is unchanged and awaits the user.
   */
  countsIfLost?(data: Data): boolean
  /** Is the run only the watch over requests that may still arrive? */
  isWatching?(data: Data): boolean
  /** The plan of such a run, over this request, for one that has ended. @param seen the last reading; null: none */
  onlyWatching?(data: Data, activity: string, seen: Seen | null): Partial<Data>
  /** Could that request, arriving late, undo what the user asked for last? Of several it is watched first. */
  isContrary?(data: Data, activity: string): boolean
  /** What a request that was sent after the run's last signal does to the plan, until there is another signal. */
  since?(activity: string): Partial<Data>
  /** The part of the plan that describes the request which the run watches. */
  watched?(data: Data, activity: string): Partial<Data>
  /**
   * The progress in words, for a run that goes no further now. @param sent the request that is in progress or was lost
   */
  stands(data: Data, sent: string | null): string
  /** What a lost request may have done while nobody looked, of a run that only watches; by default what `stands`. */
  past?(data: Data, sent: string): string
  /** The message for a run that waits and is resumed automatically. */
  waiting(data: Data, waits: Waits): { about: string; detail?: unknown }
  /** The message for a run that a newer user request has replaced. */
  superseded(data: Data): string
}

/** The run of a subject that is in progress, unless another version wrote it. */
export function earlierOf<Data extends object>(
  { name, data }: Pick<Workflow<Data, unknown>, 'name' | 'data'>,
  { of, requests }: Pick<Runs, 'of' | 'requests'>,
  subject: Pick<Run, 'service' | 'projectId'>,
): Run<Data> | undefined {
  const run = of({ ...subject, workflow: name })
  const read = data.safeParse(run?.data)
  if (!run || !read.success) return undefined
  const { sent } = run
  const mayArrive = sent !== null && requests.mayArrive(sent.id)
  // Whoever sent it may not have recorded the answer: the run was replaced meanwhile.
  const touched = run.touched || mayArrive || (sent !== null && requests.wasMade(sent.id))
  return { ...run, sent: mayArrive ? sent : null, touched, data: read.data }
}
