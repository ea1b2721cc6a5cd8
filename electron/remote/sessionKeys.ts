import * as z from 'zod'

const Key = z.string().regex(/^[0-9a-f]{130}$/)

/** The public keys of a browser. Only it can sign as they do. */
export const SessionKeys = z.object({
  /** What it signs with. */
  key: Key,
  /** What it said it would sign with next. */
  nextKey: Key,
  /** What it signs with no more, by the beginning of each, the latest last; `at`: since when, wall ms. */
  past: z.array(z.object({ mark: z.string(), at: z.number() })),
})
export type SessionKeys = z.output<typeof SessionKeys>

/** As many old keys are known again. */
const MOST_PAST = 50
/** Pages of one browser that come at once do not hear of each other's turn at once, in ms. */
const TURNING_MS = 15_000

/** As much of its first coordinate as tells it from any other: 16 random bytes. */
const markOf = (key: string) => key.slice(2, 34)

/**
 * What a use of a key means. A browser goes from each key to the one it has told as its next, and never back. An answer may
 * have been lost, so the same use may come again. An older key, or another next one, is in two hands.
 *
 * @returns the keys from now on; `turning`: this page is to look again which one is its; `twice`: a copy was used;
 * `unknown`: it is none of this browser's, or older than those that are known again
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
