import { STATUS_CODES } from 'node:http'
import { RATE_WINDOW_MS } from '../../../../shared/contract/limits.ts'
import { Refusal } from '../../rules/refusal.ts'
import { answerOf } from '../problem.ts'
import type { Reply } from '../reply.ts'

/** What stands in front of a service knows none of its codes: the third answer has none. */
const OUTAGE: readonly Reply[] = [
  answerOf(new Refusal('INTERNAL_ERROR', 'The service is out of order. Nothing was done.')),
  answerOf(new Refusal('PLATFORM_ERROR', 'The platform cannot be reached. Nothing was done.')),
  { status: 503, body: { error: STATUS_CODES[503], message: 'The service is not available. Nothing was done.' } },
]

/** 500, 502 and 503 in turn. */
export function serverError(turn: number): Reply {
  return OUTAGE[turn % OUTAGE.length] as Reply
}

const WINDOW_S = RATE_WINDOW_MS / 1_000

/**
 * As if another tool had used the account's budget up.
 *
 * @param secondsLeft until that is over, or null when nobody knows: a whole window is then said
 */
export function stormed(secondsLeft: number | null): Reply {
  const retryAfter = Math.max(1, Math.min(secondsLeft ?? WINDOW_S, WINDOW_S))
  const message = `Too many requests for this account. Nothing was done; ask again in ${retryAfter} s.`
  const headers = { 'Retry-After': String(retryAfter), RateLimit: `"account";r=0;t=${retryAfter}` }
  return { ...answerOf(new Refusal('RATE_LIMITED', message, { retryAfter })), headers }
}
