/** A file and a folder of the account as they are kept. The wire never sees these; times are ms since 1970. */
import * as z from 'zod'
import { IMPORT_STATUSES } from '../../../shared/contract/records.ts'

const id = z.string().min(1)

/** What ffprobe tells of a file. Null: not known, or there is none. */
export const Metadata = z.object({
  resolution: z.string().nullable(),
  frameRate: z.number().nullable(),
  bitrateMbps: z.number().nullable(),
  durationSec: z.number().nullable(),
  sizeBytes: z.number(),
  videoCodec: z.string().nullable(),
  audioCodec: z.string().nullable(),
  /** Measured once it has arrived, and when it is encoded. */
  loudnessLufs: z.number().nullable(),
})
export type Metadata = z.output<typeof Metadata>

/** All of it has come: only looking at it and putting it in its place is left. */
const isHere = z.boolean().default(false)
/** Where a file comes from, for as long as it has not arrived. A link may hold secrets: it is kept no longer. */
const Source = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('link'),
    isHere,
    url: z.string(),
    /** What the server called this version of it: what has arrived is continued only if it still says so. */
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
  /** A file of this machine that is only pointed to; null: it lies in the media folder. */
  linkedPath: z.string().nullable(),
  metadata: Metadata.nullable(),
  /** What keeps it out of playlists, and what does not; null: nobody could look. */
  issues: Issues.nullable(),
  /** Its place in the queue of encodes, counting up; null: it is not in it. */
  encodeOrder: z.number().int().nullable(),
  /** Why its last encode failed, in words. */
  encodeError: z.string().nullable(),
  /** What an encode has made, stored before it takes its place: killed in between, it is not made once more. */
  made: z
    .object({ attempt: z.string(), metadata: Metadata.nullable(), issues: Issues.nullable() })
    .nullable()
    .default(null),
  /** The file as it came, where what is kept of it was mended on the way. */
  original: z.object({ sha256: z.string(), sizeBytes: z.number() }).nullable().default(null),
  isLoudnessAwaited: z.boolean().default(false),
})
export type MediaDocument = z.output<typeof MediaDocument>

export const FolderDocument = z.object({ id, name: z.string().min(1), type: FileType, createdAt: z.number().int() })
export type FolderDocument = z.output<typeof FolderDocument>

/** What keeps a file out of playlists now: what is wrong with it, or that it is not done with yet. */
export function errorsOf({ status, issues, encodeOrder }: MediaDocument): string[] {
  return [
    ...(status === 'in_progress' ? ['import_in_progress'] : []),
    ...(status === 'error' || status === 'stopped' ? ['transfer_failed'] : []),
    ...(encodeOrder === null ? [] : ['encoding_in_progress']),
    ...(issues?.errors ?? []),
  ]
}
