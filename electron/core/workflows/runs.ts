/** The runs of workflows: in memory, and each in a small file of its own, written before every request. */
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import { WORKFLOW_WORDS } from '../../../shared/words/workflows.ts'
import type { Waits } from '../../../shared/workflows.ts'
import type { Disk } from '../files/disk.ts'

const FOLDER = 'workflows'
/** What the file of a run holds that is over, where the disk does not let go of it. */
const OVER = ''
/** How the name of a file ends whose run a newer wish met. */
const MARK = '.met.json'

const Kept = z.object({
  id: z.string(),
  workflow: z.string(),
  service: z.string(),
  projectId: z.string(),
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
  /** The run whose place it took: where both are on disk, this one counts. */
  replaces: z.string().optional(),
  /** When it was pressed, among all that was pressed; 0: in a process before this one. */
  number: z.number().optional(),
  /** A newer wish of a person met it, and what became of that was never known: nothing of it is sent unless it is asked for. */
  isMet: z.boolean().optional(),
})

/** One workflow under way. `data` is parsed by the workflow's own schema before it is used. */
export type Run<Data = Record<string, unknown>> = Omit<z.output<typeof Kept>, 'data' | 'waits'> & {
  data: Data
  waits: Waits | null
}

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
  /** Puts a run in place of the one of the same subject, if any. Rejects, and all is as it was, where the disk refuses. */
  begin(run: Run): Promise<void>
  /**
   * A newer wish of a person ends a run, or puts another in its place: in memory at once, whatever the disk says. Whoever
   * carries the run out waits for what becomes of the wish.
   */
  supersede(before: Run, next: Run | null): Superseded
  /** Settles once it is known what becomes of a run that a newer wish met; undefined: none did, or it is known. */
  verdict(id: string): Promise<unknown> | undefined
  /** In memory alone: what it waits for meanwhile. */
  show(run: Run): void
  /**
   * Writes down how far a run is: in memory at once, then on disk. Rejects where the disk does not take it; memory keeps
   * it, for then memory alone knows how far it is. One that was superseded does not come back by this.
   */
  update(run: Run): Promise<void>
  /** Ends a run. Rejects where its file can be neither removed nor emptied: until `tidy` does it, the next process finds it. */
  end(run: Pick<Run, 'id' | 'workflow' | 'projectId'>): Promise<void>
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
  const files = openFiles(disk)
  const { runs, put, end, of, changed, onChange, endings } = openTable(files)
  /** Of the runs that a newer wish met, by id: as long as it is not known what becomes of them. */
  const verdicts = openUnderWay()
  const active = new Set<string>()
  /** What was never written down, and is told as not done. */
  const unkept = new Set<string>()
  const withdrawn = new Set<string>()
  /** Those of which a newer wish decides, until it is known what came of it. */
  const undecided = new Map<string, Run>()

  for (const replaced of files.found.flatMap(({ replaces = '' }) => runs.get(replaces) ?? []))
    void end(replaced).catch(() => {})
  const fresh = earlier.runs.filter((run) => !of(run))
  for (const run of fresh) put(run, undefined)
  if (earlier.files.length > 0) void files.takeOver(fresh, earlier.files)

  return {
    ofService: (service) => [...runs.values()].filter((run) => run.service === service),
    of,
    isCurrent: ({ id }) => runs.has(id),
    async begin(run) {
      const before = of(run)
      const tell = before && verdicts.add(before.id)
      try {
        await files.write(put(run, before))
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
    supersede(before, next) {
      const settled = verdicts.add(before.id)
      runs.delete(before.id)
      if (!next) undecided.set(before.id, before)
      const held = next && put(next, before)
      if (!held) changed()
      const tell = () => {
        if (undecided.delete(before.id)) changed()
        settled()
      }
      const isKept = () => !unkept.has(before.id)
      return supersededBy(held, before, { files, put, end, withdrawn, tell, isKept })
    },
    verdict: verdicts.of,
    show(run) {
      if (runs.has(run.id)) put(run, undefined)
    },
    async update(run) {
      const held = runs.get(run.id)
      if (!held) return
      const now = { ...held, ...run }
      await files.write(put(now, undefined))
    },
    end,
    ...{ endings, wishes: openUnderWay(), between: openUnderWay() },
    shown: (service) => [...runs.values(), ...undecided.values()].filter((run) => run.service === service),
    tidy: files.tidy,
    onChange,
    ...{ active, withdrawn },
    written: files.written,
  }
}

/** The runs in memory, as they were found. */
function openTable(files: Pick<ReturnType<typeof openFiles>, 'found' | 'remove'>) {
  const runs = new Map(files.found.map((run) => [run.id, run]))
  const { changed, onChange } = openListeners()
  const endings = openUnderWay()
  const of: Runs['of'] = (one) => [...runs.values()].find((run) => keyOf(run) === keyOf(one))
  return {
    ...{ runs, changed, onChange, endings, of },
    async end(run: Pick<Run, 'id' | 'workflow' | 'projectId'>): Promise<void> {
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

interface Places extends Pick<Runs, 'end' | 'withdrawn'> {
  files: Pick<ReturnType<typeof openFiles>, 'write' | 'remove' | 'mark'>
  put(run: Run, before: Run | undefined): Run
  /** What becomes of it is known. */
  tell(): void
  /** False: it could not be written down, and was told as not done. */
  isKept(): boolean
}

function supersededBy(
  next: Run | null,
  before: Run,
  { files, put, end, withdrawn, tell, isKept }: Places,
): Superseded {
  async function keep(): Promise<void> {
    if (next) await files.write(next).catch(() => {})
    await files.mark(before).catch(() => {})
  }
  async function over(): Promise<void> {
    tell()
    await end(before)
  }
  async function restore(result: WishResult): Promise<void> {
    const waits = { for: 'person', why: WORKFLOW_WORDS.wishLost } as const
    const back = put(result === 'lost' ? { ...before, waits, isMet: true } : before, next ?? undefined)
    tell()
    await files.write(back).catch(() => {})
    if (next) await files.remove(next.id)
  }
  function settle(result: WishResult): void {
    const isBack = result !== 'done' && isKept()
    if (next && result === 'refused') withdrawn.add(next.id)
    if (next && result === 'refused' && !isBack) void end(next).catch(() => {})
    void (isBack && !(result === 'lost' && next) ? restore(result) : over()).catch(() => {})
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

/** One small file a run, in a folder of their own. */
function openFiles(disk: Disk) {
  /** One write of a file after the other: a removal must not overtake the write before it. */
  const writing = new Map<string, Promise<unknown>>()
  /** Those that are over and still on disk: whoever found one later would do it again, over what was done since. */
  const over = new Set<string>()
  /** What is no ordinary file, or has no end, is none of ours. */
  const readIfAny = (name: string): string | null => {
    try {
      return disk.read(name) ?? OVER
    } catch {
      return null
    }
  }
  /** Those whose file has the other name. */
  const marked = new Set<string>()
  const found = disk.names(FOLDER).flatMap((name) => {
    const text = readIfAny(`${FOLDER}/${name}`)
    if (text === OVER) disk.remove(`${FOLDER}/${name}`).catch(() => {})
    const read = Kept.safeParse(parseJson(text ?? OVER))
    // One that cannot be read takes no other with it.
    if (!read.success) return []
    const run: Run = { ...(read.data as Run), number: 0 }
    if (name.endsWith(MARK)) marked.add(run.id)
    if (!marked.has(run.id) && !run.isMet) return [run]
    return [{ ...run, isMet: true, waits: { for: 'person', why: WORKFLOW_WORDS.wishLost } as const }]
  })

  function inOrder<T>(id: string, write: () => Promise<T>): Promise<T> {
    const before = writing.get(id) ?? Promise.resolve()
    const mine = before.then(write, write)
    const settled = mine.catch(() => {})
    writing.set(id, settled)
    void settled.then(() => writing.get(id) === settled && writing.delete(id))
    return mine
  }

  const fileOf = (id: string) => `${FOLDER}/${id}.json`
  const markedOf = (id: string) => `${FOLDER}/${id}${MARK}`
  const save = (run: Run) => disk.write(marked.has(run.id) ? markedOf(run.id) : fileOf(run.id), JSON.stringify(run))
  const unmark = async (run: Run) => {
    if (!marked.has(run.id)) return
    await disk.rename(markedOf(run.id), fileOf(run.id))
    marked.delete(run.id)
  }
  const write = (run: Run) => inOrder(run.id, () => (run.isMet ? save(run) : unmark(run).then(() => save(run))))
  const remove = (id: string) =>
    inOrder(id, async () => {
      over.add(id)
      // Held open by a virus scanner, or a backup: what cannot be removed may still be written over.
      for (const file of marked.has(id) ? [markedOf(id), fileOf(id)] : [fileOf(id)])
        await disk.remove(file).catch(() => disk.write(file, OVER))
      over.delete(id)
      marked.delete(id)
    })
  return {
    found,
    write,
    /** No process goes on with it by itself from here. By its name, for that takes no room on a full disk. */
    mark: (run: Run) =>
      inOrder(run.id, async () => {
        if (marked.has(run.id)) return
        await disk.rename(fileOf(run.id), markedOf(run.id)).then(
          () => void marked.add(run.id),
          () => save({ ...run, isMet: true }),
        )
      }),
    /** The files of an earlier version go once all of it is written anew. */
    takeOver: (runs: readonly Run[], names: readonly string[]) =>
      inOrder('', async () => {
        await Promise.all(runs.map(write))
        for (const name of names) await disk.remove(name)
      }).catch(() => {}),
    remove,
    tidy: () => Promise.allSettled([...over].map(remove)),
    written: () => Promise.all(writing.values()),
  }
}

const keyOf = ({ service, workflow, projectId }: Subject) => JSON.stringify([service, workflow, projectId])

/** What a run is about, as wishes of a person name it. */
export const subjectOf = ({ workflow, projectId }: Pick<Run, 'workflow' | 'projectId'>): string =>
  `${workflow} ${projectId}`
