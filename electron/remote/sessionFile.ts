import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { PairingParts } from '../../shared/control/pairings.ts'
import { BrowserName } from '../../shared/query/panelSessions.ts'
import { parseJson } from '../../shared/util/json.ts'
import { clearTempFiles } from '../util/tempFiles.ts'
import { readTextIfAny } from '../util/textFile.ts'
import { SessionKeys } from './sessionKeys.ts'

/** What makes a session that of a phone in the local network. */
const KeptPhone = z.object({
  name: PairingParts.name,
  scope: PairingParts.scope,
  /** The hash of the secret part of its page's address. */
  page: z.string(),
})
export type KeptPhone = z.output<typeof KeptPhone>

const KeptSession = z.object({
  id: z.string(),
  host: z.string(),
  /** The key with which the core proves its identity. */
  coreKey: z.string(),
  ...SessionKeys.shape,
  since: z.number(),
  lastSeen: z.number(),
  ...BrowserName.shape,
  /** Left out: a browser of this computer. */
  phone: KeptPhone.optional(),
})
/** The stored part of a session: enough to check a page, but not to impersonate one. */
export type KeptSession = z.output<typeof KeptSession>

const KeptPairing = z.object({
  id: z.string(),
  ...PairingParts,
  since: z.number(),
  lastUsed: z.number().nullable(),
})
/** The stored part of a pairing: enough to check a client, but not to impersonate one. */
export type KeptPairing = z.output<typeof KeptPairing>

const Held = z.object({
  /** The first part of the host's name. */
  label: z.string().regex(/^[0-9a-f]{32}$/),
  sessions: z.array(KeptSession).readonly(),
  /** Hashes of the passes of admitted pages, the one used last at the end. */
  pages: z.array(z.string()).readonly(),
  /** Missing in files of earlier versions. */
  pairings: z.array(KeptPairing).readonly().default([]),
  /** Phones whose access has ended, the latest last: when they come back they learn that, and nothing else. */
  endedPhones: z
    .array(KeptSession.pick({ id: true, host: true, coreKey: true }))
    .readonly()
    .default([]),
})
type Held = z.output<typeof Held>

const Stored = Held.extend({ version: z.literal(5) })

export const newLabel = () => randomBytes(16).toString('hex')

export type SessionFile = ReturnType<typeof openSessionFile>

/** The file of the sessions. It contains nothing that could open the panel. @param log receives write errors */
export function openSessionFile(dataDir: string, log: (line: string) => void) {
  const path = join(dataDir, 'sessions.json')
  clearTempFiles(path)
  const { data } = Stored.safeParse(parseJson(readTextIfAny(path) ?? ''))
  let held: Held = data ?? { label: newLabel(), sessions: [], pages: [], pairings: [], endedPhones: [] }
  const listeners = new Set<() => void>()
  let running: Promise<unknown> = Promise.resolve()
  let queued: Promise<void> | null = null

  const text = () => JSON.stringify({ version: 5, ...held })
  const unkept = (error: unknown) => log(`sessions are good until Cuelight ends, as they cannot be kept: ${error}`)

  // Written before anything uses it: the next start must have the same host name.
  if (!data) {
    try {
      writeFileAtomic.sync(path, text(), { mode: 0o600 })
    } catch (error) {
      unkept(error)
    }
  }

  /** Writes never overlap; changes made while one is queued are written together. */
  function write(): Promise<void> {
    queued ??= running.then(() => {
      queued = null
      return writeFileAtomic(path, text(), { mode: 0o600 })
    })
    running = queued.catch(() => {})
    return queued
  }

  /** Calls the listeners: what they show has changed. */
  function changed(): void {
    for (const listener of listeners) listener()
  }

  /** Takes effect at once, and is on the disk when it resolves. */
  function change(part: Partial<Held>): Promise<void> {
    held = { ...held, ...part }
    changed()
    return write()
  }

  return {
    get: () => held,
    changed,
    change,
    /** A change that never rejects: if the disk refuses it, it is valid until Cuelight ends. */
    changeAnyway: (part: Partial<Held>): Promise<void> => change(part).catch(unkept),
    /** Calls back with each change. @returns a function that ends it */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Resolves once the current state is on the disk, or was refused by it. */
    written: () => running,
  }
}
