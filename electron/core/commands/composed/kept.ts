import * as z from 'zod'
import { KINDS } from '../../../../shared/contract/links.ts'
import { type OperationName, operations } from '../../../../shared/contract/operations.ts'
import type { LostEdit } from '../../../../shared/state.ts'
import type { Disk } from '../../files/disk.ts'
import { openJsonFile, openRecords } from '../../files/jsonFile.ts'
import { Snapshot } from '../../unsynced/content.ts'
import { openUndos } from './undo.ts'

/** A link, or a path of this computer, of the import queue. */
const KeptImport = z.object({
  id: z.string(),
  service: z.string(),
  /** Empty once it is done: a link may hold what is nobody else's business. */
  url: z.string(),
  name: z.string(),
  type: z.enum(['video', 'audio', 'image']),
  folderId: z.string().nullable(),
  /** A file of this computer that is not copied. */
  inPlace: z.boolean().optional(),
  state: z.enum(['waiting', 'sending', 'running', 'done', 'failed', 'notKnown']),
  /** The edit that sent it. */
  commandId: z.string().nullable(),
  fileId: z.string().nullable(),
  progress: z.number().nullable(),
  error: z.string().nullable(),
  /** What it is tried as next, should the service find it to be of another kind; left out: a person said what it is. */
  kinds: z.array(z.enum(KINDS)).optional(),
  isOtherKind: z.boolean().optional(),
})
export type KeptImport = z.output<typeof KeptImport>

const seconds = z.number().min(0)
/** Seconds, and how loud in LUFS where that was measured. Earlier ones were seconds alone. */
const Durations = z.record(
  z.string(),
  z.union([z.tuple([seconds, z.number().nullable()]), seconds.transform((alone): [number, null] => [alone, null])]),
)

/** A macro that runs: after a crash it is told where it stopped, and never gone on with. */
const RunningMacro = z.object({ projectId: z.string(), name: z.string(), step: z.number(), of: z.number() })
type RunningMacro = z.output<typeof RunningMacro>

/** An edit whose answer was lost, of which it is not known yet what came. */
const KeptLostEdit = z.object({
  id: z.string(),
  operation: z.enum(Object.keys(operations) as [OperationName]),
  about: z.string(),
  projectId: z.string().nullable(),
  sentAt: z.number(),
  phase: z.enum(['looking', 'found', 'notDone', 'notKnown']),
  foundId: z.string().nullable(),
}) satisfies z.ZodType<LostEdit>

/** What a record is kept by: the service, and ids of what is in it. */
export const recordKey = ({ serviceId }: { serviceId: () => string }, ...ids: string[]) =>
  JSON.stringify([serviceId(), ...ids])

/** What composed edits and views keep over restarts. */
export type Kept = ReturnType<typeof openKept>

export function openKept(disk: Disk) {
  const files = {
    /** Playlists as they were before our last write of each. */
    undo: openUndos(disk),
    /** What viewers saw when they last saw everything. */
    snapshots: openRecords(disk, 'snapshots.json', Snapshot, 20),
    /** Links to be imported, in their order, of all services. */
    imports: openJsonFile<KeptImport[]>(disk, 'imports.json', z.array(KeptImport), []),
    /** Lengths of a service's files in seconds, by file: each costs a request. */
    durations: openRecords(disk, 'durations.json', Durations),
    /** Lost edits, by service. */
    lostEdits: openRecords(disk, 'lostEdits.json', z.array(KeptLostEdit)),
    /** The macro that runs, and where it is. */
    macro: openJsonFile<RunningMacro | null>(disk, 'macro.json', RunningMacro.nullable(), null),
  }
  return {
    ...files,
    /** Settles once nothing of it is being written. */
    written: () => Promise.all(Object.values(files).map((file) => file.written())),
  }
}
