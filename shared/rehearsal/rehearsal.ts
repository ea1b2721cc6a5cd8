/**
 * Faults that can be rehearsed. The local studio carries them out; a hosted service never receives them.
 * Times are ms; wall times are ms since 1970.
 */

import * as z from 'zod'
import { Broadcasting, NO_BROADCASTING } from '../broadcasting.ts'
import { DAY_MS, HOUR_MS } from '../util/clock.ts'
import { ACCOUNT_KINDS, FAULT_KINDS, type FaultKind, SCENARIO_NAMES, type ScenarioName } from './rehearsalKinds.ts'

/** The requests that a fault affects. */
export const FAULT_REACHES = ['all', 'reads', 'writes', 'start', 'stop', 'scene', 'sync'] as const
export type FaultReach = (typeof FAULT_REACHES)[number]

/** Kinds that affect requests: only these take `on` and `times`. */
export const REQUEST_FAULTS: readonly FaultKind[] = FAULT_KINDS.slice(0, 8)

/** Kinds that affect files, playlists, dates and statistics. */
const EDIT_FAULTS: readonly FaultKind[] = FAULT_KINDS.slice(13)

const whole = (least: number, most: number) => z.number().int().min(least).max(most).optional()

export const RehearsalFault = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  on: z.enum(FAULT_REACHES).default('all'),
  /** latency: the delay (default 3 s). clockJump: the jump (default one hour forward). */
  ms: whole(-DAY_MS, DAY_MS),
  /** Ends after this many requests; left out: lasts until it is cleared. */
  times: whole(1, 1_000),
  /** Ends after this time; left out: lasts until it is cleared. */
  forMs: whole(1, DAY_MS),
})
export type RehearsalFault = z.output<typeof RehearsalFault>
export type RehearsalFaultInput = z.input<typeof RehearsalFault>

/** A fault in effect. */
export const ActiveFault = z.object({
  id: z.string().min(1),
  fault: RehearsalFault,
  since: z.number(),
  /** When it ends automatically, or null. */
  until: z.number().nullable(),
  /** How many requests it will still affect, or null. */
  timesLeft: z.number().nullable(),
  /** The scenario that caused it, or null if the user did. */
  scenario: z.string().nullable(),
})
export type ActiveFault = z.output<typeof ActiveFault>

/** `at`: ms after the scenario's start. */
type Step = { readonly at: number; readonly fault: RehearsalFaultInput }
type Scenario = { readonly lengthMs: number; readonly steps: readonly Step[] }

const S = 1_000
/** A fault that begins `atS` seconds after the scenario's start and lasts `forS` seconds. */
const step = (atS: number, forS: number, kind: FaultKind, more: Partial<RehearsalFaultInput> = {}): Step => ({
  at: atS * S,
  fault: { kind, forMs: forS * S, ...more },
})
const scenario = (lengthS: number, ...steps: Step[]): Scenario => ({ lengthMs: lengthS * S, steps })

/** Scripts of faults. Their words are in `words/show/rehearsal.ts`. */
export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  /** The platform is down for two minutes: it returns errors, then is unreachable, then returns errors again. */
  platformDown: scenario(120, step(0, 20, 'serverError'), step(20, 80, 'cutBefore'), step(100, 20, 'serverError')),
  slowEvening: scenario(120, step(0, 120, 'latency', { ms: 2_500 })),
  /** The next start and the next stop are carried out, but their responses are lost. */
  lostAnswers: scenario(
    300,
    step(0, 300, 'cutAfter', { on: 'start', times: 1 }),
    step(0, 300, 'hung', { on: 'stop', times: 1 }),
  ),
  /** Another tool uses up the account's requests for a minute. */
  budgetGone: scenario(60, step(0, 60, 'rateStorm')),
  /** A login expires, and what is started anyway never goes live. */
  badStart: scenario(
    180,
    step(0, 60, 'expiredLogin'),
    step(60, 60, 'endlessPreparing'),
    step(120, 60, 'failedPreparing'),
  ),
  /** The platform ends a live broadcast while it cannot be reached. */
  droppedMidShow: scenario(30, step(0, 15, 'cutBefore'), { at: 5 * S, fault: { kind: 'stopsByItself' } }),
  garbledService: scenario(60, step(0, 30, 'malformed'), step(30, 30, 'truncated')),
  wrongClock: scenario(90, step(0, 45, 'clockJump', { ms: HOUR_MS }), step(45, 45, 'clockJump', { ms: -HOUR_MS })),
  /** Edits are changed by others, fail, or are only partly accepted. */
  troubledEdits: scenario(300, ...EDIT_FAULTS.map((kind) => step(0, 300, kind))),
}

/** A key of the local studio, without the key itself. */
export const StudioKey = z.object({ id: z.string().min(1), label: z.string(), createdAt: z.number() })
export type StudioKey = z.output<typeof StudioKey>

/** The rehearsal's state, as the studio's administration reports it. */
export const RehearsalState = z.object({
  account: z.enum(ACCOUNT_KINDS),
  preparingMs: z.number(),
  faults: z.array(ActiveFault),
  scenario: z.object({ name: z.enum(SCENARIO_NAMES), startedAt: z.number(), endsAt: z.number() }).nullable(),
  keys: z.array(StudioKey),
  /** What is no rehearsal. */
  broadcasting: Broadcasting.default(NO_BROADCASTING),
})
export type RehearsalState = z.output<typeof RehearsalState>
