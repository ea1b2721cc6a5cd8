import type { PanelSession } from '../../shared/bridge/handshake.ts'
import type { BrowserName, PanelSessions } from '../../shared/query/panelSessions.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { diskReason } from '../../shared/words/disk.ts'
import { createOneTime, newSession } from './proofs.ts'
import { type KeptSession, newLabel, openSessionFile } from './sessionFile.ts'

export type Sessions = ReturnType<typeof openSessions>

/** The oldest sessions beyond this number end. */
const MOST_SESSIONS = 50
/** A session that no panel has used for so long ends, in ms. */
export const UNUSED_MS = 30 * 86_400_000
/** Addresses that nobody opened: the oldest beyond this number open nothing any more, nor do they after this time, in ms. */
const MOST_TOKENS = 100
export const TOKEN_LIFE_MS = 10 * 60_000

/** Sessions of browsers: who is let in, and until when. @param log told where they cannot be kept */
export function openSessions(
  dataDir: string,
  { now, monotonic }: Pick<Clock, 'now' | 'monotonic'>,
  log: (line: string) => void = console.error,
) {
  const file = openSessionFile(dataDir, log)
  const tokens = createOneTime<true>(MOST_TOKENS, TOKEN_LIFE_MS, monotonic)
  /** How many panels of each session are open. */
  const open = new Map<string, number>()

  const isUsed = ({ id, lastSeen }: KeptSession) => open.has(id) || now() - lastSeen < UNUSED_MS
  const known = () => file.get().sessions.filter(isUsed)
  const sawNow = (id: string) => known().map((one) => (one.id === id ? { ...one, lastSeen: now() } : one))

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
    list: (): PanelSessions => ({ sessions: shown(known(), open, now()), unopened: tokens.count() }),
    /**
     * The name of the panel's host, without a port: nobody can guess it, so nobody can have left anything in a browser
     * under it. Browsers know that every name under `localhost` is this machine (RFC 6761, 6.3).
     */
    host: () => `${file.get().label}.localhost`,
    /** A new token for an address: good for one exchange within ten minutes, unless many newer ones were made. */
    newToken: () => tokens.add(true),
    /**
     * Exchanges a token for a session of that host alone; null: it is unknown or used. A session that cannot be
     * written down is good until this process ends.
     */
    async exchange(token: string, host: string, browser: BrowserName): Promise<PanelSession | null> {
      if (!tokens.take(token)) return null
      const { page, kept } = newSession()
      const next = { ...kept, ...browser, host, since: now(), lastSeen: now() }
      await file.changeAnyway({ sessions: [...known(), next].slice(-MOST_SESSIONS) })
      return page
    },
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
      if (id === null) tokens.clear()
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

/** @param open how many panels of each are open */
function shown(sessions: readonly KeptSession[], open: ReadonlyMap<string, number>, now: number) {
  const told = sessions.map(({ id, browser, system, since, lastSeen }) => {
    const panels = open.get(id) ?? 0
    return { id, browser, system, since, lastSeen: panels > 0 ? now : lastSeen, panels }
  })
  return told.toSorted((one, other) => other.lastSeen - one.lastSeen)
}
