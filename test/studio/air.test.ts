import { describe, expect, it } from 'vitest'
import { projectId, rehearsal, rehearseEach, scenes } from './support.ts'

rehearseEach('theShow')

const scene = (place: number) => scenes[place] ?? ''
const live = () => rehearsal.ask('getLive', { projectId })
const activate = (place: number) => rehearsal.ask('activateScene', { projectId, sceneId: scene(place) })
const setAutoSync = (autoSynch: boolean) => rehearsal.ask('updateProject', { projectId, body: { autoSynch } })
const activeScene = async () =>
  (await rehearsal.ask('listScenes', { projectId })).scenes.find(({ isActive }) => isActive)?.id

describe('without auto-sync', () => {
  it('an edit changes the project and not what is on air, until a sync', async () => {
    await rehearsal.goLive(projectId)
    expect(await live()).toMatchObject({ onAirSceneId: scene(0), unsyncedLive: false, unsyncedEdits: 0 })

    expect(await activate(2)).toEqual({ activeSceneId: scene(2), synced: false })
    expect(await activeScene()).toBe(scene(2))
    expect(await live()).toMatchObject({ onAirSceneId: scene(0), unsyncedLive: true, unsyncedEdits: 1 })
    expect(await rehearsal.ask('getProject', { projectId })).toMatchObject({ unsyncedLive: true })

    expect(await rehearsal.ask('syncLive', { projectId })).toMatchObject({ success: true })
    expect(await live()).toMatchObject({ onAirSceneId: scene(2), unsyncedLive: false, unsyncedEdits: 0 })
  })

  it('counts edits that wait, and none once they were undone by hand', async () => {
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

  it('a deleted scene stays on air', async () => {
    await rehearsal.goLive(projectId)
    expect(await rehearsal.ask('deleteScene', { projectId, sceneId: scene(0) })).toMatchObject({ synced: false })
    expect(await activeScene()).toBe(scene(1))
    expect(await live()).toMatchObject({ onAirSceneId: scene(0), unsyncedEdits: 1 })
    await rehearsal.ask('syncLive', { projectId })
    expect(await live()).toMatchObject({ onAirSceneId: scene(1) })
  })

  it('names are for the crew: renaming waits for nothing', async () => {
    await rehearsal.goLive(projectId)
    await rehearsal.ask('updateScene', { projectId, sceneId: scene(0), body: { name: 'Hello' } })
    await rehearsal.ask('updateProject', { projectId, body: { name: 'Another name' } })
    expect(await live()).toMatchObject({ unsyncedLive: false, unsyncedEdits: 0 })
    await activate(1)
    await activate(0)
    expect(await live()).toMatchObject({ unsyncedLive: false, unsyncedEdits: 0 })
  })

  it('a sync with nothing waiting is well, and works while PREPARING', async () => {
    await rehearsal.ask('startLive', { projectId })
    await activate(3)
    expect(await live()).toMatchObject({ status: 'PREPARING', onAirSceneId: scene(0), unsyncedEdits: 1 })
    await rehearsal.ask('syncLive', { projectId })
    expect((await rehearsal.ask('syncLive', { projectId })).message).toContain('Nothing was waiting')
    expect(await live()).toMatchObject({ status: 'PREPARING', onAirSceneId: scene(3), unsyncedEdits: 0 })
  })

  it('the next broadcast starts with the project as it then stands', async () => {
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
    expect(await live()).toMatchObject({ onAirSceneId: scene(5) })
  })

  it('nothing is synced when nothing runs', async () => {
    await setAutoSync(true)
    expect(await activate(1)).toMatchObject({ synced: false })
    expect(await rehearsal.ask('createScene', { projectId, body: { name: 'New' } })).toMatchObject({ synced: false })
  })

  it('turned on during a broadcast pushes nothing by itself; the next write brings everything', async () => {
    await rehearsal.goLive(projectId)
    await activate(2)
    await setAutoSync(true)
    expect(await live()).toMatchObject({ onAirSceneId: scene(0), unsyncedEdits: 1, unsyncedLive: true })
    expect(await activate(2)).toMatchObject({ synced: true })
    expect(await live()).toMatchObject({ onAirSceneId: scene(2), unsyncedEdits: 0 })
  })

  it('turned off, edits wait again', async () => {
    await setAutoSync(true)
    await rehearsal.goLive(projectId)
    await setAutoSync(false)
    expect(await activate(1)).toMatchObject({ synced: false })
    expect(await live()).toMatchObject({ onAirSceneId: scene(0), unsyncedEdits: 1 })
  })
})
