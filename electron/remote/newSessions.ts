import type { BrowserName } from '../../shared/query/panelSessions.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { createOneTime } from './oneTime.ts'
import { newNonce } from './proofs.ts'
import type { KeptSession } from './sessionFile.ts'

/** The most unopened addresses, and how long they are valid, in ms. Beyond this number the oldest become invalid. */
const MOST_TOKENS = 100
export const TOKEN_LIFE_MS = 10 * 60_000

type Begun = Pick<KeptSession, 'id' | 'host' | 'coreKey' | 'key' | 'nextKey'> & BrowserName

/**
 * The addresses that open the panel, until each has become a session.
 *
 * @param add stores a session if the disk allows it @typeParam More what a token adds to its session
 */
export function createAddresses<More extends Partial<KeptSession>>(
  { now, monotonic }: Pick<Clock, 'now' | 'monotonic'>,
  add: (session: KeptSession) => Promise<void>,
) {
  const tokens = createOneTime<More>(MOST_TOKENS, TOKEN_LIFE_MS, monotonic)
  /** Sessions for which a token was used, but which have no keys yet. */
  const promised = new Map<string, More>()
  return {
    /** A new token for an address: valid for one exchange within ten minutes, unless many newer ones are made. */
    newToken: (more: More) => tokens.add(more),
    unopened: tokens.count,
    /** Uses up the token of an address. @returns the start of a new session; null: the token is unknown or used */
    exchange(token: string) {
      const more = tokens.take(token)
      if (!more) return null
      const session = { id: newNonce(), coreKey: newNonce() }
      promised.set(session.id, more)
      return session
    },
    /**
     * Starts a session of that host, unless all sessions were ended since its token was used. If it cannot be written
     * to the disk, it is valid until this process ends.
     */
    async begin(begun: Begun): Promise<void> {
      const more = promised.get(begun.id)
      if (more && promised.delete(begun.id)) await add({ ...begun, ...more, past: [], since: now(), lastSeen: now() })
    },
    /** Makes all of them invalid, including those that were opened but have not become a session yet. */
    clear() {
      tokens.clear()
      promised.clear()
    },
  }
}
