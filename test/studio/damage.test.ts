/** After damage to the studio's database, everything that can still be read is kept. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { Catalogue } from '../../electron/studio/files/catalogue/catalogue.ts'
import type { World } from '../../electron/studio/rules/world/world.ts'
import { markAsideReported, openDataDir } from '../../electron/studio/storage/openDataDir.ts'
import { changesBetween } from '../../electron/studio/storage/storage.ts'
import { folderForTest } from '../support/atEnd.ts'
import { demoWorld } from './demoWorld.ts'
import { fileOf } from './files/kit.ts'

const PROJECTS = 24
const FILES = 45
const FOLDERS = 20
/** Per broadcast. */
const PLAYS = 5
const PLAY = { fileId: 'file1', fileName: 'Take 1'.padEnd(200, '.'), sceneName: 'Opening' }
const PAGE_BYTES = 4_096

let dataDir: string
let lines: string[]
const file = () => join(dataDir, 'studio.db')
let progress: number
const open = () =>
  openDataDir(
    dataDir,
    7,
    (line) => lines.push(line),
    () => {
      progress += 1
    },
  )

beforeEach(() => {
  dataDir = folderForTest()
  lines = []
  const { storage } = open()
  const plays = Object.keys(worldOfMany().broadcasts).flatMap((liveId) =>
    Array.from({ length: PLAYS }, (_, at) => ({ liveId, play: { ...PLAY, startedAt: at, stoppedAt: at + 1 } })),
  )
  storage.write(changesBetween(null, worldOfMany()), plays)
  const catalogue = new Catalogue(storage.database)
  catalogue.together(() => {
    for (let at = 0; at < FOLDERS; at += 1)
      catalogue.addFolder({ id: `folder${at}`, name: `Folder ${at}`, type: 'video', createdAt: at })
    for (let at = 0; at < FILES; at += 1) {
      // Some are arriving and some are queued, so that every index has entries.
      const source =
        at % 3 ? null : ({ kind: 'link', isHere: false, url: 'http://127.0.0.1:1/x', validator: null } as const)
      const fields = { encodeOrder: at % 4 ? null : at, folderId: `folder${at % 5}`, createdAt: at, source }
      catalogue.add(
        fileOf({
          id: `file${at}`,
          name: `Take ${at}`.padEnd(200, '.'),
          ...fields,
          status: source ? 'in_progress' : 'completed',
        }),
      )
    }
  })
  storage.close()
})

/** Enough for several pages, and for documents larger than one. */
function worldOfMany(): World {
  const { world, demo } = demoWorld()
  for (let at = 0; demo && at < PROJECTS; at += 1) {
    const id = `project${at}`
    const show = { ...demo.show, description: 'x'.repeat(at % 4 ? 10 : 9_000) }
    world.projects[id] = structuredClone({ ...demo, id, show, name: id, lastLiveId: `live${at}` })
    const over = { startedAt: at, liveAt: at, endedAt: at + 1, status: 'COMPLETED', stopInitiator: 'user' } as const
    world.broadcasts[`live${at}`] = {
      liveId: `live${at}`,
      projectId: id,
      ...over,
      error: null,
      destinations: [],
      audience: 0,
      watched: null,
    }
    world.played[`live${at}`] = { earlier: PLAYS, plays: [] }
  }
  return world
}

interface Page {
  readonly at: number
  readonly of: string
  readonly kind: string
  readonly cells: number
}

/** The content of every page of the file. */
function pagesOf(): Page[] {
  const database = new DatabaseSync(file())
  const rows = database.prepare('SELECT pageno, name, pagetype, ncell FROM dbstat').all()
  database.close()
  return rows.map(({ pageno, name, pagetype, ncell }) => {
    return { at: Number(pageno), of: String(name), kind: String(pagetype), cells: Number(ncell) }
  })
}

/** The number of rows in an opened database, read in every available way. */
function counted({ storage, kept }: ReturnType<typeof open>) {
  const catalogue = new Catalogue(storage.database)
  const all = { limit: 1_000 }
  const inFolders = Array.from(
    { length: 5 },
    (_, at) => catalogue.list({ ...all, folderId: `folder${at}` }).items.length,
  )
  const files = catalogue.list(all).items.length
  const searched = catalogue.list({ ...all, search: 'take' }).items.length
  const typed = catalogue.list({ ...all, type: 'video' }).items.length
  expect([searched, typed, inFolders.reduce((sum, one) => sum + one)]).toEqual([files, files, files])
  catalogue.encodes(all)
  catalogue.nextUnderWay('link')
  const projects = Object.keys(kept?.projects ?? {}).filter((id) => id.startsWith('project')).length
  const broadcasts = Object.values(kept?.broadcasts ?? {})
  expect(broadcasts.every(({ projectId }) => kept?.projects[projectId])).toBe(true)
  const plays = broadcasts.reduce((sum, { liveId }) => sum + storage.plays(liveId, 100).length, 0)
  const played = Object.keys(kept?.played ?? {}).length
  const documents = projects + broadcasts.length + played
  return { documents, plays, files, folders: catalogue.folders(all).items.length }
}

interface Counts {
  readonly documents: number
  readonly plays: number
  readonly files: number
  readonly folders: number
}
const NONE: Counts = { documents: 0, plays: 0, files: 0, folders: 0 }
const ALL: Counts = { documents: 3 * PROJECTS, plays: PLAYS * PROJECTS, files: FILES, folders: FOLDERS }
const isTable = (name: string): name is keyof Counts => name in ALL

/** The most that is lost with pages: the rows on them. Those of a table are not on the pages that lead to others. */
function goneWith(pages: readonly Page[]): Counts {
  const gone = { ...NONE }
  for (const { of, kind, cells } of pages.filter((page) => isTable(page.of))) {
    const rows = kind === 'overflow' ? 1 : cells
    if (of === 'documents') {
      // A broadcast is lost with its project, and its plays with the broadcast.
      gone.documents += 3 * rows
      gone.plays += PLAYS * rows
    } else if (kind !== 'internal') gone[of as keyof Counts] += rows
  }
  return gone
}

function expectLostOnly(pages: readonly Page[], found: Counts): void {
  const most = goneWith(pages)
  for (const table of ['documents', 'plays', 'files', 'folders'] as const)
    expect(ALL[table] - found[table], `${table} lost with ${JSON.stringify(pages)}`).toBeLessThanOrEqual(most[table])
}

/** Opens the database with these pages overwritten, and nothing beside it. */
function openWithout(whole: Buffer, pages: readonly Page[], byte: number) {
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name))
  const damaged = Buffer.from(whole)
  for (const { at } of pages) damaged.fill(byte, (at - 1) * PAGE_BYTES, at * PAGE_BYTES)
  writeFileSync(file(), damaged)
  lines = []
  progress = 0
  const opened = open()
  const found = counted(opened)
  opened.storage.close()
  return { damaged, found, setAside: opened.setAside }
}

it.each([
  ['0xff', 0xff],
  ['zeros', 0],
])(
  'any one page overwritten by %s loses only its own rows, and all others are kept',
  { timeout: 60_000 },
  (_, byte) => {
    const whole = readFileSync(file())
    const pages = pagesOf()
    expect(pages.length).toBe(whole.length / PAGE_BYTES)
    for (const page of pages) {
      const { damaged, found, setAside } = openWithout(whole, [page], byte)
      expectLostOnly([page], found)
      expect(readFileSync(setAside ?? '').equals(damaged)).toBe(true)
      expect(lines.join()).toContain(setAside)
      expect(progress, 'signs of progress').toBeGreaterThan(found.files)
      // Killed before it reported the damage, it reports it the next time, but not once more after that.
      for (const told of [setAside, null]) {
        const again = open()
        expect([again.setAside, counted(again)]).toEqual([told, found])
        again.storage.close()
        markAsideReported(dataDir)
      }
    }
  },
)

it('any two pages of a table that are damaged cost only their own rows, and those between them are kept', () => {
  const whole = readFileSync(file())
  const pages = pagesOf()
  for (const table of ['documents', 'plays', 'files', 'folders']) {
    const itsPages = pages.filter(({ of }) => of === table)
    for (const [nth, page] of itsPages.entries()) {
      const pair = [page, itsPages[(nth + 2) % itsPages.length] ?? page]
      expectLostOnly(pair, openWithout(whole, pair, nth % 2 ? 0xff : 0).found)
    }
  }
})

it('what was deleted does not come back with what is kept', () => {
  const database = new DatabaseSync(file())
  database.exec(`PRAGMA secure_delete = OFF; DELETE FROM documents WHERE id LIKE 'project%'; DELETE FROM files`)
  database.close()
  const page = pagesOf().find(({ of }) => of === 'folders')
  const { found } = openWithout(readFileSync(file()), page ? [page] : [], 0xff)
  expect(found).toMatchObject({ documents: 0, files: 0 })
})

it.each([
  ['by a page', PAGE_BYTES],
  ['within a page', 1.5 * PAGE_BYTES],
  ['by a quarter', 0.25],
])('cut short %s keeps everything before the cut', (_, cut) => {
  const whole = readFileSync(file())
  const gone = cut < 1 ? Math.ceil(whole.length * cut) : cut
  const lost = pagesOf().filter((page) => page.at > Math.floor((whole.length - gone) / PAGE_BYTES))
  writeFileSync(file(), whole.subarray(0, -gone))
  const opened = open()
  const found = counted(opened)
  opened.storage.close()
  expectLostOnly(lost, found)
  expect(readFileSync(opened.setAside ?? '').length).toBe(whole.length - gone)
})

it('damaged, it is repaired even if there are folders with the names the repair uses, which are kept', () => {
  const folders = ['.mended', '.readable'].map((part) => file() + part)
  for (const folder of folders) mkdirSync(join(folder, 'theirs'), { recursive: true })
  const whole = readFileSync(file())
  writeFileSync(file(), whole.fill(0xff, PAGE_BYTES, 2 * PAGE_BYTES))
  const { storage, setAside } = open()
  storage.close()
  expect(setAside).not.toBeNull()
  expect(folders.map((folder) => existsSync(join(`${folder}.aside-7`, 'theirs')))).toEqual([true, true])
})

it('damaged, it is not mistaken for one of a later version', () => {
  const page = pagesOf().find(({ of, kind }) => of === 'files' && kind === 'leaf')
  const damaged = readFileSync(file())
  // The place of the version, in the head of the file.
  damaged.writeUInt32BE(0x05_00_00_05, 60)
  damaged.fill(0xff, ((page?.at ?? 0) - 1) * PAGE_BYTES, (page?.at ?? 0) * PAGE_BYTES)
  writeFileSync(file(), damaged)
  const opened = open()
  expect(counted(opened)).toMatchObject({ documents: ALL.documents, folders: ALL.folders })
  opened.storage.close()
  expect(opened.setAside).not.toBeNull()
})
