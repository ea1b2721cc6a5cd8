/** One small file a run, in a folder of their own: what the next process finds, and what of it counts. */
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
  /** A wish put it in the place of that one, and what came of the wish is not known: where both are on disk, that one counts. */
  isProvisional: z.boolean().optional(),
  /** When it was pressed, among all that was pressed; 0: in a process before this one. */
  number: z.number().optional(),
  /** A newer wish of a person met it, and what became of that was never known: nothing of it is sent unless it is asked for. */
  isMet: z.boolean().optional(),
})

/** One workflow under way. `data` is parsed by the workflow's own schema before it is used. */
export type Run<Data = Record<string, unknown>> = Omit<z.output<typeof Kept>, 'data' | 'waits' | 'isProvisional'> & {
  data: Data
  waits: Waits | null
}

export type RunFiles = ReturnType<typeof openRunFiles>

/** The files of all runs. */
export function openRunFiles(disk: Disk) {
  /** One write of a file after the other: a removal must not overtake the write before it. */
  const writing = new Map<string, Promise<unknown>>()
  /** Those that are over and still on disk: whoever found one later would do it again, over what was done since. */
  const over = new Set<string>()
  const { found, marked, provisional } = findRuns(disk)

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
  const save = (run: Run) => {
    const isProvisional = provisional.has(run.id) || undefined
    return disk.write((marked.has(run.id) ? markedOf : fileOf)(run.id), JSON.stringify({ ...run, isProvisional }))
  }
  const unmark = async (run: Run) => {
    if (!marked.has(run.id)) return
    await disk.rename(markedOf(run.id), fileOf(run.id))
    marked.delete(run.id)
  }
  /** @param after what is waited for before */
  const write = (run: Run, after?: Promise<unknown>) =>
    inOrder(run.id, async () => {
      await after
      if (!run.isMet) await unmark(run)
      await save(run)
    })
  const remove = (id: string) =>
    inOrder(id, async () => {
      over.add(id)
      // Held open by a virus scanner, or a backup: what cannot be removed may still be written over.
      for (const file of marked.has(id) ? [markedOf(id), fileOf(id)] : [fileOf(id)])
        await disk.remove(file).catch(() => disk.write(file, OVER))
      over.delete(id)
      marked.delete(id)
      provisional.delete(id)
    })
  return {
    ...{ found, provisional },
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
        await Promise.all(runs.map((run) => write(run)))
        for (const name of names) await disk.remove(name)
      }).catch(() => {}),
    remove,
    tidy: () => Promise.allSettled([...over].map(remove)),
    written: () => Promise.all(writing.values()),
  }
}

/** What the processes before left. */
function findRuns(disk: Disk) {
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
  /** Those that count only where the one whose place they took is not there. */
  const provisional = new Set<string>()
  const found = disk.names(FOLDER).flatMap((name) => {
    const text = readIfAny(`${FOLDER}/${name}`)
    if (text === OVER) disk.remove(`${FOLDER}/${name}`).catch(() => {})
    const read = Kept.safeParse(parseJson(text ?? OVER))
    // One that cannot be read takes no other with it.
    if (!read.success) return []
    const { isProvisional, ...data } = read.data
    const run = { ...data, number: 0 } as Run
    if (isProvisional) provisional.add(run.id)
    if (name.endsWith(MARK)) marked.add(run.id)
    if (!marked.has(run.id) && !run.isMet) return [run]
    return [{ ...run, isMet: true, waits: { for: 'person', why: WORKFLOW_WORDS.wishLost } as const }]
  })
  return { found, marked, provisional }
}
