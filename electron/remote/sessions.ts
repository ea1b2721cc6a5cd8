import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { parseJson } from '../../shared/json.ts'
import { readTextIfAny } from '../core/textFile.ts'

export interface Sessions {
  /** A new token for an address: good for one exchange, until this process ends. */
  newToken(): string
  /** Exchanges a token for a session, or answers null when it is unknown or used. */
  exchange(token: string): Promise<string | null>
  /** Is this a session of ours? */
  knows(session: string): boolean
  revokeAll(): Promise<void>
}

const Stored = z.object({
  version: z.literal(1),
  sessions: z.array(z.object({ hash: z.string(), since: z.number() })),
})

/** The oldest sessions beyond this number end. */
const MOST_SESSIONS = 50

/** Sessions of browsers, kept by their hash, so that the file opens nothing; they survive restarts. */
export function openSessions(dataDir: string, now: () => number): Sessions {
  const path = join(dataDir, 'sessions.json')
  const stored = Stored.safeParse(parseJson(readTextIfAny(path) ?? ''))
  let sessions = stored.success ? stored.data.sessions : []
  const tokens = new Set<string>()

  const save = () => writeFileAtomic(path, JSON.stringify({ version: 1, sessions }), { mode: 0o600 })

  return {
    newToken() {
      const token = secret()
      tokens.add(hashOf(token))
      return token
    },
    async exchange(token) {
      if (!tokens.delete(hashOf(token))) return null
      const session = secret()
      sessions = [...sessions, { hash: hashOf(session), since: now() }].slice(-MOST_SESSIONS)
      await save()
      return session
    },
    // Looking up a hash leaks nothing of the session by the time it takes.
    knows: (session) => sessions.some((one) => one.hash === hashOf(session)),
    async revokeAll() {
      sessions = []
      await save()
    },
  }
}

const secret = () => randomBytes(32).toString('base64url')
const hashOf = (value: string) => createHash('sha256').update(value).digest('hex')
