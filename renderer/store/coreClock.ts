/** The last time reported by the core, on its clock and on both clocks of this page. */
let reference: { core: number; page: number; steady: number } | null = null

/** How often the core has reported its time: anything computed from an earlier report may be wrong by any amount. */
export const timesIn = (): number => nr
let nr = 0

/** The core reports its time with each state. @param now its wall clock, in ms */
export function setCoreTime(now: number): void {
  nr += 1
  reference = { core: now, page: Date.now(), steady: performance.now() }
}

/**
 * The core's wall clock, in ms. All ages are computed from it, because the page's own clock may differ (a tunnel, a
 * virtual machine). Between reports the page extrapolates with whichever of its clocks has advanced more: one of them
 * stops during sleep, and old data must never look fresh.
 */
export function coreNow(): number {
  if (reference === null) return Date.now()
  return reference.core + Math.max(0, performance.now() - reference.steady, Date.now() - reference.page)
}
