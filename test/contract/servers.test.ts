/** The local studio and the independent server know nothing of each other: what the contract says, both do alike. */
import { describe, expect, test } from 'vitest'
import { administer } from '../../electron/studio/administration/client.ts'
import { startStudio } from '../../electron/studio/studio.ts'
import { systemClock } from '../../electron/util/time.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'

const KEY = 'svc_of-both-servers'
const PREPARING_MS = 4_000
const PLANNED_S = 7_200

interface Reply {
  status: number
  headers: Headers
  body: Record<string, unknown>
}
const refusal = (status: number, code: string, more: object = {}) => {
  const [error, message] = [expect.any(String), expect.stringMatching(/.{6}/)]
  return { status, body: { error, code, message, ...more } }
}
type Expire = (destinationId: string, expired: boolean) => unknown

/** Each opens a server whose newest project is planned to two hours, has three destinations, and syncs when told. */
const SERVERS: Record<string, (clock: VirtualClock) => Promise<{ baseUrl: string; expire: Expire }>> = {
  async 'the local studio'(clock) {
    const timings = { preparingMs: PREPARING_MS }
    const { baseUrl, admin } = closing(
      await startStudio({ port: 0, dataDir: null, demo: 'shows', clock, timings, keys: [KEY] }),
    )
    const address = { adminUrl: admin.url, adminSecret: admin.secret }
    const expire: Expire = (destinationId, expired) =>
      administer(address, 'setLogin', { expired }, systemClock, { destinationId })
    return { baseUrl, expire }
  },
  async 'the independent server'(clock) {
    const options = { preparingMs: PREPARING_MS, plannedSeconds: PLANNED_S, airFields: true, pastBroadcasts: 0 }
    const { baseUrl, control } = closing(await startIndependentServer({ clock, key: KEY, ...options }))
    const expire: Expire = (id, expired) => (expired ? control.expireDestination(id) : control.renewDestination(id))
    return { baseUrl, expire }
  },
}

async function opened(open: (typeof SERVERS)[string]) {
  const clock = new VirtualClock()
  const { baseUrl, expire } = await open(clock)
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    authorization = `Bearer ${KEY}`,
  ): Promise<Reply> => {
    const init = { method, headers: { authorization }, body: body === undefined ? null : JSON.stringify(body) }
    const response = await fetch(baseUrl + path, init)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const list = async (path: string, name: string) => (await call('GET', path)).body[name] as { id: string }[]
  const [show] = await list('/projects', 'projects')
  const project = `/projects/${show?.id}`
  const scenes = (await list(`${project}/scenes`, 'scenes')).map(({ id }) => id)
  return {
    ...{ clock, call, expire, project, scenes },
    live: async () => (await call('GET', `${project}/live`)).body,
    start: () => call('POST', `${project}/live`),
    stop: () => call('POST', `${project}/live/stop`),
    sync: () => call('POST', `${project}/live/sync`),
    change: (body: object) => call('PATCH', project, body),
    activate: async (place: number) => (await call('POST', `${project}/scenes/${scenes[place]}/activate`)).body,
    past: async () => (await call('GET', `${project}/broadcasts`)).body.broadcasts,
    async goLive() {
      const { body } = await call('POST', `${project}/live`)
      clock.advance(PREPARING_MS)
      return body.liveId
    },
  }
}

describe.each(Object.entries(SERVERS))('%s', (_, open) => {
  test('takes a show from OFFLINE over PREPARING to LIVE, each at its time, stops it and remembers it', async () => {
    const { clock, live, start, stop, past, call, project } = await opened(open)
    expect(await live()).toMatchObject({ status: 'OFFLINE', liveId: null, destinations: [] })
    const { status, body } = await start()
    const { liveId } = body
    expect([status, body]).toMatchObject([201, { status: 'PREPARING', destinations: [{}, {}, {}] }])
    clock.advance(PREPARING_MS - 1)
    expect(await live()).toMatchObject({ status: 'PREPARING', liveId, elapsedSeconds: null })
    clock.advance(1)
    expect(await live()).toMatchObject({ status: 'LIVE', elapsedSeconds: 0, remainingSeconds: PLANNED_S })
    clock.advance(61_500)
    const [elapsed, remaining] = [61, PLANNED_S - 61]
    expect(await live()).toMatchObject({ status: 'LIVE', elapsedSeconds: elapsed, remainingSeconds: remaining })
    const duration = { manual: false, planned: PLANNED_S, elapsed, remaining }
    expect((await call('GET', project)).body).toMatchObject({ liveStatus: 'LIVE', activeLiveId: liveId, duration })
    expect((await stop()).body).toMatchObject({ liveId, actualDuration: 61 })
    expect(await live()).toMatchObject({ status: 'OFFLINE', liveId: null, onAirSceneId: null, unsyncedEdits: 0 })
    expect(await past()).toMatchObject([{ liveId, status: 'COMPLETED', duration: 61 }])
  })

  test('stops what is PREPARING, which was then never on air; a second stop, and a sync, find nothing', async () => {
    const { clock, live, start, stop, sync, past } = await opened(open)
    await start()
    clock.advance(1_000)
    expect((await stop()).body).toMatchObject({ actualDuration: null })
    clock.advance(PREPARING_MS)
    expect((await live()).status).toBe('OFFLINE')
    expect(await past()).toMatchObject([{ duration: null }])
    expect(await stop()).toMatchObject(refusal(404, 'NO_ACTIVE_STREAM'))
    expect(await sync()).toMatchObject(refusal(400, 'NO_ACTIVE_LIVE'))
  })

  test('starts once: the second start says what runs', async () => {
    const { clock, start } = await opened(open)
    const { liveId } = (await start()).body
    for (const status of ['PREPARING', 'LIVE']) {
      expect(await start()).toMatchObject(refusal(400, 'PROJECT_ALREADY_LIVE', { status, liveId }))
      clock.advance(PREPARING_MS)
    }
  })

  test('ends a show at its planned end, and one of manual duration never', async () => {
    const { clock, live, past, goLive, change } = await opened(open)
    const liveId = await goLive()
    clock.advance(PLANNED_S * 1_000 - 1)
    expect(await live()).toMatchObject({ status: 'LIVE', liveId, remainingSeconds: 1 })
    // However late somebody looks.
    clock.advance(3_600_000)
    expect((await live()).status).toBe('OFFLINE')
    expect(await past()).toMatchObject([{ liveId, duration: PLANNED_S }])
    await change({ duration: { manual: true } })
    await goLive()
    clock.advance(400 * 86_400_000)
    const elapsedSeconds = 400 * 86_400
    expect(await live()).toMatchObject({ status: 'LIVE', remainingSeconds: null, elapsedSeconds })
  })

  test('starts nothing without a destination, and nothing with an expired login, which verifying tells', async () => {
    const { call, start, change, expire, project } = await opened(open)
    const { destinationIds } = (await call('GET', project)).body as { destinationIds: string[] }
    const valid = async () => {
      const { body } = await call('POST', '/destinations/verify', { destinationIds })
      return (body.results as { valid: boolean }[]).map((one) => one.valid)
    }
    await expire(destinationIds[1] ?? '', true)
    const expired = { destinationIds: destinationIds.slice(1, 2) }
    expect(await start()).toMatchObject(refusal(400, 'DESTINATION_TOKEN_INVALID', expired))
    expect(await valid()).toEqual([true, false, true])
    await expire(destinationIds[1] ?? '', false)
    expect(await valid()).toEqual([true, true, true])
    await change({ destinationIds: [] })
    expect(await start()).toMatchObject(refusal(400, 'NO_DESTINATIONS'))
    await change({ destinationIds })
    expect((await start()).status).toBe(201)
  })

  test('shows the copy it was started with until a sync; a scene that is deleted stays on air as long', async () => {
    const { call, live, goLive, activate, sync, project, scenes } = await opened(open)
    await goLive()
    expect(await activate(2)).toEqual({ activeSceneId: scenes[2], synced: false })
    const { body } = await call('GET', `${project}/scenes`)
    expect((body.scenes as { isActive: boolean }[]).findIndex(({ isActive }) => isActive)).toBe(2)
    expect(await live()).toMatchObject({ onAirSceneId: scenes[0], unsyncedLive: true, unsyncedEdits: 1 })
    expect((await call('GET', project)).body).toMatchObject({ unsyncedLive: true })
    expect((await sync()).body).toMatchObject({ success: true })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[2], unsyncedLive: false, unsyncedEdits: 0 })
    const deleted = await call('DELETE', `${project}/scenes/${scenes[2]}`)
    expect(deleted.body).toMatchObject({ deletedSceneId: scenes[2], affectedLayers: [], synced: false })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[2], unsyncedEdits: 1 })
    await sync()
    expect((await live()).onAirSceneId).not.toBe(scenes[2])
  })

  test('auto-sync pushes nothing as it is switched on, everything with the next edit, and nothing once off', async () => {
    const { live, goLive, activate, change, scenes } = await opened(open)
    await goLive()
    await activate(2)
    expect((await change({ autoSynch: true })).body).toMatchObject({ autoSynch: true, liveStatus: 'LIVE' })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[0], unsyncedLive: true, unsyncedEdits: 1 })
    await change({ title: 'New' })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[2], unsyncedLive: false, unsyncedEdits: 0 })
    expect(await activate(1)).toMatchObject({ synced: true })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[1] })
    await change({ autoSynch: false })
    expect(await activate(0)).toMatchObject({ synced: false })
    expect(await live()).toMatchObject({ onAirSceneId: scenes[1], unsyncedEdits: 1 })
  })

  test('lists every project once, newest first, twenty to a page unless told otherwise', async () => {
    const { clock, call } = await opened(open)
    const before = Number((await call('GET', '/projects')).body.total)
    for (let nr = 0; nr < 25; nr += 1) {
      clock.advance(1_000)
      expect((await call('POST', '/projects', { name: `Project ${nr}` })).status).toBe(201)
    }
    const names: string[] = []
    for (let offset = 0; offset < before + 25; offset += 20) {
      const { body } = await call('GET', `/projects?offset=${offset}`)
      expect(body).toMatchObject({ total: before + 25, offset })
      names.push(...(body.projects as { name: string }[]).map(({ name }) => name))
    }
    expect(names.slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, nr) => `Project ${24 - nr}`))
    expect(new Set(names).size).toBe(before + 25)
    expect((await call('GET', '/projects?limit=100&offset=1')).body.projects).toHaveLength(before + 24)
    expect((await call('GET', '/projects?offset=99')).body).toMatchObject({ projects: [], total: before + 25 })
  })

  test.each(['/projects?limit=101', '/projects?limit=0', '/projects?offset=-1', '/projects?limit=ten'])(
    '%s is refused',
    async (path) => {
      const { call } = await opened(open)
      expect(await call('GET', path)).toMatchObject(refusal(400, 'VALIDATION_ERROR'))
    },
  )

  test('knows no strangers, and their requests cost the account nothing', async () => {
    const { call } = await opened(open)
    const left = async () =>
      Number(/r=(\d+)/.exec((await call('GET', '/account')).headers.get('ratelimit') ?? '')?.[1])
    const before = await left()
    for (const authorization of ['Bearer svc_wrong', `Basic ${KEY}`, KEY, `Bearer${KEY}`, `Bearer ${KEY} ${KEY}`, ''])
      expect(await call('GET', '/projects', undefined, authorization)).toMatchObject(refusal(401, 'INVALID_API_KEY'))
    expect(await left()).toBe(before - 1)
  })

  test('takes 150 requests a minute: the next is refused with the time to wait, and not carried out', async () => {
    const { clock, call, start, live } = await opened(open)
    clock.advance(60_000)
    for (let sent = 0; sent < 150; sent += 1) expect((await call('GET', '/account')).status).toBe(200)
    clock.advance(20_000)
    const refused = await start()
    expect(refused).toMatchObject(refusal(429, 'RATE_LIMITED'))
    expect(refused.headers.get('retry-after')).toBe('40')
    clock.advance(40_000)
    expect((await live()).status).toBe('OFFLINE')
  })

  test('finds no project and no scene that is not there', async () => {
    const { call, project } = await opened(open)
    expect(await call('GET', '/projects/none/live')).toMatchObject({
      status: 404,
      body: { code: 'PROJECT_NOT_FOUND' },
    })
    const scene = await call('POST', `${project}/scenes/none/activate`)
    expect(scene).toMatchObject(refusal(404, 'SCENE_NOT_FOUND'))
  })
})
