/** A file and a folder of the account as they are stored. The service never sends these; times are ms since 1970. */
import * as z from 'zod'
import { IMPORT_STATUSES } from '../../../../shared/contract/records.ts'

const id = z.string().min(1)

/** What ffprobe reports about a file. Null: unknown, or there is none. */
export const Metadata = z.object({
  resolution: z.string().nullable(),
  frameRate: z.number().nullable(),
  bitrateMbps: z.number().nullable(),
  durationSec: z.number().nullable(),
  sizeBytes: z.number(),
  videoCodec: z.string().nullable(),
  audioCodec: z.string().nullable(),
  /** Measured once the file has arrived, and when it is encoded. */
  loudnessLufs: z.number().nullable(),
})
export type Metadata = z.output<typeof Metadata>

/** The file is complete: it only needs to be examined and moved to its place. */
const isHere = z.boolean().default(false)
/** Where a file comes from, until it has arrived. It is then deleted, because a link may contain secrets. */
const Source = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('link'),
    isHere,
    url: z.string(),
    /** The server's identifier of this version. A partial download is continued only if the server still reports it. */
    validator: z.string().nullable(),
  }),
  z.object({ kind: z.literal('file'), isHere, path: z.string() }),
])

export const FILE_TYPES = ['video', 'audio', 'image'] as const
export const FileType = z.enum(FILE_TYPES)
export type FileType = z.output<typeof FileType>

const Issues = z.object({ errors: z.array(z.string()), warnings: z.array(z.string()) })

export const MediaDocument = z.object({
  id,
  name: z.string().min(1),
  type: FileType,
  folderId: id.nullable(),
  createdAt: z.number().int(),
  status: z.enum(IMPORT_STATUSES),
  /** Why it did not arrive: a code of the contract and a sentence. */
  error: z.string().nullable(),
  source: Source.nullable(),
  /** The path of a linked file on this machine; null: the file is in the media folder. */
  linkedPath: z.string().nullable(),
  metadata: Metadata.nullable(),
  /** Errors keep the file out of playlists, warnings do not; null: it could not be examined. */
  issues: Issues.nullable(),
  /** Its place in the queue of encodes, counting up; null: it is not in the queue. */
  encodeOrder: z.number().int().nullable(),
  /** Why its last encode failed, in words. */
  encodeError: z.string().nullable(),
  /** The result of an encode, stored before it is moved into place, so that it is not repeated if killed in between. */
  made: z
    .object({ attempt: z.string(), metadata: Metadata.nullable(), issues: Issues.nullable() })
    .nullable()
    .default(null),
  /** Checksum and size of the original file, if it was repaired on arrival. */
  original: z.object({ sha256: z.string(), sizeBytes: z.number() }).nullable().default(null),
  isLoudnessAwaited: z.boolean().default(false),
})
export type MediaDocument = z.output<typeof MediaDocument>

export const FolderDocument = z.object({ id, name: z.string().min(1), type: FileType, createdAt: z.number().int() })
export type FolderDocument = z.output<typeof FolderDocument>

/** What keeps a file out of playlists now: its errors, or work on it that is not finished. */
export function errorsOf({ status, issues, encodeOrder }: MediaDocument): string[] {
  return [
    ...(status === 'in_progress' ? ['import_in_progress'] : []),
    ...(status === 'error' || status === 'stopped' ? ['transfer_failed'] : []),
    ...(encodeOrder === null ? [] : ['encoding_in_progress']),
    ...(issues?.errors ?? []),
  ]
}
