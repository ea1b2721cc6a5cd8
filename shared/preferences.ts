import * as z from 'zod'
import { LIVE_POLL_MS } from './contract/limits.ts'

/**
 * How careful the guard is, and how often is read. All times are ms. Nobody can set a guard to nothing: the least there is
 * still tells a slip from an intent, and two presses less than 400 ms apart stay one press whatever is chosen.
 */
export const GuardTimes = z.object({
  /** How long Stop is held. */
  holdMs: z.number().int().min(1_000).max(5_000),
  /** How long a stop by the keyboard or a screen reader can be called off. */
  cancelWindowMs: z.number().int().min(2_000).max(15_000),
  /** Until when a second press of a hotkey counts as the second step. */
  pressUntilMs: z.number().int().min(1_500).max(10_000),
})
export type GuardTimes = z.output<typeof GuardTimes>

/** Every how many ms the live status is read. The request budget stands above both. */
export const Pace = z.object({
  /** While something runs. */
  liveMs: z.number().int().min(2_000).max(30_000),
  /** While nothing does, and somebody can see it. */
  idleMs: z.number().int().min(10_000).max(300_000),
})
export type Pace = z.output<typeof Pace>

export const Preferences = z.object({ guard: GuardTimes, pace: Pace })
export type Preferences = z.output<typeof Preferences>

/** The Decisions "Guard" and "Polling". */
export const DEFAULT_PREFERENCES: Preferences = {
  guard: { holdMs: 1_500, cancelWindowMs: 3_000, pressUntilMs: 3_000 },
  pace: { liveMs: LIVE_POLL_MS, idleMs: 30_000 },
}

/** A change of some of them. */
export const PreferencesPart = z.strictObject({
  guard: GuardTimes.partial().strict().optional(),
  pace: Pace.partial().strict().optional(),
})
export type PreferencesPart = z.output<typeof PreferencesPart>
