/** The runs of workflows: in memory, and each in a small file of its own, written before every request. */
import * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import type { Waits } from '../../../shared/workflows.ts'
import type { Disk } from '../files/disk.ts'

const FOLDER = 'workflows'

const Kept = z.object({
  id: z.string(),
  workflow: z.string(),
  service: z.string(),
  projectId: z.string(),
  /** What of the project it changes; empty: the project as a whole. Two runs of one subject exclude each other. */
  subject: z.string(),
  /** What was asked for: the guard is asked about it before every request. */
  input: z.record(z.string(), z.unknown()),
  /** The plan and how far it is: each workflow has a schema of its own. */
  data: z.record(z.string(), z.unknown()),
  /** The request that went out, or was about to, and is not settled: the activity, and the id that is its own. */
  sent: z.object({ activity: z.string(), id: z.string(), at: z.number() }).nullable(),
  /** Something of it was carried out, or may have been. */
  touched: z.boolean(),
  waits: z.object({ for: z.string(), why: z.string() }).nullable(),
  since: z.number(),
})

/** One workflow under way. `data` is parsed by the workflow's own schema before it is used. */
export type Run<Data = Record<string, unknown>> = Omit<z.output<typeof Kept>, 'data' | 'waits'> & {
  data: Data
  waits: Waits | null
}

type Subject = Pick<Run, 'service' | 'workflow' | 'projectId' | 'subject'>

/** What is under way, of all services. */
export interface Runs {
  ofService(service: string): readonly Run[]
  /** The run of a subject, if one is under way. */
  of(subject: Subject): Run | undefined
  /** Is this still what is wanted of its subject? */
  isCurrent(run: Pick<Run, 'id'>): boolean
  /** Puts a run in place of the one of the same subject, if any. Rejects, and all is as it was, where the disk refuses. */
  begin(run: Run): Promise<void>
  /**
   * Writes down how far a run is: in memory at once, then on disk. Rejects where the disk does not take it; memory keeps
   * it, for then memory alone knows how far it is. One that was superseded does not come back by this.
   */
  update(run: Run): Promise<void>
  /** Ends a run. Where its file cannot be removed, it is taken up again by the next process, and finds itself done. */
  end(run: Pick<Run, 'id'>): Promise<void>
  /** Calls back after every change. Answers what ends it. */
  onChange(listener: () => void): () => void
  /** Runs that this process is at work on, by id. */
  readonly active: Set<string>
  /** Settles once nothing is being written. */
  written(): Promise<unknown>
}

export function openRuns(disk: Disk): Runs {
  const runs = new Map<string, Run>()
  const listeners = new Set<() => void>()
  /** One write of a file after the other: a removal must not overtake the write before it. */
  const writing = new Map<string, Promise<unknown>>()

  for (const name of disk.names(FOLDER)) {
    const read = Kept.safeParse(parseJson(disk.read(`${FOLDER}/${name}`) ?? ''))
    // One that cannot be read takes no other with it.
    if (read.success) runs.set(read.data.id, read.data as Run)
  }

  function inOrder(id: string, write: () => Promise<void>): Promise<void> {
    const before = writing.get(id) ?? Promise.resolve()
    const mine = before.then(write, write)
    const settled = mine.catch(() => {})
    writing.set(id, settled)
    void settled.then(() => writing.get(id) === settled && writing.delete(id))
    return mine
  }

  const changed = () => listeners.forEach((listen) => void listen())
  const fileOf = (id: string) => `${FOLDER}/${id}.json`
  const of: Runs['of'] = (one) => [...runs.values()].find((run) => keyOf(run) === keyOf(one))

  const write = (run: Run) => inOrder(run.id, () => disk.write(fileOf(run.id), JSON.stringify(run)))

  async function end({ id }: Pick<Run, 'id'>): Promise<void> {
    if (runs.delete(id)) changed()
    await inOrder(id, () => disk.remove(fileOf(id)))
  }

  return {
    ofService: (service) => [...runs.values()].filter((run) => run.service === service),
    of,
    isCurrent: ({ id }) => runs.has(id),
    async begin(run) {
      const before = of(run)
      if (before) runs.delete(before.id)
      runs.set(run.id, run)
      try {
        await write(run)
      } catch (error) {
        runs.delete(run.id)
        if (before) runs.set(before.id, before)
        throw error
      } finally {
        changed()
      }
      // Only now: whenever we die, one of the two is there.
      if (before) await end(before)
    },
    async update(run) {
      if (!runs.has(run.id)) return
      runs.set(run.id, run)
      changed()
      await write(run)
    },
    end,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    active: new Set(),
    written: () => Promise.all(writing.values()),
  }
}

const keyOf = ({ service, workflow, projectId, subject }: Subject) =>
  JSON.stringify([service, workflow, projectId, subject])
