/**
 * What a rehearsal can be made to suffer. The local studio carries it out; a hosted service never hears of it.
 * Times are ms; wall times are ms since 1970.
 */
import * as z from 'zod'
import { ACCOUNT_KINDS, FAULT_KINDS, type FaultKind, SCENARIO_NAMES, type ScenarioName } from './rehearsalKinds.ts'

/** Which requests it befalls. */
export const FAULT_REACHES = ['all', 'reads', 'writes', 'start', 'stop', 'scene', 'sync'] as const
export type FaultReach = (typeof FAULT_REACHES)[number]

/** Kinds that befall requests: only these take `on` and `times`. */
export const REQUEST_FAULTS: readonly FaultKind[] = FAULT_KINDS.slice(0, 8)

/** Kinds that befall files, playlists, dates and statistics. */
const EDIT_FAULTS: readonly FaultKind[] = FAULT_KINDS.slice(13)

const HOUR_MS = 3_600_000

export const RehearsalFault = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  on: z.enum(FAULT_REACHES).default('all'),
  /** latency: how much later (default 3 s). clockJump: how far (default one hour forward). */
  ms: z
    .number()
    .int()
    .min(-24 * HOUR_MS)
    .max(24 * HOUR_MS)
    .optional(),
  /** Befalls so many requests and is over; left out: until it is taken away. */
  times: z.number().int().min(1).max(1_000).optional(),
  /** Is over after this time; left out: until it is taken away. */
  forMs: z
    .number()
    .int()
    .min(1)
    .max(24 * HOUR_MS)
    .optional(),
})
export type RehearsalFault = z.output<typeof RehearsalFault>
export type RehearsalFaultInput = z.input<typeof RehearsalFault>

/** A fault at work. */
export const ActiveFault = z.object({
  id: z.string().min(1),
  fault: RehearsalFault,
  since: z.number(),
  /** When it is over by itself, or null. */
  until: z.number().nullable(),
  /** How many requests it will still befall, or null. */
  timesLeft: z.number().nullable(),
  /** The scenario that brought it, or null when a person did. */
  scenario: z.string().nullable(),
})
export type ActiveFault = z.output<typeof ActiveFault>

/** `at`: ms after the scenario's start. */
type Scenario = { readonly lengthMs: number; readonly steps: readonly { at: number; fault: RehearsalFaultInput }[] }

const S = 1_000
/** Scripts of faults. Their words stand in `words/rehearsal.ts`. */
export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  /** The platform is down for two minutes: first errors, then nobody there. */
  platformDown: {
    lengthMs: 120 * S,
    steps: [
      { at: 0, fault: { kind: 'serverError', forMs: 20 * S } },
      { at: 20 * S, fault: { kind: 'cutBefore', forMs: 80 * S } },
      { at: 100 * S, fault: { kind: 'serverError', forMs: 20 * S } },
    ],
  },
  slowEvening: { lengthMs: 120 * S, steps: [{ at: 0, fault: { kind: 'latency', ms: 2_500, forMs: 120 * S } }] },
  /** The next start and the next stop are carried out, and nobody hears of it. */
  lostAnswers: {
    lengthMs: 300 * S,
    steps: [
      { at: 0, fault: { kind: 'cutAfter', on: 'start', times: 1, forMs: 300 * S } },
      { at: 0, fault: { kind: 'hung', on: 'stop', times: 1, forMs: 300 * S } },
    ],
  },
  /** Another tool uses the account's requests up, for a minute. */
  budgetGone: { lengthMs: 60 * S, steps: [{ at: 0, fault: { kind: 'rateStorm', forMs: 60 * S } }] },
  /** A login expires, and what is started all the same never gets live. */
  badStart: {
    lengthMs: 180 * S,
    steps: [
      { at: 0, fault: { kind: 'expiredLogin', forMs: 60 * S } },
      { at: 60 * S, fault: { kind: 'endlessPreparing', forMs: 60 * S } },
      { at: 120 * S, fault: { kind: 'failedPreparing', forMs: 60 * S } },
    ],
  },
  /** Live, then the platform ends it; while it cannot be reached. */
  droppedMidShow: {
    lengthMs: 30 * S,
    steps: [
      { at: 0, fault: { kind: 'cutBefore', forMs: 15 * S } },
      { at: 5 * S, fault: { kind: 'stopsByItself' } },
    ],
  },
  garbledService: {
    lengthMs: 60 * S,
    steps: [
      { at: 0, fault: { kind: 'malformed', forMs: 30 * S } },
      { at: 30 * S, fault: { kind: 'truncated', forMs: 30 * S } },
    ],
  },
  wrongClock: {
    lengthMs: 90 * S,
    steps: [
      { at: 0, fault: { kind: 'clockJump', ms: HOUR_MS, forMs: 45 * S } },
      { at: 45 * S, fault: { kind: 'clockJump', ms: -HOUR_MS, forMs: 45 * S } },
    ],
  },
  /** What is edited is changed by others, fails or is taken in part. */
  troubledEdits: {
    lengthMs: 300 * S,
    steps: EDIT_FAULTS.map((kind) => ({ at: 0, fault: { kind, forMs: 300 * S } })),
  },
}

/** A key of the local studio: never the key itself. */
export const StudioKey = z.object({ id: z.string().min(1), label: z.string(), createdAt: z.number() })
export type StudioKey = z.output<typeof StudioKey>

/** How the rehearsal stands, as the studio's administration tells it. */
export const RehearsalState = z.object({
  account: z.enum(ACCOUNT_KINDS),
  preparingMs: z.number(),
  faults: z.array(ActiveFault),
  scenario: z.object({ name: z.enum(SCENARIO_NAMES), startedAt: z.number(), endsAt: z.number() }).nullable(),
  keys: z.array(StudioKey),
})
export type RehearsalState = z.output<typeof RehearsalState>
