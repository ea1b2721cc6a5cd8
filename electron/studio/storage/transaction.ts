import type { DatabaseSync } from 'node:sqlite'

/** Runs several changes as one: all of them or, when it throws, none. */
export function together<T>(database: DatabaseSync, changes: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = changes()
    database.exec('COMMIT')
    return value
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Brings all that is in the log into the database itself, and begins the log anew: nothing of it stays on the disk. */
export const emptyLog = (database: DatabaseSync): void => database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
