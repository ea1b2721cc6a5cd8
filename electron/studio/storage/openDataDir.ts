import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { z } from 'zod'
import { makePrivate } from '../../core/files/dataDir.ts'
import { CATALOGUE_LAYOUT } from '../files/layout.ts'
import { DOCUMENTS } from '../rules/documents.ts'
import { type Collection, emptyWorld, type World, type WorldDraft } from '../rules/world.ts'
import { type Change, DamagedStorage, NewerStorage, type Storage } from './storage.ts'
import { together } from './transaction.ts'

/**
 * Counts up when an earlier version could not read what this one stores: that one then leaves it alone. What earlier
 * ones stored is read by the defaults of the schemas. 2: faults, scenarios and kinds of account. 3: schedules and
 * what was played.
 */
const VERSION = 3

const LAYOUT = `
  CREATE TABLE IF NOT EXISTS documents (
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (collection, id)
  ) WITHOUT ROWID;
  PRAGMA user_version = ${VERSION};`

/**
 * Documents in one SQLite table. Write-ahead logging without a sync for every commit: nothing confirmed is lost when
 * the process dies, at any point; a power cut may cost the last moments.
 *
 * @param file a path, or `:memory:` for as long as it is open
 */
export function openStorage(file: string): Storage {
  const database = new DatabaseSync(file)
  try {
    prepare(database)
    return storageOn(database)
  } catch (error) {
    database.close()
    throw isDamage(error) ? new DamagedStorage(`${file} cannot be read`, { cause: error }) : error
  }
}

/** As SQLite numbers them: ERROR (its layout is another), CORRUPT, NOTADB. A full disk, say, damages nothing. */
const DAMAGE = [1, 11, 26]

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && DAMAGE.includes(Number(error.errcode) & 0xff)

function prepare(database: DatabaseSync): void {
  // Every write waits with the whole process: somebody else's lock is better told than waited for.
  database.exec('PRAGMA busy_timeout = 100; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  // What is written over is gone from the file, too: a link may have had a secret.
  database.exec('PRAGMA secure_delete = ON')
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version > VERSION) throw new NewerStorage('The studio data was written by a later version of Cuelight.')
  if (version < VERSION) database.exec(`BEGIN; ${LAYOUT} COMMIT`)
  // An earlier version does not look at these.
  database.exec(CATALOGUE_LAYOUT)
}

function storageOn(database: DatabaseSync): Storage {
  const all = database.prepare('SELECT collection, id, body FROM documents')
  const put = database.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM documents WHERE collection = ? AND id = ?')
  const writeOne = ({ collection, id, document }: Change) =>
    document === null ? remove.run(collection, id) : put.run(collection, id, JSON.stringify(document))
  return {
    database,
    load: () => readWorld(all.all()),
    write(changes) {
      together(database, () => changes.forEach(writeOne))
    },
    close: () => database.close(),
  }
}

function readWorld(rows: readonly Record<string, unknown>[]): World | null {
  if (rows.length === 0) return null
  // Read into an empty world, so that a collection which is new since then is there.
  const world: Record<Collection, Record<string, unknown>> = structuredClone(emptyWorld()) as WorldDraft
  for (const { collection, id, body } of rows) {
    if (!isCollection(collection)) throw new DamagedStorage(`An unknown kind of document: ${collection}`)
    world[collection][String(id)] = readDocument(collection, String(id), String(body))
  }
  return world as World
}

function isCollection(name: unknown): name is Collection {
  return typeof name === 'string' && Object.hasOwn(DOCUMENTS, name)
}

function readDocument(collection: Collection, id: string, body: string): unknown {
  const schema: z.ZodType = DOCUMENTS[collection]
  try {
    return schema.parse(JSON.parse(body))
  } catch (error) {
    throw new DamagedStorage(`The stored ${collection} document ${id} cannot be read`, { cause: error })
  }
}

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
  makePrivate(file)
  for (const part of PARTS) if (existsSync(file + part)) makePrivate(file + part)
  try {
    return open(file)
  } catch (error) {
    if (!(error instanceof DamagedStorage)) throw error
    const aside = keepAside(file, now)
    makePrivate(file)
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
const PARTS = ['-wal', '-shm']

function keepAside(file: string, now: number): string {
  const aside = `${file}.damaged-${now}`
  for (const part of ['', ...PARTS]) if (existsSync(file + part)) renameSync(file + part, aside + part)
  return aside
}
