import type { Budget } from '../budget.ts'
import type { DestinationError, LiveStatus, Provider } from '../contract/records.ts'
import { type BudgetLevel, budgetBar, budgetLevel, moreBudgetIn } from '../view/budget.ts'
import { span } from './format.ts'

export const PROVIDER_WORDS: Record<Provider, string> = {
  youtube: 'YouTube',
  facebook: 'Facebook',
  twitch: 'Twitch',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  rtmp: 'RTMP',
  unknown: 'Other platform',
}

/** What a destination reports, and what to do. */
export const DESTINATION_ERROR_WORDS: Record<DestinationError, string> = {
  AUTH_ERROR: 'login expired: reconnect it in the studio',
  PLATFORM_RATE_LIMITED: 'the platform takes no more for now: wait',
  CONNECTION_ERROR: 'no connection to the platform',
  STREAM_ERROR: 'the platform does not take the stream',
  UNKNOWN_ERROR: 'a fault it does not explain: look in the studio',
}

/** The same for a word of the service's own; a code that we have no words for says nothing to anybody. */
export function destinationError(error: string): string {
  if (Object.hasOwn(DESTINATION_ERROR_WORDS, error)) return DESTINATION_ERROR_WORDS[error as DestinationError]
  return /^[A-Z\d_]+$/.test(error) ? DESTINATION_ERROR_WORDS.UNKNOWN_ERROR : error
}

/** What is known of one, beside what it reports. */
export const DESTINATION_STATES = {
  /** Never "healthy": the absence of a fault is all that is known. */
  noKnownFault: 'no known fault',
  /** As the running broadcast says. */
  live: 'on air',
  waiting: 'not on air yet',
  failed: 'not on air: look in the studio',
  /** Nobody asked the service about its login since this project was chosen. */
  notVerified: 'not verified yet',
  cannotBeChecked: 'cannot be checked before it is on air',
  /** A check found that the platform does not take the login any more. */
  loginInvalid: 'login expired: reconnect it in the studio',
} as const

export const LIVE_STATUS_WORDS: Record<LiveStatus, string> = {
  OFFLINE: 'off air',
  SCHEDULED: 'scheduled',
  PREPARING: 'preparing',
  LIVE: 'on air',
  COMPLETED: 'ended',
  ERROR: 'ended with an error',
  UNKNOWN: 'status not known',
}

export const FEWER_DESTINATIONS = 'Show fewer'

export const allDestinations = (count: number): string => `Show all ${count}`

/** How many there are, and how many of them have a fault that is known. */
export function destinationsTold(count: number, faulty: number): string {
  if (faulty === 0) return String(count)
  return faulty === 1 ? `1 of ${count} has a fault` : `${faulty} of ${count} have a fault`
}

/** What the parts of the bar are called. */
export const BUDGET_PARTS = {
  ours: 'Cuelight',
  others: 'other apps',
  free: 'free',
  kept: 'kept for you',
} as const

/** Longest that a show command waits for a free request, in words: `electron/core` gives it up then. */
const LONGEST_WAIT = '3 s'

const LEVELS: Record<BudgetLevel, (wait: string) => string | null> = {
  plenty: () => null,
  low: (wait) => `Low: background reading pauses${wait && ` for ${wait}`}. What you do still goes at once.`,
  usedUp: (wait) =>
    `Used up. More comes ${wait ? `in ${wait}` : 'within a minute'}: a show command waits ${LONGEST_WAIT} at most, then it is not sent.`,
}

/** What it means when little is left; null while there is enough. */
export function budgetWarning(budget: Budget, now: number): string | null {
  const ms = moreBudgetIn(budget, now)
  const when = ms === null ? '' : span(ms)
  return LEVELS[budgetLevel(budget, now)](when)
}

/** Who else uses the account, said of the same minute that the bar shows: the two must never disagree. */
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

/** The whole bar for who does not see it. */
export const budgetText = (left: number, limit: number, reserve: number): string =>
  `${left} of ${limit} requests left this minute, ${reserve} of them kept for what you do`
