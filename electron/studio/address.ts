import { rmSync, statSync, utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import type { Clock } from '../../shared/util/clock.ts'
import { lockFile, takeLock } from '../core/files/lock.ts'
import { clearTempFiles } from '../util/tempFiles.ts'
import { readTextIfAny } from '../util/textFile.ts'

/** Where a running studio is and how it is administered. It contains a secret, so only the user may read its file. */
export const StudioAddress = z.object({
  pid: z.number().int(),
  baseUrl: z.url(),
  adminUrl: z.url(),
  adminSecret: z.string().min(1),
  startedAt: z.string(),
  version: z.string(),
  /** The socket file that only this user can reach; null: there is none. */
  socket: z.string().nullable().default(null),
  /** The path to which unreadable stored data was moved; null: it could be read. */
  setAside: z.string().nullable().default(null),
})
export type StudioAddress = z.output<typeof StudioAddress>

/** The file in which a data dir's studio publishes its address. */
export const addressFile = (dataDir: string) => join(dataDir, 'studio.json')

/** The longest path a Unix socket may have on every platform we run on (macOS: 104 bytes with its end). */
const LONGEST_SOCKET = 100

/**
 * The socket on which a data dir's studio listens for this user only. When a studio has died, any program can take its
 * port and would then be sent its key; a file in a private folder cannot be taken over. Null if there can be no socket:
 * if the path is too long, and on Windows. A Windows named pipe would be no better than a port: once the studio has
 * died, any program can take its name; while it runs, every user sees the pipe and may read from it; and Node can
 * neither set other rights nor find out who owns it (libuv: src/win/pipe.c, `CreateNamedPipeW` without security
 * attributes; Windows: "Named Pipe Security and Access Rights").
 */
export function socketFile(dataDir: string, platform = process.platform): string | null {
  const path = join(resolve(dataDir), 'studio.sock')
  return platform !== 'win32' && Buffer.byteLength(path) <= LONGEST_SOCKET ? path : null
}

/** Written atomically, so that no reader sees half an address. */
export function writeAddress(dataDir: string, address: StudioAddress): void {
  writeFileAtomic.sync(addressFile(dataDir), `${JSON.stringify(address, null, 2)}\n`, { mode: 0o600 })
}

/** Returns the published address, or null if the file is missing or damaged. The studio itself may be gone. */
export function readAddress(dataDir: string): StudioAddress | null {
  try {
    return StudioAddress.parse(JSON.parse(readTextIfAny(addressFile(dataDir)) ?? ''))
  } catch {
    return null
  }
}

/**
 * Returns whether a studio runs on that data dir. The system releases its lock when its process ends, for whatever
 * reason. Call this before sending the secret to the studio's address: once the studio is dead, any program may listen
 * there.
 */
export function isStudioAlive(dataDir: string): boolean {
  try {
    const lock = takeLock(dataDir, 'studio')
    lock?.release()
    return lock === null
  } catch {
    // The folder cannot be written at the moment, which tells nothing about the studio.
    return true
  }
}

/** The least time between two signs of progress, in ms. */
const PROGRESS_MS = 500

/**
 * For the holder of the lock, while its studio cannot be reached yet: it may have days to catch up with, or damaged data
 * to read. The sign of its progress is the time of the lock file.
 *
 * @returns a function to be called after each step
 */
export function progressIn(dataDir: string, clock: Clock): () => void {
  let shownAt = Number.NEGATIVE_INFINITY
  return () => {
    if (clock.monotonic() < shownAt + PROGRESS_MS) return
    shownAt = clock.monotonic()
    const seconds = clock.now() / 1_000
    try {
      utimesSync(lockFile(dataDir, 'studio'), seconds, seconds)
    } catch {
      // The folder is gone: only a sign is missing.
    }
  }
}

/**
 * For who waits for a studio to start: returns a function that tells whether to go on waiting. Each sign of its progress
 * grants the whole time again.
 */
export function patienceWith(dataDir: string, clock: Clock, patienceMs: number): () => boolean {
  const look = () => statSync(lockFile(dataDir, 'studio'), { throwIfNoEntry: false })?.mtimeMs
  let seen = look()
  let end = clock.monotonic() + patienceMs
  return () => {
    const now = look()
    if (now !== seen) end = clock.monotonic() + patienceMs
    seen = now
    return clock.monotonic() < end
  }
}

/** Removes the address of a dead studio, so that no client looks for it. Returns true if no studio is alive. */
export function forgetDeadStudio(dataDir: string): boolean {
  const lock = takeLock(dataDir, 'studio')
  if (!lock) return false
  try {
    removeAddress(dataDir)
  } finally {
    lock.release()
  }
  return true
}

/** For the holder of the lock: removes the previous studio's address, so that no client looks for it. */
export function removeAddress(dataDir: string): void {
  rmSync(addressFile(dataDir), { force: true })
  clearTempFiles(addressFile(dataDir))
}
