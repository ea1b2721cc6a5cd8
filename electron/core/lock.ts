import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
}

/**
 * Takes the one lock of a data dir, or answers null when another process has it.
 *
 * An exclusive SQLite transaction is the lock: the operating system drops it when its process ends, however it ends,
 * so there is nothing stale to judge after a crash, and it is the same on every platform.
 *
 * @param dir made when missing, readable by this user only
 * @param name `core` or `studio`: each has a lock of its own
 */
export function takeLock(dir: string, name: string): Lock | null {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(dir, `${name}.lock`))
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
  return { release: () => database.close() }
}

/** SQLITE_BUSY, as node:sqlite reports it. */
const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
