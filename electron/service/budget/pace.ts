import { RATE_WINDOW_MS } from '../../../shared/contract/limits.ts'

/** Background reads keep at least this part of an even distance, so that they can catch up but never clump. */
const EVENNESS = 0.8
/** So many may go at once when little was sent lately (a start), and otherwise. */
const BURST = { fresh: 20, usual: 5 } as const

/**
 * Spreads background reads evenly, so that places become free evenly a window later and a handful of show commands
 * always finds some. A leaky bucket in its "virtual scheduling" form.
 */
export interface Pace {
  /** Ms until the next may go. */
  wait(now: number): number
  took(now: number): void
  /** Sets the distance for what follows, in ms, and how many may go at once. */
  tune(rate: { perWindow: number; fairGap: number; recent: number }): void
}

export function createPace(): Pace {
  let gap = 0
  let burst: number = BURST.fresh
  let last = Number.NEGATIVE_INFINITY
  /** When the next one is due at an even pace. */
  let due = Number.NEGATIVE_INFINITY
  return {
    // Never longer than the distance of now: a wide one of before a reset must not hold back what comes after it.
    // Whole ms: sums of distances are never exact.
    wait: (now) => Math.max(0, Math.floor(Math.min(due - (burst - 1) * gap, last + gap) - now)),
    took(now) {
      last = now
      due = Math.min(Math.max(due, now) + gap, now + burst * gap)
    },
    tune({ perWindow, fairGap, recent }) {
      gap = Math.max((EVENNESS * RATE_WINDOW_MS) / Math.max(1, perWindow), fairGap)
      burst = recent < BURST.fresh ? BURST.fresh : BURST.usual
    },
  }
}
