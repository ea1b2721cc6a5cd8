import { expect, test } from 'vitest'
import { KEY, type Open, opened, PLANNED_S, PREPARING_MS, refusal, seen } from './kit.ts'

/** Tests of broadcasts from start to end, who may send requests, and how many. */
export function broadcasts(open: Open): void {
  test('takes a show from OFFLINE through PREPARING to LIVE, each at its time, stops it and lists it', async () => {
    const { clock, live, ask, projectId } = await opened(open)
    expect(await live()).toMatchObject({ status: 'OFFLINE', liveId: null, destinations: [] })
    const { liveId, ...started } = await ask('startLive', { projectId })
    expect(started).toMatchObject({ status: 'PREPARING', destinations: [{}, {}, {}] })
    clock.advance(PREPARING_MS - 1)
    expect(await live()).toMatchObject({ status: 'PREPARING', liveId, elapsedSeconds: null })
    clock.advance(1)
    expect(await live()).toMatchObject({ status: 'LIVE', elapsedSeconds: 0, remainingSeconds: PLANNED_S })
    clock.advance(61_500)
    const [elapsed, remaining] = [61, PLANNED_S - 61]
    expect(await live()).toMatchObject({ status: 'LIVE', elapsedSeconds: elapsed, remainingSeconds: remaining })
    const duration = { manual: false, planned: PLANNED_S, elapsed, remaining }
    const told = await ask('getProject', { projectId })
    expect(told).toMatchObject({ liveStatus: 'LIVE', activeLiveId: liveId, duration })
    expect(await ask('stopLive', { projectId })).toMatchObject({ liveId, actualDuration: 61 })
    expect(await live()).toMatchObject({ status: 'OFFLINE', liveId: null, onAirSceneId: null, unsyncedEdits: 0 })
    const { broadcasts } = await ask('listBroadcasts', { projectId })
    expect(broadcasts).toMatchObject([{ liveId, status: 'COMPLETED', duration: 61 }])
  })

  test('stops what is PREPARING, which was then never on air; a second stop, and a sync, find nothing', async () => {
    const { clock, live, ask, refused, projectId } = await opened(open)
    await ask('startLive', { projectId })
    clock.advance(1_000)
    expect(await ask('stopLive', { projectId })).toMatchObject({ actualDuration: null })
    clock.advance(PREPARING_MS)
    expect((await live()).status).toBe('OFFLINE')
    expect((await ask('listBroadcasts', { projectId })).broadcasts).toMatchObject([{ duration: null }])
    await refused('stopLive', { projectId }, 'NO_ACTIVE_STREAM')
    await refused('syncLive', { projectId }, 'NO_ACTIVE_LIVE')
  })

  test('starts once: the second start says what runs', async () => {
    const { clock, ask, refused, projectId } = await opened(open)
    const { liveId } = await ask('startLive', { projectId })
    for (const status of ['PREPARING', 'LIVE']) {
      await refused('startLive', { projectId }, 'PROJECT_ALREADY_LIVE', { status, liveId })
      clock.advance(PREPARING_MS)
    }
  })

  test('ends a show at its planned end, and one of manual duration never', async () => {
    const { clock, live, ask, goLive, change, projectId } = await opened(open)
    const liveId = await goLive()
    clock.advance(PLANNED_S * 1_000 - 1)
    expect(await live()).toMatchObject({ status: 'LIVE', liveId, remainingSeconds: 1 })
    // However late the next request is.
    clock.advance(3_600_000)
    expect((await live()).status).toBe('OFFLINE')
    expect((await ask('listBroadcasts', { projectId })).broadcasts).toMatchObject([{ liveId, duration: PLANNED_S }])
    await change({ duration: { manual: true } })
    await goLive()
    clock.advance(400 * 86_400_000)
    const elapsedSeconds = 400 * 86_400
    expect(await live()).toMatchObject({ status: 'LIVE', remainingSeconds: null, elapsedSeconds })
  })

  test('starts nothing without a destination, and nothing with an expired login, which verifying reports', async () => {
    const { server, ask, refused, change, projectId } = await opened(open)
    const connected = (await ask('listDestinations')).destinations.map(({ id }) => id)
    const destinationIds = (await ask('getProject', { projectId })).destinationIds ?? []
    expect(connected).toEqual(expect.arrayContaining(destinationIds))
    const valid = async () => {
      const { results } = await ask('verifyDestinations', { body: { destinationIds } })
      return results.map((one) => one.valid)
    }
    const [, expiring = ''] = destinationIds
    await server.expire(expiring, true)
    await refused('startLive', { projectId }, 'DESTINATION_TOKEN_INVALID', { destinationIds: [expiring] })
    expect(await valid()).toEqual([true, false, true])
    await server.expire(expiring, false)
    expect(await valid()).toEqual([true, true, true])
    await change({ destinationIds: [] })
    await refused('startLive', { projectId }, 'NO_DESTINATIONS')
    await change({ destinationIds })
    await ask('startLive', { projectId })
  })

  test('shows the copy it was started with until a sync; a deleted scene remains on air until then', async () => {
    const { ask, live, goLive, activate, projectId, scenes, listScenes } = await opened(open)
    await goLive()
    expect(await activate(2)).toEqual({ activeSceneId: scenes[2], synced: false })
    expect((await listScenes()).findIndex(({ isActive }) => isActive)).toBe(2)
    expect(await live()).toMatchObject({ onAirSceneId: scenes[0], unsyncedLive: true, unsyncedEdits: 1 })
    expect(await ask('getProject', { projectId })).toMatchObject({ unsyncedLive: true })
    expect(await ask('syncLive', { projectId })).toMatchObject({ success: true })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[2], unsyncedLive: false, unsyncedEdits: 0 })
    const deleted = await ask('deleteScene', { projectId, sceneId: scenes[2] })
    expect(deleted).toMatchObject({ deletedSceneId: scenes[2], affectedLayers: [], synced: false })
    expect((await listScenes()).findIndex(({ isActive }) => isActive)).toBe(0)
    expect(await live()).toMatchObject({ onAirSceneId: scenes[2], unsyncedEdits: 1 })
    await ask('syncLive', { projectId })
    expect((await live()).onAirSceneId).toBe(scenes[0])
  })

  test('auto-sync publishes nothing when it is switched on, everything with the next edit, and nothing once off', async () => {
    const { live, goLive, activate, change, scenes } = await opened(open)
    await goLive()
    await activate(2)
    expect(await change({ autoSynch: true })).toMatchObject({ autoSynch: true, liveStatus: 'LIVE' })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[0], unsyncedLive: true, unsyncedEdits: 1 })
    await change({ title: 'New' })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[2], unsyncedLive: false, unsyncedEdits: 0 })
    expect(await activate(1)).toMatchObject({ synced: true })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[1] })
    await change({ autoSynch: false })
    expect(await activate(0)).toMatchObject({ synced: false })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[1], unsyncedEdits: 1 })
  })

  test('locks format, duration, audio and destinations while something runs or is scheduled', async () => {
    const { clock, ask, refused, change, projectId } = await opened(open)
    const locked = async () => {
      for (const body of [{ format: '9:16_1080p' }, { duration: { manual: true } }, { destinationIds: [] }])
        await refused('updateProject', { projectId, body }, 'LIVE_PROJECT_RESTRICTION')
      expect(await change({ name: 'Renamed', title: 'Still free' })).toMatchObject({ title: 'Still free' })
    }
    const dates = [new Date(clock.now() + 3_600_000).toISOString()]
    await ask('scheduleLive', { projectId, body: { dates } })
    await locked()
    await ask('cancelSchedules', { projectId })
    await ask('startLive', { projectId })
    await locked()
    await ask('stopLive', { projectId })
    const format = { aspectRatio: '9:16', resolution: '1080x1920' }
    expect(await change({ format: '9:16_1080p' })).toMatchObject({ format })
  })

  test('makes a project from the given values and the contract’s defaults', async () => {
    const { ask, refused } = await opened(open)
    const usual = await ask('createProject', { body: { name: 'Bare' } })
    const hour = { manual: false, planned: 3_600 }
    const format = { aspectRatio: '16:9', resolution: '1280x720' }
    expect(usual).toMatchObject({ name: 'Bare', duration: hour, format, autoSynch: false, liveStatus: 'OFFLINE' })
    const body = { name: 'Full', title: 'T', description: 'D', duration: { manual: true }, autoSynch: true }
    expect(await ask('createProject', { body })).toMatchObject({ ...body, duration: { manual: true } })
    await refused('createProject', { body: { name: 'No', destinationIds: ['none'] } }, 'DESTINATION_NOT_FOUND')
  })

  test('starts no project in plugin mode', async () => {
    const { ask, refused } = await opened(open, { pluginProject: true })
    const { projects } = await ask('listProjects')
    const { id: projectId } = projects.find(({ pluginMode }) => pluginMode) ?? {}
    await refused('startLive', { projectId }, 'PLUGIN_MODE_NOT_SUPPORTED')
  })

  test('lists every project once, newest first, twenty to a page by default', async () => {
    const { clock, ask } = await opened(open)
    const before = (await ask('listProjects')).total
    for (let nr = 0; nr < 25; nr += 1) {
      clock.advance(1_000)
      await ask('createProject', { body: { name: `Project ${nr}` } })
    }
    const names: string[] = []
    for (let offset = 0; offset < before + 25; offset += 20) {
      const page = await ask('listProjects', { query: { offset } })
      expect(page).toMatchObject({ total: before + 25, offset })
      names.push(...page.projects.map(({ name }) => name))
    }
    expect(names.slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, nr) => `Project ${24 - nr}`))
    expect(new Set(names).size).toBe(before + 25)
    const most = await ask('listProjects', { query: { limit: 100, offset: 1 } })
    expect(most.projects).toHaveLength(before + 24)
    const none = await ask('listProjects', { query: { offset: 99 } })
    expect(none).toMatchObject({ projects: [], total: before + 25 })
  })

  test('lists projects by their status', async () => {
    const { clock, ask, goLive, projectId } = await opened(open)
    const ids = async (status: string) =>
      (await ask('listProjects', { query: { status } })).projects.map(({ id }) => id)
    expect(await ids('offline')).toContain(projectId)
    const dates = [new Date(clock.now() + 3_600_000).toISOString()]
    await ask('scheduleLive', { projectId, body: { dates } })
    expect([await ids('scheduled'), await ids('live')]).toEqual([[projectId], []])
    await ask('cancelSchedules', { projectId })
    await goLive()
    expect([await ids('scheduled'), await ids('live')]).toEqual([[], [projectId]])
  })

  test('refuses unknown keys, whose requests use none of the account’s budget', async () => {
    const { call } = await opened(open)
    const left = async () =>
      Number(/r=(\d+)/.exec((await call('GET', '/account')).headers.get('ratelimit') ?? '')?.[1])
    const before = await left()
    for (const authorization of ['Bearer svc_wrong', `Basic ${KEY}`, KEY, `Bearer${KEY}`, `Bearer ${KEY} ${KEY}`, ''])
      expect(await call('GET', '/projects', { headers: { authorization } })).toMatchObject(refusal('INVALID_API_KEY'))
    seen.codes.add('INVALID_API_KEY')
    expect(await left()).toBe(before - 1)
  })

  test('accepts 150 requests a minute: the next is refused with the time to wait, and not carried out', async () => {
    const { clock, ask, refused, live, projectId } = await opened(open)
    clock.advance(60_000)
    for (let sent = 0; sent < 150; sent += 1) await ask('getAccount')
    clock.advance(20_000)
    const { headers } = await refused('startLive', { projectId }, 'RATE_LIMITED')
    expect(headers.get('retry-after')).toBe('40')
    clock.advance(40_000)
    expect((await live()).status).toBe('OFFLINE')
  })

  test.each([
    ['free', 'getAccount', {}, 'API_ACCESS_REQUIRES_PAID_PLAN'],
    ['planLimits', 'createProject', { body: { name: 'Large', format: '16:9_2160p' } }, 'FORMAT_NOT_AVAILABLE'],
    ['planLimits', 'updateProject', { body: { format: '16:9_2160p' } }, 'FORMAT_NOT_AVAILABLE'],
    ['tooManyBroadcasts', 'startLive', {}, 'LIMIT_REACHED'],
    ['tooManyBroadcasts', 'scheduleLive', { dates: 1 }, 'LIMIT_REACHED'],
  ] as const)('the account "%s" is refused %s', async (account, name, asking, code) => {
    const { server, clock, refused, projectId } = await opened(open)
    await server.become(account)
    const dates = [new Date(clock.now() + 3_600_000).toISOString()]
    await refused(name, { projectId, ...('dates' in asking ? { body: { dates } } : asking) }, code)
  })
}
