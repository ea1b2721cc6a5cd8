/** What the independent server does beyond what it shares with the local studio (test/contract/servers). */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { FaultSpec } from './fakes/independent/faults.ts'
import { HEADER_STYLES } from './fakes/independent/headers.ts'
import type { IndependentOptions } from './fakes/independent/options.ts'
import { startIndependentServer } from './fakes/independent/server.ts'
import { VirtualClock } from './fakes/virtualClock.ts'
import { closing } from './support/atEnd.ts'

const EPOCH = Date.UTC(2026, 4, 1, 18, 0, 0, 250)

interface Reply {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

async function start(options: IndependentOptions = {}) {
  const clock = new VirtualClock(EPOCH)
  const server = closing(await startIndependentServer({ clock, ...options }))
  const project = `/projects/${server.content.project}`
  const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const headers = { authorization: `Bearer ${server.key}` }
    const response = await fetch(server.baseUrl + path, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const live = async () => (await call('GET', `${project}/live`)).body
  return { server, clock, project, scenes: server.content.scenes, call, live }
}

type Rig = Awaited<ReturnType<typeof start>>

async function onAir(options: IndependentOptions = {}) {
  const rig = await start(options)
  await rig.call('POST', `${rig.project}/live`)
  rig.clock.advance(1500)
  return rig
}

test('a stop may take a while, and a second one finds the show still running', async () => {
  const { clock, project, call, live } = await onAir({ stoppingMs: 4000 })
  for (let stops = 0; stops < 2; stops += 1) {
    expect((await call('POST', `${project}/live/stop`)).status).toBe(200)
    expect(await live()).toMatchObject({ status: 'LIVE' })
    clock.advance(2000)
  }
  expect(await live()).toMatchObject({ status: 'OFFLINE', stopInitiator: 'USER' })
})

test('an unknown parameter or field is refused, and nothing beside it is accepted', async () => {
  const { project, call } = await start()
  const refused = { status: 400, body: { code: 'VALIDATION_ERROR' } }
  expect(await call('GET', '/projects?page=2')).toMatchObject(refused)
  expect(await call('PATCH', project, { name: 'New', autoSync: true })).toMatchObject(refused)
  expect((await call('GET', project)).body.name).toBe('Evening Show')
})

test('schedules are created and listed, and start on their date', async () => {
  const { clock, project, call, live } = await start()
  const dates = [200, 10].map((minutes) => new Date(EPOCH + minutes * 60_000).toISOString())
  const made = await call('POST', `${project}/schedules`, { dates })
  expect(made).toMatchObject({ status: 201, body: { count: 2, scheduled: [{ status: 'SCHEDULED' }, {}] } })
  expect(await live()).toMatchObject({ status: 'SCHEDULED', liveId: null })
  const { body } = await call('GET', `${project}/schedules`)
  expect(body).toMatchObject({ total: 2, schedules: [{ scheduledDate: dates[1] }, { scheduledDate: dates[0] }] })
  const [{ liveId }] = body.schedules as [{ liveId: string }]
  clock.advance(600_000 - 1500)
  expect(await live()).toMatchObject({ status: 'PREPARING', liveId })
  clock.advance(1500)
  expect(await live()).toMatchObject({ status: 'LIVE', liveId, elapsedSeconds: 0 })
})

test('a custom destination is not contacted, and an unconnected one is reported', async () => {
  const { server, call } = await start()
  const { youtube, twitch, rtmp } = server.content.destinations
  server.control.expireDestination(twitch)
  server.control.expireDestination(rtmp)
  const verified = await call('POST', '/destinations/verify', { destinationIds: [youtube, twitch, rtmp] })
  expect(verified.body.results).toEqual([
    { id: youtube, valid: true },
    { id: twitch, valid: false, error: 'AUTH_ERROR' },
    { id: rtmp, valid: true },
  ])
  const none = await call('POST', '/destinations/verify', { destinationIds: ['none'] })
  expect(none.body.code).toBe('DESTINATION_NOT_FOUND')
})

describe('access', () => {
  test('a revoked key no longer works; another key of the account shares its quota', async () => {
    const { server, call } = await start()
    const authorization = `Bearer ${server.control.issueKey()}`
    await fetch(`${server.baseUrl}/account`, { headers: { authorization } })
    expect((await call('GET', '/account')).headers.get('ratelimit')).toContain('r=148')
    server.control.revokeKey()
    expect((await call('GET', '/account')).status).toBe(401)
    server.control.restoreKey()
    server.control.setPlan('free')
    expect((await call('GET', '/account')).body.code).toBe('API_ACCESS_REQUIRES_PAID_PLAN')
  })

  test('outside the base path there is only a plain web server', async () => {
    const { server } = await start()
    const response = await fetch(`${server.origin}/v1/external/projects`)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html')
    expect(server.requests.at(-1)).toMatchObject({ path: '/v1/external/projects', executed: false, status: 404 })
  })
})

describe('the quota', () => {
  const reset = EPOCH + 60_000
  const styles: Record<(typeof HEADER_STYLES)[number], Record<string, string>> = {
    ietf: { ratelimit: '"account";r=148;t=50', 'ratelimit-policy': '"account";q=150;w=60' },
    'ietf-old': { ratelimit: 'limit=150, remaining=148, reset=50' },
    ratelimit: { 'ratelimit-limit': '150', 'ratelimit-remaining': '148', 'ratelimit-reset': '50' },
    'x-delta': { 'x-ratelimit-limit': '150', 'x-ratelimit-remaining': '148', 'x-ratelimit-reset': '50' },
    'x-epoch-seconds': {
      'x-ratelimit-remaining': '148',
      'x-ratelimit-reset': `${Math.ceil(reset / 1000)}`,
    },
    'x-epoch-ms': { 'x-ratelimit-remaining': '148', 'x-ratelimit-reset': `${reset}` },
    'x-http-date': { 'x-ratelimit-remaining': '148', 'x-ratelimit-reset': 'Fri, 01 May 2026 18:01:01 GMT' },
    none: {},
  }

  test.each(HEADER_STYLES)('is reported as %s', async (headerStyle) => {
    const { call, clock } = await start({ headerStyle })
    await call('GET', '/account')
    clock.advance(10_000)
    const { headers } = await call('GET', '/account')
    const told = Object.fromEntries([...headers].filter(([name]) => name.includes('ratelimit')))
    expect(told).toMatchObject(styles[headerStyle])
    const most = headerStyle === 'none' ? 0 : Object.keys(told).length
    expect(Object.keys(told)).toHaveLength(most)
    expect(headers.get('retry-after')).toBeNull()
    expect(headers.get('date')).toBe('Fri, 01 May 2026 18:00:10 GMT')
  })

  test('with a skewed clock is reported by that clock', async () => {
    const { call } = await start({ headerStyle: 'x-epoch-ms', skewMs: 300_000 })
    const { headers } = await call('GET', '/account')
    expect(Number(headers.get('x-ratelimit-reset'))).toBe(EPOCH + 360_000)
    expect(headers.get('date')).toBe('Fri, 01 May 2026 18:05:00 GMT')
  })

  test.each([
    ['seconds', '40'],
    ['date', 'Fri, 01 May 2026 18:01:01 GMT'],
    ['absent', null],
  ] as const)('spent: 429 with Retry-After as %s, and nothing is executed', async (retryAfter, expected) => {
    const { server, clock, project, call } = await start({ retryAfter, headerStyle: 'none', limit: 3 })
    for (let sent = 0; sent < 3; sent++) await call('GET', '/account')
    clock.advance(20_000)
    const refused = await call('POST', `${project}/live`)
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(refused.headers.get('retry-after')).toBe(expected)
    expect(server.executed('POST', /\/live$/)).toBe(0)
    expect(server.control.truth(server.content.project).begun).toEqual([])
    clock.advance(40_000)
    expect((await call('POST', `${project}/live`)).status).toBe(201)
  })

  test('of a fixed window returns at once, that of a sliding one bit by bit', async () => {
    for (const [window, remaining] of [
      ['fixed', '149'],
      ['sliding', '99'],
    ] as const) {
      const { server, clock, call } = await start({ window, headerStyle: 'x-delta' })
      server.control.spendQuota(50)
      clock.advance(30_000)
      server.control.spendQuota(50)
      clock.advance(30_000)
      const { headers } = await call('GET', '/account')
      expect(headers.get('x-ratelimit-remaining')).toBe(remaining)
    }
  })

  test('reported by another clock moves nothing', async () => {
    const { server, call } = await onAir({ headerStyle: 'x-epoch-ms' })
    server.control.configure({ toldSkewMs: 3_600_000 })
    const { headers } = await call('GET', '/account')
    expect(Number(headers.get('x-ratelimit-reset'))).toBe(EPOCH + 3_660_000)
    expect(headers.get('date')).toBe('Fri, 01 May 2026 19:00:01 GMT')
    expect(server.control.truth(server.content.project).status).toBe('LIVE')
    server.control.configure({ tellsDate: false })
    expect((await call('GET', '/account')).headers.get('date')).toBeNull()
  })

  test('can be misreported on every response or on one, and the true one is known', async () => {
    const { server, call } = await start({ falseHeaders: { 'RateLimit-Limit': '1' } })
    const { headers } = await call('GET', '/account')
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit')]).toEqual(['1', '"account";r=149;t=60'])
    server.control.configure({ falseHeaders: {} })
    server.faults.add({ kind: 'headers', headers: { RateLimit: '"account";r=0;t=80000' } })
    expect((await call('GET', '/account')).headers.get('ratelimit')).toBe('"account";r=0;t=80000')
    expect((await call('GET', '/account')).headers.get('ratelimit')).toBe('"account";r=147;t=60')
    expect(server.control.quota()).toEqual({ limit: 150, remaining: 147, resetInMs: 60_000 })
  })

  test('can be spent by another tool', async () => {
    const { server, call } = await start()
    server.control.spendQuota(1000)
    expect(server.control.quota().remaining).toBe(0)
    expect((await call('GET', '/account')).status).toBe(429)
  })
})

describe('shapes', () => {
  const OPTIONAL = [
    ...['synced', 'onAirSceneId', 'unsyncedEdits', 'viewingUrl', 'error', 'planned', 'pinned', 'nextScene'],
  ]

  function namesIn(value: unknown): string[] {
    if (Array.isArray(value)) return value.flatMap(namesIn)
    if (typeof value !== 'object' || value === null) return []
    return [...Object.keys(value), ...Object.values(value).flatMap(namesIn)]
  }

  async function everything(rig: Rig) {
    const { project, scenes, call } = rig
    const paths = ['/projects', project, `${project}/scenes`, `${project}/live`, `${project}/broadcasts`]
    const bodies = await Promise.all(paths.map(async (path) => (await call('GET', path)).body))
    return [...bodies, (await call('POST', `${project}/scenes/${scenes[1]}/activate`)).body]
  }

  test.each(['minimal', 'full'] as const)('%s: which fields may be omitted', async (shape) => {
    const rig = await onAir({ shape, airFields: true })
    const names = namesIn(await everything(rig))
    expect(OPTIONAL.filter((name) => names.includes(name))).toEqual(shape === 'full' ? OPTIONAL : [])
    expect(names).toEqual(expect.arrayContaining(['liveId', 'elapsedSeconds', 'isActive', 'duration', 'manual']))
    expect((await rig.call('GET', '/account')).status).toBe(shape === 'full' ? 200 : 404)
  })

  test('extra adds unknown fields to every object, errors too, and changes no known one', async () => {
    const rig = await onAir({ shape: 'extra' })
    const [list, project] = await everything(rig)
    expect(list).toMatchObject({
      beta: true,
      projects: [{ beta: true, duration: { beta: true, manual: false } }, {}, {}],
    })
    expect(project).toMatchObject({ name: 'Evening Show', destinations: [{ beta: true }, {}, {}] })
    expect((await rig.call('POST', `${rig.project}/live`)).body).toMatchObject({ beta: true, status: 'LIVE' })
  })
})

/** What a client sees on the wire. */
interface Wire {
  status: number | null
  headers: Record<string, unknown>
  text: string
  error: string | null
}

function wire(rig: Rig, method: string, path: string): Promise<Wire> {
  const seen: Wire = { status: null, headers: {}, text: '', error: null }
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve({ ...seen, error: error.code ?? error.message })
    const take = (response: IncomingMessage) => {
      seen.status = response.statusCode ?? null
      seen.headers = response.headers
      response.setEncoding('utf8').on('data', (chunk: string) => {
        seen.text += chunk
      })
      response.on('end', () => resolve(seen)).on('error', fail)
    }
    const headers = { authorization: `Bearer ${rig.server.key}` }
    httpRequest(`${rig.server.baseUrl}${path}`, { method, headers, agent: false }, take).on('error', fail).end()
  })
}

/**
 * What happens to a start whose response is lost or garbled, and to the core that sent it:
 * test/core/lostStart.test.ts.
 */
describe('faults', () => {
  async function faulty(spec: FaultSpec) {
    const rig = await start()
    const added = rig.server.faults.add({ match: { method: 'POST', path: /\/live$/ }, ...spec })
    const seen = await wire(rig, 'POST', `${rig.project}/live`)
    const record = rig.server.requests.at(-1)
    const { begun } = rig.server.control.truth(rig.server.content.project)
    expect([added.fired, record?.fault, record?.status]).toEqual([1, spec.kind, seen.status])
    expect(record?.executed).toBe(begun.length === 1)
    return { ...rig, seen, begun: begun.length, record }
  }

  test.each<[FaultSpec, begun: number, Partial<Record<keyof Wire, unknown>>]>([
    [{ kind: 'cutBody' }, 1, { status: 201, error: 'ECONNRESET', text: expect.stringMatching(/^\{"liveId/) }],
    [{ kind: 'cutBody', execute: false }, 0, { status: 200, error: 'ECONNRESET' }],
    [{ kind: 'empty', execute: false }, 0, { status: 200, text: '' }],
    [{ kind: 'truncated' }, 1, { status: 201, text: expect.stringMatching(/^\{"liveId.*[^}]$/) }],
    [{ kind: 'wrongTypes' }, 1, { text: expect.stringContaining('"status":42,"destinations":"both"') }],
    [{ kind: 'wrongTypes', set: { 'destinations.1.name': [] } }, 1, { text: expect.stringContaining('"name":[]') }],
    [{ kind: 'serverError', execute: true }, 1, { status: 500, text: expect.not.stringContaining('"code"') }],
    [{ kind: 'unavailable' }, 0, { status: 503, headers: expect.objectContaining({ 'retry-after': '2' }) }],
    [{ kind: 'redirect' }, 0, { status: 302, headers: expect.objectContaining({ location: '/moved' }) }],
    [{ kind: 'oddError', shape: 'string' }, 0, { status: 400, text: expect.stringMatching(/^"/) }],
    [{ kind: 'oddError', shape: 'text', status: 404 }, 0, { status: 404, text: expect.stringMatching(/^S/) }],
    [{ kind: 'headers', headers: { 'X-Tea': 'yes' } }, 1, { headers: expect.objectContaining({ 'x-tea': 'yes' }) }],
    [{ kind: 'misrouted', path: '/projects/none/live' }, 0, { text: expect.stringContaining('PROJECT_NOT_FOUND') }],
    [{ kind: 'answer', status: 418, body: { a: 1 } }, 0, { status: 418, text: '{"a":1}' }],
  ])('%j', async (fault, expected, shown) => {
    const { seen, begun } = await faulty(fault)
    expect(begun).toBe(expected)
    expect(seen).toMatchObject({ error: null, ...shown })
  })

  test.each([[false], [true]])('hang (execute: %s) never responds, and is released', async (execute) => {
    const rig = await start()
    // Not executing is the default.
    rig.server.faults.add(execute ? { kind: 'hang', execute } : { kind: 'hang' })
    const answer = wire(rig, 'POST', `${rig.project}/live`)
    const record = await rig.server.arrived('POST', /\/live$/)
    const first = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 50, 'nothing'))])
    expect(first).toBe('nothing')
    expect(record).toMatchObject({ executed: execute, status: null, fault: 'hang' })
    rig.server.faults.release()
    expect(await answer).toMatchObject({ status: null, error: 'ECONNRESET' })
  })

  test.each([
    ['after', 1],
    ['before', 0],
  ] as const)('slow (%s) responds late', async (when, begun) => {
    const rig = await start()
    rig.server.faults.add({ kind: 'slow', ms: 3000, when })
    const answer = wire(rig, 'POST', `${rig.project}/live`)
    const record = await rig.server.arrived('POST', /\/live$/)
    expect(rig.server.control.truth(rig.server.content.project).begun).toHaveLength(begun)
    expect(record.status).toBeNull()
    rig.clock.advance(3000)
    expect(await answer).toMatchObject({ status: 201 })
    expect(record).toMatchObject({ executed: true, status: 201, fault: 'slow' })
  })

  test('slowBody sends the rest of the response late', async () => {
    const rig = await start()
    rig.server.faults.add({ kind: 'slowBody', ms: 3000 })
    const answer = wire(rig, 'POST', `${rig.project}/live`)
    const record = await rig.server.arrived('POST', /\/live$/)
    await new Promise((resolve) => setImmediate(resolve))
    expect([record.executed, rig.server.underWay()]).toEqual([true, 1])
    rig.clock.advance(3000)
    expect(await answer).toMatchObject({ status: 201, text: expect.stringMatching(/^\{"liveId.*\}$/) })
  })

  test('unavailable and rateLimited say when to come back', async () => {
    const seconds = await faulty({ kind: 'unavailable', retryAfterMs: 7000 })
    expect(seconds.seen.headers).toMatchObject({ 'retry-after': '7' })
    const date = await faulty({ kind: 'rateLimited', retryAfterMs: 9000, style: 'date' })
    expect(date.seen.headers).toMatchObject({ 'retry-after': 'Fri, 01 May 2026 18:00:10 GMT' })
    expect(date.seen.headers).toMatchObject({ ratelimit: '"account";r=0;t=9' })
  })

  test('nth and times choose the requests; other requests are left alone', async () => {
    const { server, call } = await start()
    server.faults.add({ kind: 'serverError', match: { method: 'GET', path: '/account', nth: 2 }, times: 2 })
    const statuses: number[] = []
    for (let sent = 0; sent < 5; sent++) {
      statuses.push((await call('GET', '/account')).status)
      expect((await call('GET', '/projects')).status).toBe(200)
    }
    expect(statuses).toEqual([200, 500, 500, 200, 200])
  })

  test('wrong types reach the items of a list by path', async () => {
    const { server, project, call } = await start()
    server.faults.add({ kind: 'wrongTypes' })
    expect((await call('GET', `${project}/scenes`)).body.scenes).toEqual({})
    server.faults.add({ kind: 'wrongTypes', set: { 'scenes.1.isActive': 'yes' } })
    expect((await call('GET', `${project}/scenes`)).body.scenes).toMatchObject([
      { isActive: true },
      { isActive: 'yes' },
      {},
      {},
    ])
    expect((await call('GET', `${project}/scenes`)).body.scenes).toMatchObject([{}, { isActive: false }, {}, {}])
  })
})

test('latency delays every response, but not the execution', async () => {
  const rig = await start({ latencyMs: ({ method }) => (method === 'POST' ? 800 : 0) })
  const answer = wire(rig, 'POST', `${rig.project}/live`)
  const record = await rig.server.arrived('POST', /\/live$/)
  await expect.poll(() => record.executed).toBe(true)
  expect(record.status).toBeNull()
  expect((await wire(rig, 'GET', '/account')).status).toBe(200)
  rig.clock.advance(800)
  expect((await answer).status).toBe(201)
})

describe('controls', () => {
  test('who ended a show, why, and its peak of viewers are reported', async () => {
    const { server, clock, project, call, live } = await onAir({ plannedSeconds: 60 })
    const { project: id } = server.content
    server.control.setViewers(id, 40)
    server.control.setViewers(id, 12)
    expect(await live()).toMatchObject({ viewers: 12, peakViewers: 40, destinations: [{ viewers: 12 }, {}, {}] })
    server.control.endBroadcast(id, { error: 'Gone.' })
    expect(await live()).toMatchObject({ status: 'OFFLINE', error: 'Gone.', stopInitiator: 'PLATFORM' })
    expect((await call('GET', `${project}/broadcasts`)).body.broadcasts).toMatchObject([{ status: 'ERROR' }, {}, {}])
    await call('POST', `${project}/live`)
    clock.advance(3_600_000)
    expect(await live()).toMatchObject({ status: 'OFFLINE', stopInitiator: 'DURATION' })
  })

  test('others edit, switch, sync, start and stop without costing quota or leaving a record', async () => {
    const { server, live } = await start({ airFields: true })
    const { project: id, scenes } = server.content
    const liveId = server.control.startElsewhere(id)
    expect(await live()).toMatchObject({ status: 'PREPARING', liveId })
    expect(server.control.activateElsewhere(id, scenes[2] ?? '')).toBe(false)
    server.control.editElsewhere(id)
    expect(await live()).toMatchObject({ unsyncedEdits: 2, onAirSceneId: scenes[0] })
    server.control.syncElsewhere(id)
    expect(await live()).toMatchObject({ unsyncedEdits: 0, onAirSceneId: scenes[2] })
    server.control.chainSwitch(id, scenes[1] ?? '')
    expect(server.control.truth(id)).toMatchObject({ onAirSceneId: scenes[1], activeSceneId: scenes[1] })
    server.control.stopElsewhere(id)
    expect(await live()).toMatchObject({ status: 'OFFLINE', stopInitiator: 'STUDIO' })
    expect(server.requests.every((record) => record.method === 'GET')).toBe(true)
  })

  test('a chain leaves the active scene alone while an activation waits for its sync', async () => {
    const { server, project, scenes, call } = await onAir()
    const { project: id } = server.content
    await call('POST', `${project}/scenes/${scenes[2]}/activate`)
    server.control.chainSwitch(id, server.content.scenes[1] ?? '')
    const { onAirSceneId, activeSceneId } = server.control.truth(id)
    expect([onAirSceneId, activeSceneId]).toEqual([server.content.scenes[1], server.content.scenes[2]])
  })

  test('scenes appear and projects vanish', async () => {
    const { server, project, call } = await start()
    const { project: id, scenes } = server.content
    const added = server.control.addScene(id, 'From the studio')
    const { body } = await call('GET', `${project}/scenes`)
    expect((body.scenes as { id: string }[]).map((scene) => scene.id)).toEqual([...scenes, added])
    server.control.removeProject(id)
    expect((await call('GET', `${project}/live`)).body.code).toBe('PROJECT_NOT_FOUND')
  })

  test('the server goes down and comes back at the same address, with its state', async () => {
    const rig = await onAir()
    await rig.server.control.goDown()
    expect((await wire(rig, 'GET', '/account')).error).toBe('ECONNREFUSED')
    await rig.server.control.comeBack()
    expect(await rig.live()).toMatchObject({ status: 'LIVE' })
    expect(() => rig.server.control.endBroadcast(rig.server.content.otherProjects[0] ?? '')).toThrow('nothing runs')
  })
})

describe('the record', () => {
  test('shows each request and its result, without the key', async () => {
    const { server, clock, project, call } = await start()
    await call('GET', '/projects?limit=5&offset=0')
    await call('PATCH', project, { name: 'New' })
    await call('PATCH', project, { nom: 'New' })
    const [list, made, refused] = server.requests
    expect(list).toMatchObject({
      at: clock.now(),
      method: 'GET',
      path: '/projects',
      query: { limit: '5', offset: '0' },
    })
    expect(list).toMatchObject({ url: '/tenant/7/v1/external/projects?limit=5&offset=0', body: null, fault: null })
    expect(made).toMatchObject({ body: { name: 'New' }, executed: true, result: 200, status: 200 })
    expect(refused).toMatchObject({ body: { nom: 'New' }, executed: false, result: 400, status: 400 })
    expect(list?.headers.authorization).toBe('Bearer <key>')
    expect(JSON.stringify(server.requests)).not.toContain(server.key)
    expect([server.count('PATCH', /projects/), server.executed('PATCH', project)]).toEqual([2, 1])
    server.forget()
    expect(server.requests).toHaveLength(0)
  })

  test('shows no status for a client that disconnected, though its request was executed', async () => {
    const { server, clock, project } = await start({ latencyMs: 500 })
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    const path = new URL(server.baseUrl).pathname + project
    socket.write(
      `POST ${path}/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\nContent-Length: 0\r\n\r\n`,
    )
    const record = await server.arrived('POST', /\/live$/)
    socket.destroy()
    await once(socket, 'close')
    await expect.poll(() => server.underWay()).toBe(0)
    clock.advance(500)
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(record).toMatchObject({ executed: true, result: 201, status: null })
  })
})

test('the server shares no code with the product', () => {
  const root = new URL('./fakes/independent/', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const source = readFileSync(new URL(file, root), 'utf8')
    const imported = [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
    for (const name of imported) {
      const within = name.startsWith('node:') || new URL(name, new URL(file, root)).href.startsWith(root.href)
      expect(within, `${file} imports ${name}`).toBe(true)
    }
  }
})
