/** When an edit in the local studio reaches viewers, and when it waits for a sync. */
import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import { addLayer, updateLayer } from '../../electron/studio/rules/projects/layers.ts'
import { createProject } from '../../electron/studio/rules/projects/projects.ts'
import { createScene, deleteScene } from '../../electron/studio/rules/projects/scenes.ts'
import { emptyWorld } from '../../electron/studio/rules/world/world.ts'
import { expectRefusal, projectId, rehearsal, rehearseEach, scenes } from './support.ts'

rehearseEach('theShow')

const scene = (place: number) => scenes[place] ?? ''
const live = () => rehearsal.ask('getLive', { projectId })
const activate = (place: number) => rehearsal.ask('activateScene', { projectId, sceneId: scene(place) })
const setAutoSync = (autoSynch: boolean) => rehearsal.ask('updateProject', { projectId, body: { autoSynch } })

describe('without auto-sync', () => {
  it('counts edits that wait, and none once they were undone by edits', async () => {
    await rehearsal.goLive(projectId)
    await activate(1)
    await rehearsal.ask('updateProject', { projectId, body: { title: 'Another title' } })
    await activate(1)
    expect(await live()).toMatchObject({ unsyncedEdits: 2 })
    await rehearsal.ask('updateProject', { projectId, body: { title: 'Friday Night, live' } })
    expect(await live()).toMatchObject({ unsyncedEdits: 3 })
    await activate(0)
    expect(await live()).toMatchObject({ unsyncedEdits: 0, unsyncedLive: false })
  })

  it('renaming needs no sync, because viewers do not see names', async () => {
    await rehearsal.goLive(projectId)
    await rehearsal.ask('updateScene', { projectId, sceneId: scene(0), body: { name: 'Hello' } })
    await rehearsal.ask('updateProject', { projectId, body: { name: 'Another name' } })
    expect(await live()).toMatchObject({ unsyncedLive: false, unsyncedEdits: 0 })
    await activate(1)
    await activate(0)
    expect(await live()).toMatchObject({ unsyncedLive: false, unsyncedEdits: 0 })
  })

  it('a sync with nothing waiting succeeds, and works while PREPARING', async () => {
    await rehearsal.ask('startLive', { projectId })
    await activate(3)
    expect(await live()).toMatchObject({ status: 'PREPARING', onAirSceneId: scene(0), unsyncedEdits: 1 })
    await rehearsal.ask('syncLive', { projectId })
    expect((await rehearsal.ask('syncLive', { projectId })).message).toContain('Nothing was waiting')
    expect(await live()).toMatchObject({ status: 'PREPARING', onAirSceneId: scene(3), unsyncedEdits: 0 })
  })

  it('the next broadcast starts with the current project', async () => {
    await rehearsal.goLive(projectId)
    await activate(4)
    await rehearsal.ask('stopLive', { projectId })
    await rehearsal.goLive(projectId)
    expect(await live()).toMatchObject({ onAirSceneId: scene(4), unsyncedEdits: 0 })
  })
})

describe('with auto-sync', () => {
  it('an edit reaches the air at once', async () => {
    await setAutoSync(true)
    await rehearsal.goLive(projectId)
    expect(await activate(2)).toMatchObject({ synced: true })
    expect(await live()).toMatchObject({ onAirSceneId: scene(2), unsyncedEdits: 0 })
    const added = await rehearsal.ask('createScene', { projectId, body: { name: 'New', setActive: true } })
    expect(added).toMatchObject({ isActive: true, synced: true })
    expect(await live()).toMatchObject({ onAirSceneId: added.id })
    expect(await rehearsal.ask('deleteScene', { projectId, sceneId: added.id })).toMatchObject({ synced: true })
    expect(await live()).toMatchObject({ onAirSceneId: scene(0) })
  })

  it('nothing is synced while nothing runs', async () => {
    await setAutoSync(true)
    expect(await activate(1)).toMatchObject({ synced: false })
    expect(await rehearsal.ask('createScene', { projectId, body: { name: 'New' } })).toMatchObject({ synced: false })
  })
})

describe('scenes over the interface', () => {
  it('keep their own order and come in pages', async () => {
    const { id } = await rehearsal.ask('createScene', { projectId, body: { name: 'Last' } })
    expect(await rehearsal.sceneIds(projectId)).toEqual([...scenes, id])
    const page = await rehearsal.ask('listScenes', { projectId, query: { limit: 2, offset: 1 } })
    expect(page).toMatchObject({ total: 7, offset: 1, scenes: [{ id: scenes[1] }, { id: scenes[2] }] })
  })

  it('are renamed', async () => {
    const renamed = await rehearsal.ask('updateScene', { projectId, sceneId: scenes[2], body: { name: 'Talk' } })
    expect(renamed).toMatchObject({ id: scenes[2], name: 'Talk', isActive: false })
    expect((await rehearsal.ask('listScenes', { projectId })).scenes[2]?.name).toBe('Talk')
  })

  it('one is active: if it is deleted, the first remaining one becomes active', async () => {
    await rehearsal.ask('activateScene', { projectId, sceneId: scenes[5] })
    expect(await rehearsal.ask('deleteScene', { projectId, sceneId: scenes[5] })).toEqual({
      deletedSceneId: scenes[5],
      affectedLayers: [],
      synced: false,
    })
    const { scenes: left, total } = await rehearsal.ask('listScenes', { projectId })
    expect(total).toBe(5)
    expect(left.filter(({ isActive }) => isActive).map(({ id }) => id)).toEqual([scenes[0]])
  })

  it('the one a person chose begins the next broadcast, also if one that chains led to was deleted on air', async () => {
    const body = { type: 'videoPlaylist', settings: { files: [{ fileId: 'video-60' }] } }
    const { id } = await rehearsal.ask('addLayer', { projectId, sceneId: scenes[3], body })
    const settings = { nextScene: scenes[4] }
    await rehearsal.ask('updateLayer', { projectId, layerId: id, body: { settings } })
    await activate(3)
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(70_000)
    expect(await live()).toMatchObject({ onAirSceneId: scene(4) })
    await rehearsal.ask('deleteScene', { projectId, sceneId: scenes[4] })
    await rehearsal.ask('stopLive', { projectId })
    await rehearsal.goLive(projectId)
    expect(await live()).toMatchObject({ onAirSceneId: scene(3) })
  })

  it('the last one cannot be deleted', async () => {
    for (const sceneId of scenes.slice(1)) await rehearsal.ask('deleteScene', { projectId, sceneId })
    expectRefusal(await rehearsal.try('deleteScene', { projectId, sceneId: scenes[0] }), 400, 'LAST_SCENE_DELETE')
    expect(await rehearsal.sceneIds(projectId)).toEqual([scenes[0]])
  })

  it('that do not exist are not found', async () => {
    for (const sceneId of ['nothing', 'constructor', '__proto__']) {
      const asking = { projectId, sceneId, body: { name: 'x' } }
      for (const name of ['updateScene', 'deleteScene', 'activateScene'] as const) {
        expectRefusal(await rehearsal.try(name, asking), 404, 'SCENE_NOT_FOUND')
      }
    }
  })

  it.each([[{ name: '' }], [{ name: 'x'.repeat(61) }], [{}]])('need a name: %j is refused', async (body) => {
    const refused = { field: 'name' }
    expectRefusal(await rehearsal.try('createScene', { projectId, body }), 400, 'VALIDATION_ERROR', refused)
    const asking = { projectId, sceneId: scenes[0], body }
    expectRefusal(await rehearsal.try('updateScene', asking), 400, 'VALIDATION_ERROR', refused)
    expect(await rehearsal.sceneIds(projectId)).toEqual(scenes)
  })
})

describe('the rules of scenes', () => {
  let next = 0
  const moment = { now: 0, newId: () => `id-${next++}` }

  it('allow 300 in a project', () => {
    produce(emptyWorld(), (world) => {
      const project = createProject(world, { name: 'Many' }, moment)
      for (let number = 0; number < 300; number += 1) createScene(world, project, { name: 'One' }, moment)
      expect(() => createScene(world, project, { name: 'One' }, moment)).toThrow('300')
    })
  })

  it('clear the chains into a deleted scene', () => {
    produce(emptyWorld(), (world) => {
      const project = createProject(world, { name: 'Chained' }, moment)
      const [from, into] = ['From', 'Into'].map((name) => createScene(world, project, { name }, moment).sceneId)
      const ids = { projectId: project, sceneId: from ?? '' }
      const settings = { files: [] }
      addLayer(world, ids, { type: 'videoPlaylist', settings }, { ...moment, media: () => undefined })
      const [layer] = world.projects[project]?.show.scenes[0]?.layers ?? []
      updateLayer(
        world,
        { projectId: project, layerId: layer?.id ?? '' },
        { settings: { nextScene: into } },
        { ...moment, media: () => undefined },
      )
      const { cleared } = deleteScene(world, project, into ?? '', moment)
      expect(cleared).toEqual([{ layerId: layer?.id, sceneId: from, sceneName: 'From' }])
      expect(world.projects[project]?.show.scenes[0]?.layers[0]?.nextScene).toBeNull()
    })
  })
})
