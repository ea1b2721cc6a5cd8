import { describe, expect, it } from 'vitest'
import { MOST_OF } from '../../electron/service/budget/lanes.ts'
import type { Attempt } from '../../electron/service/calls.ts'
import { createLimiter } from '../../electron/service/limiter.ts'
import { operations } from '../../shared/contract/operations.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { answering, clientFor, failureOf, KEY, kit, LIVE, PROJECT, readLive, STARTED, startLive } from './kit.ts'
import { came, json } from './server.ts'

describe('a request', () => {
  it('keeps the prefix of the base URL and encodes ids', async () => {
    const { client, server } = await answering([200, PROJECT])
    await client.call('getProject', { params: { projectId: 'a/b ?#ü' } })
    expect(server.got[0]).toMatchObject({ method: 'GET', path: '/projects/a%2Fb%20%3F%23%C3%BC', body: '' })
  })

  it('accepts a base URL with a trailing slash', async () => {
    const { server } = await answering([200, LIVE])
    const { client } = clientFor(`${server.baseUrl}/`)
    await readLive(client)
    expect(server.got[0]?.path).toBe('/projects/p1/live')
  })

  it('carries the key that is current at that moment', async () => {
    let key = KEY
    const { client, server } = await kit((_, response) => json(response, 200, LIVE), { key: () => key })
    await readLive(client)
    key = 'svc_other'
    await readLive(client)
    expect(server.got.map((got) => got.headers.authorization)).toEqual([`Bearer ${KEY}`, 'Bearer svc_other'])
  })

  it('writes internal names as the wire names, and reads them back', async () => {
    const { client, server } = await answering([201, { ...PROJECT, unsyncedLive: true }])
    const made = await client.call('createProject', { body: { name: 'Show', autoSync: false } })
    expect(JSON.parse(server.got[0]?.body ?? '')).toEqual({ name: 'Show', autoSynch: false })
    expect(server.got[0]?.headers['content-type']).toBe('application/json')
    expect(made).toMatchObject({ autoSync: true, unsynced: true })
  })

  it('omits undefined query values', async () => {
    const { client, server } = await answering([200, { projects: [], total: 0 }])
    await client.call('listProjects', { query: { status: 'live', limit: undefined, offset: 20 } })
    expect(server.got[0]?.path).toBe('/projects?offset=20&status=live')
  })

  it('reuses connections', async () => {
    const ports = new Set<number | undefined>()
    const { client } = await kit((_, response) => {
      ports.add(response.socket?.remotePort)
      json(response, 200, LIVE)
    })
    for (let count = 0; count < 10; count++) await readLive(client)
    // Two: one may still be finishing when the next request is ready.
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  it('uses the table of operations it was given', async () => {
    const moved = { ...operations, getLive: { ...operations.getLive, path: '/elsewhere/{projectId}' } }
    const { client, server } = await kit((_, response) => json(response, 200, LIVE), { operations: moved })
    await readLive(client)
    expect(server.got[0]?.path).toBe('/elsewhere/p1')
  })
})

describe('nothing is sent', () => {
  it.each([null, '', 'svc_a\nb', 'svc_ü'])('with the key %j', async (key) => {
    const { client, server } = await kit((_, response) => json(response, 200, LIVE), { key: () => key })
    expect(await failureOf(startLive(client))).toMatchObject({ kind: 'unauthorised', mayHaveHappened: false })
    expect(server.got).toEqual([])
  })

  it.each(['', '.', '..'])('for the id %j', async (projectId) => {
    const { client, server } = await answering([200, LIVE])
    const refusal = { kind: 'refused', code: 'VALIDATION_ERROR', detail: 'projectId: not an id' }
    expect(await failureOf(client.call('getLive', { params: { projectId } }))).toMatchObject(refusal)
    expect(server.got).toEqual([])
  })

  it('for an input that violates the contract, and the field is named', async () => {
    const { client, server } = await answering([201, PROJECT])
    const call = client.call('createProject', { body: { name: 'Show', destinationIds: [''] } })
    expect(await failureOf(call)).toMatchObject({ kind: 'refused', mayHaveHappened: false })
    expect((await failureOf(client.call('createProject', { body: { name: 5 } as never }))).detail).toBe(
      'name: expected string, got 5',
    )
    expect(server.got).toEqual([])
  })
})

describe('a response', () => {
  it('loses unknown fields, and absent ones are null', async () => {
    const { client } = await answering([200, { ...LIVE, someday: 1 }])
    const live = await readLive(client)
    expect(live).toMatchObject({ liveId: 'l1', viewers: null, onAirSceneId: null })
    expect(live).not.toHaveProperty('someday')
  })

  it.each([
    ['https://watch.example/l1?v=1#t', true],
    ['https://watch.example', true],
    ['http://watch.example:8080/l1@home', true],
    ['https://user:pass@watch.example/l1', false],
    ['https://user@watch.example', false],
    ['https://watch.example\\@evil.example/', false],
    ['https://watch\t.example@evil.example/', false],
    ['javascript:alert(1)', false],
  ])('yields a viewing link only if it leads where it seems to: %s', async (viewingUrl, isLink) => {
    const destinations = [{ provider: 'youtube', name: 'Main', viewingUrl }]
    const { client } = await answering([200, { ...LIVE, destinations }])
    expect((await readLive(client)).destinations[0]?.viewingUrl).toBe(isLink ? viewingUrl : null)
  })

  it('has overlong names cut, and is refused for an id that no command could carry', async () => {
    const destinations = [{ provider: 'youtube', name: 'n'.repeat(1_000_000) }]
    const { client } = await answering([200, { ...LIVE, destinations }])
    expect((await readLive(client)).destinations[0]?.name).toBe(`${'n'.repeat(499)}…`)
    const other = await answering([200, { ...LIVE, liveId: 'l'.repeat(201) }])
    expect((await failureOf(readLive(other.client))).detail).toMatch(/^liveId: cannot be an id, got "lll/)
  })

  it('is accepted with any success status', async () => {
    const { client } = await answering([200, STARTED])
    expect(await startLive(client)).toMatchObject({ liveId: 'l1' })
  })

  it('is reported for each attempt, with whether it is a rehearsal', async () => {
    const attempts: Attempt[] = []
    const { client } = await kit(
      (_, response, count) =>
        json(response, count === 1 ? 200 : 404, LIVE, count === 1 ? { 'cuelight-rehearsal': 'true' } : {}),
      { observe: (attempt) => attempts.push(attempt) },
    )
    await readLive(client)
    await failureOf(readLive(client))
    expect(attempts).toMatchObject([
      { operation: 'getLive', status: 200, failure: null, rehearsal: true },
      { operation: 'getLive', status: 404, failure: { kind: 'notFound' }, rehearsal: false },
    ])
  })

  it('that never came reports no rehearsal', async () => {
    const attempts: Attempt[] = []
    const { client } = clientFor('http://127.0.0.1:1/v1/external', { observe: (attempt) => attempts.push(attempt) })
    await failureOf(startLive(client))
    expect(attempts).toMatchObject([{ status: null, rehearsal: null, failure: { kind: 'offline' } }])
  })
})

it('aborted before the call: nothing is sent', async () => {
  const { client, server } = await answering([201, STARTED])
  const failure = await failureOf(startLive(client, { signal: AbortSignal.abort() }))
  expect(failure).toMatchObject({ kind: 'cancelled', mayHaveHappened: false })
  const read = await failureOf(readLive(client, { signal: AbortSignal.abort() }))
  expect(read).toMatchObject({ kind: 'cancelled' })
  expect(server.got).toEqual([])
})

it('aborted right before the bytes: nothing is sent', async () => {
  const { client, server } = await answering([201, STARTED])
  const aborter = new AbortController()
  // The abort comes in the same tick, while the connection is being made.
  const failing = failureOf(startLive(client, { signal: aborter.signal }))
  aborter.abort()
  expect(await failing).toMatchObject({ kind: 'cancelled', mayHaveHappened: false })
  for (let count = 0; count < 20; count++) await breathe()
  expect(server.got).toEqual([])
  expect(client.budget().ours).toBe(0)
})

it('aborted after sending: it may have been executed', async () => {
  const { client, clock, server } = await kit(() => {})
  const aborter = new AbortController()
  const failing = failureOf(startLive(client, { signal: aborter.signal }))
  await came(server.got)
  aborter.abort()
  expect(await failing).toMatchObject({ kind: 'cancelled', mayHaveHappened: true })
  expect(clock.waiting).toBe(0)
})

it('aborted while waiting for budget: nothing is sent, and the place is free', async () => {
  const clock = new VirtualClock()
  const limiter = createLimiter({ clock })
  const { client, server } = await kit((_, response) => json(response, 200, LIVE), { clock, limiter })
  for (let count = 0; count < MOST_OF.edit; count++) (await limiter.acquire({ lane: 'edit' })).sent()
  const aborter = new AbortController()
  const failing = failureOf(readLive(client, { signal: aborter.signal }))
  await breathe()
  expect(server.got).toEqual([])
  aborter.abort()
  expect(await failing).toMatchObject({ kind: 'cancelled', mayHaveHappened: false })
})

it('closing ends running calls and refuses later ones', async () => {
  const { client, server } = await kit(() => {})
  const failing = [failureOf(startLive(client)), failureOf(readLive(client))]
  await came(server.got, 2)
  await client.close()
  expect(await Promise.all(failing)).toMatchObject([
    { kind: 'cancelled', mayHaveHappened: true },
    { kind: 'cancelled' },
  ])
  expect(await failureOf(startLive(client))).toMatchObject({ kind: 'cancelled', mayHaveHappened: false })
})

it('nothing is sent after the deadline, even if the connection is made then', async () => {
  const clock = new VirtualClock()
  const { client, server } = await kit((_, response) => json(response, 201, STARTED), {
    clock,
    limiter: createLimiter({ clock }),
  })
  const failing = failureOf(startLive(client))
  // Budget is granted in the next tick, then the connection is begun: time passes before it is made.
  await Promise.resolve()
  await Promise.resolve()
  clock.advance(10_000)
  expect(await failing).toMatchObject({ kind: 'offline', mayHaveHappened: false })
  for (let count = 0; count < 20; count++) await breathe()
  expect(server.got).toEqual([])
})
