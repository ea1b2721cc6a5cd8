/**
 * Time, injected. Only `systemClock` (electron/core) reads the system's clock, so that tests control time and never
 * sleep.
 */
export interface Clock {
  /** Wall time in ms since 1970: for display and storage. It may jump. */
  now(): number
  /** Monotonic ms from an arbitrary start: for measuring and guarding. It never jumps. */
  monotonic(): number
  /** Calls back once after `ms`; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
