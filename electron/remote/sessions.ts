import type { PanelSessions } from '../../shared/query/panelSessions.ts'
import { type Clock, DAY_MS } from '../../shared/util/clock.ts'
import { diskReason } from '../../shared/words/outcomes/disk.ts'
import { createAddresses } from './newSessions.ts'
import { createPasses } from './passes.ts'
import { createPhoneSessions } from './phone/phoneSessions.ts'
import { type KeptSession, newLabel, openSessionFile, type SessionFile } from './sessionFile.ts'
import { keysAfter, type SessionKeys } from './sessionKeys.ts'

export type Sessions = ReturnType<typeof openSessions>

/** The most sessions: beyond this number the oldest end. */
const MOST_SESSIONS = 50
/** A session that no panel has used for this long ends, in ms. */
export const UNUSED_MS = 30 * DAY_MS

type Used = Pick<SessionKeys, 'key' | 'nextKey'>

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

  function add(session: KeptSession): Promise<void> {
    return file.changeAnyway({ sessions: [...known(), session].slice(-MOST_SESSIONS) })
  }
  const addresses = createAddresses<Record<string, never>>({ now, monotonic }, add)
  const phones = createPhoneSessions({ now, monotonic }, { file, known, open, add })

  return {
    /** The file in which pairings are stored too. */
    file,
    enter: (id: string) => enter(id, { file, open, known, now }),
    /** The sessions that are let in. */
    list: (): PanelSessions => ({
      sessions: shown(known().filter(isBrowser), open, now()),
      unopened: addresses.unopened(),
    }),
    /** Those of phones, which are let in by another server. */
    phones,
    /** The panel's host, without a port. It cannot be guessed, so no browser has anything stored under it (RFC 6761, 6.3). */
    host: () => `${file.get().label}.localhost`,
    newToken: () => addresses.newToken({}),
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
    find: (id: string, host: string) =>
      known().find((one) => one.id === id && one.host === host && isBrowser(one)) ?? null,
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
      if (id === null) for (const one of [addresses, phones]) one.clear()
      const sessions = id === null ? [] : before.filter((one) => one.id !== id)
      const ended = before.length - sessions.length
      const endedPhones = phones.endedWith(before.filter((one) => id === null || one.id === id))
      return file.change({ sessions, endedPhones, ...(id === null && { label: newLabel() }) }).then(
        () => ({ ended }),
        (error: unknown) => ({ ended, unsaved: diskReason(error) }),
      )
    },
    onChange: file.onChange,
    /** Resolves once the current state is on the disk, or was refused by it. */
    written: file.written,
  }
}

interface Kept {
  file: SessionFile
  /** How many panels of each session are open. */
  open: Map<string, number>
  known: () => KeptSession[]
  now: () => number
}

/** One more panel of a session is open. @returns a function to call when it closes */
function enter(id: string, { file, open, known, now }: Kept): () => void {
  const sawNow = () => known().map((one) => (one.id === id ? { ...one, lastSeen: now() } : one))
  open.set(id, (open.get(id) ?? 0) + 1)
  void file.changeAnyway({ sessions: sawNow() })
  return () => {
    const sessions = sawNow()
    const left = (open.get(id) ?? 1) - 1
    if (left > 0) open.set(id, left)
    else open.delete(id)
    void file.changeAnyway({ sessions })
  }
}

const isBrowser = ({ phone }: KeptSession): boolean => phone === undefined

/** @param open how many panels of each session are open */
function shown(sessions: readonly KeptSession[], open: ReadonlyMap<string, number>, now: number) {
  const shown = sessions.map(({ id, browser, system, since, lastSeen }) => {
    const panels = open.get(id) ?? 0
    return { id, browser, system, since, lastSeen: panels > 0 ? now : lastSeen, panels }
  })
  return shown.toSorted((one, other) => other.lastSeen - one.lastSeen)
}
