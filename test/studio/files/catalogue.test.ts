/** Files of the local studio are found, renamed, moved and listed, however many there are. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Catalogue } from '../../../electron/studio/files/catalogue/catalogue.ts'
import { openDataDir } from '../../../electron/studio/storage/openDataDir.ts'
import { atEnd } from '../../support/atEnd.ts'
import { expectRefusal } from '../support.ts'
import { fileOf, roomEach } from './kit.ts'

const room = roomEach()
const ask: typeof room.rehearsal.ask = (name, asking) => room.rehearsal.ask(name, asking)
const names = async (query: Record<string, string | number>) =>
  (await ask('listFiles', { query })).files.map(({ name }) => name)

/** Writes files into the database of a studio that is not running. */
function keep(files: readonly Parameters<typeof fileOf>[0][]): void {
  openDataDir(room.dataDir, 0, () => {}).storage.close()
  const database = new DatabaseSync(join(room.dataDir, 'studio.db'))
  const catalogue = new Catalogue(database)
  catalogue.together(() => {
    for (const fields of files) catalogue.add(fileOf(fields))
  })
  database.close()
}

describe('a small catalogue', () => {
  let folderId = ''
  beforeEach(async () => {
    keep([
      { id: 'a', name: 'Opening titles.mp4', createdAt: 1 },
      { id: 'b', name: 'ÜBERLEITUNG "zwei" 100%.mov', createdAt: 2 },
      { id: 'c', name: 'Rain.mp3', type: 'audio', createdAt: 3 },
      { id: 'e', name: 'Logo.png', type: 'image', createdAt: 4 },
      { id: 'd', name: 'Opening 😀😀😀.mp4', createdAt: 4, metadata: null },
    ])
    mkdirSync(join(room.dataDir, 'media'), { recursive: true })
    writeFileSync(join(room.dataDir, 'media', 'a'), 'the bytes of a file')
    await room.start()
    folderId = (await room.rehearsal.told('createFolder', { name: ' Tonight\u202e\u0000 ' })).folderId
    await room.rehearsal.told('moveFiles', { fileIds: ['a', 'c'], folderId })
  })

  it.each([
    ['', ['d', 'e', 'c', 'b', 'a']],
    ['type=audio', ['c']],
    ['type=nonsense', []],
    ['folderId=null', ['d', 'e', 'b']],
    ['folderId=FOLDER', ['c', 'a']],
    ['folderId=FOLDER&type=video', ['a']],
    ['search=OPENING', ['d', 'a']],
    ['search=überleit', ['b']],
    ['search=%22zwei%22+100%25', ['b']],
    ['search=😀😀😀', ['d']],
    ['search=ning&folderId=null', ['d']],
    ['search=ning&type=audio', []],
    ['search=%25%25%25', []],
    ['search=name:*', []],
    // As macOS writes it: the letter, followed by its dots.
    ['search=U\u0308berleit', ['b']],
    ['limit=2&offset=1', ['e', 'c']],
    ['offset=99', []],
  ])('?%s', async (query, ids) => {
    const { body } = await room.rehearsal.fetch(`/files?${query.replace('FOLDER', folderId)}`)
    expect((body.files as { id: string }[]).map(({ id }) => id)).toEqual(ids)
    if (!/limit|offset/.test(query)) expect(body.total).toBe(ids.length)
  })

  it('refuses a search text that is too short or too long, and a folder that does not exist', async () => {
    for (const search of ['ab', 'x'.repeat(101), 'a\u0000b']) {
      expectRefusal(await room.rehearsal.try('listFiles', { query: { search } }), 400, 'VALIDATION_ERROR', {
        field: 'search',
      })
    }
    const reply = await room.rehearsal.try('listFiles', { query: { folderId: 'constructor' } })
    expectRefusal(reply, 404, 'FOLDER_NOT_FOUND', { folderId: 'constructor' })
    expectRefusal(await room.rehearsal.try('getFile', { fileId: 'x' }), 404, 'FILE_NOT_FOUND', { fileId: 'x' })
  })

  it('returns a file without data that was not requested, and folders with their counts', async () => {
    expect(await ask('getFile', { fileId: 'a' })).toEqual({
      ...{ id: 'a', name: 'Opening titles.mp4', type: 'video', folderId, createdAt: new Date(1).toISOString() },
      ...{ issues: null, encoding: null, metadata: null },
    })
    const folder = { id: folderId, name: 'Tonight', type: 'video', fileCount: 2 }
    expect((await ask('listFolders')).folders).toMatchObject([folder])
    expect((await ask('listFolders', { query: { type: 'audio' } })).total).toBe(0)
  })

  it('renames those that can be renamed, and says for the others why not', async () => {
    const renames = [
      { id: 'a', name: '  New\u0007 \u202ename\n ' },
      { id: 'nobody', name: 'x' },
      { id: 'b', name: '\u0000\u202e' },
      { id: 'c', name: '😀'.repeat(255) },
      { id: 'e', name: 'x'.repeat(256) },
    ]
    const { renamed, failed } = await ask('renameFiles', { body: { renames } })
    expect(renamed).toEqual([
      { id: 'a', name: 'New name' },
      { id: 'c', name: '😀'.repeat(255) },
    ])
    expect(failed.map(({ id, code }) => [id, code])).toEqual([
      ['nobody', 'FILE_NOT_FOUND'],
      ['b', 'VALIDATION_ERROR'],
      ['e', 'VALIDATION_ERROR'],
    ])
    expect(await names({ search: 'titles' })).toEqual([])
    expect(await names({ search: 'new name' })).toEqual(['New name'])
    const tooMany = Array.from({ length: 1_001 }, () => ({ id: 'a', name: 'x' }))
    for (const renames of [[], tooMany]) {
      expectRefusal(await room.rehearsal.try('renameFiles', { body: { renames } }), 400, 'VALIDATION_ERROR')
    }
  })

  it('shortens and cleans names of folders, and refuses one without visible characters', async () => {
    const names = ['x'.repeat(300), '\u0007\u202e', 'a\nb'].map((name) =>
      room.rehearsal.administer('POST', '/folders', { name }),
    )
    const [long, empty, lines] = await Promise.all(names)
    expect([long?.body.name, empty?.body.code, lines?.body.name]).toEqual([
      'x'.repeat(255),
      'VALIDATION_ERROR',
      'a b',
    ])
  })

  it('moves all or none', async () => {
    const move = (fileIds: string[], to: string | null) =>
      room.rehearsal.administer('PATCH', '/files', { fileIds, folderId: to })
    expectRefusal(await move(['b', 'nobody'], folderId), 404, 'FILE_NOT_FOUND', { fileId: 'nobody' })
    expectRefusal(await move(['b'], 'nowhere'), 404, 'FOLDER_NOT_FOUND')
    expect(await names({ folderId })).toEqual(['Rain.mp3', 'Opening titles.mp4'])
    expect((await move(['a'], null)).body).toEqual({ count: 1 })
    expect(await names({ folderId })).toEqual(['Rain.mp3'])
  })
})

it('an unreadable entry is left out of every list, and logged once', async () => {
  keep([
    { id: 'a', name: 'Readable' },
    { id: 'b', name: 'Broken' },
  ])
  const database = new DatabaseSync(join(room.dataDir, 'studio.db'))
  database.exec(`UPDATE files SET body = replace(body, '"completed"', '"of a later version"') WHERE id = 'b'`)
  database.close()
  const said: string[] = []
  await room.start({ log: (line) => said.push(line) })
  for (let times = 0; times < 3; times += 1) expect(await names({})).toEqual(['Readable'])
  expectRefusal(await room.rehearsal.try('getFile', { fileId: 'b' }), 404, 'FILE_NOT_FOUND')
  // The row itself is never logged, because it may contain a link with a secret.
  expect(said).toEqual(['A file or folder in the catalogue cannot be read: b, status'])
})

it('a file name from macOS is found in the spelling of other systems', async () => {
  keep([{ id: 'a', name: 'cafe\u0301.mp4' }])
  await room.start()
  expect(await names({ search: 'caf\u00e9' })).toHaveLength(1)
  const renames = [{ id: 'a', name: 'U\u0308ber.mp4' }]
  expect((await ask('renameFiles', { body: { renames } })).renamed).toEqual([{ id: 'a', name: '\u00dcber.mp4' }])
})

it('files and folders are unchanged after a restart', async () => {
  keep([{ id: 'a', name: 'Kept' }])
  const first = await room.start()
  await first.told('createFolder', { name: 'Kept too', type: 'audio' })
  await first.studio.close()
  await room.start()
  expect(await names({ search: 'kept' })).toEqual(['Kept'])
  expect((await ask('listFolders')).folders).toMatchObject([{ name: 'Kept too', type: 'audio', fileCount: 0 }])
})

it('files in progress are read by an index, not by scanning all files at each wake-up', () => {
  const { storage } = openDataDir(null, 0, () => {})
  atEnd(storage.close)
  const prepare = vi.spyOn(storage.database, 'prepare')
  const catalogue = new Catalogue(storage.database)
  for (const what of ['link', 'file', 'loudness'] as const) catalogue.nextUnderWay(what)
  catalogue.nextEncode()
  const plans = prepare.mock.calls.map(([sql]) =>
    storage.database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...Array(sql.split('?').length - 1).fill(1))
      .map(({ detail }) => detail),
  )
  expect(plans).toEqual([
    [expect.stringContaining('USING INDEX files_arriving')],
    [expect.stringContaining('USING INDEX files_encoding')],
  ])
})

it('with 100,000 files it still returns any page at once', { timeout: 120_000 }, async () => {
  const word = (at: number) => ['rain', 'night', 'city', 'river', 'opening'][at % 5]
  keep(
    Array.from({ length: 100_000 }, (_, at) => ({
      ...{ id: `f${at}`, name: `${word(at)} take ${at}.mp4`, createdAt: at >> 3 },
      ...{ folderId: at % 3 ? null : 'x', type: at % 7 ? ('video' as const) : ('audio' as const) },
    })),
  )
  await room.start()
  const { files, total } = await ask('listFiles', { query: { search: 'river take 4', type: 'video', offset: 40 } })
  expect(files).toHaveLength(20)
  expect(files.every(({ name, type }) => name.startsWith('river take 4') && type === 'video')).toBe(true)
  expect(total).toBe(Array.from({ length: 100_000 }, (_, at) => at).filter((at) => isMeant(at)).length)
})
const isMeant = (at: number) => at % 5 === 3 && at % 7 !== 0 && String(at).startsWith('4')
