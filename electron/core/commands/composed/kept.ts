import * as z from 'zod'
import { KINDS } from '../../../../shared/contract/links.ts'
import { type OperationName, operations } from '../../../../shared/contract/operations.ts'
import type { LostEdit } from '../../../../shared/state.ts'
import type { Disk } from '../../files/disk.ts'
import { openJsonFile, openRecords } from '../../files/jsonFile.ts'
import { Snapshot } from '../../unsynced/content.ts'
import { openUndos } from './undo.ts'

/** One entry of the import queue: a link, or a path on this computer. */
const KeptImport = z.object({
  id: z.string(),
  service: z.string(),
  /** Empty once the import is done: a link may contain private data. */
  url: z.string(),
  name: z.string(),
  type: z.enum(['video', 'audio', 'image']),
  folderId: z.string().nullable(),
  /** A file of this computer that is used in place and not copied. */
  inPlace: z.boolean().optional(),
  state: z.enum(['waiting', 'sending', 'running', 'done', 'failed', 'notKnown']),
  /** The edit that sent it. */
  commandId: z.string().nullable(),
  fileId: z.string().nullable(),
  progress: z.number().nullable(),
  error: z.string().nullable(),
  /** The kinds to try next if the service finds the file to be of another kind; omitted: the user chose the kind. */
  kinds: z.array(z.enum(KINDS)).optional(),
  isOtherKind: z.boolean().optional(),
})
export type KeptImport = z.output<typeof KeptImport>

const seconds = z.number().min(0)
/** The duration in seconds, and the loudness in LUFS if it was measured. Earlier records have the seconds alone. */
const Durations = z.record(
  z.string(),
  z.union([z.tuple([seconds, z.number().nullable()]), seconds.transform((alone): [number, null] => [alone, null])]),
)

/** The running macro: after a crash its last step is reported, and it is never resumed. */
const RunningMacro = z.object({ projectId: z.string(), name: z.string(), step: z.number(), of: z.number() })
type RunningMacro = z.output<typeof RunningMacro>

/** An edit whose response was lost and whose effect is not known yet. */
const KeptLostEdit = z.object({
  id: z.string(),
  operation: z.enum(Object.keys(operations) as [OperationName]),
  about: z.string(),
  projectId: z.string().nullable(),
  sentAt: z.number(),
  phase: z.enum(['looking', 'found', 'notDone', 'notKnown']),
  foundId: z.string().nullable(),
}) satisfies z.ZodType<LostEdit>

/** The key of a record: the service, and ids within it. */
export const recordKey = ({ serviceId }: { serviceId: () => string }, ...ids: string[]) =>
  JSON.stringify([serviceId(), ...ids])

/** What composed edits and views store over restarts. */
export type Kept = ReturnType<typeof openKept>

export function openKept(disk: Disk) {
  const files = {
    /** Playlists before our last write of each. */
    undo: openUndos(disk),
    /** What viewers saw when they last saw everything. */
    snapshots: openRecords(disk, 'snapshots.json', Snapshot, 20),
    /** The import queue of all services, in order. */
    imports: openJsonFile<KeptImport[]>(disk, 'imports.json', z.array(KeptImport), []),
    /** Durations of a service's files in seconds, by file: each costs a request. */
    durations: openRecords(disk, 'durations.json', Durations),
    /** Lost edits, by service. */
    lostEdits: openRecords(disk, 'lostEdits.json', z.array(KeptLostEdit)),
    /** The running macro, and its current step. */
    macro: openJsonFile<RunningMacro | null>(disk, 'macro.json', RunningMacro.nullable(), null),
  }
  return {
    ...files,
    /** Settles once no file is being written. */
    written: () => Promise.all(Object.values(files).map((file) => file.written())),
  }
}
