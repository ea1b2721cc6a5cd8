/** When the core last told its time, by its clock and by the two of this page. */
let reference: { core: number; page: number; steady: number } | null = null

/** How often the core has told its time: what was worked out from an earlier telling may be wrong by any span. */
export const timesIn = (): number => nr
let nr = 0

/** The core tells its time with each state. @param now its wall clock, in ms */
export function setCoreTime(now: number): void {
  nr += 1
  reference = { core: now, page: Date.now(), steady: performance.now() }
}

/**
 * The core's wall clock, in ms: all ages are told by it, for the page's own may be set otherwise (a tunnel, a virtual
 * machine). In between the page counts on, by the clock that has run further: one stands still in a sleep, and what is old
 * must never look fresh.
 */
export function coreNow(): number {
  if (reference === null) return Date.now()
  return reference.core + Math.max(0, performance.now() - reference.steady, Date.now() - reference.page)
}
