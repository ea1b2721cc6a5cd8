/** A 429 without a wait: show commands pause this long, background reads longer, doubled each time; in ms. */
const SHOW_PAUSE_MS = 1_000
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 30_000
/** Refusals this far apart are unrelated. */
const STREAK_ENDS_MS = 60_000

/** After a cut, the ceiling returns to its level in this time, and then rises faster and faster. */
const RECOVERY = { shortestMs: 20_000, longestMs: 180_000, steady: 100 } as const
/** The level is this part of the refused count; the ceiling starts a little lower. */
const LEVEL = 0.9
const CUT = { part: 0.05, least: 2 } as const
const LOWEST_CEILING = 5

/** What 429s show about the budget. All times are monotonic ms. */
export function createRefusals() {
  let until = Number.NEGATIVE_INFINITY
  let showPause = Number.NEGATIVE_INFINITY
  let pause = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let streak = 0
  let cut: { at: number; fitted: number } | null = null

  return {
    /**
     * @param sentAt when the refused request was sent: those in flight together count once
     * @param waitMs wait that the service requested, or null
     * @param ours our requests in the window at that time
     */
    refused({
      sentAt,
      waitMs: wait,
      ours,
      now,
    }: {
      sentAt: number
      waitMs: number | null
      ours: number
      now: number
    }) {
      if (wait !== null) until = Math.max(until, now + wait)
      else showPause = now + SHOW_PAUSE_MS
      if (sentAt <= last) return
      streak = now - last < STREAK_ENDS_MS ? streak + 1 : 0
      if (wait === null || streak > 0) pause = now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** streak)
      last = now
      cut = { at: now, fitted: ours }
    },
    /** A request sent at `sentAt` was allowed: a wait requested before that is over. */
    allowed(sentAt: number) {
      if (sentAt > last) until = Number.NEGATIVE_INFINITY
    },
    /** Ms until background reads and edits may go again. */
    wait: (now: number) => Math.max(0, until - now, pause - now),
    /** Ms until a show command may go; 0 if that is longer than its `patience`. */
    waitOfShow(now: number, patience: number): number {
      const wait = Math.max(until, showPause) - now
      return wait > patience ? 0 : Math.max(0, wait)
    },
    /** The last refusal was isolated: there was none within a minute before it. */
    isAlone: () => streak === 0,
    /** When the wait requested by the service ends; null: there is none. */
    toldUntil: (now: number) => (until > now ? until : null),
    /** The most of our requests that fit into a window for background reads, as far as refusals show. */
    ceiling: (now: number) => (cut === null ? Number.POSITIVE_INFINITY : climb(cut.fitted, now - cut.at)),
  }
}

/**
 * Rises slowly near the refused level and quickly far from it: a cubic curve, as in TCP CUBIC (RFC 9438, 4.1). The
 * lower the level, the faster it recovers: near the whole budget there is little to gain, and far below it the refusals
 * were a passing storm.
 */
function climb(fitted: number, ms: number): number {
  const { shortestMs, longestMs, steady } = RECOVERY
  const recovery = shortestMs + (longestMs - shortestMs) * Math.min(1, fitted / steady) ** 4
  const cut = Math.max(CUT.least, CUT.part * fitted)
  return Math.max(LOWEST_CEILING, LEVEL * fitted + cut * ((ms - recovery) / recovery) ** 3)
}
