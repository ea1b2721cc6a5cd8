/** The request budget as a bar of the current minute: used, free and reserved requests. */
import type { Budget } from '../budget.ts'

/**
 * How the minute's requests are split: four whole numbers that add up to the limit. The limiter gives what is left; the
 * rest was used. `others`: used by other tools on the account, or at least not by us as far as we know. `kept`: left,
 * but reserved for user actions.
 */
export function budgetBar({ limit, remaining, reserve, ours }: Budget) {
  const left = within(Math.floor(remaining), limit)
  const kept = Math.min(within(reserve, limit), left)
  const byUs = within(ours, limit - left)
  return { ours: byUs, others: limit - left - byUs, free: left - kept, kept }
}

const within = (count: number, most: number): number => Math.min(most, Math.max(0, count))

/** `plenty`: everything runs. `low`: background reads wait. `usedUp`: user actions have to wait, too. */
export type BudgetLevel = 'plenty' | 'low' | 'usedUp'

export function budgetLevel({ remaining, reserve, blockedUntil }: Budget, now: number): BudgetLevel {
  if ((blockedUntil !== null && blockedUntil > now) || remaining < 1) return 'usedUp'
  return remaining <= reserve ? 'low' : 'plenty'
}

/** Ms until more is available, if known: when the service accepts requests again, else when its counter resets. */
export function moreBudgetIn({ resetsAt, blockedUntil }: Budget, now: number): number | null {
  const ends = [blockedUntil, resetsAt].find((at) => at !== null && at > now)
  return ends == null ? null : ends - now
}
