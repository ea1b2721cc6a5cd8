import type { Clock } from '../../shared/util/clock.ts'

/**
 * A token bucket that refills over time.
 *
 * @param most its capacity, which is also its initial content @param perMs how many tokens come back per ms
 */
export function createBucket(clock: Pick<Clock, 'monotonic'>, most: number, perMs: number) {
  let left = most
  let at = clock.monotonic()

  function fill(): number {
    const now = clock.monotonic()
    left = Math.min(most, left + (now - at) * perMs)
    at = now
    return left
  }

  return {
    /** Is less than one token left? */
    isEmpty: () => fill() < 1,
    /** Takes one token even if none is left: the debt is paid back before a token becomes available again. */
    take(): void {
      left = fill() - 1
    },
  }
}
