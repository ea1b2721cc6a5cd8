import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import type { PanelSession } from '../../shared/bridge/handshake.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { parseJson } from '../../shared/util/json.ts'
import { clearTempFiles } from '../util/tempFiles.ts'
import { readTextIfAny } from '../util/textFile.ts'
import { createOneTime, newSession } from './proofs.ts'

export type Sessions = ReturnType<typeof openSessions>

const Stored = z.object({
  version: z.literal(3),
  label: z.string().regex(/^[0-9a-f]{32}$/),
  sessions: z.array(
    z.object({ id: z.string(), host: z.string(), coreKey: z.string(), keyHash: z.string(), since: z.number() }),
  ),
})

/** The oldest sessions beyond this number end. */
const MOST_SESSIONS = 50
/** Addresses that nobody opened: the oldest beyond this number open nothing any more, nor do they after this time, in ms. */
const MOST_TOKENS = 100
export const TOKEN_LIFE_MS = 10 * 60_000

const newLabel = () => randomBytes(16).toString('hex')

/** Sessions of browsers, by what checks them: the file opens nothing. @param log told where it cannot be written */
export function openSessions(
  dataDir: string,
  { now, monotonic }: Pick<Clock, 'now' | 'monotonic'>,
  log: (line: string) => void = console.error,
) {
  const path = join(dataDir, 'sessions.json')
  clearTempFiles(path)
  const stored = Stored.safeParse(parseJson(readTextIfAny(path) ?? ''))
  let { label, sessions } = stored.data ?? { label: newLabel(), sessions: [] }
  const tokens = createOneTime<true>(MOST_TOKENS, TOKEN_LIFE_MS, monotonic)
  const listeners = new Set<() => void>()

  const text = () => JSON.stringify({ version: 3, label, sessions })

  /** In force at once, and on disk when it resolves. */
  const change = (next: typeof sessions) => {
    sessions = next
    for (const listener of listeners) listener()
    return writeFileAtomic(path, text(), { mode: 0o600 })
  }

  const unkept = (error: unknown) => log(`sessions are good until Cuelight ends, as they cannot be kept: ${error}`)
  // Before anybody is told of it: the next start must answer to the same name.
  if (!stored.success) {
    try {
      writeFileAtomic.sync(path, text(), { mode: 0o600 })
    } catch (error) {
      unkept(error)
    }
  }

  return {
    /**
     * The name of the panel's host, without a port: nobody can guess it, so nobody can have left anything in a browser
     * under it. Browsers know that every name under `localhost` is this machine (RFC 6761, 6.3).
     */
    host: () => `${label}.localhost`,
    /** A new token for an address: good for one exchange within ten minutes, unless many newer ones were made. */
    newToken: () => tokens.add(true),
    /**
     * Exchanges a token for a session of that host alone; null: it is unknown or used. A session that cannot be
     * written down is good until this process ends.
     */
    async exchange(token: string, host: string): Promise<PanelSession | null> {
      if (!tokens.take(token)) return null
      const { page, kept } = newSession()
      const next = [...sessions, { ...kept, host, since: now() }].slice(-MOST_SESSIONS)
      await change(next).catch(unkept)
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
