import * as z from 'zod'

const Key = z.string().regex(/^[0-9a-f]{130}$/)

/** The public keys of a browser. Only that browser can sign with them. */
export const SessionKeys = z.object({
  /** The key it signs with now. */
  key: Key,
  /** The key it announced as its next. */
  nextKey: Key,
  /** Its retired keys, identified by the beginning of each, the latest last; `at`: since when, wall ms. */
  past: z.array(z.object({ mark: z.string(), at: z.number() })),
})
export type SessionKeys = z.output<typeof SessionKeys>

/** How many retired keys are still recognized. */
const MOST_PAST = 50
/** Pages of one browser that connect at the same time do not learn of each other's key change at once, in ms. */
const TURNING_MS = 15_000

/** Enough of the first coordinate to distinguish a key from any other: 16 random bytes. */
const markOf = (key: string) => key.slice(2, 34)

/**
 * What a use of a key means. A browser moves from each key to the one it announced as its next, and never back. A
 * response may have been lost, so the same use may be repeated. An older key, or a different next key, means that two
 * parties have the keys.
 *
 * @returns the keys from now on; `turning`: this page has to look up its current key again; `twice`: a copy was used;
 * `unknown`: it is not a key of this browser, or older than those that are still recognized
 */
export function keysAfter(
  { key, nextKey, past }: SessionKeys,
  used: Pick<SessionKeys, 'key' | 'nextKey'>,
  now: number,
): SessionKeys | 'turning' | 'twice' | 'unknown' {
  if (used.key === key) return used.nextKey === nextKey ? { key, nextKey, past } : 'twice'
  if (used.key === nextKey) return { ...used, past: [...past, { mark: markOf(key), at: now }].slice(-MOST_PAST) }
  const gone = past.find(({ mark }) => mark === markOf(used.key))
  if (!gone) return 'unknown'
  return now - gone.at < TURNING_MS ? 'turning' : 'twice'
}
