import { RATE_WINDOW_MS } from '../../shared/contract/limits.ts'
import { policiesOf, structuredOf } from './structuredRate.ts'
import type { Headers } from './transport.ts'

const SECOND = 1_000
/** A reset further off than this is not that of a count per minute. */
const FARTHEST_RESET_MS = 3_600_000
/** A longer `Retry-After` counts as this much. */
const LONGEST_WAIT_MS = 3_600_000
/** A reset may be this far in the past, in ms: the response was in flight, and clocks are rounded. */
const LATEST_RESET_MS = 60_000

/**
 * When a count resets, in wall ms on our clock. Accepts delta seconds, epoch seconds, epoch ms, an HTTP date or an ISO
 * date, distinguished by size and shape; undefined if it makes no sense.
 *
 * @param date of the response: the sender's clock
 */
export function readReset(text: string, now: number, date: string | undefined): number | undefined {
  const value = numberOf(text)
  const at = value === undefined ? absolute(dateMs(text), now, date) : resetOfNumber(value, now, date)
  if (at === undefined || at > now + FARTHEST_RESET_MS || at < now - LATEST_RESET_MS) return undefined
  return Math.max(at, now)
}

/** `Retry-After` (RFC 9110, 10.2.3), in ms: delta seconds or an HTTP date. */
export function readWait(text: string, now: number, date: string | undefined): number | undefined {
  const value = numberOf(text)
  const at = value === undefined ? absolute(dateMs(text), now, date) : now + value * SECOND
  return at === undefined ? undefined : Math.min(Math.max(0, at - now), LONGEST_WAIT_MS)
}

function resetOfNumber(value: number, now: number, date: string | undefined): number | undefined {
  if (value <= FARTHEST_RESET_MS / SECOND) return now + value * SECOND
  // 1e9 s and 1e12 ms after 1970 are both in 2001: nothing between is a present time.
  if (value >= 1e9 && value < 1e11) return absolute(value * SECOND, now, date)
  if (value >= 1e12 && value < 1e14) return absolute(value, now, date)
  return undefined
}

/** Converts a time of the sender's clock to ours. */
function absolute(at: number | undefined, now: number, date: string | undefined): number | undefined {
  const theirs = date === undefined ? undefined : dateMs(date)
  return at === undefined ? undefined : at + (theirs === undefined ? 0 : now - theirs)
}

function numberOf(text: string): number | undefined {
  return /^\s*\d{1,15}(\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined
}

/** Only the known formats: `Date.parse` alone accepts nearly anything as a date. */
function dateMs(text: string): number | undefined {
  const isDate = /^\s*[A-Za-z]{3,9}, .*\d{2}:\d{2}:\d{2} GMT\s*$/.test(text) || /^\s*\d{4}-\d{2}-\d{2}T/.test(text)
  const at = isDate ? Date.parse(text.trim()) : Number.NaN
  return Number.isFinite(at) ? at : undefined
}

/** What one response reports about the request budget. No value is ever NaN or negative. */
export interface RateReading {
  /** Requests per window. */
  limit?: number
  /** Requests left when the response was made. */
  remaining?: number
  /** Wall time (ms, our clock) at which the counter resets. */
  resetsAt?: number
  /** Wait requested by `Retry-After`, in ms. */
  retryAfterMs?: number
  /** Length of the window, in ms. */
  windowMs?: number
}

/** Header names, lower case, in the order they are tried. */
export interface RateHeaderNames {
  /** Structured fields of the IETF httpapi draft. */
  rate: readonly string[]
  policy: readonly string[]
  /** Plain headers. */
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

/** A larger number is not a count of requests. */
const GREATEST_COUNT = 1_000_000

/**
 * Reads every style of rate-limit header in contract.md ("Conventions"); null: they report nothing about the budget.
 *
 * Precedence: each value comes from the first header with a valid one, in this order: `RateLimit` (with
 * `RateLimit-Policy` for limit and window), then `RateLimit-*`, `X-RateLimit-*`, `X-Rate-Limit-*`. Of several policies
 * the one counted over a minute is used, else the one with the least left. `Retry-After` is read beside them. Absolute
 * times are corrected by the response's own `Date`, so that a wrong clock on either side does no harm.
 *
 * @param now wall time (ms) at which the response arrived
 * @param names replacements for the usual names, if a deployment has its own
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

/** A header that occurs several times is one list (RFC 9110, 5.3). */
function textOf(headers: Headers, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}

const dateOf = (headers: Headers) => textOf(headers, 'date')

/** A count; older drafts append a list of policies: `100, 100;w=60`. */
function countOf(text: string): number | undefined {
  const count = /^\s*(\d{1,9})\s*(?:[,;]|$)/.exec(text)?.[1]
  return count === undefined || Number(count) > GREATEST_COUNT ? undefined : Number(count)
}

function windowOf(text: string): number | undefined {
  return policiesOf(text)?.find((policy) => policy.windowMs !== undefined)?.windowMs
}

/** Drops unknown values, a limit of 0, and a count and limit that contradict each other. */
function tidy(reading: RateReading): RateReading | null {
  const { limit, remaining } = reading
  const contradicts = limit !== undefined && remaining !== undefined && remaining > limit
  if (contradicts) reading.remaining = undefined
  if (contradicts || limit === 0) reading.limit = undefined
  const known = Object.entries(reading).filter(([, value]) => value !== undefined)
  return known.length === 0 ? null : (Object.fromEntries(known) as RateReading)
}
