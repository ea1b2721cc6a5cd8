/**
 * All the studio knows, as documents: what is stored, and what every rule works on. Internal; the wire never sees these
 * (`views/` makes records of them). Times are ms since 1970. A default reads what an earlier version stored without it.
 */
import * as z from 'zod'
import { Meanings } from '../../../shared/contract/meanings.ts'
import { AdPoint, Position } from '../../../shared/contract/records.ts'
import { RehearsalFault } from '../../../shared/rehearsal/rehearsal.ts'
import { ACCOUNT_KINDS, SCENARIO_NAMES } from '../../../shared/rehearsal/rehearsalKinds.ts'

const id = z.string().min(1)
const time = z.number()

/** What else is written with an item is carried along. `duration`: seconds; null: not known. */
const Item = z.looseObject({
  playlistItemId: id,
  fileId: id,
  name: z.string(),
  duration: z.number().nullable(),
  adPoints: z.array(AdPoint).optional(),
})
type Item = z.output<typeof Item>

/** An account may have 100,000, read at every start: the usual one is known at a glance, any other is read with care. */
const isItem = (value: unknown): value is Item => isUsual(value) || Item.safeParse(value).success

function isUsual(value: unknown): boolean {
  const { playlistItemId, fileId, name, duration, adPoints } = (value ?? {}) as Record<string, unknown>
  const isNamed = typeof playlistItemId === 'string' && typeof fileId === 'string' && typeof name === 'string'
  const isTimed = duration === null || typeof duration === 'number'
  return isNamed && playlistItemId !== '' && fileId !== '' && isTimed && adPoints === undefined
}

/** Its position is kept in percent of the frame. A single video is a list of one. */
const Layer = z.object({
  id,
  name: z.string(),
  type: z.string(),
  hide: z.boolean().default(false),
  pinned: z.boolean().default(false),
  locked: z.boolean().default(false),
  position: Position.default({ x: 0, y: 0, width: 100, height: 100 }),
  items: z.custom<Item[]>((value) => Array.isArray(value) && value.every(isItem)).default([]),
  loop: z.boolean().default(false),
  shuffle: z.boolean().default(false),
  volume: z.number().default(10),
  nextScene: id.nullable().default(null),
  /** False: a person stopped its playback. */
  isPlaying: z.boolean().default(true),
})
const Scene = z.object({ id, name: z.string(), layers: z.array(Layer) })

/** What an audience would see of a project: the part that a broadcast runs a copy of. */
export const Show = z.object({
  title: z.string(),
  description: z.string(),
  scenes: z.array(Scene),
  activeSceneId: id.nullable(),
})

export const Project = z.object({
  id,
  name: z.string(),
  createdAt: time,
  format: z.string(),
  audioQuality: z.union([z.string(), z.number()]),
  /** Whole seconds; null runs until it is stopped. */
  planned: z.number().nullable(),
  destinationIds: z.array(id),
  autoSync: z.boolean(),
  show: Show,
  /** Overlays for a person's own broadcasting software: the service cannot start it. */
  pluginMode: z.boolean().default(false),
  /** The broadcast it ended last: where the error of its end is found. */
  lastLiveId: id.nullable().default(null),
})

export const Destination = z.object({
  id,
  name: z.string(),
  type: z.string(),
  provider: z.string(),
  createdAt: time,
  loginExpired: z.boolean(),
})

const BroadcastDestination = z.object({ id, provider: z.string(), name: z.string() })

/**
 * A layer that plays, or has played to its end: since when its list runs, and how many rounds it had before. `since`: what
 * stands earlier in the list was not played, for it was written while its file played.
 */
const Run = z.object({
  layerId: id,
  startedAt: time,
  round: z.number().int().default(0),
  since: time.optional(),
})

/** What a broadcast plays: `switchAt` is when a list ends that is chained to another scene. */
const Playing = z.object({ sceneId: id.nullable(), runs: z.array(Run), switchAt: time.nullable() })

/** A running broadcast. It is kept under its project's id: a project cannot have two. */
export const Live = z.object({
  liveId: id,
  projectId: id,
  startedAt: time,
  /** When it goes, or went, from PREPARING to LIVE. */
  liveAt: time,
  status: z.enum(['PREPARING', 'LIVE']),
  planned: z.number().nullable(),
  destinations: z.array(BroadcastDestination),
  /** The copy it runs. Only starting, a sync or auto-sync writes it. */
  onAir: Show,
  /** Edits made to the project that are not in that copy. */
  unsyncedEdits: z.number().int().min(0),
  playing: Playing.default({ sceneId: null, runs: [], switchAt: null }),
  /** Started while preparing fails: when it would get live, it ends with an error. */
  failing: z.boolean().default(false),
})

export const Broadcast = z.object({
  liveId: id,
  projectId: id,
  startedAt: time,
  /** Null when it ended before it was ever on air. */
  liveAt: time.nullable(),
  endedAt: time,
  status: z.enum(['COMPLETED', 'ERROR']),
  stopInitiator: z.enum(['user', 'plannedEnd', 'platform']),
  /** A sentence, when it ended with an error. */
  error: z.string().nullable().default(null),
  destinations: z.array(BroadcastDestination),
  /** How many watched on average, in the demo's past: nobody watches a rehearsal. */
  audience: z.number().int().default(0),
})

/** A project's set of dates, kept under the project's id; the next run first. */
export const Schedule = z.object({
  projectId: id,
  createdAt: time,
  /** The content as it was scheduled. */
  show: Show,
  /** The content of the next run, when it was edited since. */
  nextShow: Show.nullable(),
  runs: z.array(z.object({ liveId: id, at: time })).min(1),
})

/** What a broadcast has played so far, of its earlier runs: kept under the broadcast's id. `earlier`: how many before these. */
export const Played = z.object({
  earlier: z.number().int().default(0),
  plays: z.array(
    z.object({
      fileId: id,
      fileName: z.string(),
      sceneName: z.string(),
      startedAt: time,
      stoppedAt: time.nullable(),
    }),
  ),
})

export const Account = z.object({ id, kind: z.enum(ACCOUNT_KINDS).default('paid') })

/** A key is never kept, only its hash. `inFile`: it was handed over in a file, to a person. */
export const Key = z.object({
  id,
  accountId: id,
  label: z.string(),
  hash: z.string(),
  createdAt: time,
  inFile: z.boolean().default(false),
})

/** A fault at work, and how many requests it has befallen. */
export const Fault = z.object({
  id,
  fault: RehearsalFault,
  since: time,
  /** When it is over by itself, or null. */
  until: time.nullable(),
  befallen: z.number().int().min(0),
  /** The scenario that brought it, or null when a person did. */
  scenario: z.string().nullable(),
})

/** The scenario being played, if any; the steps before `nextStep` have brought their faults. */
export const PlayedScenario = z.object({
  name: z.enum(SCENARIO_NAMES),
  startedAt: time,
  nextStep: z.number().int().min(0),
})

/** How long things take, in ms. */
export const Timings = z.object({ preparingMs: z.number().int().min(0).max(3_600_000) })

/** How long things take, and what they mean where the contract leaves it open. */
export const Settings = Timings.extend({ meanings: Meanings.prefault({}) })

/** Every collection and what a document of it must look like: what storage reads by. */
export const DOCUMENTS = {
  accounts: Account,
  keys: Key,
  settings: Settings,
  destinations: Destination,
  projects: Project,
  lives: Live,
  broadcasts: Broadcast,
  schedules: Schedule,
  played: Played,
  faults: Fault,
  scenarios: PlayedScenario,
} as const
