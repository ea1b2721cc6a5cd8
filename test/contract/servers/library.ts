import { expect, test } from 'vitest'
import { type Open, opened } from './kit.ts'

/** Tests of files: how they are imported, encoded, named and listed. */
export function library(open: Open): void {
  const video = (url: string, more: object = {}) => ({ body: { url, type: 'video', ...more } })

  test('a file is imported from a link into a folder, one at a time, and can then be used', async () => {
    const { server, ask, refused, playlist } = await opened(open)
    const folderId = await server.addFolder('Tonight')
    const before = (await ask('listFiles')).total
    const begun = await ask('importFile', video(server.links.good, { folderId }))
    expect(begun.status).toBe('in_progress')
    await server.arrived(begun.fileId)
    expect(await ask('getImport', { fileId: begun.fileId })).toMatchObject({ status: 'completed', progress: 100 })
    const file = await ask('getFile', { fileId: begun.fileId })
    expect(file).toMatchObject({ type: 'video', folderId, issues: { errors: [] } })
    expect(file.metadata?.durationSec).toBeGreaterThan(0)
    expect((await ask('listFiles')).total).toBe(before + 1)
    await playlist(0, [begun.fileId])
    await refused('getFile', { fileId: 'none' }, 'FILE_NOT_FOUND')
    await refused('getImport', { fileId: 'none' }, 'FILE_NOT_FOUND')
    await refused('importFile', video(server.links.good, { folderId: 'none' }), 'FOLDER_NOT_FOUND')
  })

  test('during an import no other is accepted, and its file fits in no playlist; once stopped, it never resumes', async () => {
    const { server, ask, refused, projectId, scenes } = await opened(open)
    const { fileId } = await ask('importFile', video(server.links.held))
    await refused('importFile', video(server.links.good), 'TRANSFER_IN_PROGRESS')
    expect((await ask('getFile', { fileId })).issues?.errors).toEqual(['import_in_progress'])
    const body = { type: 'videoPlaylist', settings: { files: [{ fileId }] } }
    await refused('addLayer', { projectId, sceneId: scenes[0], body }, 'FILES_NOT_USABLE')
    await server.stopImport(fileId)
    expect(await ask('getImport', { fileId })).toMatchObject({ status: 'stopped' })
    const next = await ask('importFile', video(server.links.good))
    await server.arrived(next.fileId)
  })

  test('an import that breaks off at 60 % says so, and its file cannot be used', async () => {
    const { server, ask } = await opened(open)
    await server.fault('importFails')
    const { fileId } = await ask('importFile', video(server.links.good))
    await server.arrived(fileId)
    const { status, progress, error } = await ask('getImport', { fileId })
    expect([status, error]).toEqual(['error', expect.stringMatching(/.{6}/)])
    expect([progress !== null, Number(progress) < 100]).toEqual([true, true])
    expect((await ask('getFile', { fileId })).issues?.errors).toEqual(['transfer_failed'])
  })

  test('what cannot begin is refused at once, and leaves no file', async () => {
    const full = await opened(open, { fullDisk: true })
    await full.refused('importFile', video(full.server.links.good), 'IMPORT_FAILED')
    expect((await full.ask('listEncodes')).total).toBe(0)
    const { server, ask, refused } = await opened(open, { publicLinksOnly: true })
    const before = (await ask('listFiles')).total
    for (const link of [
      'http://127.0.0.1:9/a.mp4',
      'http://[::1]/a.mp4',
      'http://10.0.0.7/a.mp4',
      'http://192.168.1.1/a',
    ])
      await refused('importFile', video(link), 'URL_NOT_ALLOWED')
    await refused('importFile', video(server.unreachable), 'URL_NOT_RESOLVED')
    await server.become('storageFull')
    await refused('importFile', video(server.links.good), 'STORAGE_LIMIT_EXCEEDED')
    expect((await ask('listFiles')).total).toBe(before)
  })

  test.each(['no link', 'ftp://files.example/a.mp4', 'https://me:secret@files.example/a.mp4', ''])(
    '"%s" is no link to import from',
    async (link) => {
      const { refused } = await opened(open)
      await refused('importFile', video(link), 'VALIDATION_ERROR')
    },
  )

  async function imported(open: Open) {
    const opening = await opened(open)
    const { ask, server } = opening
    const { fileId } = await ask('importFile', video(server.links.broken))
    await server.arrived(fileId)
    const errors = async () => (await ask('getFile', { fileId })).issues?.errors
    expect(await errors()).toEqual([expect.stringMatching(/codec/)])
    return { ...opening, fileId, errors }
  }

  test('a file that must be encoded is queued and listed, and usable once it has left the list', async () => {
    const { ask, server, fileId, errors, playlist } = await imported(open)
    const { queued, skipped } = await ask('encodeFiles', { body: { fileIds: [fileId, 'none'] } })
    expect(queued).toMatchObject([{ fileId, status: expect.stringMatching(/^in_(queue|progress)$/) }])
    expect(skipped).toEqual([{ fileId: 'none', reason: expect.any(String) }])
    expect((await ask('listEncodes')).encodes).toMatchObject([{ fileId }])
    await server.encoded()
    expect(await ask('listEncodes')).toMatchObject({ encodes: [], total: 0 })
    expect(await errors()).toEqual([])
    await playlist(0, [fileId])
  })

  test('an encode may disappear from the list with the file unchanged', async () => {
    const { ask, server, fileId, errors } = await imported(open)
    const before = await errors()
    await server.fault('encodeVanishes')
    await ask('encodeFiles', { body: { fileIds: [fileId] } })
    await server.encoded()
    expect((await ask('listEncodes')).total).toBe(0)
    expect(await errors()).toEqual(before)
  })

  test('files are renamed together, each with its result, and found by name, type and folder', async () => {
    const { ask, server, refused } = await opened(open)
    const folderId = await server.addFolder('Archive of May')
    const { fileId } = await ask('importFile', video(server.links.good, { folderId }))
    await server.arrived(fileId)
    const renames = [
      { id: fileId, name: 'Unmistakable.mp4' },
      { id: 'none', name: 'Nobody.mp4' },
      // An invalid name does not affect the others.
      ...['é'.repeat(256), ''].map((name) => ({ id: fileId, name })),
    ]
    const { renamed, failed } = await ask('renameFiles', { body: { renames } })
    expect([renamed.length, failed]).toMatchObject([
      1,
      [{ id: 'none', code: 'FILE_NOT_FOUND' }, ...Array(2).fill({ id: fileId, code: 'VALIDATION_ERROR' })],
    ])
    const found = async (query: object) => (await ask('listFiles', { query: { ...query } })).files.map(({ id }) => id)
    expect(await found({ search: 'MISTAKABLE' })).toEqual([fileId])
    expect(await found({ folderId })).toEqual([fileId])
    expect(await found({ folderId, type: 'audio' })).toEqual([])
    expect(await found({ folderId: 'null' })).not.toContain(fileId)
    const { folders } = await ask('listFolders')
    expect(folders.find(({ id }) => id === folderId)).toMatchObject({ name: 'Archive of May', fileCount: 1 })
    await refused('listFiles', { query: { folderId: 'none' } }, 'FOLDER_NOT_FOUND')
    for (const search of ['ab', 'a\u0000b', 'Part\n', '\u001b[2J', 'Part\u0085'])
      await refused('listFiles', { query: { search } }, 'VALIDATION_ERROR')
  })

  /** The letter and its mark separate, as macOS writes names, and combined, as other systems do. */
  test.each([
    ['apart', 'cafe\u0301.mp4', 'caf\u00e9'],
    ['together', 'caf\u00e9.mp4', 'cafe\u0301'],
    ['together, in capitals', '\u00dcbung.mp4', 'u\u0308bung'],
  ])('a name written %s is found written the other way', async (_, name, search) => {
    const { ask, server } = await opened(open)
    const { fileId } = await ask('importFile', video(server.links.good))
    await server.arrived(fileId)
    await ask('renameFiles', { body: { renames: [{ id: fileId, name }] } })
    for (const query of [{ search }, { search: name }])
      expect((await ask('listFiles', { query })).files.map(({ id }) => id)).toEqual([fileId])
  })

  /** The contract leaves open whether the name follows the file: clients may rely on what both servers do. */
  test('an item of a playlist keeps the name it was written with until it is written again', async () => {
    const { ask, server, playlist, projectId } = await opened(open)
    const { fileId } = await ask('importFile', video(server.links.good))
    await server.arrived(fileId)
    const { name } = await ask('getFile', { fileId })
    const layerId = await playlist(0, [fileId])
    const renames = [{ id: fileId, name: 'Renamed.mp4' }]
    expect((await ask('renameFiles', { body: { renames } })).failed).toEqual([])
    const named = async () => (await ask('getLayer', { projectId, layerId })).settings.files?.map((item) => item.name)
    expect(await named()).toEqual([name])
    await ask('setPlaylist', { projectId, layerId, body: { files: [{ fileId }, { fileId, name: 'Ours' }] } })
    expect(await named()).toEqual(['Renamed.mp4', 'Ours'])
  })
}
