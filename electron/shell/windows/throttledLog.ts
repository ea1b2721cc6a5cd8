import type { Clock } from '../../../shared/util/clock.ts'

/** So many lines in so long (ms): what somebody makes us say over and over must not wash the rest out of the log. */
const MOST = 20
const WITHIN_MS = 60_000

/** A log for what a page can make us say: beyond its measure it says once that it says no more for now. */
export function sparingLog(log: (line: string) => void, monotonic: Clock['monotonic']): (line: string) => void {
  let since = Number.NEGATIVE_INFINITY
  let said = 0
  return (line) => {
    const now = monotonic()
    if (now - since >= WITHIN_MS) {
      since = now
      said = 0
    }
    said += 1
    if (said <= MOST) log(line)
    else if (said === MOST + 1) log('more of this kind is not written down for a minute')
  }
}
