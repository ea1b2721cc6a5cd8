import type { DatabaseSync } from 'node:sqlite'

/** Runs several changes as one: all of them or, if it throws, none. */
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

/** Writes everything in the log to the database, and truncates the log, so that nothing of it remains on the disk. */
export const emptyLog = (database: DatabaseSync): void => database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
