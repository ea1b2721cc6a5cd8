/**
 * What a workflow is: an edit of several requests that is one change for whoever asked. It is written as a plain table: given
 * the plan and what stands at the service, the first row that fits says what comes next. `engine.ts` does the rest, the same
 * for all. The words are those of durable execution: an activity is one request, a compensation undoes, a signal is a newer
 * wish of a person.
 */
import type * as z from 'zod'
import type { Waits } from '../../../shared/workflows.ts'
import type { ComposedDone } from '../commands/composed/composed.ts'
import type { Context } from '../commands/context.ts'
import type { Run, Runs } from './runs.ts'

/** A newer wish of a person, as a workflow hears of it. */
export interface Signal {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
}

/** How a run ends: as asked; with nothing changed; or in between, and then the sentence says what stands. */
export type End =
  | { end: 'done'; done: ComposedDone }
  | { end: 'unchanged' | 'between'; about: string; detail?: unknown }

/** What comes next: a request, another plan, a wait that outlives the command, or the end. */
export type Next<Data, Name extends string> =
  | { do: Name; data?: Partial<Data> }
  | { plan: Partial<Data> }
  | { wait: Waits; data?: Partial<Data> }
  | End

/** One row of the table: when it fits, and what follows. */
export type Row<Facts, Data, Name extends string> = readonly [
  fits: (facts: Facts) => boolean,
  next: (facts: Facts) => Next<Data, Name>,
]

/** Takes the first row that fits. The last row of a table fits always. */
export function firstOf<Facts, Data, Name extends string>(
  rows: readonly Row<Facts, Data, Name>[],
  facts: Facts,
): Next<Data, Name> {
  const row = rows.find(([fits]) => fits(facts))
  if (!row) throw new Error('no row of the table fits')
  return row[1](facts)
}

/** One request, with all that may become of it. */
export interface Activity<Data, Seen> {
  /** Sends it, in the turn of its project. @returns the plan, with what its answer says */
  send(data: Data, context: Context): Promise<Data>
  /** Does what stands show that it was carried out? Left out: no reading tells. */
  isDone?(data: Data, seen: Seen): boolean
  /** Its answer was lost, and what stands shows that it was carried out. Left out: the plan is as it was sent. */
  found?(data: Data): Data
  /** What is to be remembered of what stands while a lost one may still arrive, for it may take that away. */
  beforeArrival?(data: Data, seen: Seen): Data
  /**
   * It was refused, for this reason, and surely changed nothing. Left out: it is tried again later.
   *
   * @param data as it was before it was sent
   */
  refused?(data: Data, why: string): Data
  /** The disk does not take its record, so it is not sent: another plan; null, it waits for the disk. */
  notKept?(data: Data, why: string): Data | null
  /** Its answer was lost, and it neither shows nor can still arrive; or no reading tells. Left out: as it was before. */
  lost?(data: Data): Data
  /** It only puts back what was there before: sent even where the disk does not take the record. */
  compensates?: boolean
  /** It takes the turn of its project by itself. */
  turn?: 'own'
}

export interface Workflow<Data extends object, Seen, Name extends string = string> {
  readonly name: string
  readonly data: z.ZodType<Data>
  readonly activities: { readonly [One in Name]: Activity<Data, Seen> }
  /** Reads what stands now. A failure settles nothing: the run waits. */
  look(run: Run<Data>, context: Context): Promise<Seen>
  /** The table of steps. Pure. @param now wall ms */
  next(data: Data, seen: Seen, now: number): Next<Data, Name>
  /** Has a newer wish of a person anything to do with it? Left out: none has. */
  hears?(signal: Signal): boolean
  /** Of two such wishes the one pressed last is what is wanted: an earlier one is not sent after it. Left out: each adds to the others. */
  lastCounts?: true
  /** What such a wish makes of it: another plan; null, it is over. Left out: it is over. */
  signalled?(run: Run<Data>, signal: Signal): Data | null
  /** Does that plan count, too, where the answer to the wish was lost? False: it stays as it was, and waits for a person. */
  countsIfLost?(data: Data): boolean
  /** How far it is, in words, where it goes no further now. @param sent the request that is on its way, or was lost */
  stands(data: Data, sent: string | null): string
  /** What is said where it waits, and goes on by itself. */
  waiting(data: Data, waits: Waits): { about: string; detail?: unknown }
  /** What is said where a newer wish took its place. */
  superseded(data: Data): string
}

/** What is under way of a subject, unless another version wrote it. */
export function earlierOf<Data extends object>(
  { name, data }: Pick<Workflow<Data, unknown>, 'name' | 'data'>,
  { of }: Pick<Runs, 'of'>,
  subject: Pick<Run, 'service' | 'projectId'>,
): Run<Data> | undefined {
  const run = of({ ...subject, workflow: name })
  const read = data.safeParse(run?.data)
  return run && read.success ? { ...run, data: read.data } : undefined
}
