import * as z from 'zod'
import { openJsonFile } from '../../files/jsonFile.ts'
import { Snapshot } from '../../unsynced/content.ts'

/** By service, project and layer: the list before, the files that we wrote over it, and what else was set before. */
type Undo = Record<string, { before: unknown[]; after: string[]; fields: Record<string, unknown> }>
const Undo: z.ZodType<Undo> = z.record(
  z.string(),
  z.object({ before: z.array(z.unknown()), after: z.array(z.string()), fields: z.record(z.string(), z.unknown()) }),
)

/** A move under way: whatever kills us, it is gone on with from what is read. Wall ms. */
const Move = z.object({
  projectId: z.string(),
  /** What was there before, and what is wanted. */
  old: z.array(z.number()),
  wanted: z.array(z.number()),
  /** The wanted dates were refused, so the old ones are put back: why. */
  why: z.string().nullable(),
})
export type Move = z.output<typeof Move>
/** By service and project. */
const Moves = z.record(z.string(), Move)

const PlannedEdit = z.object({ operation: z.string(), input: z.record(z.string(), z.unknown()) })
export type PlannedEdit = z.output<typeof PlannedEdit>

/** Several edits that are to be one change for viewers, under way. */
const Quiet = z.object({
  projectId: z.string(),
  /** The broadcast it was begun for. */
  liveId: z.string(),
  /** Auto-sync is off by our doing. */
  isOff: z.boolean(),
  /** Those that are left, how many are made, and whether the first of them was being sent. */
  edits: z.array(PlannedEdit),
  made: z.number(),
  sending: z.boolean(),
  /** Why it waits for a person; null: it is gone on with by itself. */
  stopped: z.string().nullable(),
})
export type Quiet = z.output<typeof Quiet>

/** A link of the import queue. */
const KeptImport = z.object({
  id: z.string(),
  service: z.string(),
  /** Empty once it is done: a link may hold what is nobody else's business. */
  url: z.string(),
  name: z.string(),
  type: z.enum(['video', 'audio', 'image']),
  folderId: z.string().nullable(),
  state: z.enum(['waiting', 'sending', 'running', 'done', 'failed', 'notKnown']),
  /** The edit that sent it. */
  commandId: z.string().nullable(),
  fileId: z.string().nullable(),
  progress: z.number().nullable(),
  error: z.string().nullable(),
})
export type KeptImport = z.output<typeof KeptImport>

const Durations = z.record(z.string(), z.number().min(0))

/** What composed edits and views keep over restarts. */
export type Kept = ReturnType<typeof openKept>

export function openKept(dataDir: string) {
  const files = {
    /** Playlists as they were before our last write of each. */
    undo: openJsonFile(dataDir, 'undo.json', Undo, {}),
    /** Moves of schedules that are under way. */
    moves: openJsonFile(dataDir, 'moves.json', Moves, {}),
    /** Quiet edits under way, by service and project. */
    quiet: openJsonFile(dataDir, 'quiet.json', z.record(z.string(), Quiet), {}),
    /** What viewers saw when they last saw everything, by service and project. */
    snapshots: openJsonFile(dataDir, 'snapshots.json', z.record(z.string(), Snapshot), {}),
    /** Links to be imported, in their order, of all services. */
    imports: openJsonFile<KeptImport[]>(dataDir, 'imports.json', z.array(KeptImport), []),
    /** Lengths of files in seconds, by service and file: each costs a request. */
    durations: openJsonFile(dataDir, 'durations.json', z.record(z.string(), Durations), {}),
  }
  return {
    ...files,
    /** Of moves and quiet edits what is going on right now, by the same keys. */
    underWay: new Set<string>(),
    /** Resolves once all of it is on disk, or was refused there. */
    written: () => Promise.all(Object.values(files).map((file) => file.written())),
  }
}
