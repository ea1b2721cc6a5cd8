/** A damaged or leftover write-ahead log costs the studio as little as possible. */
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { Catalogue } from '../../electron/studio/files/catalogue/catalogue.ts'
import { markAsideReported, type Opened, openDataDir } from '../../electron/studio/storage/openDataDir.ts'
import { changesBetween } from '../../electron/studio/storage/storage.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { atEnd, folderForTest } from '../support/atEnd.ts'
import { demoWorld } from './demoWorld.ts'
import { fileOf } from './files/kit.ts'
import { Rehearsal } from './support.ts'

const PAGE_BYTES = 4_096
const FRAME_BYTES = PAGE_BYTES + 24
const PROJECTS = 12
const FILES = 30
/** Rows per page, at most. */
const OF_A_PAGE = 12

let dataDir: string
let lines: string[]
const at = (dir: string, part = '') => join(dir, `studio.db${part}`)
const open = (dir: string) => openDataDir(dir, 7, (line) => lines.push(line))

beforeEach(() => {
  dataDir = folderForTest()
  lines = []
})

/** Writes one after another, each confirmed. */
function write({ storage }: Opened): void {
  const { world, demo } = demoWorld()
  storage.write(changesBetween(null, world), [])
  const catalogue = new Catalogue(storage.database)
  for (let count = 0; demo && count < PROJECTS; count += 1) {
    const before = structuredClone(world)
    world.projects[`project${count}`] = structuredClone({ ...demo, id: `project${count}` })
    storage.write(changesBetween(before, world), [])
  }
  for (let count = 0; count < FILES; count += 1)
    catalogue.add(fileOf({ id: `file${count}`, name: 'Take'.padEnd(200, '.') }))
}

/** The files a studio leaves if it is killed at this moment. */
function killed(): string {
  const dir = folderForTest()
  for (const part of ['', '-wal']) copyFileSync(at(dataDir, part), at(dir, part))
  return dir
}

function found(dir: string) {
  const { storage, kept, setAside } = open(dir)
  const projects = Object.keys(kept?.projects ?? {}).filter((id) => id.startsWith('project')).length
  const files = new Catalogue(storage.database).list({ limit: 1_000 }).items.length
  storage.close()
  return { projects, files, setAside }
}

it('with a changed byte before its last frame loses at most what was on that page, is set aside, and is reported', () => {
  const opened = open(dataDir)
  write(opened)
  const log = readFileSync(at(dataDir, '-wal'))
  const frames = (log.length - 32) / FRAME_BYTES
  expect(frames).toBeGreaterThan(PROJECTS + FILES)
  // In the head, and in every third frame alternately: its number, its salt, its checksum, its page.
  const places = Array.from({ length: Math.floor((frames - 1) / 3) }, (_, third) => {
    return 32 + 3 * third * FRAME_BYTES + ([3, 9, 18, 2_000][third % 4] ?? 0)
  })
  for (const place of [2, 17, 26, ...places]) {
    const dir = killed()
    const damaged = Buffer.from(log)
    damaged.writeUInt8(damaged.readUInt8(place) ^ 0xff, place)
    writeFileSync(at(dir, '-wal'), damaged)
    const { projects, files, setAside } = found(dir)
    expect(projects, `projects after byte ${place}`).toBeGreaterThanOrEqual(PROJECTS - OF_A_PAGE / 3)
    expect(files, `files after byte ${place}`).toBeGreaterThanOrEqual(FILES - OF_A_PAGE)
    expect(projects + files).toBeGreaterThanOrEqual(PROJECTS + FILES - OF_A_PAGE)
    expect(readFileSync(`${setAside}-wal`).equals(damaged)).toBe(true)
    expect(lines.at(-1)).toContain(setAside)
    markAsideReported(dir)
    expect(found(dir)).toEqual({ projects, files, setAside: null })
    expect(readdirSync(dir).filter((name) => /mended|readable/.test(name))).toEqual([])
  }
  opened.storage.close()
})

it('left by a kill is not reported as damaged: torn, of a rolled-back write, or over an older one', () => {
  const opened = open(dataDir)
  const { database } = opened.storage
  write(opened)
  const whole = { projects: PROJECTS, files: FILES, setAside: null }
  expect(found(killed())).toEqual(whole)
  // So large that it reaches the log before the commit, and is rolled back.
  const { size } = statSync(at(dataDir, '-wal'))
  database.exec('PRAGMA cache_size = 5; BEGIN')
  for (let count = 0; count < 300; count += 1)
    new Catalogue(database).add(fileOf({ id: `more${count}`, name: 'Take'.padEnd(200, '.') }))
  expect(statSync(at(dataDir, '-wal')).size).toBeGreaterThan(size + 20 * FRAME_BYTES)
  const torn = killed()
  writeFileSync(at(torn, '-wal'), readFileSync(at(torn, '-wal')).subarray(0, -1_000))
  expect([found(killed()), found(torn)]).toEqual([whole, whole])
  database.exec('ROLLBACK')
  new Catalogue(database).update('file0', { name: 'One' })
  expect(found(killed())).toEqual(whole)
  database.exec('PRAGMA wal_checkpoint(RESTART)')
  new Catalogue(database).update('file0', { name: 'Two' })
  expect(found(killed())).toEqual(whole)
  expect(lines).toEqual([])
  opened.storage.close()
})

it('does not contain all of a new folder, because the database itself does', async () => {
  const rehearsal = await Rehearsal.start({ dataDir, demo: 'whole', clock: new VirtualClock() })
  atEnd(rehearsal.studio.close)
  const dir = folderForTest()
  copyFileSync(at(dataDir), at(dir))
  expect(Object.keys(open(dir).kept?.projects ?? {}).length).toBeGreaterThan(1)
})

it('of a database that was set aside is not applied to its replacement', () => {
  const opened = open(dataDir)
  write(opened)
  // Killed after the damaged database was set aside, and before its log was.
  const dir = killed()
  const { storage } = open(folderForTest())
  storage.database.exec(`VACUUM INTO '${at(dir, '.mended')}'`)
  storage.close()
  renameSync(at(dir), at(dir, '.damaged-3'))
  writeFileSync(at(dir, '.aside'), at(dir, '.damaged-3'))
  expect(found(dir)).toEqual({ projects: 0, files: 0, setAside: at(dir, '.damaged-3') })
  expect(existsSync(at(dir, '.damaged-3-wal'))).toBe(true)
  opened.storage.close()
})

it('of a damaged database is set aside with it, and neither is written to', () => {
  const opened = open(dataDir)
  write(opened)
  opened.storage.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  new Catalogue(opened.storage.database).add(fileOf({ id: 'last' }))
  const dir = killed()
  opened.storage.close()
  const [database, log] = ['', '-wal'].map((part) => readFileSync(at(dir, part)))
  // A page of the documents: the last writes are of files.
  database?.fill(0xff, PAGE_BYTES, 2 * PAGE_BYTES)
  writeFileSync(at(dir), database ?? '')
  const { setAside, files } = found(dir)
  expect(['', '-wal'].map((part) => readFileSync(`${setAside}${part}`))).toEqual([database, log])
  expect(files).toBeGreaterThan(0)
})
