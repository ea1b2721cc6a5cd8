/** The request budget: what is left, and what it is reserved for. */
import type { Budget } from '../../budget.ts'
import { type BudgetLevel, budgetBar, budgetLevel, moreBudgetIn } from '../../view/budget.ts'
import { span } from '../format.ts'

/** The names of the bar's parts. */
export const BUDGET_PARTS = {
  ours: 'Cuelight',
  others: 'other apps',
  free: 'free',
  kept: 'kept for you',
} as const

/** The longest a show command waits for a free request, in words: `electron/core` cancels it then. */
const LONGEST_WAIT = '3 s'

const LEVELS: Record<BudgetLevel, (wait: string) => string | null> = {
  plenty: () => null,
  low: (wait) => `Low: background reading pauses${wait && ` for ${wait}`}. Your presses still go at once.`,
  usedUp: (wait) =>
    `Used up. More ${wait ? `in ${wait}` : 'within a minute'}. A show command waits ${LONGEST_WAIT} at most, then is not sent.`,
}

/** The consequences when little is left; null while there is enough. */
export function budgetWarning(budget: Budget, now: number): string | null {
  const ms = moreBudgetIn(budget, now)
  const when = ms === null ? '' : span(ms)
  return LEVELS[budgetLevel(budget, now)](when)
}

/** The use by other apps, from the same minute that the bar shows, so that the two never contradict each other. */
function othersNote(budget: Budget): string | null {
  const perMinute = budget.othersPerMinute
  if (perMinute === null) return "other apps' use is not known"
  if (perMinute >= 1) return `other apps use about ${Math.round(perMinute)} a minute`
  return budgetBar(budget).others === 0 ? 'No other apps are using this account' : null
}

/** The parts of the small print. */
export function budgetNotes(budget: Budget, now: number): string[] {
  const { resetsAt, basis } = budget
  return [
    othersNote(budget),
    resetsAt !== null && resetsAt > now ? `resets in ${span(resetsAt - now)}` : null,
    basis === 'counting' ? 'counted here: the service does not say' : null,
  ].filter((note) => note !== null)
}

/** The whole bar in words, for screen readers. */
export const budgetText = (left: number, limit: number, reserve: number): string =>
  `${left} of ${limit} requests left this minute, ${reserve} of them kept for what you do`
