import { expect, test } from 'vitest'
import { type Open, opened } from './kit.ts'

/** Tests of scenes: created, renamed, deleted, and created in one request with their playlist. */
export function scenes(open: Open): void {
  test('a scene is added last, active only on request, renamed and deleted', async () => {
    const { ask, projectId, scenes, listScenes } = await opened(open)
    const made = await ask('createScene', { projectId, body: { name: 'Quiz' } })
    expect(made).toMatchObject({ name: 'Quiz', isActive: false, synced: false })
    const active = await ask('createScene', { projectId, body: { name: 'Finale', setActive: true } })
    expect((await listScenes()).map(({ id }) => id)).toEqual([...scenes, made.id, active.id])
    expect((await listScenes()).filter(({ isActive }) => isActive)).toMatchObject([{ id: active.id, name: 'Finale' }])
    const renamed = await ask('updateScene', { projectId, sceneId: made.id, body: { name: 'Riddles' } })
    expect(renamed).toMatchObject({ id: made.id, name: 'Riddles', isActive: false })
    await ask('deleteScene', { projectId, sceneId: active.id })
    expect((await listScenes()).filter(({ isActive }) => isActive)).toMatchObject([{ id: scenes[0] }])
    const page = await ask('listScenes', { projectId, query: { limit: 2, offset: 1 } })
    expect(page).toMatchObject({
      scenes: [{ id: scenes[1] }, { id: scenes[2] }],
      total: scenes.length + 1,
      offset: 1,
    })
  })

  test('the last scene cannot be deleted', async () => {
    const { ask, refused, projectId, scenes } = await opened(open)
    for (const sceneId of scenes.slice(1)) await ask('deleteScene', { projectId, sceneId })
    await refused('deleteScene', { projectId, sceneId: scenes[0] }, 'LAST_SCENE_DELETE')
  })

  test('deleting a scene clears the chains into it: their playlists play once', async () => {
    const { ask, playlist, server, projectId, scenes } = await opened(open)
    const layerId = await playlist(0, server.files.videos)
    await ask('updateLayer', { projectId, layerId, body: { settings: { nextScene: scenes[2] } } })
    const deleted = await ask('deleteScene', { projectId, sceneId: scenes[2] })
    expect(deleted.affectedLayers).toMatchObject([{ layerId, sceneId: scenes[0] }])
    const { settings } = await ask('getLayer', { projectId, layerId })
    expect(settings).toMatchObject({ nextScene: null, loop: false })
  })

  const workflow = (fileIds: readonly string[], more: object = {}) => ({
    body: { sceneName: 'Day two', files: fileIds.map((fileId) => ({ fileId })), ...more },
  })

  test('the workflow creates a scene with a looping playlist, which the last scene leads to', async () => {
    const { ask, scene, playlist, server, projectId, listScenes } = await opened(open)
    const { videos } = server.files
    const layerId = await playlist(await scene(), videos, { loop: true })
    const asking = workflow(videos, { layerName: 'Second day', volume: 3 })
    const made = await ask('createSceneWithPlaylist', { projectId, ...asking })
    expect(made).toMatchObject({
      scene: { name: 'Day two', isActive: false },
      layer: { name: 'Second day' },
      synced: false,
    })
    expect(made.autoSwitch).not.toBeNull()
    expect(made.replacedAutoSwitchSceneId ?? null).toBeNull()
    const { settings } = await ask('getLayer', { projectId, layerId: made.layer.id })
    expect(settings).toMatchObject({
      files: videos.map((fileId) => ({ fileId })),
      loop: true,
      volume: 3,
      nextScene: null,
    })
    const chained = await ask('getLayer', { projectId, layerId })
    expect(chained.settings).toMatchObject({ nextScene: made.scene.id, loop: false })
    expect((await listScenes()).at(-1)).toMatchObject({ id: made.scene.id, layers: [{ type: 'videoPlaylist' }] })
  })

  test('it reports which chain it replaced, and which ring it opened', async () => {
    const { ask, scene, playlist, server, projectId } = await opened(open)
    const { videos } = server.files
    const scenes = [await scene(), await scene()]
    const [first, second] = [await playlist(scenes[0] ?? '', videos), await playlist(scenes[1] ?? '', videos)]
    await ask('updateLayer', { projectId, layerId: first, body: { settings: { nextScene: scenes[1] } } })
    await ask('updateLayer', { projectId, layerId: second, body: { settings: { nextScene: scenes[0] } } })
    const asking = workflow(videos, { previousSceneId: scenes[1] })
    const made = await ask('createSceneWithPlaylist', { projectId, ...asking })
    expect(made).toMatchObject({ replacedAutoSwitchSceneId: scenes[0], warning: expect.stringMatching(/.{6}/) })
    const { settings } = await ask('getLayer', { projectId, layerId: second })
    expect(settings).toMatchObject({ nextScene: made.scene.id })
  })

  test('the first scene of a project becomes active, and nothing leads to it', async () => {
    const { ask, server } = await opened(open)
    const { id } = await ask('createProject', { body: { name: 'Empty' } })
    const made = await ask('createSceneWithPlaylist', { projectId: id, ...workflow(server.files.videos) })
    expect(made).toMatchObject({ scene: { isActive: true }, autoSwitch: null })
  })

  test('if no previous scene is named and the last one has no playlist, it is created unchained, with a warning', async () => {
    const { ask, scene, server, projectId, listScenes } = await opened(open)
    const bare = await scene()
    const made = await ask('createSceneWithPlaylist', { projectId, ...workflow(server.files.videos) })
    expect(made).toMatchObject({ autoSwitch: null, warning: expect.stringMatching(/.{6}/) })
    expect((await listScenes()).map(({ id }) => id).slice(-2)).toEqual([bare, made.scene.id])
  })

  test('it creates nothing if the named previous scene has no playlist, or does not exist', async () => {
    const { scene, refused, server, projectId, listScenes } = await opened(open)
    const bare = await scene()
    const before = await listScenes()
    for (const [previousSceneId, code] of [
      [bare, 'NO_PLAYLIST_LAYER'],
      ['none', 'SCENE_NOT_FOUND'],
    ] as const)
      await refused(
        'createSceneWithPlaylist',
        { projectId, ...workflow(server.files.videos, { previousSceneId }) },
        code,
      )
    expect(await listScenes()).toEqual(before)
  })

  test('what does not exist is not found, each with its own code', async () => {
    const { refused, projectId, scenes } = await opened(open)
    const [sceneId, name] = ['none', { body: { name: 'New' } }]
    for (const operation of [
      'getProject',
      'getLive',
      'startLive',
      'stopLive',
      'listScenes',
      'listSchedules',
    ] as const)
      await refused(operation, { projectId: 'none' }, 'PROJECT_NOT_FOUND')
    await refused('updateScene', { projectId, sceneId, ...name }, 'SCENE_NOT_FOUND')
    await refused('activateScene', { projectId, sceneId }, 'SCENE_NOT_FOUND')
    await refused('deleteScene', { projectId, sceneId }, 'SCENE_NOT_FOUND')
    await refused('activateScene', { projectId: 'none', sceneId: scenes[0] }, 'PROJECT_NOT_FOUND')
    // A property name of every object is no id.
    for (const [operation, body] of [
      ['getLayer', undefined],
      ['updateLayer', {}],
      ['setPlaylist', { files: [] }],
      ['setPlayback', { action: 'stop' }],
    ] as const)
      await refused(operation, { projectId, layerId: 'constructor', ...(body && { body }) }, 'LAYER_NOT_FOUND')
  })
}
