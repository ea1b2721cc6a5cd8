/** Projects of the local studio: created, changed, locked and listed. */
import { describe, expect, it } from 'vitest'
import { expectRefusal, projectId, rehearsal, rehearseEach } from './support.ts'

rehearseEach('theShow')

const create = (body: Record<string, unknown>) => rehearsal.ask('createProject', { body })
const update = (body: Record<string, unknown>) => rehearsal.ask('updateProject', { projectId, body })

it('a new studio begins with two projects to rehearse', async () => {
  const { projects, total } = await rehearsal.ask('listProjects')
  expect(total).toBe(2)
  const notRunning = { elapsed: null, remaining: null }
  expect(projects.map(({ name, autoSynch, duration }) => [name, autoSynch, duration])).toEqual([
    ['Friday Night', false, { manual: false, planned: 7_200, ...notRunning }],
    ['Morning loop', true, { manual: true, planned: null, ...notRunning }],
  ])
  const friday = await rehearsal.ask('listScenes', { projectId })
  expect(friday.scenes[0]).toMatchObject({ name: 'Opening', isActive: true })
  expect(friday.scenes.filter(({ isActive }) => isActive)).toHaveLength(1)
  const { destinations } = await rehearsal.ask('listDestinations')
  expect(destinations.map(({ provider, name }) => [provider, name])).toEqual([
    ['youtube', 'Main Channel'],
    ['twitch', 'Second Stage'],
    ['facebook', 'The Page'],
    ['rtmp', 'Own server'],
    ['local', 'Watch page'],
  ])
  expect(await rehearsal.ask('getAccount')).toMatchObject({ apiAccess: true })
})

describe('creating a project', () => {
  it('uses one hour, 16:9 720p and no destination by default', async () => {
    expect(await create({ name: 'Plain' })).toMatchObject({
      name: 'Plain',
      format: { aspectRatio: '16:9', resolution: '1280x720' },
      duration: { manual: false, planned: 3_600 },
      autoSynch: false,
      destinationIds: [],
      liveStatus: 'OFFLINE',
      activeLiveId: null,
    })
  })

  it('accepts every field', async () => {
    const [channel] = (await rehearsal.ask('listDestinations')).destinations
    const plain = { name: 'Full', title: 'A title', description: 'Words', audioQuality: 320, autoSynch: true }
    const project = await create({
      ...plain,
      format: '9:16_1080p',
      duration: { manual: true },
      destinationIds: [channel?.id, channel?.id],
    })
    expect(project).toMatchObject({
      ...plain,
      format: { aspectRatio: '9:16', resolution: '1080x1920' },
      duration: { manual: true, planned: null },
      destinationIds: [channel?.id],
    })
    expect(await rehearsal.ask('getProject', { projectId: project.id })).toEqual(project)
  })

  it('makes its first scene active', async () => {
    const { id } = await create({ name: 'Empty' })
    const first = await rehearsal.ask('createScene', { projectId: id, body: { name: 'One' } })
    const second = await rehearsal.ask('createScene', { projectId: id, body: { name: 'Two' } })
    expect([first.isActive, second.isActive]).toEqual([true, false])
  })

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 1 }, 'name'],
    [{ name: 'x', title: 'x'.repeat(101) }, 'title'],
    [{ name: 'x', format: '4:3_720p' }, 'format'],
    [{ name: 'x', duration: { manual: false, planned: 29 } }, 'duration.planned'],
    [{ name: 'x', duration: { manual: false } }, 'duration.planned'],
    [{ name: 'x', duration: { manual: 'yes' } }, 'duration.manual'],
    [{ name: 'x', autoSynch: 'on' }, 'autoSynch'],
    [{ name: 'x', destinationIds: [1] }, 'destinationIds.0'],
    [{ name: 'x', destinationIds: Array(51).fill('d') }, 'destinationIds'],
    ['[]', 'body'],
    ['null', 'body'],
    ['{"name":', 'body'],
    ['\ud800', 'body'],
  ])('refuses %j, naming %s, and creates nothing', async (body, field) => {
    expectRefusal(await rehearsal.try('createProject', { body }), 400, 'VALIDATION_ERROR', { field })
    expect((await rehearsal.ask('listProjects')).total).toBe(2)
  })

  it('refuses a destination that is not on the account, whatever it is called', async () => {
    for (const id of ['nobody', 'constructor', '__proto__', 'toString']) {
      const reply = await rehearsal.try('createProject', { body: { name: 'x', destinationIds: [id] } })
      expectRefusal(reply, 400, 'DESTINATION_NOT_FOUND', { destinationIds: [id] })
    }
    expect((await rehearsal.ask('listProjects')).total).toBe(2)
  })
})

describe('changing a project', () => {
  it('changes only the given fields', async () => {
    const before = await rehearsal.ask('getProject', { projectId })
    const after = { ...before, title: 'New' }
    // Nothing runs, so it has not reached the air.
    expect(await update({ title: 'New' })).toEqual({ ...after, synced: false })
    expect(await update({})).toEqual({ ...after, synced: false })
    expect(await rehearsal.ask('getProject', { projectId })).toEqual(after)
    expect(await update({ autoSynch: true, name: 'Saturday' })).toMatchObject({ autoSynch: true, name: 'Saturday' })
  })

  it.each([
    [{ format: '1:1_720p' }, 'format'],
    [{ duration: { manual: true } }, 'duration'],
    [{ audioQuality: 320 }, 'audioQuality'],
    [{ destinationIds: [] }, 'destinationIds'],
  ])('%j is locked while it runs, and no other field of the request is changed', async (body, field) => {
    const { liveId } = await rehearsal.ask('startLive', { projectId })
    const before = await rehearsal.ask('getProject', { projectId })
    const reply = await rehearsal.try('updateProject', { projectId, body: { ...body, name: 'Other' } })
    expectRefusal(reply, 400, 'LIVE_PROJECT_RESTRICTION', { fields: [field], liveId })
    expect(await rehearsal.ask('getProject', { projectId })).toEqual(before)

    await rehearsal.ask('stopLive', { projectId })
    await update(body)
  })

  it('refused for one field changes none', async () => {
    const before = await rehearsal.ask('getProject', { projectId })
    const body = { name: 'Other', destinationIds: ['nobody'] }
    expectRefusal(await rehearsal.try('updateProject', { projectId, body }), 400, 'DESTINATION_NOT_FOUND')
    expect(await rehearsal.ask('getProject', { projectId })).toEqual(before)
  })
})

describe('lists', () => {
  it('are sorted by id within the same moment', async () => {
    for (let number = 0; number < 5; number += 1) await create({ name: 'Twin' })
    const twins = (await rehearsal.ask('listProjects')).projects.filter(({ name }) => name === 'Twin')
    const ids = twins.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort())
  })

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ limit: 'many' }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ offset: -1 }, 'offset'],
    [{ status: 'gone' }, 'status'],
  ])('refuse %j, naming %s', async (query, field) => {
    const asking = { query: query as Record<string, string | number> }
    expectRefusal(await rehearsal.try('listProjects', asking), 400, 'VALIDATION_ERROR', { field })
  })

  it('of projects can be filtered by status', async () => {
    await rehearsal.ask('startLive', { projectId })
    const idsOf = async (status: string) =>
      (await rehearsal.ask('listProjects', { query: { status } })).projects.map(({ name }) => name)
    expect(await idsOf('live')).toEqual(['Friday Night'])
    expect(await idsOf('offline')).toEqual(['Morning loop'])
    expect(await idsOf('scheduled')).toEqual([])
  })

  it('of past broadcasts are newest first, in pages, and of one project only', async () => {
    const liveIds: string[] = []
    for (let number = 0; number < 3; number += 1) {
      liveIds.unshift(await rehearsal.goLive(projectId))
      await rehearsal.ask('stopLive', { projectId })
      rehearsal.clock.advance(60_000)
    }
    const all = await rehearsal.ask('listBroadcasts', { projectId })
    expect(all.broadcasts.map(({ liveId }) => liveId)).toEqual(liveIds)
    const one = await rehearsal.ask('listBroadcasts', { projectId, query: { limit: 1, offset: 1 } })
    expect(one).toMatchObject({ total: 3, offset: 1, broadcasts: [{ liveId: liveIds[1] }] })
    const other = (await rehearsal.ask('listProjects')).projects.find(({ id }) => id !== projectId)?.id
    expect((await rehearsal.ask('listBroadcasts', { projectId: other })).total).toBe(0)
  })

  it('of schedules are empty', async () =>
    expect(await rehearsal.ask('listSchedules', { projectId })).toEqual({ schedules: [], total: 0 }))
})

describe('what does not exist', () => {
  it('is reported as a missing project by every operation that names one', async () => {
    const sceneId = 'nothing'
    for (const id of ['nothing', 'constructor', '__proto__', '../projects', '%']) {
      for (const name of ['getProject', 'startLive', 'getLive', 'stopLive', 'syncLive', 'listScenes'] as const) {
        expectRefusal(await rehearsal.try(name, { projectId: id }), 404, 'PROJECT_NOT_FOUND')
      }
    }
    const asking = { projectId: 'nothing', sceneId, body: { name: 'x' } }
    for (const name of ['updateProject', 'listBroadcasts', 'listSchedules', 'createScene', 'updateScene'] as const) {
      expectRefusal(await rehearsal.try(name, asking), 404, 'PROJECT_NOT_FOUND')
    }
    expectRefusal(await rehearsal.try('deleteScene', asking), 404, 'PROJECT_NOT_FOUND')
    expectRefusal(await rehearsal.try('activateScene', asking), 404, 'PROJECT_NOT_FOUND')
  })

  it('cannot be verified', async () => {
    const { results } = await rehearsal.ask('verifyDestinations', { body: { destinationIds: ['nobody'] } })
    expect(results).toEqual([{ id: 'nobody', valid: false, error: 'DESTINATION_NOT_FOUND' }])
    const reply = await rehearsal.try('verifyDestinations', { body: { destinationIds: [] } })
    expectRefusal(reply, 400, 'VALIDATION_ERROR', { field: 'destinationIds' })
  })
})
