/** The runs of workflows: in memory, and on disk before every request (`runFiles.ts`). */
import { randomUUID } from 'node:crypto'
import { WORKFLOW_WORDS } from '../../../shared/words/commands/workflows.ts'
import type { Waits } from '../../../shared/workflows.ts'
import { singleFlight } from '../../util/singleFlight.ts'
import type { Disk } from '../files/disk.ts'
import { openRunFiles, type Run, type RunFiles } from './runFiles.ts'

export type { Run } from './runFiles.ts'

/** Two runs of one subject exclude each other. */
type Subject = Pick<Run, 'service' | 'workflow' | 'projectId'>

/** A new run. */
export const newRun = <Data>(
  { service, workflow, projectId }: Subject,
  input: Run['input'],
  data: Data,
  since: number,
): Run<Data> => ({
  ...{ id: randomUUID(), service, workflow, projectId, input, data },
  ...{ sent: null, late: [], touched: false, waits: null, since },
})

/** The runs in progress, of all services. */
export interface Runs {
  ofService(service: string): readonly Run[]
  /**
   * The runs of a service, including those whose removal by a newer user request is not decided yet, and those that are
   * over but still on disk.
   */
  shown(service: string): readonly Run[]
  /** The run of a subject, if one is in progress. */
  of(subject: Subject): Run | undefined
  /** Is this run still the one wanted for its subject? */
  isCurrent(run: Pick<Run, 'id'>): boolean
  /**
   * Adds a run, in place of the one of the same subject, if any. Rejects, with everything unchanged, if the disk
   * refuses.
   *
   * @param patience rejects after a long enough wait for the file of a finished run, which must not exist beside this
   * one
   */
  begin(run: Run, patience?: Promise<never>): Promise<void>
  /**
   * A newer user request ends a run or replaces it: in memory at once, whatever the disk does. The caller that carries
   * out the run waits for the outcome of that request.
   *
   * @param countsIfLost whether the replacement also counts if the response to that request is lost
   */
  supersede(before: Run, next: Run | null, countsIfLost?: boolean): Superseded
  /** Settles once the outcome for a run overtaken by a newer request is known; undefined if none is pending. */
  verdict(id: string): Promise<unknown> | undefined
  /** Changes a run in memory only, to show what it waits for. */
  show(run: Run): void
  /**
   * Records the progress of a run: in memory at once, then on disk. Rejects if the disk refuses; memory then stays
   * ahead of the disk. A superseded run does not return this way.
   *
   * @returns false if the run was superseded or is undecided, so that nothing was written
   */
  update(run: Run): Promise<boolean>
  /** Adds a run that only watches a request: in memory whatever the disk does. Rejects if the disk refuses. */
  watch(run: Run): Promise<unknown>
  /** Another request of its subject may still arrive: the run watches it afterwards. Rejects as `update`. */
  watchesLater(run: Pick<Run, 'id'>, request: Run['late'][number]): Promise<unknown>
  /**
   * The user requests the run again: the outcome of the request that overtook it is irrelevant. Rejects as `update`.
   */
  renew(run: Run): Promise<unknown>
  /**
   * Ends a run. Rejects if its file can be neither removed nor emptied: until `tidy` does, the next process finds it.
   */
  end(run: Run): Promise<void>
  /**
   * Removals of files of finished runs, in progress. A process that found a file would repeat the run over newer
   * changes.
   */
  readonly removals: UnderWay
  /**
   * Newer user requests in progress, by subject; and those that left their place in a queue to await the disk, by
   * queue.
   */
  readonly signals: UnderWay
  readonly between: UnderWay
  /** Tries again to remove the files of finished runs. */
  tidy(): Promise<void>
  /** Calls back after every change. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void
  /** The ids of the runs that this process is carrying out. */
  readonly active: Set<string>
  /**
   * The ids of runs that replaced others for a user request and were withdrawn when it was refused: no end is reported.
   */
  readonly withdrawn: Set<string>
  readonly requests: Requests
  /** How often this process synced and changed projects, by `projectKey`: kept when the profile is switched. */
  readonly counts: { of(project: string): Counts }
  /** Settles once no write is in progress. */
  written(): Promise<unknown>
  /** The files of earlier processes that cannot be read. */
  readonly unreadable: readonly string[]
}

export interface Counts {
  syncs: number
  changes: number
  /** Auto-sync as our last switch was answered, and when, in monotonic ms; null: this process switched nothing. */
  switched: { on: boolean; at: number } | null
}

/** The requests of runs, each by its own id, from the moment it leaves. */
export interface Requests {
  left(id: string): void
  /** There will be no response. @param at monotonic ms */
  lost(id: string, at: number): void
  /**
   * Since when it may be on its way without a response, in monotonic ms: of a request of an earlier process, since this
   * one first asked, which is `now`.
   */
  lostSince(id: string, now: number): number
  /** The response is here. @param isMade the service reports that it was carried out */
  ended(id: string, isMade: boolean): void
  /** It has left, and its response is not here. */
  mayArrive(id: string): boolean
  wasMade(id: string): boolean
}

/** A run that was overtaken by a newer user request. */
export interface Superseded {
  /** The id of the run that replaced it. */
  readonly by: string | null
  /** Settles once this is on disk: from then on no process resumes the earlier run automatically. */
  readonly kept: Promise<void>
  /**
   * Reports the outcome of the user request. If it was refused, the run goes on unchanged. If its response was lost,
   * the run is kept and waits for the user, because nothing else records what it left incomplete.
   */
  settle(result: SignalResult): void
}

export type SignalResult = 'done' | 'refused' | 'lost'

/** Operations in progress, by a key. */
interface UnderWay {
  /** Settles once all of them have ended; undefined if there are none. */
  of(key: string): Promise<unknown> | undefined
  /** @returns the function that ends it */
  add(key: string): () => void
}

/** Runs that earlier versions left incomplete, and the files they were found in. */
export interface Earlier {
  runs: readonly Run[]
  files: readonly string[]
}

/** @param earlier is taken over: its files are removed once all of its runs are written in the current format */
export function openRuns(disk: Disk, earlier: Earlier = { runs: [], files: [] }): Runs {
  const files = openRunFiles(disk)
  const { runs, unremoved, put, end, tidy, of, changed, onChange, removals } = openTable(files)
  /** Runs overtaken by a newer request, by id, until the outcome is known. */
  const verdicts = openUnderWay()
  const active = new Set<string>()
  // Of a process before this one nobody knows whether it sent what it wrote down.
  const requests = openRequests([...files.found, ...earlier.runs].flatMap(idsOf), changed)
  /** Runs that were never written to disk and were reported as not done. */
  const unkept = new Set<string>()
  const withdrawn = new Set<string>()
  /** Runs that a newer request removed, until the outcome of that request is known. */
  const undecided = new Map<string, Run>()

  for (const over of twinsOf(files)) void end(over).catch(() => {})
  const fresh = earlier.runs.filter((run) => !of(run))
  for (const run of fresh) put(run, undefined)
  if (earlier.files.length > 0) void files.takeOver(fresh, earlier.files)

  return {
    ...readingOf(runs, { undecided, unremoved }),
    of,
    async begin(run, patience = new Promise(() => {})) {
      const before = of(run)
      const tell = before && verdicts.add(before.id)
      const ending = removals.of(subjectOf(run))
      try {
        await files.write(put(run, before), ending && Promise.race([ending, patience]))
      } catch (error) {
        unkept.add(run.id)
        runs.delete(run.id)
        // If a newer request overtook the run that failed, it overtakes this one next.
        if (before) runs.set(before.id, before)
        changed()
        tell?.()
        throw error
      }
      tell?.()
      // Only now: whenever the process dies, one of the two files exists. `replaces` says which of both counts.
      if (before) await end(before).catch(() => {})
    },
    supersede(before, next, countsIfLost = true) {
      const settled = verdicts.add(before.id)
      runs.delete(before.id)
      if (!next) undecided.set(before.id, before)
      const held = next && put(next, before)
      if (!held) changed()
      const tell = () => {
        if (undecided.delete(before.id)) changed()
        settled()
      }
      const asks = { isKept: () => !unkept.has(before.id), now: (run: Run) => runs.get(run.id) }
      return supersededBy(held, before, { files, put, end, withdrawn, tell, countsIfLost, ...asks })
    },
    verdict: verdicts.of,
    show(run) {
      const held = runs.get(run.id)
      if (held) put({ ...run, late: held.late }, undefined)
    },
    async update(run) {
      const held = runs.get(run.id)
      if (!held) return false
      // The caller may not know yet that a newer request overtook the run.
      await files.write(put({ ...held, ...run, isMet: held.isMet, late: held.late }, undefined))
      return true
    },
    watch: (run) => files.write(put(run, undefined)),
    async watchesLater({ id }, request) {
      const held = runs.get(id)
      if (held) await files.write(put({ ...held, late: [...held.late, request] }, undefined))
    },
    renew: (run) => files.write(put({ ...run, isMet: false }, undefined)),
    end,
    ...{ removals, signals: openUnderWay(), between: openUnderWay() },
    tidy,
    onChange,
    ...{ active, withdrawn, requests, counts: openCounts() },
    ...{ written: files.written, unreadable: files.unreadable },
  }
}

const NOT_REMOVED: Waits = { for: 'removal', why: WORKFLOW_WORDS.notRemoved }

/** What others look up of them. */
function readingOf(
  runs: ReadonlyMap<string, Run>,
  { undecided, unremoved }: Record<'undecided' | 'unremoved', ReadonlyMap<string, Run>>,
): Pick<Runs, 'ofService' | 'isCurrent' | 'shown'> {
  return {
    ofService: (service) => [...runs.values()].filter((run) => run.service === service),
    isCurrent: ({ id }) => runs.has(id),
    shown(service) {
      const met = [...undecided.values()].filter(({ id }) => !runs.has(id))
      const over = [...unremoved.values()].map((run) => ({ ...run, waits: NOT_REMOVED }))
      return [...runs.values(), ...met, ...over].filter((run) => run.service === service)
    },
  }
}

/** The runs in memory, beginning with those found on disk. */
function openTable(files: Pick<RunFiles, 'found' | 'remove' | 'over' | 'tidy'>) {
  const runs = new Map(files.found.map((run) => [run.id, countedAnew(run)]))
  const { changed, onChange } = openListeners()
  const removals = openUnderWay()
  /** Finished runs whose files can be neither removed nor emptied, by id. */
  const unremoved = new Map<string, Run>()
  const of: Runs['of'] = (one) => [...runs.values()].find((run) => subjectOf(run) === subjectOf(one))
  return {
    ...{ runs, unremoved, changed, onChange, removals, of },
    async end(run: Run): Promise<void> {
      const over = removals.add(subjectOf(run))
      if (runs.delete(run.id)) changed()
      await files
        .remove(run.id)
        .catch((error) => {
          unremoved.set(run.id, run)
          changed()
          throw error
        })
        .finally(over)
    },
    // On a slow disk the next one is due before this one has ended.
    tidy: singleFlight(async () => {
      await files.tidy()
      const gone = [...unremoved.keys()].filter((id) => !files.over.has(id))
      for (const id of gone) unremoved.delete(id)
      if (gone.length > 0) changed()
    }),
    /** @param before the run that it replaces */
    put(run: Run, before: Run | undefined): Run {
      const held = before ? { ...run, replaces: before.id } : run
      if (before) runs.delete(before.id)
      runs.set(run.id, held)
      changed()
      return held
    },
  }
}

/** How often something was synced or changed, each process counts from 0. */
function countedAnew(run: Run): Run {
  const anew = <Of extends { data: Run['data'] }>(one: Of): Of =>
    'changes' in one.data ? { ...one, data: { ...one.data, syncs: 0, changes: 0 } } : one
  return { ...anew(run), late: run.late.map(anew) }
}

/** If a run and its replacement were both found, the one that does not count. */
function twinsOf({ found, provisional }: Pick<RunFiles, 'found' | 'provisional'>): Run[] {
  return found.flatMap((run) => {
    const before = found.find(({ id }) => id === run.replaces)
    return before ? [provisional.has(run.id) ? run : before] : []
  })
}

interface Places extends Pick<Runs, 'end' | 'withdrawn'> {
  files: Pick<RunFiles, 'write' | 'mark' | 'provisional'>
  put(run: Run, before: Run | undefined): Run
  /** Reports that the outcome is known. */
  tell(): void
  /** False if the run could not be written to disk and was reported as not done. */
  isKept(): boolean
  /** Whether the replacement also counts if the response to the request is lost. */
  countsIfLost: boolean
  /** The current progress of the run; undefined if it is over. */
  now(run: Run): Run | undefined
}

function supersededBy(
  next: Run | null,
  before: Run,
  { files, put, end, withdrawn, tell, isKept, now, countsIfLost }: Places,
): Superseded {
  if (next) files.provisional.add(next.id)
  let isDecided = false
  async function keep(): Promise<void> {
    if (next) await files.write(next).catch(() => {})
    // On a slow disk it may have been restored, and be over, by now: its file must not come back.
    if (!isDecided || now(before)) await files.mark(before).catch(() => {})
  }
  async function over(): Promise<void> {
    tell()
    if (next) files.provisional.delete(next.id)
    if (!isDown) await kept
    // On a slow disk it may be over by now: its file must not come back.
    const left = next && now(next)
    // The replacement is written first, so that one of the two files exists whenever the process dies.
    if (left) await files.write(left).catch(() => {})
    await end(before)
  }
  async function restore(result: SignalResult): Promise<void> {
    const waits = { for: 'person', why: WORKFLOW_WORDS.signalLost } as const
    const back = put(result === 'lost' ? { ...before, waits, isMet: true } : before, undefined)
    const gone = next && end(next).catch(() => {})
    tell()
    if (!isDown) await kept
    // On a slow disk more may have happened to it by now.
    const held = now(back)
    await (isKept() ? held && files.write(held) : end(before))?.catch(() => {})
    await gone
  }
  /** In memory at once, whatever the disk does: the next request in the queue must find what counts now. */
  function decide(result: SignalResult): void {
    isDecided = true
    const counts = result === 'done' || (result === 'lost' && next !== null && countsIfLost)
    const isBack = !counts && isKept()
    if (next && !counts) withdrawn.add(next.id)
    if (next && !counts && !isBack) void end(next).catch(() => {})
    void (isBack ? restore(result) : over()).catch(() => {})
  }
  let isDown = false
  const kept = keep().then(() => {
    isDown = true
  })
  return { by: next?.id ?? null, kept, settle: decide }
}

/** The ids of the requests that a run has sent, or was about to send, and that are not settled. */
const idsOf = ({ sent, late }: Run) => [sent, ...late].flatMap((one) => one?.id ?? [])

/** @param found those that an earlier process may have sent */
function openRequests(found: readonly string[], changed: () => void): Requests {
  /** Those that left, and when their responses were lost. */
  const out = new Map<string, number | null>(found.map((id) => [id, null]))
  const made = new Set<string>()
  return {
    left: (id) => void out.set(id, null),
    lost(id, at) {
      if (out.has(id)) out.set(id, at)
    },
    lostSince(id, now) {
      // All of an earlier process at once: none of them can arrive later because another is watched first.
      if (out.get(id) === null) for (const [other, at] of out) if (at === null) out.set(other, now)
      return out.get(id) ?? now
    },
    ended(id, isMade) {
      out.delete(id)
      if (isMade) made.add(id)
      changed()
    },
    mayArrive: (id) => out.has(id),
    wasMade: (id) => made.has(id),
  }
}

function openCounts(): Runs['counts'] {
  const all = new Map<string, Counts>()
  return {
    of(project) {
      const counts = all.get(project) ?? { syncs: 0, changes: 0, switched: null }
      all.set(project, counts)
      return counts
    },
  }
}

function openUnderWay(): UnderWay {
  const all = new Map<string, Set<Promise<void>>>()
  return {
    of(key) {
      const some = all.get(key)
      return some?.size ? Promise.all(some) : undefined
    },
    add(key) {
      const { promise, resolve } = Promise.withResolvers<void>()
      all.set(key, (all.get(key) ?? new Set()).add(promise))
      return () => {
        all.get(key)?.delete(promise)
        resolve()
      }
    },
  }
}

function openListeners() {
  const listeners = new Set<() => void>()
  return {
    changed: () => listeners.forEach((listen) => void listen()),
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The subject of a run as one key, as user requests name it. */
export const subjectOf = ({ service, workflow, projectId }: Subject): string =>
  JSON.stringify([service, workflow, projectId])
