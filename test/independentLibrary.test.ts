/** Files, layers and pages of the independent server, beyond what it shares with the local studio. */
import { expect, test } from 'vitest'
import type { FaultSpec } from './fakes/independent/faults.ts'
import type { IndependentOptions } from './fakes/independent/options.ts'
import { startIndependentServer } from './fakes/independent/server.ts'
import { VirtualClock } from './fakes/virtualClock.ts'
import { closing } from './support/atEnd.ts'

async function start(options: IndependentOptions = {}) {
  const clock = new VirtualClock()
  const server = closing(await startIndependentServer({ clock, importMs: 60_000, ...options }))
  const send = (method: string, path: string, body?: unknown) =>
    fetch(server.baseUrl + path, {
      ...{ method, headers: { authorization: `Bearer ${server.key}` } },
      body: body === undefined ? null : JSON.stringify(body),
    })
  const call = async (method: string, path: string, body?: unknown) => (await send(method, path, body)).json()
  const project = `/projects/${server.content.project}`
  const { scenes, files } = server.content
  /** A playlist of the first videos in the second scene. */
  const playlist = async (count: number): Promise<string> => {
    const items = files.videos.slice(0, count).map((fileId) => ({ fileId }))
    const body = { type: 'videoPlaylist', settings: { files: items, loop: false } }
    return (await call('POST', `${project}/scenes/${scenes[1]}/layers`, body)).id
  }
  return { server, clock, send, call, project, files, playlist }
}

test('one link may lead to several videos, which arrive one after the other into a folder of their own', async () => {
  const { server, clock, call } = await start()
  const link = 'https://share.example/f/holidays'
  server.control.linkLeadsTo(link, { group: ['Sea.mp4', 'Hills.mp4'] })
  const id = server.control.importElsewhere(link)
  clock.advance(45_000)
  const group = { status: 'in_progress', progress: 75, isFolder: true, totalFiles: 2, processedFiles: 1 }
  const files = [
    { name: 'Sea.mp4', status: 'completed', progress: 100 },
    { name: 'Hills.mp4', status: 'in_progress', progress: 50 },
  ]
  expect(await call('GET', `/files/${id}/import`)).toMatchObject({ ...group, files })
  const body = { url: 'https://share.example/one.mp4', type: 'video' }
  expect((await call('POST', '/files/import', body)).code).toBe('TRANSFER_IN_PROGRESS')
  expect((await call('GET', `/files/${id}`)).code).toBe('FILE_NOT_FOUND')
  clock.advance(15_000)
  expect((await call('GET', '/folders')).folders).toMatchObject([{ id, name: 'holidays', fileCount: 2 }, {}])
  expect((await call('GET', `/files?folderId=${id}`)).files).toMatchObject([
    { name: 'Sea.mp4' },
    { name: 'Hills.mp4' },
  ])
})

test('an import fails at the given percentage, and others delete and move files', async () => {
  const { server, clock, call, files } = await start()
  const { fileId } = await call('POST', '/files/import', { url: 'https://share.example/a.mp4', type: 'video' })
  server.control.importFails(fileId, 60, 'The link broke.')
  clock.advance(35_000)
  expect(await call('GET', `/files/${fileId}/import`)).toMatchObject({ status: 'in_progress', progress: 58 })
  clock.advance(1_000)
  const failed = { status: 'error', progress: 60, error: 'The link broke.' }
  expect(await call('GET', `/files/${fileId}/import`)).toMatchObject(failed)
  const [first = '', second = ''] = files.videos
  server.control.moveFile(first, files.folder)
  server.control.removeFile(second)
  expect(await call('GET', `/files/${first}`)).toMatchObject({ folderId: files.folder })
  expect((await call('GET', `/files/${second}`)).code).toBe('FILE_NOT_FOUND')
})

test('a page may contain fewer items than requested', async () => {
  const { call, playlist, project } = await start({ pageMost: 3, meanings: { layerItems: 'paged' } })
  const layer = `${project}/layers/${await playlist(5)}`
  for (const [path, total] of [
    ['/files', 8],
    [`${project}/scenes`, 4],
    ['/projects', 3],
  ] as const) {
    const { total: told, offset, ...list } = await call('GET', `${path}?limit=100`)
    expect([told, offset, Object.values(list)[0]]).toMatchObject([total, 0, { length: 3 }])
  }
  const { settings } = await call('GET', `${layer}?offset=3&limit=100`)
  expect([settings.itemTotal, settings.files.length]).toEqual([5, 2])
})

test('the shapes apply to layers and files: as few fields as allowed, or additional unknown ones', async () => {
  const minimal = await start({ shape: 'minimal' })
  const [fileId] = minimal.files.videos
  expect(Object.keys(await minimal.call('GET', `/files/${fileId}`))).not.toContain('metadata')
  const small = await minimal.call('GET', `${minimal.project}/layers/${await minimal.playlist(1)}`)
  expect(Object.keys(small.settings)).not.toContain('itemTotal')
  const { call, project, playlist } = await start({ shape: 'extra' })
  const layer = `${project}/layers/${await playlist(2)}`
  const { files } = (await call('GET', layer)).settings
  expect(files).toMatchObject([{ beta: true, duration: 60 }, { beta: true }])
  await call('PUT', `${layer}/files`, { files: [{ ...files[1], mine: 'kept' }], ours: { deep: 1 } })
  expect((await call('GET', layer)).settings).toMatchObject({ files: [{ mine: 'kept' }], ours: { deep: 1 } })
})

test.each<[FaultSpec, executed: number, kept: number]>([
  [{ kind: 'cutBefore' }, 0, 2],
  [{ kind: 'cutAfter' }, 1, 1],
  [{ kind: 'wrongTypes' }, 1, 1],
  [{ kind: 'rateLimited' }, 0, 2],
])('%j affects the writing of a playlist', async (fault, executed, kept) => {
  const { server, send, call, project, files, playlist } = await start({ headerStyle: 'x-delta' })
  const layer = `${project}/layers/${await playlist(2)}`
  server.faults.add({ match: { method: 'PUT' }, ...fault })
  const answer = await send('PUT', `${layer}/files`, { files: [{ fileId: files.videos[0] }] }).catch(() => null)
  if (answer) expect(answer.headers.get('x-ratelimit-limit')).toBe('150')
  if (answer && fault.kind === 'wrongTypes') expect((await answer.json()).settings).toBe('none')
  expect(server.executed('PUT', /\/files$/)).toBe(executed)
  expect((await call('GET', layer)).settings.itemTotal).toBe(kept)
})
