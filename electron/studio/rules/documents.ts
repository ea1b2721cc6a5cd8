/**
 * All the studio knows, as documents: what is stored, and what every rule works on. Internal; the wire never sees these
 * (`views/` makes records of them). Times are ms since 1970. A default reads what an earlier version stored without it.
 */
import * as z from 'zod'
import { RehearsalFault } from '../../../shared/rehearsal/rehearsal.ts'
import { ACCOUNT_KINDS, SCENARIO_NAMES } from '../../../shared/rehearsal/rehearsalKinds.ts'

const id = z.string().min(1)
const time = z.number()

const Layer = z.object({ id, name: z.string(), type: z.string(), nextScene: id.nullable() })
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

/** Every collection and what a document of it must look like: what storage reads by. */
export const DOCUMENTS = {
  accounts: Account,
  keys: Key,
  settings: Timings,
  destinations: Destination,
  projects: Project,
  lives: Live,
  broadcasts: Broadcast,
  faults: Fault,
  scenarios: PlayedScenario,
} as const
