/**
 * The records of the service, as zod schemas. Sources: `S` the specification, `P` precedent, `A` assumption
 * (see the contract notes in CONTRIBUTING). Unknown fields are dropped; a nullish field may be absent; a wrong type is
 * refused. Wire names become internal names only here.
 */
import * as z from 'zod'
import { canBeKey, NO_KEY } from '../commands/ids.ts'
import { shownText } from '../util/plainName.ts'
import { renaming } from './renaming.ts'

const id = z.string().min(1).refine(canBeKey, NO_KEY)
const count = z.number().min(0)
const seconds = z.number()
const time = z.string()
const MOST_CHARACTERS = 500
/**
 * A text for display. One much longer than the contract allows (100 characters) is cut, because it is part of the
 * state, which every surface receives.
 */
const text = z
  .string()
  .transform((value) => shownText(value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS - 1)}…` : value))

/** Absent or null becomes null, so the reader always gets a value or null. */
const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value): z.output<T> | null => (value ?? null) as z.output<T> | null)

/** A list that may be left out: absent is the same as empty. */
const list = <T extends z.ZodType>(schema: T) =>
  z
    .array(schema)
    .nullish()
    .transform((value) => value ?? [])

/** A closed list that the service may extend: unknown values become `other`. */
const openEnum = <const T extends readonly string[], const O extends string>(known: T, other: O) =>
  z.string().transform((value): T[number] | O => (known.includes(value) ? (value as T[number]) : other))

/**
 * A link that users may follow. Anything but http(s) is treated as no link, and so is one with a user name and password
 * in it: those are private, and such a link is easily misread.
 */
const link = z.string().transform((value) => (LINK.test(value) ? value : null))
const LINK = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S{0,2000})?$/i

/** PREPARING is S, the rest P. `UNKNOWN` is ours: an unknown status is never read as "off". */
export const LIVE_STATUSES = ['OFFLINE', 'SCHEDULED', 'PREPARING', 'LIVE', 'COMPLETED', 'ERROR'] as const
export const LiveStatus = openEnum(LIVE_STATUSES, 'UNKNOWN')
export type LiveStatus = z.output<typeof LiveStatus>

/** P, but for `local` (A): the watch page of the local studio. */
export const PROVIDERS = ['youtube', 'facebook', 'twitch', 'instagram', 'linkedin', 'rtmp', 'local'] as const
export const Provider = openEnum(PROVIDERS, 'unknown')
export type Provider = z.output<typeof Provider>

export const DESTINATION_ERRORS = [
  'AUTH_ERROR',
  'PLATFORM_RATE_LIMITED',
  'CONNECTION_ERROR',
  'STREAM_ERROR',
  'UNKNOWN_ERROR',
] as const
export const DestinationError = openEnum(DESTINATION_ERRORS, 'UNKNOWN_ERROR')
export type DestinationError = z.output<typeof DestinationError>

export const IMPORT_STATUSES = ['in_progress', 'completed', 'error', 'stopped'] as const
export const MAKEABLE_LAYER_TYPES = ['videoPlaylist', 'audioPlaylist', 'video'] as const
export const FORMATS = ['16:9', '9:16', '1:1', '1:2'].flatMap((ratio) =>
  ['720p', '1080p', '2160p'].map((resolution) => `${ratio}_${resolution}`),
)

const ProjectDestination = z.object({
  id: optional(id),
  provider: Provider,
  name: optional(text),
  status: optional(text),
  viewingUrl: optional(link),
  viewers: optional(count),
  peakViewers: optional(count),
  error: optional(DestinationError),
  tokenExpired: optional(z.boolean()),
})

export const Duration = z.object({
  manual: z.boolean(),
  planned: optional(seconds),
  elapsed: optional(seconds),
  remaining: optional(seconds),
})

const ProjectOnWire = z.object({
  id,
  name: text,
  title: optional(text),
  description: optional(z.string()),
  format: optional(z.object({ aspectRatio: text, resolution: text })),
  audioQuality: optional(z.union([text, z.number()])),
  maxFps: optional(z.number()),
  autoSynch: z.boolean(),
  unsyncedLive: optional(z.boolean()),
  duration: Duration,
  liveStatus: LiveStatus,
  activeLiveId: optional(id),
  viewers: optional(count),
  peakViewers: optional(count),
  scheduledLivesCount: optional(count),
  destinationIds: optional(z.array(id)),
  destinations: list(ProjectDestination),
  createdAt: optional(time),
  pluginMode: optional(z.boolean()),
})
const PROJECT_NAMES = { autoSynch: 'autoSync', unsyncedLive: 'unsynced' } as const
export const Project = renaming(ProjectOnWire, PROJECT_NAMES)
export type Project = z.output<typeof Project>

export const LiveDestination = z.object({
  provider: Provider,
  name: text,
  viewingUrl: optional(link),
  id: optional(id),
  status: optional(text),
  error: optional(DestinationError),
  startedAt: optional(time),
  stoppedAt: optional(time),
  durationSeconds: optional(seconds),
  viewers: optional(count),
  peakViewers: optional(count),
})

export const Live = renaming(
  z.object({
    liveId: optional(id),
    status: LiveStatus,
    destinations: list(LiveDestination),
    elapsedSeconds: optional(seconds),
    remainingSeconds: optional(seconds),
    viewers: optional(count),
    peakViewers: optional(count),
    unsyncedLive: optional(z.boolean()),
    onAirSceneId: optional(id),
    unsyncedEdits: optional(count),
    preparingStartedAt: optional(time),
    error: optional(z.union([text, z.record(z.string(), z.union([text, z.unknown()]))])),
    stopInitiator: optional(text),
    /** What plays (A): only the local studio reports it. */
    onAir: optional(z.array(z.object({ layerId: id, playlistItemId: id, startedAt: time }))),
  }),
  { unsyncedLive: 'unsynced' },
)
export type Live = z.output<typeof Live>

/** The response to starting a broadcast (S). */
export const StartedLive = z.object({
  liveId: id,
  status: LiveStatus,
  destinations: list(z.object({ provider: Provider, name: text, viewingUrl: optional(link) })),
})
export type StartedLive = z.output<typeof StartedLive>

export const StoppedLive = z.object({
  /** The contract names neither: a service that fails with a 2xx may say so here. */
  success: optional(z.boolean()),
  error: optional(z.unknown()),
  message: optional(text),
  liveId: optional(id),
  status: optional(LiveStatus),
  actualDuration: optional(seconds),
})

export const SyncedLive = z.object({ success: z.boolean(), message: optional(text), liveId: optional(id) })

export const Broadcast = z.object({
  liveId: id,
  date: optional(time),
  endedAt: optional(time),
  duration: optional(seconds),
  peakViewers: optional(count),
  status: LiveStatus,
  destinations: list(LiveDestination),
})

export const SceneLayer = z.object({
  id,
  name: optional(text),
  type: z.string(),
  pinned: optional(z.boolean()),
  nextScene: optional(id),
})
export const Scene = z.object({ id, name: text, isActive: z.boolean(), layers: optional(z.array(SceneLayer)) })
export type Scene = z.output<typeof Scene>

/** `synced` is true only if the change is known to have reached the running broadcast; absent = not confirmed. */
const synced = { synced: optional(z.boolean()) }
export const SceneWritten = Scene.extend(synced)
export const ProjectWritten = renaming(ProjectOnWire.extend(synced), PROJECT_NAMES)

/** Seconds from the beginning of the item, and the length in seconds (P). */
export const AdPoint = z.looseObject({ timestamp: seconds.min(0), duration: z.number().min(5).max(120) })
/** Unknown fields of items and settings are preserved, because a playlist is written back with all of them. */
export const PlaylistItem = z.looseObject({
  playlistItemId: id,
  fileId: id,
  name: optional(text),
  duration: optional(seconds),
  isPlaying: optional(z.boolean()),
  adPoints: z.array(AdPoint).optional(),
})
export const LayerSettings = z.looseObject({
  /** How many items exist, even if fewer were returned. */
  itemTotal: count.optional(),
  files: optional(z.array(PlaylistItem)),
  fileId: optional(id),
  loop: optional(z.boolean()),
  shuffle: optional(z.boolean()),
  volume: optional(z.number().min(0).max(10)),
  nextScene: optional(id),
  isPlaying: optional(z.boolean()),
  duration: optional(seconds),
})
/** Percent of the frame (A). */
export const Position = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export const Layer = z.object({
  id,
  name: text,
  type: z.string(),
  hide: optional(z.boolean()),
  pinned: optional(z.boolean()),
  locked: optional(z.boolean()),
  position: optional(Position),
  settings: LayerSettings,
})
export const LayerWritten = Layer.extend(synced)

export const File = z.object({
  id,
  name: text,
  type: z.string(),
  folderId: optional(id),
  createdAt: optional(time),
  issues: optional(z.object({ errors: optional(z.array(text)), warnings: optional(z.array(text)) })),
  encoding: optional(z.object({ status: text, progress: optional(z.number()) })),
  metadata: optional(
    z.object({
      resolution: optional(text),
      frameRate: optional(z.number()),
      bitrateMbps: optional(z.number()),
      durationSec: optional(seconds),
      sizeBytes: optional(count),
      videoCodec: optional(text),
      audioCodec: optional(text),
      /** Integrated loudness (EBU R128), in LUFS (A): measured by the local studio. */
      loudnessLufs: optional(z.number()),
      /** The loudness is being measured (A); it is null until then. */
      isLoudnessAwaited: optional(z.boolean()),
    }),
  ),
  /** What an encode would re-encode (neither: a lossless copy), and the maximum size and bitrate of its result (A). */
  encodePlan: optional(
    z.object({
      picture: z.boolean(),
      sound: z.boolean(),
      sizeBytes: optional(count),
      bitrateMbps: optional(z.number()),
    }),
  ),
  /** The file as received, if its index or container was repaired (A). */
  original: optional(z.object({ sha256: text, sizeBytes: count })),
})
export const Import = z.object({
  fileId: id,
  status: openEnum(IMPORT_STATUSES, 'unknown'),
  progress: optional(z.number()),
  error: optional(text),
  /** Several videos from one link, started in the studio. */
  isFolder: optional(z.boolean()),
  totalFiles: optional(count),
  processedFiles: optional(count),
  files: optional(z.array(z.object({ name: optional(text), status: text, progress: optional(z.number()) }))),
})
export const Folder = z.object({
  id,
  name: text,
  type: optional(text),
  fileCount: optional(count),
  createdAt: optional(time),
})
export const Encode = z.object({
  fileId: id,
  name: optional(text),
  status: text,
  progress: optional(z.number()),
})

/** A destination connected to the account. */
export const Destination = z.object({
  id,
  name: optional(text),
  type: optional(text),
  provider: Provider,
})
export const VerifiedDestination = z.object({ id, valid: z.boolean(), error: optional(text) })

export const Schedule = z.object({
  liveId: id,
  status: LiveStatus,
  scheduledDate: time,
  createdAt: optional(time),
  destinations: optional(z.array(LiveDestination)),
})

export const Statistics = z.object({
  overview: z.object({
    views: count,
    watchTimeMinutes: count,
    likes: optional(count),
    averageViewDurationSec: optional(seconds),
  }),
  livestream: optional(
    z.object({ peakConcurrentViewers: optional(count), averageConcurrentViewers: optional(count) }),
  ),
  revenue: optional(z.object({ estimatedRevenue: z.number(), currency: text })),
  sections: optional(
    z.looseObject({
      dailyTrend: optional(z.array(z.object({ date: time, views: count, watchTimeMinutes: count }))),
    }),
  ),
})
export const PlayedFile = z.object({
  fileId: id,
  fileName: text,
  sceneName: optional(text),
  action: text,
  timestamp: time,
  concurrentLiveViews: optional(count),
})
export const Account = z.object({
  plan: optional(text),
  apiAccess: optional(z.boolean()),
  playedFileLog: optional(z.boolean()),
})
