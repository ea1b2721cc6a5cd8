import { describe, expect, test } from 'vitest'
import { type Open, opened } from './kit.ts'

const MINUTE = 60_000

/** Tests of layers and their playlists: what is written, what is kept, and what then plays. */
export function layers(open: Open): void {
  test('each type that can be created is created, read and changed', async () => {
    const { ask, server, projectId, scenes } = await opened(open)
    const { videos, sound } = server.files
    const position = { x: 10, y: 20, width: 30, height: 40 }
    for (const [type, settings] of [
      ['videoPlaylist', { files: [{ fileId: videos[0], name: 'First' }], loop: true, volume: 5 }],
      ['audioPlaylist', { files: [{ fileId: sound }], loop: false, volume: 0 }],
      ['video', { fileId: videos[1], loop: true, volume: 10 }],
    ] as const) {
      const body = { type, name: 'Made here', hide: true, position, settings }
      const { synced, ...made } = await ask('addLayer', { projectId, sceneId: scenes[0], body })
      expect(made).toMatchObject({ type, name: 'Made here', hide: true, position, settings })
      expect(synced).toBe(false)
      expect(await ask('getLayer', { projectId, layerId: made.id })).toEqual(made)
      const changes = {
        name: 'Changed',
        hide: false,
        position: { ...position, x: 0 },
        settings: { loop: false, volume: 1 },
      }
      const changed = await ask('updateLayer', { projectId, layerId: made.id, body: changes })
      expect(changed).toMatchObject({ ...changes, type, locked: false })
    }
    const single = { type: 'video', settings: { fileId: videos[0] } }
    const { id: layerId } = await ask('addLayer', { projectId, sceneId: scenes[0], body: single })
    const swapped = await ask('updateLayer', { projectId, layerId, body: { settings: { fileId: videos[1] } } })
    expect(swapped.settings).toMatchObject({ fileId: videos[1], duration: 60 })
  })

  test('what only the studio creates is read here, and not changed', async () => {
    const { ask, refused, projectId, listScenes } = await opened(open)
    const all = (await listScenes()).flatMap(({ layers }) => layers ?? [])
    const { id: layerId } = all.find(({ type }) => type === 'image') ?? {}
    expect(await ask('getLayer', { projectId, layerId })).toMatchObject({ type: 'image', settings: {} })
    await refused('updateLayer', { projectId, layerId, body: { name: 'Mine' } }, 'VALIDATION_ERROR')
  })

  test('a playlist is replaced as a whole: new items, and unknown fields are kept', async () => {
    const { ask, server, playlist, projectId } = await opened(open)
    const [one, other] = server.files.videos
    const layerId = await playlist(0, [one, other, one])
    const before = (await ask('getLayer', { projectId, layerId })).settings.files ?? []
    const adPoints = [
      { timestamp: 5, duration: 5 },
      { timestamp: 20, duration: 10 },
    ]
    const files = [
      { ...before[1], adPoints, mood: { calm: true } },
      { fileId: other, name: 'Again' },
    ]
    const written = await ask('setPlaylist', { projectId, layerId, body: { files, volume: 2 } })
    expect(written).toMatchObject({
      previousItemCount: 3,
      removedItemCount: 2,
      synced: false,
      settings: { volume: 2 },
    })
    const { settings } = await ask('getLayer', { projectId, layerId })
    expect(settings.files).toMatchObject([
      { fileId: other, adPoints, mood: { calm: true }, duration: 60 },
      { fileId: other, name: 'Again' },
    ])
    const ids = [...before, ...(settings.files ?? [])].map(({ playlistItemId }) => playlistItemId)
    expect(new Set(ids).size).toBe(5)
    expect(settings.itemTotal).toBe(2)
  })

  test('a file that is encoded once more stays in its playlist, and can enter no other', async () => {
    const { ask, refused, server, playlist, projectId, scenes } = await opened(open)
    const [one, other] = server.files.videos
    const layerId = await playlist(0, [one, other])
    await server.encodeAgain(one)
    const reordered = [{ fileId: other }, { fileId: one }]
    const { settings } = await ask('setPlaylist', { projectId, layerId, body: { files: reordered } })
    expect(settings.files).toMatchObject(reordered)
    const body = { type: 'videoPlaylist', settings: { files: [{ fileId: one }] } }
    await refused('addLayer', { projectId, sceneId: scenes[1], body }, 'FILES_NOT_USABLE', { fileIds: [one] })
  })

  test('another client changes a playlist, and its items get new ids', async () => {
    const { ask, server, playlist, projectId } = await opened(open)
    const layerId = await playlist(0, server.files.videos)
    const items = async () => (await ask('getLayer', { projectId, layerId })).settings.files ?? []
    const before = await items()
    await server.anotherHand(projectId, layerId)
    const after = await items()
    expect(after.map(({ fileId }) => fileId)).toEqual(before.map(({ fileId }) => fileId).toReversed())
    expect(after.some(({ playlistItemId }) => before.some((one) => one.playlistItemId === playlistItemId))).toBe(
      false,
    )
  })

  describe('a loop and a chain exclude each other', () => {
    async function looping() {
      const opening = await opened(open)
      const { ask, refused, playlist, server, projectId } = opening
      const layerId = await playlist(0, server.files.videos, { loop: true })
      const files = server.files.videos.map((fileId) => ({ fileId }))
      return {
        ...opening,
        patch: async (settings: object) =>
          (await ask('updateLayer', { projectId, layerId, body: { settings } })).settings,
        put: async (more: object) =>
          (await ask('setPlaylist', { projectId, layerId, body: { files, ...more } })).settings,
        refusesPatch: (settings: object, code: 'LOOP_NEXT_SCENE_CONFLICT' | 'INVALID_NEXT_SCENE') =>
          refused('updateLayer', { projectId, layerId, body: { settings } }, code),
        refusesPut: (more: object) =>
          refused('setPlaylist', { projectId, layerId, body: { files, ...more } }, 'LOOP_NEXT_SCENE_CONFLICT'),
      }
    }

    test('by either way of chaining', async () => {
      const { patch, put, refusesPatch, refusesPut, scenes } = await looping()
      const nextScene = scenes[1]
      await refusesPatch({ loop: true, nextScene }, 'LOOP_NEXT_SCENE_CONFLICT')
      expect(await patch({ nextScene })).toMatchObject({ nextScene, loop: false })
      await refusesPatch({ loop: true }, 'LOOP_NEXT_SCENE_CONFLICT')
      await refusesPut({ loop: true })
      expect(await put({})).toMatchObject({ nextScene, loop: false })
      expect(await put({ loop: true, nextScene: null })).toMatchObject({ nextScene: null, loop: true })
      expect(await put({ nextScene })).toMatchObject({ nextScene, loop: false })
      expect(await patch({ nextScene: null })).toMatchObject({ nextScene: null, loop: false })
      expect(await patch({ loop: true })).toMatchObject({ nextScene: null, loop: true })
    })

    test('and a chain leads to another existing scene', async () => {
      const { ask, refusesPatch, projectId, scenes } = await looping()
      await ask('deleteScene', { projectId, sceneId: scenes[2] })
      for (const nextScene of [scenes[2], scenes[0], 'none']) await refusesPatch({ nextScene }, 'INVALID_NEXT_SCENE')
    })
  })

  test.each([
    ['addLayer', { type: 'video', settings: {} }, 'FILE_REQUIRED'],
    ['addLayer', { type: 'video', settings: { fileId: 'broken' } }, 'FILE_NOT_USABLE'],
    ['addLayer', { type: 'videoPlaylist', settings: { files: ['good', 'broken'] } }, 'FILES_NOT_USABLE'],
    ['addLayer', { type: 'videoPlaylist', settings: { files: ['sound'] } }, 'INVALID_FILE_TYPE'],
    ['addLayer', { type: 'audioPlaylist', settings: { files: ['good'] } }, 'INVALID_FILE_TYPE'],
    ['addLayer', { type: 'videoPlaylist', settings: { files: ['none'] } }, 'FILE_NOT_FOUND'],
    ['setPlaylist', { files: ['good', 'broken'] }, 'FILES_NOT_USABLE'],
    ['setPlaylist', { files: ['good', 'none'] }, 'FILE_NOT_FOUND'],
    ['createSceneWithPlaylist', { sceneName: 'New', files: ['sound'] }, 'INVALID_FILE_TYPE'],
  ] as const)('%s with %j is refused, and nothing is written', async (name, given, code) => {
    const { ask, refused, playlist, server, projectId, scenes, listScenes } = await opened(open)
    const layerId = await playlist(scenes.length - 1, [server.files.videos[0]])
    const { videos, sound, broken } = server.files
    const ids: Record<string, string> = { good: videos[0], sound, broken, none: 'none' }
    const settled = JSON.stringify(given, (field, value) => {
      if (field === 'files') return value.map((fileId: string) => ({ fileId }))
      return field === 'fileId' ? ids[value] : value
    })
    const before = [await listScenes(), await ask('getLayer', { projectId, layerId })]
    await refused(name, { projectId, sceneId: scenes[0], layerId, body: JSON.parse(settled) }, code)
    expect([await listScenes(), await ask('getLayer', { projectId, layerId })]).toEqual(before)
  })

  test('with auto-sync on, each write that can reach the air reports that it did', async () => {
    const { ask, server, playlist, goLive, change, projectId, scenes } = await opened(open)
    const { videos } = server.files
    const files = videos.map((fileId) => ({ fileId }))
    const layerId = await playlist(scenes.length - 1, videos)
    await goLive()
    for (const autoSynch of [false, true]) {
      await change({ autoSynch })
      const added = await ask('addLayer', {
        projectId,
        sceneId: scenes[1],
        body: { type: 'videoPlaylist', settings: {} },
      })
      const made = await ask('createScene', { projectId, body: { name: 'New' } })
      const results = [
        ...[added, made],
        await ask('createSceneWithPlaylist', {
          projectId,
          body: { sceneName: 'More', files, previousSceneId: scenes.at(-1) },
        }),
        await ask('updateLayer', { projectId, layerId, body: { hide: true } }),
        await ask('setPlaylist', { projectId, layerId, body: { files } }),
        await ask('deleteScene', { projectId, sceneId: made.id }),
      ]
      expect(results.map(({ synced }) => synced)).toEqual(results.map(() => autoSynch))
    }
  })

  describe('on air', () => {
    test('a list plays its items in order, and restarts if it loops', async () => {
      const { clock, ask, live, server, playlist, goLive, projectId } = await opened(open)
      const layerId = await playlist(0, server.files.videos, { loop: true })
      const items = (await ask('getLayer', { projectId, layerId })).settings.files ?? []
      await goLive()
      const began = clock.now()
      for (const round of [0, 1]) {
        for (const [place, { playlistItemId }] of items.entries()) {
          const startedAt = new Date(began + (round * 2 + place) * MINUTE).toISOString()
          expect((await live()).onAir).toEqual([{ layerId, playlistItemId, startedAt }])
          clock.advance(MINUTE)
        }
      }
    })

    test('the end of a chained list leads on, and the active scene follows', async () => {
      const { clock, ask, live, server, playlist, goLive, projectId, scenes, listScenes } = await opened(open)
      const layerId = await playlist(0, server.files.videos)
      await ask('updateLayer', { projectId, layerId, body: { settings: { nextScene: scenes[2] } } })
      await goLive()
      clock.advance(2 * MINUTE - 1)
      expect((await live()).onAirSceneId).toBe(scenes[0])
      clock.advance(1)
      expect(await live()).toMatchObject({ onAirSceneId: scenes[2], onAir: [], unsyncedLive: false })
      expect((await listScenes()).filter(({ isActive }) => isActive)).toMatchObject([{ id: scenes[2] }])
    })

    test('unless an activation waits for its sync', async () => {
      const { clock, ask, live, server, playlist, goLive, activate, projectId, scenes, listScenes } =
        await opened(open)
      const layerId = await playlist(0, server.files.videos)
      await ask('updateLayer', { projectId, layerId, body: { settings: { nextScene: scenes[2] } } })
      await goLive()
      await activate(1)
      clock.advance(2 * MINUTE)
      expect((await live()).onAirSceneId).toBe(scenes[2])
      expect((await listScenes()).filter(({ isActive }) => isActive)).toMatchObject([{ id: scenes[1] }])
    })

    /** Scenes 0 to 3 lead on to each other, a minute each; scene 1 is on air, and is deleted. */
    test('also if the scene on air was deleted: then it is followed again from the next one on', async () => {
      const { clock, ask, live, server, playlist, goLive, change, activate, projectId, scenes, listScenes } =
        await opened(open)
      for (const place of [0, 1, 2]) {
        const layerId = await playlist(place, [server.files.videos[0]])
        await ask('updateLayer', { projectId, layerId, body: { settings: { nextScene: scenes[place + 1] } } })
      }
      await activate(1)
      await goLive()
      await ask('deleteScene', { projectId, sceneId: scenes[1] })
      const active = async () => (await listScenes()).find(({ isActive }) => isActive)?.id
      expect([(await live()).onAirSceneId, await active()]).toEqual([scenes[1], scenes[0]])
      for (const place of [2, 3]) {
        clock.advance(MINUTE)
        expect([(await live()).onAirSceneId, await active()]).toEqual([scenes[place], scenes[place]])
      }
      await change({ title: 'Corrected' })
      await ask('syncLive', { projectId })
      expect(await live()).toMatchObject({ onAirSceneId: scenes[3], unsyncedEdits: 0 })
    })

    test('one layer is stopped and started, at once', async () => {
      const { ask, refused, live, server, playlist, goLive, projectId } = await opened(open)
      const layerId = await playlist(0, server.files.videos, { loop: true })
      const set = (action: string) => ask('setPlayback', { projectId, layerId, body: { action } })
      await refused('setPlayback', { projectId, layerId, body: { action: 'stop' } }, 'NO_ACTIVE_LIVE')
      await goLive()
      await set('stop')
      expect((await live()).onAir).toEqual([])
      await set('start')
      expect((await live()).onAir).toMatchObject([{ layerId }])
      await refused('setPlayback', { projectId, layerId, body: { action: 'pause' } }, 'VALIDATION_ERROR')
    })

    test('what was stopped plays again in the next broadcast, which the project reports', async () => {
      const { ask, live, server, playlist, goLive, projectId } = await opened(open)
      const layerId = await playlist(0, server.files.videos, { loop: true })
      await goLive()
      await ask('setPlayback', { projectId, layerId, body: { action: 'stop' } })
      await ask('stopLive', { projectId })
      await goLive()
      expect(await live()).toMatchObject({ onAir: [{ layerId }], unsyncedLive: false, unsyncedEdits: 0 })
    })

    test('activating the scene on air again starts what is over, and leaves what is playing', async () => {
      const { clock, ask, live, server, playlist, goLive, change, activate, projectId } = await opened(open)
      const [once, looped] = [
        await playlist(0, server.files.videos),
        await playlist(0, server.files.videos, { loop: true }),
      ]
      await goLive()
      const began = new Date(clock.now()).toISOString()
      clock.advance(2 * MINUTE)
      await change({ autoSynch: true })
      const first = async (layerId: string) =>
        (await ask('getLayer', { projectId, layerId })).settings.files?.[0]?.playlistItemId
      const playing = async () => {
        const { onAir } = await live()
        return (onAir ?? []).toSorted((one) => (one.layerId === once ? -1 : 1))
      }
      expect(await playing()).toMatchObject([{ layerId: looped }])
      clock.advance(MINUTE / 2)
      expect(await activate(0)).toMatchObject({ synced: true })
      const [again, going] = await playing()
      expect(again).toEqual({
        layerId: once,
        playlistItemId: await first(once),
        startedAt: new Date(clock.now()).toISOString(),
      })
      expect(going).toMatchObject({ layerId: looped, playlistItemId: await first(looped) })
      expect(Date.parse(going?.startedAt ?? '')).toBe(Date.parse(began) + 2 * MINUTE)
    })
  })
}
