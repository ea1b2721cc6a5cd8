import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from '../../core/files/dataDir.ts'
import { readTextIfAny } from '../../util/textFile.ts'
import { CATALOGUE_LAYOUT } from '../files/catalogue/layout.ts'
import type { World } from '../rules/world/world.ts'
import { PLAYS_LAYOUT, playsIn } from './plays.ts'
import { readWorld } from './reading.ts'
import { salvage } from './salvage.ts'
import { type Change, DamagedStorage, isDamage, NewerStorage, SHOW_OF, type Storage } from './storage.ts'
import { together } from './transaction.ts'
import { copyWithLog, isLogDamaged, LOG } from './writeAheadLog.ts'

/**
 * Increased when earlier versions cannot read what this one stores: they then refuse to open it. Data of earlier
 * versions is read through the defaults of the schemas. 2: faults, scenarios and kinds of account. 3: schedules and
 * what was played. 4: no index of parts of names. 5: scenes and plays stored apart from their documents.
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

/** The studio's last known time: the computer's clock may have been set back since. */
const CLOCK_LAYOUT = 'CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY, last_at INTEGER NOT NULL) STRICT;'

/** Until version 4 the scenes were part of the document. A body that is not JSON is left for the reader to report. */
function scenesApart([collection, show]: [collection: string, show: string]): string {
  const whereTheyAre = `WHERE collection = '${collection}' AND json_valid(body) AND json_type(body, '$.${show}.scenes') = 'array'`
  return `
    INSERT INTO documents
      SELECT collection || '.scenes', id, json_extract(body, '$.${show}.scenes') FROM documents ${whereTheyAre};
    UPDATE documents SET body = json_remove(body, '$.${show}.scenes') ${whereTheyAre};`
}

/** An open storage, with what it contained. */
export interface Opened {
  readonly storage: Storage
  readonly kept: World | null
  /** The path to which a damaged database was moved, or null. */
  readonly setAside: string | null
}

/**
 * Opens the database of a data dir. A damaged one is moved aside under another name, never deleted and never written
 * to; what is still readable in it is copied to a new one.
 *
 * @param dataDir null keeps everything in memory
 * @param onProgress called after each step: a large database takes a while to read
 * @throws NewerStorage if a later version wrote the data
 */
export function openDataDir(
  dataDir: string | null,
  now: number,
  log: (line: string) => void,
  onProgress = () => {},
): Opened {
  if (dataDir === null) return open(':memory:')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'studio.db')
  const mended = `${file}.mended`
  // An earlier start was killed after it had moved the damaged database aside. The new one was complete by then, and a
  // log in this place belongs to the damaged one.
  if (!existsSync(file) && isFile(mended)) {
    keepAside(file, readTextIfAny(untoldFile(dataDir)) ?? asideOf(file, now))
    renameSync(mended, file)
  }
  makePrivate(file)
  for (const part of PARTS) if (existsSync(file + part)) makePrivate(file + part)
  try {
    onProgress()
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
    onProgress()
    copyWithLog(file, readable)
    const saved = saveInto(mended, readable, onProgress)
    rmSync(readable)
    writeFileSync(untoldFile(dataDir), setAside, { mode: 0o600 })
    keepAside(file, setAside)
    renameSync(mended, file)
    onProgress()
    log(`The studio's data is damaged (${error.message}). It is kept as ${setAside}. Goes on with ${saved}.`)
    return { ...open(file), setAside }
  }
}

/** Copies what is readable in a damaged database to a new one, and returns a description of that. */
function saveInto(file: string, damaged: string, onProgress: () => void): string {
  const database = new DatabaseSync(file)
  try {
    prepare(database)
    return salvage(damaged, database, documentsIn(database), onProgress)
  } finally {
    database.close()
  }
}

/**
 * Uses write-ahead logging without a sync for every commit: nothing confirmed is lost when the process dies, at any
 * point; a power cut may cost the last moments.
 *
 * @param file a path, or `:memory:` for a database that exists only while it is open
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

/**
 * The last connection to close writes the log into the database. That one is read-only here, so a damaged database is
 * left unchanged, with its log beside it.
 */
function closeUnwritten(database: DatabaseSync, file: string): void {
  const last = new DatabaseSync(file, { readOnly: true })
  try {
    last.exec('PRAGMA user_version')
  } catch {
    // Not even that is readable, so SQLite cannot write a log into it.
  }
  database.close()
  last.close()
}

function prepare(database: DatabaseSync): void {
  // A write blocks the whole process, so another program's lock is soon reported instead of waited for.
  database.exec('PRAGMA busy_timeout = 100')
  requireWhole(database)
  // Read only now: in a damaged database the version may be what is damaged.
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version > VERSION) throw new NewerStorage('The studio data was written by a later version of Cuelight.')
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  // Overwritten data is erased from the file, too: a link may have contained a secret.
  database.exec('PRAGMA secure_delete = ON')
  if (version < VERSION) database.exec(`BEGIN; ${LAYOUT} COMMIT`)
  database.exec(CLOCK_LAYOUT + PLAYS_LAYOUT + CATALOGUE_LAYOUT)
}

/** Checks every page before any is used or written. */
function requireWhole(database: DatabaseSync): void {
  const found = String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check)
  if (found !== 'ok') throw new DamagedStorage(found)
}

/** Stores documents in one SQLite table. */
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

/** The write-ahead log belongs to its database, so all three files move together. */
const PARTS = [LOG, '-shm']

const asideOf = (file: string, now: number) => `${file}.damaged-${now}`

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** A file that an incomplete earlier start left is deleted; anything else came from someone else and is moved aside. */
function makeWay(path: string, now: number): void {
  if (isFile(path)) rmSync(path)
  else if (existsSync(path)) renameSync(path, `${path}.aside-${now}`)
}

function keepAside(file: string, aside: string): void {
  for (const part of ['', ...PARTS]) if (existsSync(file + part)) renameSync(file + part, aside + part)
}

/** Contains the path of a database that was moved aside, until that is reported, so that a crash does not lose it. */
const untoldFile = (dataDir: string) => join(dataDir, 'studio.db.aside')

/** Called once the path is in the address file, where all clients look for this studio. */
export const markAsideReported = (dataDir: string): void => rmSync(untoldFile(dataDir), { force: true })
