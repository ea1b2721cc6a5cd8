import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from '../../core/files/dataDir.ts'
import { readTextIfAny } from '../../util/textFile.ts'
import { CATALOGUE_LAYOUT } from '../files/layout.ts'
import type { World } from '../rules/world.ts'
import { PLAYS_LAYOUT, playsIn } from './plays.ts'
import { readWorld } from './reading.ts'
import { salvage } from './salvage.ts'
import { type Change, DamagedStorage, isDamage, NewerStorage, SHOW_OF, type Storage } from './storage.ts'
import { together } from './transaction.ts'
import { copyWithLog, isLogDamaged, LOG } from './writeAheadLog.ts'

/**
 * Counts up when an earlier version could not read what this one stores: that one then leaves it alone. What earlier
 * ones stored is read by the defaults of the schemas. 2: faults, scenarios and kinds of account. 3: schedules and
 * what was played. 4: no index of parts of names. 5: scenes and plays apart from their documents.
 */
const VERSION = 5

const LAYOUT = `
  CREATE TABLE IF NOT EXISTS documents (
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (collection, id)
  ) WITHOUT ROWID;
  ${Object.entries(SHOW_OF).map(scenesApart).join('')}
  PRAGMA user_version = ${VERSION};`

/** The studio's time as it last was: the computer's clock may have been set back since. */
const CLOCK_LAYOUT = 'CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY, last_at INTEGER NOT NULL) STRICT;'

/** Until version 4 the scenes stood in the document. What is no JSON is left for whoever reads it. */
function scenesApart([collection, show]: [collection: string, show: string]): string {
  const whereTheyAre = `WHERE collection = '${collection}' AND json_valid(body) AND json_type(body, '$.${show}.scenes') = 'array'`
  return `
    INSERT INTO documents
      SELECT collection || '.scenes', id, json_extract(body, '$.${show}.scenes') FROM documents ${whereTheyAre};
    UPDATE documents SET body = json_remove(body, '$.${show}.scenes') ${whereTheyAre};`
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
 * to; what can still be read of it goes into a new one.
 *
 * @param dataDir null keeps everything in memory
 */
export function openDataDir(dataDir: string | null, now: number, log: (line: string) => void): Opened {
  if (dataDir === null) return open(':memory:')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'studio.db')
  const mended = `${file}.mended`
  // Killed after the damaged one had been put aside: the new one was whole by then, and a log there is not its own.
  if (!existsSync(file) && isFile(mended)) {
    keepAside(file, readTextIfAny(untoldFile(dataDir)) ?? asideOf(file, now))
    renameSync(mended, file)
  }
  makePrivate(file)
  for (const part of PARTS) if (existsSync(file + part)) makePrivate(file + part)
  try {
    if (isLogDamaged(file)) throw new DamagedStorage('a part of what was written last')
    const opened = open(file)
    const setAside = readTextIfAny(untoldFile(dataDir))
    if (setAside === null || !existsSync(setAside)) return opened
    log(
      `The studio's data was damaged the last time. It is kept as ${setAside}. Goes on with what could be read of it.`,
    )
    return { ...opened, setAside }
  } catch (error) {
    if (!(error instanceof DamagedStorage)) throw error
    const setAside = asideOf(file, now)
    const readable = `${file}.readable`
    for (const path of [mended, readable]) for (const part of ['', ...PARTS]) makeWay(path + part, now)
    makePrivate(mended)
    copyWithLog(file, readable)
    const saved = saveInto(mended, readable)
    rmSync(readable)
    writeFileSync(untoldFile(dataDir), setAside, { mode: 0o600 })
    keepAside(file, setAside)
    renameSync(mended, file)
    log(`The studio's data is damaged (${error.message}). It is kept as ${setAside}. Goes on with ${saved}.`)
    return { ...open(file), setAside }
  }
}

/** Writes what can be read of a damaged database into a new one, and answers what that is, in words. */
function saveInto(file: string, damaged: string): string {
  const database = new DatabaseSync(file)
  try {
    prepare(database)
    return salvage(damaged, database, documentsIn(database))
  } finally {
    database.close()
  }
}

/**
 * Write-ahead logging without a sync for every commit: nothing confirmed is lost when the process dies, at any point; a
 * power cut may cost the last moments.
 *
 * @param file a path, or `:memory:` for as long as it is open
 */
function open(file: string): Opened {
  const database = new DatabaseSync(file)
  try {
    prepare(database)
    const storage = documentsIn(database)
    return { storage, kept: storage.load(), setAside: null }
  } catch (error) {
    const problem = isDamage(error) ? new DamagedStorage(`${file} cannot be read`, { cause: error }) : error
    if (problem instanceof DamagedStorage) closeUnwritten(database, file)
    else database.close()
    throw problem
  }
}

/** The last connection to end writes the log into the database: a damaged one stays as it was found, with its log beside it. */
function closeUnwritten(database: DatabaseSync, file: string): void {
  const last = new DatabaseSync(file, { readOnly: true })
  try {
    last.exec('PRAGMA user_version')
  } catch {
    // Not even that can be read of it: then it has no log that could be written.
  }
  database.close()
  last.close()
}

function prepare(database: DatabaseSync): void {
  // Every write waits with the whole process: somebody else's lock is better told than waited for.
  database.exec('PRAGMA busy_timeout = 100')
  requireWhole(database)
  // Of one that is damaged, its version may be what is damaged.
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version > VERSION) throw new NewerStorage('The studio data was written by a later version of Cuelight.')
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  // What is written over is gone from the file, too: a link may have had a secret.
  database.exec('PRAGMA secure_delete = ON')
  if (version < VERSION) database.exec(`BEGIN; ${LAYOUT} COMMIT`)
  database.exec(CLOCK_LAYOUT + PLAYS_LAYOUT + CATALOGUE_LAYOUT)
}

/** Looks at every page before any is used or written. */
function requireWhole(database: DatabaseSync): void {
  const found = String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check)
  if (found !== 'ok') throw new DamagedStorage(found)
}

/** Documents in one SQLite table. */
function documentsIn(database: DatabaseSync): Storage {
  const all = database.prepare('SELECT collection, id, body FROM documents')
  const put = database.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM documents WHERE collection = ? AND id = ?')
  const plays = playsIn(database)
  const setTime = database.prepare('INSERT OR REPLACE INTO clock VALUES (1, ?)')
  const writeOne = ({ collection, id, document }: Change) =>
    document === null ? remove.run(collection, id) : put.run(collection, id, JSON.stringify(document))
  return {
    database,
    load: () => readWorld(all.all()),
    write(changes, past, at) {
      together(database, () => {
        changes.forEach(writeOne)
        plays.add(past)
        if (at !== undefined) setTime.run(at)
      })
    },
    lastAt: () => Number(database.prepare('SELECT last_at FROM clock').get()?.last_at ?? -Infinity),
    plays: plays.of,
    close: () => database.close(),
  }
}

/** The write-ahead log belongs to its database, so all three move. */
const PARTS = [LOG, '-shm']

const asideOf = (file: string, now: number) => `${file}.damaged-${now}`

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** What an earlier start began and did not end is of no use; what somebody else put there is kept. */
function makeWay(path: string, now: number): void {
  if (isFile(path)) rmSync(path)
  else if (existsSync(path)) renameSync(path, `${path}.aside-${now}`)
}

function keepAside(file: string, aside: string): void {
  for (const part of ['', ...PARTS]) if (existsSync(file + part)) renameSync(file + part, aside + part)
}

/** Where it stands what was put aside, until it was told: whoever is killed before that tells it the next time. */
const untoldFile = (dataDir: string) => join(dataDir, 'studio.db.aside')

/** It stands where everybody looks for this studio. */
export const asideIsTold = (dataDir: string): void => rmSync(untoldFile(dataDir), { force: true })
