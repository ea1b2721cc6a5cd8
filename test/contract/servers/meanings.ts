import { expect, test } from 'vitest'
import { type Open, opened } from './kit.ts'

const MINUTE = 60_000

/** Tests of each meaning that the contract leaves to the service; what a date shows is tested with the schedules. */
export function meanings(open: Open): void {
  test.each(['patchLayer', 'setPlaylist'] as const)('chainVia %s: both ways chain', async (chainVia) => {
    const { ask, server, playlist, projectId, scenes } = await opened(open, { meanings: { chainVia } })
    const layerId = await playlist(0, server.files.videos)
    const body = { files: server.files.videos.map((fileId) => ({ fileId })), nextScene: scenes[1] }
    expect((await ask('setPlaylist', { projectId, layerId, body })).settings.nextScene).toBe(scenes[1])
    const patch = { settings: { nextScene: scenes[2] } }
    expect((await ask('updateLayer', { projectId, layerId, body: patch })).settings.nextScene).toBe(scenes[2])
  })

  test.each([
    ['yes', 0],
    ['no', 1],
  ] as const)('playlistWriteRestarts %s: which item plays after a write, and since when', async (restarts, place) => {
    const meanings = { playlistWriteRestarts: restarts }
    const { clock, ask, live, server, playlist, goLive, change, projectId } = await opened(open, { meanings })
    const [one, other] = server.files.videos
    const layerId = await playlist(0, [one, other], { loop: true })
    await goLive()
    const began = clock.now()
    clock.advance(10_000)
    await change({ autoSynch: true })
    const files = [{ fileId: other }, { fileId: one }]
    const { settings } = await ask('setPlaylist', { projectId, layerId, body: { files } })
    const playlistItemId = settings.files?.[place]?.playlistItemId
    const startedAt = new Date(restarts === 'yes' ? clock.now() : began).toISOString()
    expect((await live()).onAir).toEqual([{ layerId, playlistItemId, startedAt }])
  })

  /** In the list a, b, a the second a is playing. */
  test.each([
    ['the same list', [0, 1, 0], 2],
    ['moved up', [0, 0, 1], 1],
    ['the first one taken out', [1, 0], 1],
  ] as const)('a file that occurs twice continues at the place where it plays: %s', async (_, written, place) => {
    const { clock, ask, live, server, playlist, goLive, change, projectId } = await opened(open, {
      meanings: { playlistWriteRestarts: 'no' },
    })
    const { videos } = server.files
    const layerId = await playlist(0, [videos[0], videos[1], videos[0]])
    await goLive()
    const { settings: was } = await ask('getLayer', { projectId, layerId })
    const playsNow = async () => (await live()).onAir?.[0]?.playlistItemId
    while ((await playsNow()) !== was.files?.[2]?.playlistItemId) clock.advance(1_000)
    await change({ autoSynch: true })
    const files = written.map((nr) => ({ fileId: videos[nr] }))
    const { settings } = await ask('setPlaylist', { projectId, layerId, body: { files } })
    expect(await playsNow()).toBe(settings.files?.[place]?.playlistItemId)
  })

  /** Files 0 to 3 take a minute each, file 4 has no known length; file 1 is playing when the list is written. */
  test.each([
    ['moved up', [0, 1, 2], [1, 0, 2], 0, 'goes on', [0, 2]],
    ['one inserted before it', [0, 1, 2], [0, 3, 1, 2], 2, 'goes on', [2]],
    ['one of unknown length before it', [0, 1, 2], [4, 1, 0], 1, 'goes on', [0]],
    ['taken out', [0, 1, 2, 3], [0, 2, 3], 1, 'begins', [3]],
    ['taken out with the one after it', [0, 1, 2, 3], [3, 0], 0, 'begins', [0]],
    ['taken out, and nothing later is left', [0, 1], [2, 0], 0, 'begins', [0]],
  ] as const)('a list rewritten in mid-play, what plays was %s', async (_, old, written, place, how, next) => {
    const { clock, ask, live, server, playlist, goLive, change, projectId, scenes } = await opened(open, {
      meanings: { playlistWriteRestarts: 'no' },
    })
    const files = [...server.files.videos, server.addVideo(60), server.addVideo(60), server.addVideo(null)]
    const layerId = await playlist(
      0,
      old.map((nr) => files[nr] ?? ''),
    )
    await ask('updateLayer', { projectId, layerId, body: { settings: { nextScene: scenes[3] } } })
    await change({ autoSynch: true })
    await goLive()
    const began = clock.now() + MINUTE
    clock.advance(80_000)
    const body = { files: written.map((nr) => ({ fileId: files[nr] })) }
    const { settings } = await ask('setPlaylist', { projectId, layerId, body })
    const startedAt = how === 'begins' ? clock.now() : began
    const plays = (nth: number) => ({
      ...{ layerId, playlistItemId: settings.files?.[nth]?.playlistItemId },
      startedAt: new Date(startedAt + (nth - place) * MINUTE).toISOString(),
    })
    expect((await live()).onAir).toEqual([plays(place)])
    // Another edit changes nothing of it.
    await change({ title: 'New' })
    const to = (at: number) => clock.advance(at - clock.now())
    for (const [nth, nr] of next.entries()) {
      to(startedAt + (nth + 1) * MINUTE)
      expect((await live()).onAir).toEqual([plays(place + nth + 1)])
      expect(written[place + nth + 1]).toBe(nr)
    }
    to(startedAt + (next.length + 1) * MINUTE - 1)
    expect((await live()).onAirSceneId).toBe(scenes[0])
    clock.advance(1)
    expect((await live()).onAirSceneId).toBe(scenes[3])
  })

  /** The second item of two is playing. */
  test.each([
    ['as it was', {}, false, 'goes on'],
    ['with another name', { name: 'New' }, false, 'goes on'],
    ['with an ad break', { adPoints: [{ timestamp: 5, duration: 10 }] }, false, 'restarts'],
    ['and chained', {}, true, 'restarts'],
  ] as const)('what happens to a list that is written %s', async (_, fields, chain, how) => {
    const { clock, ask, live, server, playlist, goLive, change, projectId, scenes } = await opened(open)
    const layerId = await playlist(0, server.files.videos)
    await change({ autoSynch: true })
    await goLive()
    const began = clock.now() + MINUTE
    clock.advance(80_000)
    const [one, other] = server.files.videos
    const files = [{ fileId: one, ...fields }, { fileId: other }]
    const body = { files, ...(chain && { nextScene: scenes[1] }) }
    const { settings } = await ask('setPlaylist', { projectId, layerId, body })
    const [place, startedAt] = how === 'goes on' ? [1, began] : [0, clock.now()]
    const playlistItemId = settings.files?.[place]?.playlistItemId
    const onAir = [{ layerId, playlistItemId, startedAt: new Date(startedAt).toISOString() }]
    expect((await live()).onAir).toEqual(onAir)
  })

  test.each([
    ['percent', { x: 0, y: 0, width: 100, height: 100 }],
    ['pixels', { x: 0, y: 0, width: 1280, height: 720 }],
  ] as const)('positionUnit %s: the whole frame', async (positionUnit, position) => {
    const { ask, playlist, projectId } = await opened(open, { meanings: { positionUnit } })
    const layerId = await playlist(0, [])
    const placed = async () => (await ask('getLayer', { projectId, layerId })).position
    expect(await placed()).toEqual(position)
    for (const smaller of [
      { ...position, width: position.width / 2 },
      { x: 7, y: 35, width: 29, height: 57 },
    ]) {
      const written = await ask('updateLayer', { projectId, layerId, body: { position: smaller } })
      expect([written.position, await placed()]).toEqual([smaller, smaller])
    }
  })

  test.each([
    ['whole', [120, 120]],
    ['paged', [50, 50, 20]],
  ] as const)('layerItems %s: how the items of a long list arrive', async (layerItems, pages) => {
    const { ask, server, playlist, projectId } = await opened(open, { meanings: { layerItems } })
    const fileIds = Array.from({ length: 120 }, (_, nr) => server.files.videos[nr % 2] ?? '')
    const layerId = await playlist(0, fileIds)
    const ids: string[] = []
    for (const count of pages) {
      const query: Record<string, number> = layerItems === 'paged' ? { offset: ids.length } : {}
      const { settings } = await ask('getLayer', { projectId, layerId, query })
      expect([settings.files?.length, settings.itemTotal]).toEqual([count, 120])
      ids.push(...(settings.files ?? []).map(({ playlistItemId }) => playlistItemId))
    }
    expect(new Set(ids).size).toBe(120)
    const { settings } = await ask('getLayer', { projectId, layerId, query: { limit: 10 } })
    expect(settings.files).toHaveLength(layerItems === 'paged' ? 10 : 120)
  })

  test.each([
    ['unlessAutoSync', 0, false],
    ['never', 2, true],
  ] as const)('switchNeedsSync %s: a switch without auto-sync', async (switchNeedsSync, place, synced) => {
    const { live, goLive, activate, change, scenes } = await opened(open, { meanings: { switchNeedsSync } })
    await goLive()
    expect(await activate(2)).toEqual({ activeSceneId: scenes[2], synced })
    expect((await live()).onAirSceneId).toBe(scenes[place])
    await change({ autoSynch: true })
    expect(await activate(1)).toMatchObject({ synced: true })
    expect((await live()).onAirSceneId).toBe(scenes[1])
  })

  test('switchNeedsSync never: other edits still wait', async () => {
    const { live, goLive, activate, change } = await opened(open, { meanings: { switchNeedsSync: 'never' } })
    await goLive()
    await change({ title: 'New' })
    await activate(2)
    expect(await live()).toMatchObject({ unsyncedEdits: 1, unsyncedLive: true })
  })

  test('an edit of a project reports whether it reached the air', async () => {
    const { goLive, change } = await opened(open)
    expect(await change({ title: 'Before' })).toMatchObject({ synced: false })
    await goLive()
    expect(await change({ title: 'Later' })).toMatchObject({ synced: false })
    await change({ autoSynch: true })
    expect(await change({ title: 'Now' })).toMatchObject({ synced: true })
  })

  test('syncPushesWholeProject yes: "switch now" publishes everything that waits', async () => {
    const { ask, live, goLive, activate, change, projectId, scenes } = await opened(open)
    await goLive()
    await change({ title: 'New' })
    await activate(2)
    await ask('syncLive', { projectId })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[2], unsyncedEdits: 0 })
  })

  test.each(['no', 'yes'] as const)('concurrentEditsSafe %s: writes one after another all count', async (safe) => {
    const { ask, projectId, listScenes } = await opened(open, { meanings: { concurrentEditsSafe: safe } })
    const before = (await listScenes()).length
    await Promise.all(['A', 'B', 'C'].map((name) => ask('createScene', { projectId, body: { name } })))
    expect(await listScenes()).toHaveLength(before + 3)
  })

  test('deletedActiveScene refused: another scene must be made active first', async () => {
    const meanings = { deletedActiveScene: 'refused' } as const
    const { ask, refused, activate, projectId, scenes, listScenes } = await opened(open, { meanings })
    await refused('deleteScene', { projectId, sceneId: scenes[0] }, 'CONFLICT')
    expect(await listScenes()).toHaveLength(scenes.length)
    await activate(1)
    await ask('deleteScene', { projectId, sceneId: scenes[0] })
  })

  test.each([
    [null, 'LIVE'],
    [3_600, 'OFFLINE'],
  ] as const)('manualEnds %j: a broadcast that runs until stopped, after an hour', async (manualEnds, status) => {
    const { clock, ask, live, goLive, change, projectId } = await opened(open, { meanings: { manualEnds } })
    await change({ duration: { manual: true } })
    await goLive()
    clock.advance(60 * MINUTE - 1)
    expect((await live()).status).toBe('LIVE')
    clock.advance(1)
    expect((await live()).status).toBe(status)
    if (status === 'LIVE') return
    expect((await ask('listBroadcasts', { projectId })).broadcasts).toMatchObject([{ duration: 3_600 }])
  })
}
