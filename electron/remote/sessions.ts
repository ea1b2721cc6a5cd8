import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import type { PanelSession } from '../../shared/bridge/handshake.ts'
import { parseJson } from '../../shared/util/json.ts'
import { clearTempFiles } from '../util/tempFiles.ts'
import { readTextIfAny } from '../util/textFile.ts'
import { createOneTime, newSession } from './proofs.ts'

export type Sessions = ReturnType<typeof openSessions>

const Stored = z.object({
  version: z.literal(2),
  sessions: z.array(
    z.object({ id: z.string(), host: z.string(), coreKey: z.string(), keyHash: z.string(), since: z.number() }),
  ),
})

/** The oldest sessions beyond this number end. */
const MOST_SESSIONS = 50
/** Addresses that nobody opened: the oldest beyond this number open nothing any more. */
const MOST_TOKENS = 100

/** Sessions of browsers, by what checks them: the file opens nothing. @param log told where it cannot be written */
export function openSessions(dataDir: string, now: () => number, log: (line: string) => void = console.error) {
  const path = join(dataDir, 'sessions.json')
  clearTempFiles(path)
  const stored = Stored.safeParse(parseJson(readTextIfAny(path) ?? ''))
  let sessions = stored.success ? stored.data.sessions : []
  const tokens = createOneTime<true>(MOST_TOKENS)
  const listeners = new Set<() => void>()

  /** In force at once, and on disk when it resolves. */
  const change = (next: typeof sessions) => {
    sessions = next
    for (const listener of listeners) listener()
    return writeFileAtomic(path, JSON.stringify({ version: 2, sessions }), { mode: 0o600 })
  }

  return {
    /** A new token for an address: good for one exchange, until this process ends or many newer ones were made. */
    newToken: () => tokens.add(true),
    /**
     * Exchanges a token for a session of that host alone; null: it is unknown or used. A session that cannot be
     * written down is good until this process ends.
     */
    async exchange(token: string, host: string): Promise<PanelSession | null> {
      if (!tokens.take(token)) return null
      const { page, kept } = newSession()
      const next = [...sessions, { ...kept, host, since: now() }].slice(-MOST_SESSIONS)
      await change(next).catch((error) =>
        log(`sessions are good until Cuelight ends, as they cannot be kept: ${error}`),
      )
      return page
    },
    /** What a session of that host is checked with; null: there is none. */
    find: (id: string, host: string) => sessions.find((one) => one.id === id && one.host === host) ?? null,
    /** Is this a session of ours still? */
    knows: (id: string) => sessions.some((one) => one.id === id),
    /** In force at once. Rejects when it could not be written down: a restart would know them again. */
    revokeAll: () => change([]),
    /** Calls back when sessions have ended; answers what ends that. */
    onEnd(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
