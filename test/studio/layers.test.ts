/** Layers and playlists of the local studio, as the contract describes them. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { MediaFile } from '../../electron/studio/rules/world/media.ts'
import type { OperationName } from '../../shared/contract/operations.ts'
import { folderForTest } from '../support/atEnd.ts'
import { expectRefusal, mediaOf, projectId, Rehearsal, rehearsal, rehearseEach, scenes } from './support.ts'

rehearseEach('theShow')

const files = (...ids: string[]) => ids.map((fileId) => ({ fileId }))
const addList = (place = 0, ids = ['video-60', 'video-30'], more = {}) =>
  rehearsal.ask('addLayer', {
    ...{ projectId, sceneId: scenes[place] },
    body: { type: 'videoPlaylist', settings: { files: files(...ids), ...more } },
  })
const layer = (layerId: string) => rehearsal.ask('getLayer', { projectId, layerId })
const chain = (layerId: string, nextScene: string | null | undefined) =>
  rehearsal.ask('updateLayer', { projectId, layerId, body: { settings: { nextScene } } })

describe('a layer', () => {
  it('is created with the given values, and read back in full', async () => {
    const position = { x: 10, y: 20, width: 30.5, height: 40 }
    const settings = { files: [{ fileId: 'video-60', name: 'First' }], loop: true, volume: 3 }
    const body = { type: 'videoPlaylist', name: 'Loop', hide: true, position, settings }
    const { synced, ...made } = await rehearsal.ask('addLayer', { projectId, sceneId: scenes[1], body })
    expect(synced).toBe(false)
    expect(made).toMatchObject({ name: 'Loop', hide: true, pinned: false, locked: false, position })
    expect(made.settings).toMatchObject({ itemTotal: 1, loop: true, shuffle: false, volume: 3, nextScene: null })
    expect(made.settings.files).toMatchObject([{ fileId: 'video-60', name: 'First', duration: 60 }])
    expect(await layer(made.id)).toEqual(made)
    const { scenes: listed } = await rehearsal.ask('listScenes', { projectId })
    expect(listed[1]?.layers?.at(-1)).toMatchObject({
      id: made.id,
      name: 'Loop',
      type: 'videoPlaylist',
      nextScene: null,
    })
  })

  it('changes only in the given values', async () => {
    const before = await addList()
    const body = { name: 'New', hide: true, settings: { volume: 0, shuffle: true } }
    await rehearsal.ask('updateLayer', { projectId, layerId: before.id, body })
    const { synced: _, ...kept } = before
    const settings = { ...before.settings, volume: 0, shuffle: true }
    expect(await layer(before.id)).toEqual({ ...kept, name: 'New', hide: true, settings })
  })

  it('of text, an image or an interactive kind is read, and changed in the studio only', async () => {
    const { scenes: listed } = await rehearsal.ask('listScenes', { projectId })
    const overlays = listed.flatMap(({ layers }) => layers ?? [])
    expect(overlays.map(({ type }) => type)).toEqual(['text', 'image', 'interactive'])
    for (const { id: layerId } of overlays) {
      expect(await layer(layerId)).toMatchObject({ locked: true, settings: {} })
      const asking = { projectId, layerId, body: { name: 'Mine', files: [], action: 'stop' } }
      expectRefusal(await rehearsal.try('updateLayer', asking), 400, 'VALIDATION_ERROR', { field: 'layerId' })
      for (const name of ['setPlaylist', 'setPlayback'] as const) {
        expectRefusal(await rehearsal.try(name, asking), 400, 'NO_PLAYLIST_LAYER', { layerId })
      }
    }
  })
})

describe('invalid values are refused, and nothing is done', () => {
  const list = (given: object, type = 'videoPlaylist') => ({ type, settings: given })
  const broken = { fileIds: ['video-60-broken'], files: [{ fileId: 'video-60-broken' }] }
  const overlap = [
    { timestamp: 30, duration: 60 },
    { timestamp: 0, duration: 31 },
  ]
  it.each<[string, OperationName, object, number, string, Record<string, unknown>]>([
    [
      'a file that is not there',
      'addLayer',
      list({ files: files('video-60', 'gone') }),
      404,
      'FILE_NOT_FOUND',
      { fileIds: ['gone'] },
    ],
    [
      'sound among pictures',
      'addLayer',
      list({ files: files('audio-60') }),
      400,
      'INVALID_FILE_TYPE',
      { fileIds: ['audio-60'] },
    ],
    ['files to encode first', 'addLayer', list({ files: files('video-60-broken') }), 400, 'FILES_NOT_USABLE', broken],
    ['a video without its file', 'addLayer', list({}, 'video'), 400, 'FILE_REQUIRED', { field: 'settings.fileId' }],
    [
      'a video with files',
      'addLayer',
      list({ files: [] }, 'video'),
      400,
      'VALIDATION_ERROR',
      { field: 'settings.files' },
    ],
    [
      'a playlist with one file',
      'addLayer',
      list({ fileId: 'video-60' }),
      400,
      'VALIDATION_ERROR',
      { field: 'settings.fileId' },
    ],
    ['a type that is read-only', 'addLayer', list({}, 'text'), 400, 'VALIDATION_ERROR', { field: 'type' }],
    ['a long name', 'addLayer', { ...list({}), name: 'x'.repeat(20) }, 400, 'VALIDATION_ERROR', { field: 'name' }],
    [
      '601 files',
      'setPlaylist',
      { files: files(...Array(601).fill('video-60')) },
      400,
      'VALIDATION_ERROR',
      { field: 'files' },
    ],
    [
      'ad breaks that overlap',
      'setPlaylist',
      { files: [{ fileId: 'video-60', adPoints: overlap }] },
      400,
      'ADPOINT_OVERLAP',
      { field: 'files.0.adPoints' },
    ],
    [
      'a chain to nowhere',
      'updateLayer',
      { name: 'No', settings: { nextScene: 'gone' } },
      400,
      'INVALID_NEXT_SCENE',
      { nextScene: 'gone' },
    ],
    ['a playlist chained to nowhere', 'setPlaylist', { files: [], nextScene: 'gone' }, 400, 'INVALID_NEXT_SCENE', {}],
    [
      'a file for a playlist',
      'updateLayer',
      { settings: { fileId: 'video-60' } },
      400,
      'VALIDATION_ERROR',
      { field: 'settings.fileId' },
    ],
    [
      'a volume of 11',
      'updateLayer',
      { settings: { volume: 11 } },
      400,
      'VALIDATION_ERROR',
      { field: 'settings.volume' },
    ],
    [
      'a workflow without files',
      'createSceneWithPlaylist',
      { sceneName: 'New', files: [] },
      400,
      'FILE_REQUIRED',
      {},
    ],
  ])('%s', async (_, name, body, status, code, details) => {
    const { id: layerId } = await addList()
    const all = async () => [await rehearsal.ask('listScenes', { projectId }), await layer(layerId)]
    const before = await all()
    const reply = await rehearsal.try(name, { projectId, sceneId: scenes[0], layerId, body })
    expectRefusal(reply, status, code, details)
    expect(await all()).toEqual(before)
  })
})

describe('a playlist', () => {
  it('is replaced as a whole: new items, unknown fields kept, and removed items reported', async () => {
    const { id: layerId, settings } = await addList()
    const adPoints = [{ timestamp: 10, duration: 5 }]
    const [first] = settings.files ?? []
    const body = { files: [{ ...first, adPoints, mood: { of: 'theirs' }, name: 'Again' }, ...files('video-10')] }
    const written = await rehearsal.ask('setPlaylist', { projectId, layerId, body })
    expect(written).toMatchObject({ previousItemCount: 2, removedItemCount: 1, synced: false })
    const read = (await layer(layerId)).settings.files ?? []
    expect(read).toMatchObject([
      { fileId: 'video-60', name: 'Again', adPoints, mood: { of: 'theirs' } },
      { duration: 10 },
    ])
    expect(read[0]?.playlistItemId).not.toBe(first?.playlistItemId)
  })

  it('loops, or leads to a scene, but not both', async () => {
    const { id: layerId } = await addList(0, ['video-60'], { loop: true })
    expect((await chain(layerId, scenes[1])).settings).toMatchObject({ loop: false, nextScene: scenes[1] })
    const conflict = { layerId, nextScene: scenes[1] }
    const looped = { projectId, layerId, body: { settings: { loop: true }, files: [], loop: true } }
    expectRefusal(await rehearsal.try('updateLayer', looped), 400, 'LOOP_NEXT_SCENE_CONFLICT', conflict)
    expectRefusal(await rehearsal.try('setPlaylist', looped), 400, 'LOOP_NEXT_SCENE_CONFLICT', conflict)
    expectRefusal(
      await rehearsal.try('updateLayer', { projectId, layerId, body: { settings: { nextScene: scenes[0] } } }),
      400,
      'INVALID_NEXT_SCENE',
    )
    const unchained = { files: files('video-60'), loop: true, nextScene: null }
    const written = await rehearsal.ask('setPlaylist', { projectId, layerId, body: unchained })
    expect(written.settings).toMatchObject({ loop: true, nextScene: null })
  })

  it('that led to a deleted scene plays once and stops', async () => {
    const { id: layerId } = await addList()
    await chain(layerId, scenes[3])
    const { affectedLayers } = await rehearsal.ask('deleteScene', { projectId, sceneId: scenes[3] })
    expect(affectedLayers).toEqual([{ layerId, sceneId: scenes[0], sceneName: 'Opening' }])
    expect((await layer(layerId)).settings).toMatchObject({ loop: false, nextScene: null })
  })

  it('cuts the name of a file only between characters', async () => {
    const name = `${'a'.repeat(99)}😀 and more`
    const studio = await Rehearsal.start({ media: (id) => ({ ...(mediaOf('video-60') as MediaFile), id, name }) })
    onTestFinished(() => studio.studio.close())
    const asking = { projectId: await studio.fridayNight() }
    const [sceneId] = await studio.sceneIds(asking.projectId)
    const body = { type: 'videoPlaylist', settings: { files: files('one') } }
    const { settings } = await studio.ask('addLayer', { ...asking, sceneId, body })
    expect(settings.files?.[0]?.name).toBe('a'.repeat(99))
  })

  it('is changed once by another client right after it was read', async () => {
    const { id: layerId } = await addList()
    await rehearsal.setFault({ kind: 'playlistByAnotherHand' })
    const orders = [await layer(layerId), await layer(layerId), await layer(layerId)].map(({ settings }) =>
      settings.files?.map(({ fileId }) => fileId),
    )
    expect(orders).toEqual([
      ['video-60', 'video-30'],
      ['video-30', 'video-60'],
      ['video-30', 'video-60'],
    ])
  })
})

it('can be read under a fault that cannot be stored, because another program locks the database', async () => {
  const dataDir = folderForTest()
  const studio = await Rehearsal.start({ dataDir })
  onTestFinished(() => studio.studio.close())
  const asking = { projectId: await studio.fridayNight() }
  const [sceneId] = await studio.sceneIds(asking.projectId)
  const body = { type: 'videoPlaylist', settings: { files: files('video-60', 'video-30') } }
  const { id: layerId } = await studio.ask('addLayer', { ...asking, sceneId, body })
  await studio.setFault({ kind: 'playlistByAnotherHand' })
  const other = new DatabaseSync(join(dataDir, 'studio.db'))
  other.exec('BEGIN IMMEDIATE')
  const { settings } = await studio.ask('getLayer', { ...asking, layerId })
  other.exec('ROLLBACK')
  other.close()
  expect(settings.files).toMatchObject(files('video-60', 'video-30'))
})

describe('a scene with its playlist in one request', () => {
  const create = (body: object) =>
    rehearsal.ask('createSceneWithPlaylist', { projectId, body: { files: files('video-60'), ...body } })

  it('follows the scene before it, whose chain it replaces, and names the ring it opens', async () => {
    const { id: first } = await addList(0)
    const { id: second } = await addList(1)
    await chain(first, scenes[1])
    await chain(second, scenes[0])
    const made = await create({ sceneName: 'Between', previousSceneId: scenes[0] })
    expect(made.replacedAutoSwitchSceneId).toBe(scenes[1])
    expect(made.warning).toContain('"Opening", "Main show"')
    expect(made.autoSwitch).toEqual({ fromSceneId: scenes[0], layerId: first, toSceneId: made.scene.id })
    expect((await layer(first)).settings).toMatchObject({ loop: false, nextScene: made.scene.id })
    const after = await create({ sceneName: 'Last', loop: false })
    expect(after).toMatchObject({ replacedAutoSwitchSceneId: null, warning: null, scene: { isActive: false } })
    expect((await layer(made.layer.id)).settings).toMatchObject({ loop: false, nextScene: after.scene.id })
  })

  it.each([
    ['is empty', []],
    ['has a file of unknown length', ['video-60', 'video-x']],
  ])('warns that a list before it never ends: it %s', async (why, ids) => {
    const sceneId = (await rehearsal.ask('createScene', { projectId, body: { name: 'Before' } })).id
    const body = { type: 'videoPlaylist', settings: { files: files(...ids) } }
    await rehearsal.ask('addLayer', { projectId, sceneId, body })
    const made = await create({ sceneName: 'After' })
    expect(made.autoSwitch).toMatchObject({ fromSceneId: sceneId })
    expect(made.warning).toBe(`Nothing leads to "After" yet: the playlist of "Before" ${why}, so it never ends.`)
  })

  it('warns that a list before it was stopped, and that it opened a ring, in one', async () => {
    const { id: first } = await addList(0)
    const { id: second } = await addList(1)
    await chain(first, scenes[1])
    await chain(second, scenes[0])
    await rehearsal.goLive(projectId)
    await rehearsal.ask('setPlayback', { projectId, layerId: first, body: { action: 'stop' } })
    const { warning } = await create({ sceneName: 'After', previousSceneId: scenes[0] })
    expect(warning).toMatch(/in a ring, .* of "Opening" is stopped, so it never ends\.$/)
  })
})
