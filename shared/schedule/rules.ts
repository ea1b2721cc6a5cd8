/** What dates a project can be scheduled for (contract notes, "Scheduling rules"). Pure; times are wall ms. */
import { SCHEDULING } from '../contract/limits.ts'

export type DateProblem =
  | { why: 'none' | 'tooMany' | 'manual' }
  /** `earliest`: the first time that would do. */
  | { why: 'tooSoon' | 'tooClose'; at: number; earliest: number }
  /** `latest`: the last time that would do. */
  | { why: 'tooFar'; at: number; latest: number }

/** Of the project that is scheduled. `plannedMs` null: it runs until stopped. */
export interface Scheduled {
  now: number
  plannedMs: number | null
}

/** Everything that is wrong with these dates; an empty list: they can be sent. */
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

/** The dates that may still be sent: those that are far enough ahead. */
export const stillAllowed = (dates: readonly number[], now: number): number[] =>
  dates.filter((at) => at >= now + SCHEDULING.leastAheadMs)

/** Are these the same dates, in whatever order? */
export const sameDates = (one: readonly number[], other: readonly number[]): boolean =>
  one.toSorted((a, b) => a - b).join() === other.toSorted((a, b) => a - b).join()

/** The same date, at a service that keeps dates to the minute: no two dates of a project are that close. */
export const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 60_000
