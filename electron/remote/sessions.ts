import type { BrowserName, PanelSessions } from '../../shared/query/panelSessions.ts'
import { type Clock, DAY_MS } from '../../shared/util/clock.ts'
import { diskReason } from '../../shared/words/disk.ts'
import { createOneTime } from './oneTime.ts'
import { createPasses } from './passes.ts'
import { newNonce } from './proofs.ts'
import { type KeptSession, newLabel, openSessionFile } from './sessionFile.ts'
import { keysAfter, type SessionKeys } from './sessionKeys.ts'

export type Sessions = ReturnType<typeof openSessions>

/** The oldest sessions beyond this number end. */
const MOST_SESSIONS = 50
/** A session that no panel has used for so long ends, in ms. */
export const UNUSED_MS = 30 * DAY_MS
/** Addresses that nobody opened: the oldest beyond this number open nothing any more, nor do they after this time, in ms. */
const MOST_TOKENS = 100
export const TOKEN_LIFE_MS = 10 * 60_000

type Used = Pick<SessionKeys, 'key' | 'nextKey'>
type Begun = Pick<KeptSession, 'id' | 'host' | 'coreKey'> & Used & BrowserName

/** Sessions of browsers: who is let in, and until when. @param log told where they cannot be kept */
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

  /** A panel of it is open. @returns what to call once it is not */
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
    enter,
    /** Who is let in. */
    list: (): PanelSessions => ({ sessions: shown(known(), open, now()), unopened: addresses.unopened() }),
    /**
     * The name of the panel's host, without a port: nobody can guess it, so nobody can have left anything in a browser
     * under it. Browsers know that every name under `localhost` is this machine (RFC 6761, 6.3).
     */
    host: () => `${file.get().label}.localhost`,
    newToken: addresses.newToken,
    exchange: addresses.exchange,
    begin: addresses.begin,
    /** A browser has used a key. On disk before it comes in: then it turns to its next one. @returns `in`, or see `keysAfter` */
    async use(id: string, used: Used): Promise<'in' | 'turning' | 'twice' | 'unknown'> {
      const session = known().find((one) => one.id === id)
      const keys = session ? keysAfter(session, used, now()) : 'unknown'
      if (typeof keys === 'string') return keys
      await file.changeAnyway({ sessions: known().map((one) => (one.id === id ? { ...one, ...keys } : one)) })
      return 'in'
    },
    ...createPasses(file, monotonic),
    /** What a session of that host is checked with; null: there is none. */
    find: (id: string, host: string) => known().find((one) => one.id === id && one.host === host) ?? null,
    /** Is this a session of ours still? */
    knows: (id: string) => known().some((one) => one.id === id),
    /**
     * Ends a session (null: all of them, with every address that was not opened yet, and the name of the host: whatever
     * somebody left in a browser under it is ours no more). In force at once.
     *
     * @returns how many ended, and why the disk did not take it: then a restart knows them again
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
    /** Calls back when sessions have begun, ended, or been used; answers what ends that. */
    onChange: file.onChange,
    /** Resolves once what is so now is on disk, or was refused by it. */
    written: file.written,
  }
}

/** The addresses that open the panel, until each has become a session. @param add keeps a session as far as it can be kept */
function createAddresses(monotonic: Clock['monotonic'], add: (session: Begun) => Promise<void>) {
  const tokens = createOneTime<true>(MOST_TOKENS, TOKEN_LIFE_MS, monotonic)
  /** Sessions that tokens were taken for, and that have no keys yet. */
  const promised = new Set<string>()
  return {
    /** A new token for an address: good for one exchange within ten minutes, unless many newer ones were made. */
    newToken: () => tokens.add(true),
    unopened: tokens.count,
    /** Takes the token of an address. @returns what a new session begins with; null: it is unknown or used */
    exchange(token: string) {
      if (!tokens.take(token)) return null
      const session = { id: newNonce(), coreKey: newNonce() }
      promised.add(session.id)
      return session
    },
    /**
     * Begins a session of that host alone, unless all were ended since its token was taken. One that cannot be written
     * down is good until this process ends.
     */
    async begin(session: Begun): Promise<void> {
      if (promised.delete(session.id)) await add(session)
    },
    /** None opens anything any more, nor does one that was opened and has not become a session. */
    clear() {
      tokens.clear()
      promised.clear()
    },
  }
}

/** @param open how many panels of each are open */
function shown(sessions: readonly KeptSession[], open: ReadonlyMap<string, number>, now: number) {
  const shown = sessions.map(({ id, browser, system, since, lastSeen }) => {
    const panels = open.get(id) ?? 0
    return { id, browser, system, since, lastSeen: panels > 0 ? now : lastSeen, panels }
  })
  return shown.toSorted((one, other) => other.lastSeen - one.lastSeen)
}
