import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { parseJson } from '../../shared/json.ts'
import { clearLeftovers } from '../core/leftovers.ts'
import { readTextIfAny } from '../core/textFile.ts'

export interface Sessions {
  /** A new token for an address: good for one exchange, until this process ends or many newer ones were made. */
  newToken(): string
  /** Exchanges a token for a session, or answers null when it is unknown or used. */
  exchange(token: string): Promise<string | null>
  /** Is this a session of ours? */
  knows(session: string): boolean
  revokeAll(): Promise<void>
  /** Calls back when sessions have ended; answers what ends that. */
  onEnd(listener: () => void): () => void
}

const Stored = z.object({
  version: z.literal(1),
  sessions: z.array(z.object({ hash: z.string(), since: z.number() })),
})

/** The oldest sessions beyond this number end. */
const MOST_SESSIONS = 50
/** Addresses that nobody opened: the oldest beyond this number open nothing any more. */
const MOST_TOKENS = 100

/** Sessions of browsers, kept by their hash, so that the file opens nothing; they survive restarts. */
export function openSessions(dataDir: string, now: () => number): Sessions {
  const path = join(dataDir, 'sessions.json')
  clearLeftovers(path)
  const stored = Stored.safeParse(parseJson(readTextIfAny(path) ?? ''))
  let sessions = stored.success ? stored.data.sessions : []
  const tokens = new Set<string>()
  const listeners = new Set<() => void>()

  /** In force at once, and on disk when it resolves. */
  const change = (next: typeof sessions) => {
    sessions = next
    for (const listener of listeners) listener()
    return writeFileAtomic(path, JSON.stringify({ version: 1, sessions }), { mode: 0o600 })
  }

  return {
    newToken() {
      const token = secret()
      tokens.add(hashOf(token))
      for (const oldest of tokens) if (tokens.size > MOST_TOKENS) tokens.delete(oldest)
      return token
    },
    async exchange(token) {
      if (!tokens.delete(hashOf(token))) return null
      const session = secret()
      await change([...sessions, { hash: hashOf(session), since: now() }].slice(-MOST_SESSIONS))
      return session
    },
    // Looking up a hash leaks nothing of the session by the time it takes.
    knows: (session) => sessions.some((one) => one.hash === hashOf(session)),
    revokeAll: () => change([]),
    onEnd(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const secret = () => randomBytes(32).toString('base64url')
const hashOf = (value: string) => createHash('sha256').update(value).digest('hex')
