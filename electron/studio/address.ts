import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'
import { takeLock } from '../core/files/lock.ts'
import { clearTempFiles } from '../util/tempFiles.ts'
import { readTextIfAny } from '../util/textFile.ts'

/** Where a running studio is and how it is administered. It holds a secret: its file is its user's only. */
export const StudioAddress = z.object({
  pid: z.number().int(),
  baseUrl: z.url(),
  adminUrl: z.url(),
  adminSecret: z.string().min(1),
  startedAt: z.string(),
  version: z.string(),
  /** Where it listens for this user alone; null: it does not. */
  socket: z.string().nullable().default(null),
  /** Where what it had kept was put, for it could not be read. */
  setAside: z.string().nullable().default(null),
})
export type StudioAddress = z.output<typeof StudioAddress>

/** The file that tells others where a data dir's studio is. */
export const addressFile = (dataDir: string) => join(dataDir, 'studio.json')

/** The longest path a Unix socket may have on every platform we run on (macOS: 104 bytes with its end). */
const LONGEST_SOCKET = 100

/**
 * Where a data dir's studio listens for this user alone. A port can be had by anybody as soon as a studio has died, and
 * would be sent its key; a file in a private folder cannot. Null where there can be none: a path too long, and Windows. A
 * named pipe would be no better than a port there: its name too is anybody's once the studio has died, everybody sees it
 * while it lives and may read from it, and Node can neither give it other rights nor ask who owns it (libuv: src/win/pipe.c,
 * `CreateNamedPipeW` without security attributes; Windows: "Named Pipe Security and Access Rights").
 */
export function socketFile(dataDir: string, platform = process.platform): string | null {
  const path = join(resolve(dataDir), 'studio.sock')
  return platform !== 'win32' && Buffer.byteLength(path) <= LONGEST_SOCKET ? path : null
}

/** Whole or not at all: nobody reads half an address. */
export function writeAddress(dataDir: string, address: StudioAddress): void {
  writeFileAtomic.sync(addressFile(dataDir), `${JSON.stringify(address, null, 2)}\n`, { mode: 0o600 })
}

/** What the file says, or null when there is none or it is damaged. The studio it tells of may be gone. */
export function readAddress(dataDir: string): StudioAddress | null {
  try {
    return StudioAddress.parse(JSON.parse(readTextIfAny(addressFile(dataDir)) ?? ''))
  } catch {
    return null
  }
}

/**
 * Does a studio run on that data dir? The system drops its lock as its process ends, however that ends. Asked before its
 * secret is told to whoever listens at its address: once it is dead, that may be any program.
 */
export function isStudioAlive(dataDir: string): boolean {
  try {
    const lock = takeLock(dataDir, 'studio')
    lock?.release()
    return lock === null
  } catch {
    // Its folder cannot be written at the moment: that says nothing of the studio.
    return true
  }
}

/** Nobody shall look for a studio that has died: takes its address away. Answers whether there was none that lives. */
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

/** For whoever holds the lock: nobody shall look for the studio of before. */
export function removeAddress(dataDir: string): void {
  rmSync(addressFile(dataDir), { force: true })
  clearTempFiles(addressFile(dataDir))
}
