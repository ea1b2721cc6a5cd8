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
