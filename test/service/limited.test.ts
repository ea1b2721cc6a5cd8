import { describe, expect, it } from 'vitest'
import { createLimiter } from '../../electron/service/limiter.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { answering, drive, failureOf, kit, readLive, STARTED, startLive } from './kit.ts'
import { json } from './server.ts'

const STOPPED = { message: 'Stopped.', liveId: 'l1', status: 'OFFLINE', actualDuration: 1 }

describe('a show command after a 429', () => {
  it('is sent once more within its deadline, after the wait', async () => {
    const { client, clock, server } = await answering([429, {}, { 'retry-after': '2' }], [201, STARTED])
    const start = clock.monotonic()
    expect(await drive(startLive(client), clock)).toMatchObject({ liveId: 'l1' })
    expect(server.got).toHaveLength(2)
    expect(clock.monotonic() - start).toBe(2_000)
  })

  it('is not sent a third time', async () => {
    const { client, clock, server } = await answering([429, {}, { 'retry-after': '1' }])
    const failure = await failureOf(drive(startLive(client), clock))
    expect(failure).toMatchObject({ kind: 'rateLimited', retryAfterMs: 1_000, mayHaveHappened: false })
    expect(server.got).toHaveLength(2)
  })

  it('is refused at once, with the time left, if the wait exceeds its deadline', async () => {
    const { client, clock, server } = await answering([429, {}, { 'retry-after': '40' }])
    const start = clock.monotonic()
    const expected = { kind: 'rateLimited', retryAfterMs: 40_000, mayHaveHappened: false }
    expect(await failureOf(drive(startLive(client), clock))).toMatchObject(expected)
    expect(server.got).toHaveLength(1)
    expect(clock.monotonic()).toBe(start)
  })

  it('is not sent if the deadline passed while the first response was pending', async () => {
    const clock = new VirtualClock()
    const { client, server } = await kit(
      (_, response) => {
        clock.advance(3_000)
        json(response, 429, {}, { 'retry-after': '0' })
      },
      { clock, limiter: createLimiter({ clock }) },
    )
    expect(await failureOf(startLive(client))).toMatchObject({ kind: 'rateLimited', mayHaveHappened: false })
    expect(server.got).toHaveLength(1)
  })

  it('asks its caller again before it goes out again', async () => {
    const { client, clock, server } = await answering([429, {}, { 'retry-after': '1' }])
    const sendings: number[] = []
    const moved = new Error('the target changed')
    const beforeSend = () => {
      sendings.push(server.got.length)
      if (sendings.length === 2) throw moved
    }
    await expect(drive(startLive(client, { beforeSend }), clock)).rejects.toBe(moved)
    expect(sendings).toEqual([0, 1])
    expect(server.got).toHaveLength(1)
    expect(client.budget().ours).toBe(1)
  })

  it('does not go out again if its caller gave up meanwhile', async () => {
    const aborter = new AbortController()
    const { client, clock, server } = await answering([429, {}, { 'retry-after': '2' }])
    const failing = failureOf(startLive(client, { signal: aborter.signal }))
    // Until it waits for budget: then its deadline and the end of the pause are the only timers.
    while (server.got.length === 0 || clock.next !== 2_000) await breathe()
    aborter.abort()
    // The 429 was not executed, so nothing happened.
    expect(await failing).toMatchObject({ kind: 'cancelled', mayHaveHappened: false })
    expect(server.got).toHaveLength(1)
  })
})

describe('no 429 delays a stop', () => {
  const DAY = '"d";r=0;t=80000'
  it.each([
    ['an hour', { 'retry-after': '3600' }],
    ['until a date', { 'retry-after': new Date(Date.UTC(2030, 0, 1)).toUTCString() }],
    ['beyond all measure', { 'retry-after': '99999999999999' }],
    ['a minute', { 'retry-after': '60' }],
    ['a day, by its policy', { 'ratelimit-policy': '"d";q=1;w=86400', ratelimit: DAY, 'retry-after': '80000' }],
  ])('not one for %s, sent to a poll by a gateway', async (_, headers) => {
    const statuses: (number | null)[] = []
    const { client, clock, server } = await kit(
      (request, response) => {
        if (request.method === 'POST') return json(response, 200, STOPPED)
        response.writeHead(429, { 'content-type': 'text/html', ...headers }).end('<h1>Too many requests</h1>')
      },
      { observe: ({ status }) => statuses.push(status) },
    )
    const poll = failureOf(readLive(client))
    while (statuses.length === 0) await breathe()
    await client.call('stopLive', { params: { projectId: 'p1' } })
    expect(server.got.filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(clock.monotonic()).toBe(0)
    await client.close()
    expect(await poll).toMatchObject({ kind: 'cancelled' })
  })

  it('not one for another show command: each sends its own request', async () => {
    const { client, clock, server } = await answering([429, {}, { 'retry-after': '40' }], [200, STOPPED])
    await failureOf(drive(startLive(client), clock))
    await client.call('stopLive', { params: { projectId: 'p1' } })
    expect(server.got).toHaveLength(2)
    expect(clock.monotonic()).toBe(0)
  })
})

it('no failure names a wait longer than a window for a per-minute budget', async () => {
  const { client, clock } = await answering([429, {}, { 'retry-after': '3600' }])
  const failure = await failureOf(drive(client.call('createProject', { body: { name: 'Show' } }), clock))
  expect(failure).toMatchObject({ kind: 'rateLimited', mayHaveHappened: false })
  expect(failure.retryAfterMs).toBeUndefined()
})

it('an edit is not sent again after a 429', async () => {
  const { client, clock, server } = await answering([429, {}, { 'retry-after': '1' }])
  const call = client.call('createProject', { body: { name: 'Show' } })
  expect(await failureOf(drive(call, clock))).toMatchObject({ kind: 'rateLimited', mayHaveHappened: false })
  expect(server.got).toHaveLength(1)
})

it('a 429 is recognized by its code, too', async () => {
  const { client, clock, server } = await answering([400, { code: 'RATE_LIMITED' }], [201, STARTED])
  await drive(startLive(client), clock)
  expect(server.got).toHaveLength(2)
})

it('if beforeSend throws, nothing is sent, and the call fails with that error', async () => {
  const { client, server } = await answering([201, STARTED])
  const reason = new Error('the arm is over')
  const beforeSend = () => {
    throw reason
  }
  await expect(startLive(client, { beforeSend })).rejects.toBe(reason)
  expect(server.got).toEqual([])
  expect(client.budget().ours).toBe(0)
  expect(await startLive(client)).toMatchObject({ liveId: 'l1' })
})
