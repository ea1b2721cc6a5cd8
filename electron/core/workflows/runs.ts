/** The runs of workflows: in memory, and on disk before every request (`runFiles.ts`). */
import { randomUUID } from 'node:crypto'
import { WORKFLOW_WORDS } from '../../../shared/words/workflows.ts'
import type { Disk } from '../files/disk.ts'
import { openRunFiles, type Run, type RunFiles } from './runFiles.ts'

export type { Run } from './runFiles.ts'

/** Two runs of one subject exclude each other. */
type Subject = Pick<Run, 'service' | 'workflow' | 'projectId'>

/** A run that begins now. */
export const newRun = <Data>(
  { service, workflow, projectId }: Subject,
  input: Run['input'],
  data: Data,
  since: number,
): Run<Data> => ({
  ...{ id: randomUUID(), service, workflow, projectId, input, data },
  ...{ sent: null, touched: false, waits: null, since },
})

/** What is under way, of all services. */
export interface Runs {
  ofService(service: string): readonly Run[]
  /** The same, with those of which a newer wish has not decided yet. */
  shown(service: string): readonly Run[]
  /** The run of a subject, if one is under way. */
  of(subject: Subject): Run | undefined
  /** Is this still what is wanted of its subject? */
  isCurrent(run: Pick<Run, 'id'>): boolean
  /**
   * Puts a run in place of the one of the same subject, if any. Rejects, and all is as it was, where the disk refuses.
   *
   * @param patience rejects once the file of one that is over, and must not be found beside this one, was waited for long enough
   */
  begin(run: Run, patience?: Promise<never>): Promise<void>
  /**
   * A newer wish of a person ends a run, or puts another in its place: in memory at once, whatever the disk says. Whoever
   * carries the run out waits for what becomes of the wish.
   *
   * @param countsIfLost the one in its place counts, too, where the answer to the wish was lost
   */
  supersede(before: Run, next: Run | null, countsIfLost?: boolean): Superseded
  /** Settles once it is known what becomes of a run that a newer wish met; undefined: none did, or it is known. */
  verdict(id: string): Promise<unknown> | undefined
  /** In memory alone: what it waits for meanwhile. */
  show(run: Run): void
  /**
   * Writes down how far a run is: in memory at once, then on disk. Rejects where the disk does not take it; memory keeps
   * it, for then memory alone knows how far it is. One that was superseded does not come back by this.
   *
   * @returns false: it was superseded, or is not decided on, so that nothing was written
   */
  update(run: Run): Promise<boolean>
  /** A person asks for it again: what became of the wish that met it does not matter any more. Rejects as `update`. */
  renew(run: Run): Promise<unknown>
  /** Ends a run. Rejects where its file can be neither removed nor emptied: until `tidy` does it, the next process finds it. */
  end(run: Subject & Pick<Run, 'id'>): Promise<void>
  /** Until the files of those that are over are gone: whoever found one later would do it again, over what was done since. */
  readonly endings: UnderWay
  /** Wishes of a person on their way, by what they are about; and those that have left their turn for the disk, by that. */
  readonly wishes: UnderWay
  readonly between: UnderWay
  /** Tries again to take away the files of runs that are over. */
  tidy(): Promise<unknown>
  /** Calls back after every change. Answers what ends it. */
  onChange(listener: () => void): () => void
  /** Runs that this process is at work on, by id. */
  readonly active: Set<string>
  /** Those that a wish had put in the place of others, by id, and took back when it was refused: nothing is told of them. */
  readonly withdrawn: Set<string>
  /** Settles once nothing is being written. */
  written(): Promise<unknown>
}

/** A run that a newer wish met. */
export interface Superseded {
  /** The run in its place. */
  readonly by: string | null
  /** Once it is on disk: from then on no process goes on with the one before by itself. */
  readonly kept: Promise<void>
  /**
   * To be told what became of the wish. Refused, the run goes on as it was; lost, it stays
   * and waits for a person, for what it left half done nobody else knows.
   */
  settle(result: WishResult): void
}

export type WishResult = 'done' | 'refused' | 'lost'

/** What is under way, by a key. */
interface UnderWay {
  /** Settles once all of it has ended; undefined: there is none. */
  of(key: string): Promise<unknown> | undefined
  /** @returns ends it */
  add(key: string): () => void
}

/** What earlier versions left half-way, and the files it was found in. */
export interface Earlier {
  runs: readonly Run[]
  files: readonly string[]
}

/** @param earlier is taken over: its files go once all of it is written anew */
export function openRuns(disk: Disk, earlier: Earlier = { runs: [], files: [] }): Runs {
  const files = openRunFiles(disk)
  const { runs, put, end, of, changed, onChange, endings } = openTable(files)
  /** Of the runs that a newer wish met, by id: as long as it is not known what becomes of them. */
  const verdicts = openUnderWay()
  const active = new Set<string>()
  /** What was never written down, and is told as not done. */
  const unkept = new Set<string>()
  const withdrawn = new Set<string>()
  /** Those of which a newer wish decides, until it is known what came of it. */
  const undecided = new Map<string, Run>()

  for (const over of twinsOf(files)) void end(over).catch(() => {})
  const fresh = earlier.runs.filter((run) => !of(run))
  for (const run of fresh) put(run, undefined)
  if (earlier.files.length > 0) void files.takeOver(fresh, earlier.files)

  return {
    ofService: (service) => [...runs.values()].filter((run) => run.service === service),
    of,
    isCurrent: ({ id }) => runs.has(id),
    async begin(run, patience = new Promise(() => {})) {
      const before = of(run)
      const tell = before && verdicts.add(before.id)
      const ending = endings.of(subjectOf(run))
      const waits = { for: 'disk', why: WORKFLOW_WORDS.diskSlow } as const
      try {
        const held = put(ending ? { ...run, waits } : run, before)
        await files.write({ ...held, waits: run.waits }, ending && Promise.race([ending, patience]))
        if (ending && runs.has(run.id)) put({ ...held, waits: run.waits }, undefined)
      } catch (error) {
        unkept.add(run.id)
        runs.delete(run.id)
        // Where a newer wish met the one that failed, it meets this one next.
        if (before) runs.set(before.id, before)
        changed()
        tell?.()
        throw error
      }
      tell?.()
      // Only now: whenever we die, one of the two is there. Where it stays, it is told by the new one that it does not count.
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
      if (runs.has(run.id)) put(run, undefined)
    },
    async update(run) {
      const held = runs.get(run.id)
      if (!held) return false
      // That a wish met it, whoever is at work on it may not know yet.
      await files.write(put({ ...held, ...run, isMet: held.isMet }, undefined))
      return true
    },
    renew: (run) => files.write(put({ ...run, isMet: false }, undefined)),
    end,
    ...{ endings, wishes: openUnderWay(), between: openUnderWay() },
    shown(service) {
      const met = [...undecided.values()].filter(({ id }) => !runs.has(id))
      return [...runs.values(), ...met].filter((run) => run.service === service)
    },
    tidy: files.tidy,
    onChange,
    ...{ active, withdrawn },
    written: files.written,
  }
}

/** The runs in memory, as they were found. */
function openTable(files: Pick<RunFiles, 'found' | 'remove'>) {
  const runs = new Map(files.found.map((run) => [run.id, run]))
  const { changed, onChange } = openListeners()
  const endings = openUnderWay()
  const of: Runs['of'] = (one) => [...runs.values()].find((run) => keyOf(run) === keyOf(one))
  return {
    ...{ runs, changed, onChange, endings, of },
    async end(run: Subject & Pick<Run, 'id'>): Promise<void> {
      const over = endings.add(subjectOf(run))
      if (runs.delete(run.id)) changed()
      await files.remove(run.id).finally(over)
    },
    /** With the one whose place it takes. */
    put(run: Run, before: Run | undefined): Run {
      const held = before ? { ...run, replaces: before.id } : run
      if (before) runs.delete(before.id)
      runs.set(run.id, held)
      changed()
      return held
    },
  }
}

/** Of two that were found where one took the other's place: the one that does not count. */
function twinsOf({ found, provisional }: Pick<RunFiles, 'found' | 'provisional'>): Run[] {
  return found.flatMap((run) => {
    const before = found.find(({ id }) => id === run.replaces)
    return before ? [provisional.has(run.id) ? run : before] : []
  })
}

interface Places extends Pick<Runs, 'end' | 'withdrawn'> {
  files: Pick<RunFiles, 'write' | 'mark' | 'provisional'>
  put(run: Run, before: Run | undefined): Run
  /** What becomes of it is known. */
  tell(): void
  /** False: it could not be written down, and was told as not done. */
  isKept(): boolean
  /** The one in its place counts, too, where the answer to the wish was lost. */
  countsIfLost: boolean
  /** How far it is by now; undefined: it is over. */
  now(run: Run): Run | undefined
}

function supersededBy(
  next: Run | null,
  before: Run,
  { files, put, end, withdrawn, tell, isKept, now, countsIfLost }: Places,
): Superseded {
  if (next) files.provisional.add(next.id)
  async function keep(): Promise<void> {
    if (next) await files.write(next).catch(() => {})
    await files.mark(before).catch(() => {})
  }
  async function over(): Promise<void> {
    tell()
    const left = next && now(next)
    if (next) files.provisional.delete(next.id)
    // First that it counts: whenever we die, one of the two is there.
    if (left) await files.write(left).catch(() => {})
    await end(before)
  }
  async function restore(result: WishResult): Promise<void> {
    const waits = { for: 'person', why: WORKFLOW_WORDS.wishLost } as const
    const back = put(result === 'lost' ? { ...before, waits, isMet: true } : before, undefined)
    const gone = next && end(next).catch(() => {})
    tell()
    await files.write(back).catch(() => {})
    await gone
  }
  function settle(result: WishResult): void {
    const counts = result === 'done' || (result === 'lost' && next !== null && countsIfLost)
    const isBack = !counts && isKept()
    if (next && !counts) withdrawn.add(next.id)
    if (next && !counts && !isBack) void end(next).catch(() => {})
    void (isBack ? restore(result) : over()).catch(() => {})
  }
  return { by: next?.id ?? null, kept: keep(), settle }
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

const keyOf = ({ service, workflow, projectId }: Subject) => JSON.stringify([service, workflow, projectId])

/** What a run is about, as wishes of a person name it. */
export const subjectOf = (subject: Subject): string => keyOf(subject)
