import type { BrowserName, PanelSessions } from '../../shared/query/panelSessions.ts'
import { type Clock, DAY_MS } from '../../shared/util/clock.ts'
import { diskReason } from '../../shared/words/outcomes/disk.ts'
import { createOneTime } from './oneTime.ts'
import { createPasses } from './passes.ts'
import { newNonce } from './proofs.ts'
import { type KeptSession, newLabel, openSessionFile } from './sessionFile.ts'
import { keysAfter, type SessionKeys } from './sessionKeys.ts'

export type Sessions = ReturnType<typeof openSessions>

/** The most sessions: beyond this number the oldest end. */
const MOST_SESSIONS = 50
/** A session that no panel has used for this long ends, in ms. */
export const UNUSED_MS = 30 * DAY_MS
/** The most unopened addresses, and how long they are valid, in ms. Beyond this number the oldest become invalid. */
const MOST_TOKENS = 100
export const TOKEN_LIFE_MS = 10 * 60_000

type Used = Pick<SessionKeys, 'key' | 'nextKey'>
type Begun = Pick<KeptSession, 'id' | 'host' | 'coreKey'> & Used & BrowserName

/** Browser sessions: which browser is let in, and until when. @param log receives write errors */
export function openSessions(
  dataDir: string,
  { now, monotonic }: Pick<Clock, 'now' | 'monotonic'>,
  log: (line: string) => void = console.error,
) {
  const file = openSessionFile(dataDir, log)
  /** How many panels of each session are open. */
  const open = new Map<string, number>()

  const isUsed = ({ id, lastSeen }: KeptSession) => open.has(id) || now() - lastSeen < UNUSED_MS
  const known = () => file.get().sessions.filter(isUsed)
  const sawNow = (id: string) => known().map((one) => (one.id === id ? { ...one, lastSeen: now() } : one))

  const addresses = createAddresses(monotonic, (begun) => {
    const session = { ...begun, past: [], since: now(), lastSeen: now() }
    return file.changeAnyway({ sessions: [...known(), session].slice(-MOST_SESSIONS) })
  })

  /** One more panel of a session is open. @returns a function to call when it closes */
  function enter(id: string): () => void {
    open.set(id, (open.get(id) ?? 0) + 1)
    void file.changeAnyway({ sessions: sawNow(id) })
    return () => {
      const sessions = sawNow(id)
      const left = (open.get(id) ?? 1) - 1
      if (left > 0) open.set(id, left)
      else open.delete(id)
      void file.changeAnyway({ sessions })
    }
  }

  return {
    /** The file in which pairings are stored too. */
    file,
    enter,
    /** The sessions that are let in. */
    list: (): PanelSessions => ({ sessions: shown(known(), open, now()), unopened: addresses.unopened() }),
    /** The panel's host, without a port. It cannot be guessed, so no browser has anything stored under it (RFC 6761, 6.3). */
    host: () => `${file.get().label}.localhost`,
    newToken: addresses.newToken,
    exchange: addresses.exchange,
    begin: addresses.begin,
    /**
     * A browser has used a key. The new keys are written before it is let in, because then it moves on to its next key.
     *
     * @returns `in`, or see `keysAfter`
     */
    async use(id: string, used: Used): Promise<'in' | 'turning' | 'twice' | 'unknown'> {
      const session = known().find((one) => one.id === id)
      const keys = session ? keysAfter(session, used, now()) : 'unknown'
      if (typeof keys === 'string') return keys
      await file.changeAnyway({ sessions: known().map((one) => (one.id === id ? { ...one, ...keys } : one)) })
      return 'in'
    },
    ...createPasses(file, monotonic),
    /** The session of that host with this id; null if there is none. */
    find: (id: string, host: string) => known().find((one) => one.id === id && one.host === host) ?? null,
    /** Is this session still valid? */
    knows: (id: string) => known().some((one) => one.id === id),
    /**
     * Ends a session, at once. Null: ends all sessions and unopened addresses, and changes the name of the host, so that
     * nothing stored in a browser under the old name belongs to our origin.
     *
     * @returns how many ended, and why the disk did not accept it: then they are valid again after a restart
     */
    async end(id: string | null): Promise<{ ended: number; unsaved?: string }> {
      const before = known()
      if (id === null) addresses.clear()
      const sessions = id === null ? [] : before.filter((one) => one.id !== id)
      const ended = before.length - sessions.length
      return file.change({ sessions, ...(id === null && { label: newLabel() }) }).then(
        () => ({ ended }),
        (error: unknown) => ({ ended, unsaved: diskReason(error) }),
      )
    },
    onChange: file.onChange,
    /** Resolves once the current state is on the disk, or was refused by it. */
    written: file.written,
  }
}

/**
 * The addresses that open the panel, until each has become a session. @param add stores a session if the disk allows it
 */
function createAddresses(monotonic: Clock['monotonic'], add: (session: Begun) => Promise<void>) {
  const tokens = createOneTime<true>(MOST_TOKENS, TOKEN_LIFE_MS, monotonic)
  /** Sessions for which a token was used, but which have no keys yet. */
  const promised = new Set<string>()
  return {
    /** A new token for an address: valid for one exchange within ten minutes, unless many newer ones are made. */
    newToken: () => tokens.add(true),
    unopened: tokens.count,
    /** Uses up the token of an address. @returns the start of a new session; null: the token is unknown or used */
    exchange(token: string) {
      if (!tokens.take(token)) return null
      const session = { id: newNonce(), coreKey: newNonce() }
      promised.add(session.id)
      return session
    },
    /**
     * Starts a session of that host, unless all sessions were ended since its token was used. If it cannot be written
     * to the disk, it is valid until this process ends.
     */
    async begin(session: Begun): Promise<void> {
      if (promised.delete(session.id)) await add(session)
    },
    /** Makes all of them invalid, including those that were opened but have not become a session yet. */
    clear() {
      tokens.clear()
      promised.clear()
    },
  }
}

/** @param open how many panels of each session are open */
function shown(sessions: readonly KeptSession[], open: ReadonlyMap<string, number>, now: number) {
  const shown = sessions.map(({ id, browser, system, since, lastSeen }) => {
    const panels = open.get(id) ?? 0
    return { id, browser, system, since, lastSeen: panels > 0 ? now : lastSeen, panels }
  })
  return shown.toSorted((one, other) => other.lastSeen - one.lastSeen)
}
