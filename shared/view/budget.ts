/** The request budget as a bar of this minute: what was used, what is left, and what of that is kept. */
import type { Budget } from '../budget.ts'

/**
 * How the minute's requests are shared out: four whole numbers that make up the limit. What is left is what the limiter
 * says; the rest was used. `others`: by others on the account, or not by us as far as we know. `kept`: left, and only
 * for what a person does.
 */
export function budgetBar({ limit, remaining, reserve, ours }: Budget) {
  const left = within(Math.floor(remaining), limit)
  const kept = Math.min(within(reserve, limit), left)
  const byUs = within(ours, limit - left)
  return { ours: byUs, others: limit - left - byUs, free: left - kept, kept }
}

const within = (count: number, most: number): number => Math.min(most, Math.max(0, count))

/** `plenty`: all goes on. `low`: background reading waits. `usedUp`: what a person does has to wait, too. */
export type BudgetLevel = 'plenty' | 'low' | 'usedUp'

export function budgetLevel({ remaining, reserve, blockedUntil }: Budget, now: number): BudgetLevel {
  if ((blockedUntil !== null && blockedUntil > now) || remaining < 1) return 'usedUp'
  return remaining <= reserve ? 'low' : 'plenty'
}

/** Ms until there is more again, where that is known: once the service lets us ask, else once the minute begins anew. */
export function moreBudgetIn({ resetsAt, blockedUntil }: Budget, now: number): number | null {
  const ends = [blockedUntil, resetsAt].find((at) => at !== null && at > now)
  return ends == null ? null : ends - now
}
