/**
 * The user's preferences for running shows: how careful the guard is, how often the service is read. All times are ms.
 */
import * as z from 'zod'
import { LIVE_POLL_MS } from '../contract/limits.ts'
import type { PreferenceName } from './profileIds.ts'

export interface Bounds {
  readonly least: number
  readonly most: number
}

/**
 * The allowed range of each. No guard can be set to zero: the minimum still distinguishes intent from accident. A
 * second press that may come from a held key's auto-repeat is recognised as such within 1.5 s, so the time for a real
 * one must be longer. The live status is never read more often than the contract allows.
 */
export const BOUNDS = {
  guard: {
    /** How long Stop has to be held. */
    holdMs: { least: 1_000, most: 5_000 },
    /** How long a stop by keyboard or screen reader can be cancelled. */
    cancelWindowMs: { least: 2_000, most: 15_000 },
    /** Until when another press of a hotkey counts as the second step. */
    pressUntilMs: { least: 2_000, most: 10_000 },
  },
  /** How often the show target is read. The request budget takes precedence over both. */
  pace: {
    /** Between readings of the live status while something runs. */
    liveMs: { least: LIVE_POLL_MS, most: 30_000 },
    /** Between readings while nothing runs and a view is visible. */
    idleMs: { least: 10_000, most: 300_000 },
  },
} as const satisfies Record<string, Record<string, Bounds>>

/** The bounds by preference name. */
export const BOUNDS_OF: Record<PreferenceName, Bounds> = { ...BOUNDS.guard, ...BOUNDS.pace }

function within<Name extends string>(bounds: Record<Name, Bounds>) {
  const whole = ({ least, most }: Bounds) => z.number().int().min(least).max(most)
  const fields = Object.entries<Bounds>(bounds).map(([name, one]) => [name, whole(one)])
  return z.object(Object.fromEntries(fields) as Record<Name, z.ZodNumber>)
}

export const GuardTimes = within(BOUNDS.guard)
export type GuardTimes = z.output<typeof GuardTimes>

export const Pace = within(BOUNDS.pace)
export type Pace = z.output<typeof Pace>

export const Preferences = z.object({ guard: GuardTimes, pace: Pace })
export type Preferences = z.output<typeof Preferences>

/** From the Decisions "Guard" and "Polling". */
export const DEFAULT_PREFERENCES: Preferences = {
  guard: { holdMs: 1_500, cancelWindowMs: 3_000, pressUntilMs: 3_000 },
  pace: { liveMs: LIVE_POLL_MS, idleMs: 30_000 },
}

/** Some of the preferences: the arguments of a command. */
export const PreferencesPart = z.strictObject({
  guard: GuardTimes.partial().strict().optional(),
  pace: Pace.partial().strict().optional(),
})
export type PreferencesPart = z.output<typeof PreferencesPart>

/** Preferences with some of them changed. */
export function withPart({ guard, pace }: Preferences, part: PreferencesPart): Preferences {
  return Preferences.parse({ guard: { ...guard, ...part.guard }, pace: { ...pace, ...part.pace } })
}

/** The preferences that differ from the defaults: the user's choices. */
export function chosenOf({ guard, pace }: Preferences): PreferencesPart {
  return { guard: differing(guard, DEFAULT_PREFERENCES.guard), pace: differing(pace, DEFAULT_PREFERENCES.pace) }
}

function differing<Group extends object>(group: Group, usual: Group): Partial<Group> {
  const chosen = Object.entries(group).filter(([name, value]) => value !== usual[name as keyof Group])
  return Object.fromEntries(chosen) as Partial<Group>
}
