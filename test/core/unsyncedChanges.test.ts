/** What viewers do not see yet, compared with a snapshot of the last state they saw completely. */
import { cpSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startStudio } from '../../electron/studio/studio.ts'
import { quiet } from '../fakes/quiet.ts'
import { newDir, type Rig, ready, startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { mediaOf } from '../studio/support.ts'
import { closing } from '../support/atEnd.ts'
import { editStage } from './editStage.ts'
import { SERVERS } from './servers.ts'
import { answered, liveId, stageOnAir } from './stage.ts'

const KEY = 'svc_of-this-test'

/** The local studio with a playlist scene on air, and a snapshot taken of what viewers see. */
async function onAir() {
  const clock = new VirtualClock()
  const studio = closing(await startStudio({ port: 0, dataDir: null, clock, keys: [KEY], media: mediaOf }))
  const rig = closing(await startRig({ service: { baseUrl: studio.baseUrl, key: KEY }, clock }))
  await ready(rig)
  const projectId = rig.show().id
  const edit = async (operation: string, input: object) => {
    const outcome = await rig.press({ type: 'edit', operation, input: { projectId, ...input } } as never)
    if (outcome.result !== 'done' || outcome.done.what !== 'edited') throw new Error(JSON.stringify(outcome))
    return outcome.done.answer as { id: string }
  }
  const files = ['video-60', 'video-30'].map((fileId) => ({ fileId, name: fileId }))
  const scene = await edit('createScene', { name: 'Evening' })
  const layer = await edit('addLayer', {
    sceneId: scene.id,
    name: 'Films',
    type: 'videoPlaylist',
    settings: { files },
  })
  await rig.press({ type: 'goLive' })
  await rig.until(() => rig.tally() === 'live', 'on air')
  await rig.pass(10_000)
  const changes = async () => (await answered(rig, rig.core.query('unsyncedChanges', { projectId }, true))).value
  return { ...{ rig, studio, clock, edit, changes, projectId }, layerId: layer.id, sceneId: scene.id }
}

test('without contact nothing is reported as certain, and the report has its age', async () => {
  const on = await stageOnAir()
  const { rig, server } = on
  const asked = () => answered(rig, rig.core.query('unsyncedChanges', { projectId: rig.show().id }, true))
  expect((await asked()).value.state).toBe('none')
  expect((await asked()).readAt).toBe(rig.show().live?.readAt)
  await server.control.goDown()
  await rig.until(() => rig.show().stale, 'no contact')
  const { value, readAt } = await asked()
  expect([value.state, value.changes, readAt]).toEqual(['notKnown', [], rig.show().live?.readAt])
})

/** Another user in the studio, whose changes bypass Cuelight. */
function otherHand({ studio, projectId }: Pick<Awaited<ReturnType<typeof onAir>>, 'studio' | 'projectId'>) {
  const headers = { authorization: `Bearer ${KEY}` }
  return async (method: string, path: string, body?: object) => {
    const init = { method, headers, body: body ? JSON.stringify(body) : null }
    const { ok, status } = await fetch(`${studio.baseUrl}/projects/${projectId}${path}`, init)
    if (!ok) throw new Error(`${method} ${path}: ${status}`)
  }
}

const told = async ({ changes }: Pick<Awaited<ReturnType<typeof onAir>>, 'changes'>) =>
  (await changes()).changes.map(({ about }) => about)
const seesChange = (rig: Rig) => rig.until(() => rig.show().unsynced.some === true, 'the edit is seen')

test('reports nothing after a start, each edit by name after it, and nothing after a sync', async () => {
  const on = await onAir()
  const { rig, edit, layerId, sceneId } = on
  expect(await on.changes()).toMatchObject({ state: 'none', changes: [] })
  await edit('updateLayer', { layerId, settings: { volume: 3 }, position: { x: 10, y: 10, width: 50, height: 50 } })
  await edit('setPlaylist', {
    layerId,
    files: [
      { fileId: 'video-30', name: 'Jingle' },
      { fileId: 'video-90', name: 'Talk' },
    ],
  })
  await edit('createScene', { name: 'Later' })
  await edit('updateProject', { title: 'Another title' })
  await rig.press({ type: 'switchScene', sceneId, liveId: liveId(rig) })
  await seesChange(rig)
  const { state, since, notCompared } = await on.changes()
  expect([state, typeof since, notCompared]).toEqual(['some', 'number', 0])
  expect(await told(on)).toEqual([
    'Evening is selected; viewers see Opening.',
    'Later is new.',
    'Films in Evening: place and size and volume changed.',
    'Films in Evening: Talk added and video-60 removed.',
    'The broadcast’s title changed.',
  ])
  await rig.press({ type: 'sync', liveId: liveId(rig) })
  await rig.pass(10_000)
  expect(await on.changes()).toMatchObject({ state: 'none', changes: [] })
  await edit('deleteScene', { sceneId })
  await seesChange(rig)
  expect(await told(on)).toContain('Evening was deleted.')
})

test('after a restart the comparison is uncertain; for another broadcast it is unknown', async () => {
  const on = await onAir()
  const dataDir = newDir()
  await quiet()
  cpSync(on.rig.dataDir, dataDir, { recursive: true })
  const { clock } = on
  const hand = otherHand(on)
  await hand('POST', '/scenes', { name: 'Their scene' })
  const rig = closing(await startRig({ service: { baseUrl: on.studio.baseUrl, key: KEY }, clock, dataDir }))
  await rig.until(() => rig.tally() === 'unsynced', 'it sees what is on air')
  const { projectId } = on
  const changes = async () => (await answered(rig, rig.core.query('unsyncedChanges', { projectId }, true))).value
  const { state } = await changes()
  expect([state, ...(await told({ changes }))]).toEqual(['notKnown', 'Their scene is new.'])

  await hand('POST', '/live/stop')
  await hand('POST', '/live')
  await hand('POST', '/scenes', { name: 'Another' })
  await rig.pass(30_000)
  expect(await changes()).toMatchObject({ state: 'notKnown', changes: [] })
  await rig.press({ type: 'switchScene', sceneId: on.sceneId, liveId: liveId(rig) })
  // Only the scene that was started is known.
  expect(await changes()).toMatchObject({ state: 'notKnown', changes: [{ what: 'activeScene' }] })
})

test('a sync and an edit of another client make it unknown, and so does an edit during the snapshot', async () => {
  const on = await onAir()
  const hand = otherHand(on)
  for (const name of ['One', 'Two']) await hand('POST', '/scenes', { name })
  await on.rig.pass(10_000)
  expect(await told(on)).toEqual(['One is new.', 'Two is new.'])
  await hand('POST', '/live/sync')
  await hand('POST', '/scenes', { name: 'Three' })
  await on.rig.pass(10_000)
  expect(await on.changes()).toMatchObject({ state: 'notKnown' })
  await on.rig.press({ type: 'sync', liveId: liveId(on.rig) })
  await hand('POST', '/scenes', { name: 'Four' })
  await on.rig.pass(10_000)
  expect(await on.changes()).toMatchObject({ state: 'notKnown', changes: [] })
})

test('after a while without readings it is uncertain: another client may have synced', async () => {
  const on = await onAir()
  await otherHand(on)('POST', '/scenes', { name: 'One' })
  await seesChange(on.rig)
  expect((await on.changes()).state).toBe('some')
  on.clock.jump(120_000)
  await on.rig.pass(10_000)
  const { state } = await on.changes()
  expect([state, ...(await told(on))]).toEqual(['notKnown', 'One is new.'])
})

test('names the items in which only ad breaks or names differ', async () => {
  const on = await onAir()
  const [sixty, thirty] = [{ fileId: 'video-60' }, { fileId: 'video-30' }]
  const adPoints = [{ timestamp: 5, duration: 30 }]
  await on.edit('setPlaylist', {
    layerId: on.layerId,
    files: [
      { ...sixty, name: 'video-60', adPoints },
      { ...thirty, name: 'Jingle' },
    ],
  })
  await seesChange(on.rig)
  expect(await told(on)).toEqual(['Films in Evening: ad breaks of video-60 and the name of Jingle changed.'])
})

test.each(SERVERS)(
  '%s: a later date that lacks an edit does not make the synced broadcast look unsynced',
  async (server) => {
    const on = await editStage(server)
    const { rig, other } = on
    const { destinations } = await other('listDestinations')
    const duration = { manual: false, planned: 3_600 } as const
    const destinationIds = destinations.slice(0, 1).map(({ id }) => id)
    const { id: projectId } = await other('createProject', {
      name: 'Two evenings',
      duration,
      destinationIds,
      autoSynch: false,
    })
    const scene = await other('createScene', { projectId, name: 'First', setActive: true })
    const settings = { files: [{ fileId: on.server.video('a') }] }
    await other('addLayer', { projectId, sceneId: scene.id, type: 'videoPlaylist', settings })
    const dates = [5, 90].map((minutes) => new Date(on.clock.now() + minutes * 60_000).toISOString())
    await other('scheduleLive', { projectId, dates })
    await on.pressed({ type: 'loadProjects' })
    await on.pressed({ type: 'chooseTarget', projectId })
    await on.pass(6 * 60_000, 2_000)
    await on.until(() => rig.tally() === 'live', 'on air')
    expect(await on.edit('createScene', { projectId, name: 'Second' })).toMatchObject({ result: 'done' })
    await on.pass(6_000)
    expect(rig.tally()).toBe('unsynced')
    const liveId = rig.show().live?.liveId ?? ''
    expect(await on.pressed({ type: 'sync', liveId })).toMatchObject({ result: 'done' })
    await on.pass(12_000)
    expect(await other('getLive', { projectId })).toMatchObject({ liveId, unsyncedLive: true })
    expect([rig.tally(), rig.show().settings?.scheduledLives]).toEqual(['live', 1])
  },
)
