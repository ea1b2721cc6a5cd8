import { rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dataDirName, makeDataDir, makePrivate, runtimeDir } from './dataDir.ts'

export interface Lock {
  release(): void
}

/**
 * Takes the one lock of a data dir, or answers null when another process has it.
 *
 * An exclusive SQLite transaction is the lock: the operating system drops it when its process ends, however it ends,
 * so there is nothing stale to judge after a crash, and it is the same on every platform. Nothing is kept in its file:
 * what somebody wrote there is thrown away.
 *
 * @param dir made when missing; another user's is refused
 * @param name `core` or `studio`: each has a lock of its own
 */
export function takeLock(dir: string, name: string): Lock | null {
  makeDataDir(dir)
  const path = lockFile(dir, name)
  for (;;) {
    // Others could hold a lock they can read.
    makePrivate(path)
    const before = inodeOf(path)
    const lock = takeWritten(path)
    // Its holder took it away as it ended: a lock on what nobody finds any more is none.
    if (!lock || (before !== null && inodeOf(path) === before)) return lock
    lock.release()
  }
}

const inodeOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.ino ?? null
const lockFile = (dir: string, name: string) => join(dir, `${name}.lock`)

function takeWritten(path: string): Lock | null {
  try {
    return takeFile(path)
  } catch (error) {
    if (codeOf(error) !== SQLITE_NOTADB) throw error
    truncateSync(path)
    return takeFile(path)
  }
}

/** A system may keep what is open: then it stays. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {}
}

/**
 * The core's lock. A second one, outside, is of the folder's name: it holds where the folder is taken away or replaced.
 *
 * @param log told why there is none outside; the one inside does alone then
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
          // While it is still ours: whoever opened it meanwhile sees that it is no longer there.
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

/** As SQLite numbers them. */
const SQLITE_BUSY = 5
const SQLITE_NOTADB = 26

/** As node:sqlite reports it; the higher bits only tell more of the same. */
function codeOf(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null
}
