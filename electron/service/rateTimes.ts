const SECOND = 1_000
/** A reset further off than this is no reset of a counter by the minute. */
const FARTHEST_RESET_MS = 3_600_000
/** A longer `Retry-After` counts as this much. */
const LONGEST_WAIT_MS = 3_600_000
/** A reset may lie a little back: the answer was under way, and clocks are rounded. */
const LATEST_RESET_MS = 60_000

/**
 * When a counter resets: delta seconds, epoch seconds, epoch ms, HTTP date or ISO date, told apart by size and shape.
 *
 * @param now wall time (ms) when the answer came
 * @param date the answer's `Date` header: the sender's clock, against which absolute times are read
 * @returns wall time (ms) on our clock; undefined when it makes no sense
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
  // 1e9 s and 1e12 ms after 1970 are both in 2001: nothing between is a time of today.
  if (value >= 1e9 && value < 1e11) return absolute(value * SECOND, now, date)
  if (value >= 1e12 && value < 1e14) return absolute(value, now, date)
  return undefined
}

/** From the sender's clock to ours. */
function absolute(at: number | undefined, now: number, date: string | undefined): number | undefined {
  const theirs = date === undefined ? undefined : dateMs(date)
  return at === undefined ? undefined : at + (theirs === undefined ? 0 : now - theirs)
}

function numberOf(text: string): number | undefined {
  return /^\s*\d{1,15}(\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined
}

/** Only the shapes we know: `Date.parse` alone takes nearly anything for a date. */
function dateMs(text: string): number | undefined {
  const isDate = /^\s*[A-Za-z]{3,9}, .*\d{2}:\d{2}:\d{2} GMT\s*$/.test(text) || /^\s*\d{4}-\d{2}-\d{2}T/.test(text)
  const at = isDate ? Date.parse(text.trim()) : Number.NaN
  return Number.isFinite(at) ? at : undefined
}
