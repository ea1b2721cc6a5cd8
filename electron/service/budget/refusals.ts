import { RESERVE } from '../../../shared/budget.ts'

/** A 429 with no wait told: show commands pause this long, background reads longer, twice as long each time. */
const SHOW_PAUSE_MS = 1_000
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 30_000
/** Refusals this far apart have nothing to do with each other. */
const STREAK_ENDS_MS = 60_000

/** From a cut, the ceiling comes back to its level in this time, and then rises faster and faster. */
const RECOVERY_MS = 180_000
/** So far below that level it starts: a cut of this many requests a window. */
const CUT = 5
const LOWEST_CEILING = 5

/** What 429s teach. All times monotonic ms. */
export interface Refusals {
  /**
   * @param sentAt when the refused request went out: those that were under way together count once
   * @param told wait the service asked for, or null
   * @param ours requests of ours in the window then
   */
  refused(seen: { sentAt: number; told: number | null; ours: number; now: number }): void
  /** Ms until show commands, or others, may go again. */
  wait(isShow: boolean, now: number): number
  /** Until when the service told us to wait, or null. */
  toldUntil(now: number): number | null
  /** How many of ours fit into a window for background reads, as far as refusals showed. */
  ceiling(now: number): number
}

export function createRefusals(): Refusals {
  let told = Number.NEGATIVE_INFINITY
  let showPause = Number.NEGATIVE_INFINITY
  let pause = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let streak = 0
  let cut: { at: number; fitted: number } | null = null

  return {
    refused({ sentAt, told: wait, ours, now }) {
      if (wait !== null) told = Math.max(told, now + wait)
      else showPause = now + SHOW_PAUSE_MS
      if (sentAt <= last) return
      streak = now - last < STREAK_ENDS_MS ? streak + 1 : 0
      if (wait === null || streak > 0) pause = now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** streak)
      last = now
      cut = { at: now, fitted: ours }
    },
    wait: (isShow, now) => Math.max(0, told - now, (isShow ? showPause : pause) - now),
    toldUntil: (now) => (told > now ? told : null),
    ceiling: (now) => (cut === null ? Number.POSITIVE_INFINITY : climb(cut.fitted - RESERVE, now - cut.at)),
  }
}

/**
 * Cautious near the level that was too much, quick far from it: a cubic curve, as TCP CUBIC climbs (RFC 9438, 4.1).
 */
function climb(level: number, ms: number): number {
  return Math.max(LOWEST_CEILING, level + CUT * ((ms - RECOVERY_MS) / RECOVERY_MS) ** 3)
}
