import type { Clock } from '../../shared/util/clock.ts'

/** A bucket that fills by itself. @param most how many it holds, and begins with @param perMs how many come back in a ms */
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
    /** Is there less than one left? */
    isEmpty: () => fill() < 1,
    /** Takes one, also where none is left: what is owed comes back first. */
    take(): void {
      left = fill() - 1
    },
  }
}
