import type { Clock } from '../../../shared/util/clock.ts'

/** Commands one client may send at once, and how many more a second: a held key repeats some 30 times. */
const BURST = 120
const PER_SECOND = 40

/** What one client may ask for: answers whether this one still counts. */
export type Allowance = () => boolean

/** A bucket that fills by the second. */
export function createAllowance(clock: Pick<Clock, 'monotonic'>): Allowance {
  let left = BURST
  let at = clock.monotonic()
  return () => {
    const now = clock.monotonic()
    left = Math.min(BURST, left + ((now - at) / 1_000) * PER_SECOND)
    at = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
