import { rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dataDirName, makeDataDir, makePrivate, runtimeDir } from './dataDir.ts'

export interface Lock {
  release(): void
}

/**
 * Takes the one lock of a data dir; returns null if another process has it.
 *
 * An exclusive SQLite transaction is the lock: the operating system drops it however its process ends, so no lock is
 * stale after a crash, and it works alike on every platform. The file stores nothing: foreign content is discarded.
 *
 * @param dir created if missing; refused if it is another user's
 * @param name `core` or `studio`: each has a lock of its own
 */
export function takeLock(dir: string, name: string): Lock | null {
  makeDataDir(dir)
  const path = lockFile(dir, name)
  for (;;) {
    // Another user who can read a lock file could hold its lock.
    makePrivate(path)
    const before = inodeOf(path)
    const lock = takeWritten(path)
    // The previous holder deleted the file as it quit: a lock on a deleted file protects nothing.
    if (!lock || (before !== null && inodeOf(path) === before)) return lock
    lock.release()
  }
}

const inodeOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.ino ?? null
/** The file of a lock. */
export const lockFile = (dir: string, name: string) => join(dir, `${name}.lock`)

function takeWritten(path: string): Lock | null {
  try {
    return takeFile(path)
  } catch (error) {
    if (codeOf(error) !== SQLITE_NOTADB) throw error
    truncateSync(path)
    return takeFile(path)
  }
}

/** A system may refuse to delete an open file: then it stays. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {}
}

/**
 * The core's lock, with a second one outside the folder for its path, which holds even if the folder is deleted or
 * replaced.
 *
 * @param log called with why there is no outer lock; the inner one then suffices
 */
export function takeCoreLock(dataDir: string, log: (line: string) => void): Lock | null {
  const inside = takeLock(dataDir, 'core')
  if (!inside) return null
  try {
    const folder = runtimeDir()
    const name = dataDirName(dataDir)
    const outside = takeLock(folder, name)
    if (outside)
      return {
        release() {
          inside.release()
          // Deleted while we still hold it: a process that opened it meanwhile notices that it is gone.
          removeIfPossible(lockFile(folder, name))
          outside.release()
        },
      }
  } catch (error) {
    log(`${dataDir} is locked by what is in it alone: ${error}`)
    return inside
  }
  inside.release()
  return null
}

function takeFile(path: string): Lock | null {
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (codeOf(error) === SQLITE_BUSY) return null
    throw error
  }
  return { release: () => database.close() }
}

/** SQLite's error numbers. */
const SQLITE_BUSY = 5
const SQLITE_NOTADB = 26

/** The error code from node:sqlite; its higher bits only add detail. */
function codeOf(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null
}
