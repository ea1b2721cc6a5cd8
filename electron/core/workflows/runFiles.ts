/** One small file per run, in a folder of their own: what the next process finds, and which of it counts. */
import * as z from 'zod'
import { parseJson } from '../../../shared/util/json.ts'
import { WORKFLOW_WORDS } from '../../../shared/words/commands/workflows.ts'
import type { Waits } from '../../../shared/workflows.ts'
import type { Disk } from '../files/disk.ts'

const FOLDER = 'workflows'
/** The content of the file of a finished run, if the disk does not remove the file. */
const OVER = ''
/** The suffix of the file of a run that a newer user request overtook. */
const MARK = '.met.json'

/** A request, by its activity and its own id. `at`: wall ms. */
const Sent = z.object({ activity: z.string(), id: z.string(), at: z.number() })

const Kept = z.object({
  id: z.string(),
  workflow: z.string(),
  service: z.string(),
  projectId: z.string(),
  /** The requested input: the guard checks it before every request. */
  input: z.record(z.string(), z.unknown()),
  /** The plan and the progress: each workflow has its own schema. */
  data: z.record(z.string(), z.unknown()),
  /** The request that was sent, or was about to be, and is not settled: the activity, and the id of the request. */
  sent: Sent.nullable(),
  /** Further requests that may still arrive, each with the part of the plan that describes it: watched after that one. */
  late: z.array(Sent.extend({ data: z.record(z.string(), z.unknown()) })).default([]),
  /** Part of the run was carried out, or may have been. */
  touched: z.boolean(),
  waits: z.object({ for: z.string(), why: z.string() }).nullable(),
  since: z.number(),
  /** The run that this one replaced: if both are on disk, this one counts. */
  replaces: z.string().optional(),
  /**
   * It is unknown what became of the request that put this run in place of the other: if both exist, the other counts.
   */
  isProvisional: z.boolean().optional(),
  /** The place of the command among all commands; 0 if an earlier process received it. */
  number: z.number().optional(),
  /** A newer user request overtook the run, with unknown outcome: nothing of the run is sent unless requested again. */
  isMet: z.boolean().optional(),
})

/** One run of a workflow. `data` is parsed by the workflow's own schema before it is used. */
export type Run<Data = Record<string, unknown>> = Omit<z.output<typeof Kept>, 'data' | 'waits' | 'isProvisional'> & {
  data: Data
  waits: Waits | null
}

export type RunFiles = ReturnType<typeof openRunFiles>

/** The files of all runs. */
export function openRunFiles(disk: Disk) {
  /** Writes of one file are serialized: a removal must not overtake the write before it. */
  const writing = new Map<string, Promise<unknown>>()
  /** Finished runs whose files are still on disk: a process that found one would repeat the run over newer changes. */
  const over = new Set<string>()
  const { found, marked, provisional, unreadable } = findRuns(disk)

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
  /** @param after what the write waits for */
  const write = (run: Run, after?: Promise<unknown>) =>
    inOrder(run.id, async () => {
      await after
      if (!run.isMet) await unmark(run)
      await save(run)
    })
  const remove = (id: string) =>
    inOrder(id, async () => {
      over.add(id)
      // A virus scanner or a backup may hold it open: a file that cannot be removed may still be overwritten.
      for (const file of marked.has(id) ? [markedOf(id), fileOf(id)] : [fileOf(id)])
        await disk.remove(file).catch(() => disk.write(file, OVER))
      over.delete(id)
      marked.delete(id)
      provisional.delete(id)
    })
  return {
    ...{ found, provisional, over, unreadable },
    write,
    /** From now on no process resumes the run automatically. Renaming marks it: that takes no space on a full disk. */
    mark: (run: Run) =>
      inOrder(run.id, async () => {
        if (marked.has(run.id)) return
        await disk.rename(fileOf(run.id), markedOf(run.id)).then(
          () => void marked.add(run.id),
          () => save({ ...run, isMet: true }),
        )
      }),
    /** The files of an earlier version are removed once all of their runs are written in the current format. */
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

/** The runs that earlier processes left. */
function findRuns(disk: Disk) {
  /** A file that is not a regular one, or has no end, is not ours. */
  const readIfAny = (name: string): string | null => {
    try {
      return disk.read(name) ?? OVER
    } catch {
      return null
    }
  }
  /**
   * Files that cannot be read, for the user to be told: what they record is not resumed. They stay where they are,
   * because a later version of Cuelight may have written one and can resume it.
   */
  const unreadable: string[] = []
  /** Runs whose file has the suffix of an overtaken run. */
  const marked = new Set<string>()
  /** Runs that count only if the run they replaced does not exist. */
  const provisional = new Set<string>()
  const found = disk.names(FOLDER).flatMap((name) => {
    const path = `${FOLDER}/${name}`
    const text = readIfAny(path)
    if (text === OVER) disk.remove(path).catch(() => {})
    const read = Kept.safeParse(parseJson(text ?? OVER))
    // One unreadable file does not affect the others.
    if (!read.success) {
      if (text !== OVER && name.endsWith('.json')) unreadable.push(path)
      return []
    }
    const { isProvisional, ...data } = read.data
    const run = { ...data, number: 0 } as Run
    if (isProvisional) provisional.add(run.id)
    if (name.endsWith(MARK)) marked.add(run.id)
    if (!marked.has(run.id) && !run.isMet) return [run]
    return [{ ...run, isMet: true, waits: { for: 'person', why: WORKFLOW_WORDS.signalLost } as const }]
  })
  return { found, marked, provisional, unreadable }
}
