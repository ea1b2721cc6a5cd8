import { DatabaseSync } from 'node:sqlite'
import type { z } from 'zod'
import { DOCUMENTS } from '../rules/documents.ts'
import { type Collection, emptyWorld, type World, type WorldDraft } from '../rules/world.ts'
import { type Change, DamagedStorage, NewerStorage, type Storage } from './storage.ts'

/**
 * Counts up when an earlier version could not read what this one stores: that one then leaves it alone. What earlier
 * ones stored is read by the defaults of the schemas. 2: faults, scenarios and kinds of account.
 */
const VERSION = 2

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
  database.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version > VERSION) throw new NewerStorage('The studio data was written by a later version of Cuelight.')
  if (version < VERSION) database.exec(`BEGIN; ${LAYOUT} COMMIT`)
}

function storageOn(database: DatabaseSync): Storage {
  const all = database.prepare('SELECT collection, id, body FROM documents')
  const put = database.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM documents WHERE collection = ? AND id = ?')
  const writeOne = ({ collection, id, document }: Change) =>
    document === null ? remove.run(collection, id) : put.run(collection, id, JSON.stringify(document))
  return {
    load: () => readWorld(all.all()),
    write(changes) {
      database.exec('BEGIN IMMEDIATE')
      try {
        for (const change of changes) writeOne(change)
        database.exec('COMMIT')
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
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
