import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '../rules/world.ts'
import { openStorage } from './sqlite.ts'
import { DamagedStorage, type Storage } from './storage.ts'

/** An open storage, with what was in it. */
export interface Opened {
  readonly storage: Storage
  readonly kept: World | null
  /** Where a damaged one was put, or null. */
  readonly setAside: string | null
}

/**
 * Opens the database of a data dir. A damaged one is kept aside under another name, never deleted and never written
 * to; the studio then begins anew.
 *
 * @param dataDir null keeps everything in memory
 */
export function openDataDir(dataDir: string | null, now: number, log: (line: string) => void): Opened {
  if (dataDir === null) return open(':memory:')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'studio.db')
  try {
    return open(file)
  } catch (error) {
    if (!(error instanceof DamagedStorage)) throw error
    const aside = keepAside(file, now)
    log(`The studio's data could not be read (${error.message}). It is kept as ${aside}; starting anew.`)
    return { ...open(file), setAside: aside }
  }
}

function open(file: string): Opened {
  const storage = openStorage(file)
  try {
    return { storage, kept: storage.load(), setAside: null }
  } catch (error) {
    storage.close()
    throw error
  }
}

/** The write-ahead log belongs to its database, so all three move. */
function keepAside(file: string, now: number): string {
  const aside = `${file}.damaged-${now}`
  for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) renameSync(file + part, aside + part)
  return aside
}
