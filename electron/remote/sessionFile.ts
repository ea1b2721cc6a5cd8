import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { BrowserName } from '../../shared/query/panelSessions.ts'
import { parseJson } from '../../shared/util/json.ts'
import { clearTempFiles } from '../util/tempFiles.ts'
import { readTextIfAny } from '../util/textFile.ts'
import { SessionKeys } from './sessionKeys.ts'

const KeptSession = z.object({
  id: z.string(),
  host: z.string(),
  /** The core proves itself with it. */
  coreKey: z.string(),
  ...SessionKeys.shape,
  since: z.number(),
  lastSeen: z.number(),
  ...BrowserName.shape,
})
/** What is kept of a session: it checks a page, and cannot pass for one. */
export type KeptSession = z.output<typeof KeptSession>

const Held = z.object({
  /** The first part of the host's name. */
  label: z.string().regex(/^[0-9a-f]{32}$/),
  sessions: z.array(KeptSession).readonly(),
  /** Passes of pages that were let in, by their hash, the one used last at the end. */
  pages: z.array(z.string()).readonly(),
})
type Held = z.output<typeof Held>

const Stored = Held.extend({ version: z.literal(5) })

export const newLabel = () => randomBytes(16).toString('hex')

export type SessionFile = ReturnType<typeof openSessionFile>

/** The file of the sessions: it opens nothing. @param log told where it cannot be written */
export function openSessionFile(dataDir: string, log: (line: string) => void) {
  const path = join(dataDir, 'sessions.json')
  clearTempFiles(path)
  const { data } = Stored.safeParse(parseJson(readTextIfAny(path) ?? ''))
  let held: Held = data ?? { label: newLabel(), sessions: [], pages: [] }
  const listeners = new Set<() => void>()
  let running: Promise<unknown> = Promise.resolve()
  let queued: Promise<void> | null = null

  const text = () => JSON.stringify({ version: 5, ...held })
  const unkept = (error: unknown) => log(`sessions are good until Cuelight ends, as they cannot be kept: ${error}`)

  // Before anybody is told of it: the next start must answer to the same name.
  if (!data) {
    try {
      writeFileAtomic.sync(path, text(), { mode: 0o600 })
    } catch (error) {
      unkept(error)
    }
  }

  /** One writing after the other; what comes while one waits goes with it. */
  function write(): Promise<void> {
    queued ??= running.then(() => {
      queued = null
      return writeFileAtomic(path, text(), { mode: 0o600 })
    })
    running = queued.catch(() => {})
    return queued
  }

  /** In force at once, and on disk when it resolves. */
  function change(part: Partial<Held>): Promise<void> {
    held = { ...held, ...part }
    for (const listener of listeners) listener()
    return write()
  }

  return {
    get: () => held,
    change,
    /** The same, where the disk has no say: what it does not take is good until Cuelight ends. */
    changeAnyway: (part: Partial<Held>): Promise<void> => change(part).catch(unkept),
    /** Calls back with each change; answers what ends that. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Resolves once what is so now is on disk, or was refused by it. */
    written: () => running,
  }
}
