/**
 * Everything the studio knows, as documents: they are stored, and every rule works on them. The service never sends
 * them (`views/` turns them into records). Times are ms since 1970. Defaults fill in fields that an earlier version did
 * not store.
 */
import * as z from 'zod'
import { Meanings } from '../../../../shared/contract/meanings.ts'
import { AdPoint, Position } from '../../../../shared/contract/records.ts'
import { RehearsalFault } from '../../../../shared/rehearsal/rehearsal.ts'
import { ACCOUNT_KINDS, SCENARIO_NAMES } from '../../../../shared/rehearsal/rehearsalKinds.ts'

const id = z.string().min(1)
const time = z.number()

/** Further fields that are written with an item are kept. `duration`: seconds; null: unknown. */
const Item = z.looseObject({
  playlistItemId: id,
  fileId: id,
  name: z.string(),
  duration: z.number().nullable(),
  adPoints: z.array(AdPoint).optional(),
})
type Item = z.output<typeof Item>

/** An account may have 100,000 items, read at every start, so only unusual ones are checked by the slow schema. */
const isItem = (value: unknown): value is Item => isUsual(value) || Item.safeParse(value).success

function isUsual(value: unknown): boolean {
  const { playlistItemId, fileId, name, duration, adPoints } = (value ?? {}) as Record<string, unknown>
  const isNamed = typeof playlistItemId === 'string' && typeof fileId === 'string' && typeof name === 'string'
  const isTimed = duration === null || typeof duration === 'number'
  return isNamed && playlistItemId !== '' && fileId !== '' && isTimed && adPoints === undefined
}

/** The position is stored in percent of the frame. A single video is a list of one. */
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
  /** False: the user stopped its playback. */
  isPlaying: z.boolean().default(true),
})
const Scene = z.object({ id, name: z.string(), layers: z.array(Layer) })

/** What an audience would see of a project: a broadcast runs a copy of this part. */
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
  /** Whole seconds; null: it runs until it is stopped. */
  planned: z.number().nullable(),
  destinationIds: z.array(id),
  autoSync: z.boolean(),
  show: Show,
  /** Overlays for the user's own broadcasting software: the service cannot start such a project. */
  pluginMode: z.boolean().default(false),
  /** Its last broadcast, which contains the error if it ended with one. */
  lastLiveId: id.nullable().default(null),
})

export const Destination = z.object({
  id,
  name: z.string(),
  type: z.string(),
  provider: z.string(),
  createdAt: time,
  loginExpired: z.boolean(),
  /** A server that is really sent to; its stream key is never stored here. Null: an example, to rehearse with. */
  server: z.object({ url: z.string() }).nullable().default(null),
})

const BroadcastDestination = z.object({ id, provider: z.string(), name: z.string() })

/** Who watched a broadcast on the watch page: the most at once; for each day, how often, and for how long in all. */
const Watched = z.object({
  peak: z.number().int().min(0),
  days: z.array(z.object({ date: z.string(), views: z.number().int().min(0), ms: z.number().min(0) })),
})

/**
 * A layer whose list is playing, or has ended: when the list started, how many rounds it had before, and the place of
 * the item it started with. It is not the first one if the list was written while a later one was playing.
 */
const Run = z.object({
  layerId: id,
  startedAt: time,
  round: z.number().int().default(0),
  place: z.number().int().min(0).default(0),
})

/** What a broadcast is playing. `switchAt`: when a list ends that is chained to another scene. */
const Playing = z.object({ sceneId: id.nullable(), runs: z.array(Run), switchAt: time.nullable() })

/** A running broadcast, stored under its project's id: a project cannot have two. */
export const Live = z.object({
  liveId: id,
  projectId: id,
  /** Its number among the broadcasts of its project: by their dates alone, a clock that was set back mixes them up. */
  nth: z.number().int().optional(),
  startedAt: time,
  /** When it goes, or went, from PREPARING to LIVE. */
  liveAt: time,
  status: z.enum(['PREPARING', 'LIVE']),
  planned: z.number().nullable(),
  destinations: z.array(BroadcastDestination),
  /** The copy it runs. Only the start, a sync or auto-sync changes it. */
  onAir: Show,
  /** The scene it began with, or that a person made active since. Chains lead on from it, and do not change it. */
  chosenSceneId: id.nullable().default(null),
  /** A person made that scene active, and it has not been on air since. */
  isChoiceWaiting: z.boolean().optional(),
  /** The number of edits to the project that are not in that copy. */
  unsyncedEdits: z.number().int().min(0),
  playing: Playing.default({ sceneId: null, runs: [], switchAt: null }),
  /** How far its times have been shifted with the computer's clock, in ms. */
  shifted: z.number().optional(),
  /** It was started while preparing fails: instead of going LIVE it ends with an error. */
  failing: z.boolean().default(false),
  /** Null: the watch page is none of its destinations. */
  watched: Watched.nullable().default(null),
})

export const Broadcast = z.object({
  liveId: id,
  projectId: id,
  nth: z.number().int().optional(),
  startedAt: time,
  /** Null if it ended before it was ever on air. */
  liveAt: time.nullable(),
  endedAt: time,
  status: z.enum(['COMPLETED', 'ERROR']),
  stopInitiator: z.enum(['user', 'plannedEnd', 'platform']),
  /** A sentence, if it ended with an error. */
  error: z.string().nullable().default(null),
  destinations: z.array(BroadcastDestination),
  /** The average number of viewers, for the demo's past broadcasts: a rehearsal has none. */
  audience: z.number().int().default(0),
  /** Null: it was not on the watch page. */
  watched: Watched.nullable().default(null),
})

/** A project's set of dates, stored under the project's id; the next run comes first. */
export const Schedule = z.object({
  projectId: id,
  createdAt: time,
  /** The content when it was scheduled. */
  show: Show,
  /** The content of the next run, if it was edited since. */
  nextShow: Show.nullable(),
  runs: z.array(z.object({ liveId: id, at: time })).min(1),
})

export const Play = z.object({
  fileId: id,
  fileName: z.string(),
  sceneName: z.string(),
  startedAt: time,
  stoppedAt: time.nullable(),
  /** When it began by a clock that was never set back: its place among the plays of its broadcast. */
  order: time.optional(),
})
export type Play = z.output<typeof Play>

/**
 * The latest plays of a broadcast's earlier runs, stored under the broadcast's id. `earlier`: the number of plays
 * before these, which are in the table of plays or were deleted.
 */
export const Played = z.object({ earlier: z.number().int().default(0), plays: z.array(Play) })

export const Account = z.object({ id, kind: z.enum(ACCOUNT_KINDS).default('paid') })

/** Only the hash of a key is stored, never the key. `inFile`: it was handed over to a user in a file. */
export const Key = z.object({
  id,
  accountId: id,
  label: z.string(),
  hash: z.string(),
  createdAt: time,
  inFile: z.boolean().default(false),
})

/** An active fault, and how many requests it has affected. */
export const Fault = z.object({
  id,
  fault: RehearsalFault,
  since: time,
  /** When it ends automatically, or null. */
  until: time.nullable(),
  befallen: z.number().int().min(0),
  /** The scenario that added it, or null if the user did. */
  scenario: z.string().nullable(),
})

/** The scenario that is running, if any; the faults of the steps before `nextStep` have been added. */
export const PlayedScenario = z.object({
  name: z.enum(SCENARIO_NAMES),
  startedAt: time,
  nextStep: z.number().int().min(0),
})

/** How far the computer's clock has been set back while something was running, in ms: it may be set right again. */
export const Clock = z.object({ setBack: z.number().min(0) })

/** How long things take, in ms. */
export const Timings = z.object({ preparingMs: z.number().int().min(0).max(3_600_000) })

/** How long things take, and how to read what the contract leaves open. */
export const Settings = Timings.extend({ meanings: Meanings.prefault({}) })

/** Every collection and the schema of its documents, as storage reads them. */
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
  clocks: Clock,
} as const
