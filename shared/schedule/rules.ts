/** The dates for which a project can be scheduled (contract notes, "Scheduling rules"). Pure; times are wall ms. */
import { SCHEDULING } from '../contract/limits.ts'

export type DateProblem =
  | { why: 'none' | 'tooMany' | 'manual' }
  /** `earliest`: the first time that would be allowed. */
  | { why: 'tooSoon' | 'tooClose'; at: number; earliest: number }
  /** `latest`: the last time that would be allowed. */
  | { why: 'tooFar'; at: number; latest: number }

/** What matters of the project. `plannedMs` null: it runs until stopped. */
export interface Scheduled {
  now: number
  plannedMs: number | null
}

/** Every problem with these dates; if empty, they can be sent. */
export function checkDates(dates: readonly number[], { now, plannedMs }: Scheduled): DateProblem[] {
  if (dates.length === 0) return [{ why: 'none' }]
  if (dates.length > SCHEDULING.most) return [{ why: 'tooMany' }]
  if (dates.length > 1 && plannedMs === null) return [{ why: 'manual' }]
  const [soonest, furthest] = [now + SCHEDULING.leastAheadMs, now + SCHEDULING.mostAheadMs]
  const sorted = dates.toSorted((one, other) => one - other)
  return sorted.flatMap((at, nth): DateProblem[] => {
    if (at < soonest) return [{ why: 'tooSoon', at, earliest: soonest }]
    if (at > furthest) return [{ why: 'tooFar', at, latest: furthest }]
    const free = nth === 0 ? soonest : (sorted[nth - 1] ?? 0) + (plannedMs ?? 0) + SCHEDULING.gapMs
    return at < free ? [{ why: 'tooClose', at, earliest: free }] : []
  })
}

/** The dates that are far enough ahead to be sent. */
export const stillAllowed = (dates: readonly number[], now: number): number[] =>
  dates.filter((at) => at >= now + SCHEDULING.leastAheadMs)

/** Are these the same dates, in any order? */
export const sameDates = (one: readonly number[], other: readonly number[]): boolean =>
  one.toSorted((a, b) => a - b).join() === other.toSorted((a, b) => a - b).join()

/** Same date, for services that store dates to the minute: no two dates of a project are that close. */
export const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 60_000
