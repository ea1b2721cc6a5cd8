import { RATE_WINDOW_MS } from '../../shared/contract/limits.ts'
import { readReset, readWait } from './rateTimes.ts'
import { policiesOf, structuredOf } from './structuredRate.ts'
import type { Headers } from './transport.ts'

/** What one answer says about the request budget. Nothing in it is ever NaN or negative. */
export interface RateReading {
  /** Requests a window. */
  limit?: number
  /** Requests left when the answer was made. */
  remaining?: number
  /** Wall time (ms, our clock) at which the counter resets. */
  resetsAt?: number
  /** Wait asked for by `Retry-After`, in ms. */
  retryAfterMs?: number
  /** Length of the window, in ms. */
  windowMs?: number
}

/** Header names, lower case, in the order they are tried. */
export interface RateHeaderNames {
  /** Structured fields of the IETF httpapi draft. */
  rate: readonly string[]
  policy: readonly string[]
  /** Plain ones. */
  limit: readonly string[]
  remaining: readonly string[]
  reset: readonly string[]
  retryAfter: readonly string[]
}

export const RATE_HEADER_NAMES: RateHeaderNames = {
  rate: ['ratelimit'],
  policy: ['ratelimit-policy'],
  limit: ['ratelimit-limit', 'x-ratelimit-limit', 'x-rate-limit-limit'],
  remaining: ['ratelimit-remaining', 'x-ratelimit-remaining', 'x-rate-limit-remaining'],
  reset: ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'],
  retryAfter: ['retry-after'],
}

/** More than this is no count of requests. */
const GREATEST_COUNT = 1_000_000

/**
 * Reads every style of rate-limit header in contract.md ("Conventions").
 *
 * Precedence: each value comes from the first header that has a sane one, in this order: `RateLimit` (with
 * `RateLimit-Policy` for limit and window), then `RateLimit-*`, `X-RateLimit-*`, `X-Rate-Limit-*`. Of several policies
 * the one counted over a minute is taken, else the one with the least left. `Retry-After` stands beside them.
 * Absolute times are corrected by the answer's own `Date`, so that a wrong clock on either side does no harm. What makes
 * no sense is treated as not there.
 *
 * @param now wall time (ms) at which the answer came
 * @param names in place of the usual names, where a deployment has its own
 * @returns null when the headers say nothing about the budget
 */
export function readRateHeaders(
  headers: Headers,
  now: number,
  names: Partial<RateHeaderNames> = {},
): RateReading | null {
  const { rate, policy, limit, remaining, reset, retryAfter } = { ...RATE_HEADER_NAMES, ...names }
  const take = <T>(from: readonly string[], read: (text: string) => T | undefined) => firstSane(headers, from, read)

  const policies = take(policy, policiesOf) ?? []
  const structured = take(rate, (text) => structuredOf(text, policies, RATE_WINDOW_MS))
  const reading: RateReading = {
    limit: structured?.limit ?? take(limit, countOf),
    remaining: structured?.remaining ?? take(remaining, countOf),
    resetsAt: structured?.resetsIn === undefined ? undefined : now + structured.resetsIn,
    retryAfterMs: take(retryAfter, (text) => readWait(text, now, dateOf(headers))),
    windowMs: structured?.windowMs ?? take(limit, windowOf),
  }
  reading.resetsAt ??= take(reset, (text) => readReset(text, now, dateOf(headers)))
  return tidy(reading)
}

function firstSane<T>(
  headers: Headers,
  names: readonly string[],
  read: (text: string) => T | undefined,
): T | undefined {
  for (const name of names) {
    const text = textOf(headers, name)
    const value = text === undefined ? undefined : read(text)
    if (value !== undefined) return value
  }
  return undefined
}

/** A header that came several times is one list (RFC 9110, 5.3). */
function textOf(headers: Headers, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}

const dateOf = (headers: Headers) => textOf(headers, 'date')

/** A count; older drafts put a list of policies behind it: `100, 100;w=60`. */
function countOf(text: string): number | undefined {
  const count = /^\s*(\d{1,9})\s*(?:[,;]|$)/.exec(text)?.[1]
  return count === undefined || Number(count) > GREATEST_COUNT ? undefined : Number(count)
}

function windowOf(text: string): number | undefined {
  return policiesOf(text)?.find((policy) => policy.windowMs !== undefined)?.windowMs
}

/** Leaves out what is not known, a limit of nothing, and a count and limit that contradict each other. */
function tidy(reading: RateReading): RateReading | null {
  const { limit, remaining } = reading
  const contradicts = limit !== undefined && remaining !== undefined && remaining > limit
  if (contradicts) reading.remaining = undefined
  if (contradicts || limit === 0) reading.limit = undefined
  const known = Object.entries(reading).filter(([, value]) => value !== undefined)
  return known.length === 0 ? null : (Object.fromEntries(known) as RateReading)
}
