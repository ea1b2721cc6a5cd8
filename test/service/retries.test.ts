import { describe, expect, it } from 'vitest'
import { type OperationName, operations } from '../../shared/contract/operations.ts'
import { BODIES } from '../contract/bodies.ts'
import { answering, clientFor, drive, failureOf, kit, LIVE, rawKit, readLive, STARTED, startLive } from './kit.ts'
import { json } from './server.ts'

/** A good response as it goes over the wire. */
function whole(answer: object): string {
  const body = JSON.stringify(answer)
  return `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

describe('a read', () => {
  it.each([500, 503, 504])('is sent again after %i, with a growing pause', async (status) => {
    const { client, clock, server } = await answering([status, {}], [status, {}], [200, LIVE])
    const start = clock.monotonic()
    expect(await drive(readLive(client), clock)).toMatchObject({ liveId: 'l1' })
    expect(server.got).toHaveLength(3)
    // 300 and 600 ms, half of it fixed and half random, which is 0.5 here.
    expect(clock.monotonic() - start).toBe(225 + 450)
  })

  it('is sent three times at most, and takes budget each time', async () => {
    const { client, clock, server } = await answering([500, {}])
    expect(await failureOf(drive(readLive(client), clock))).toMatchObject({ kind: 'serverFault', status: 500 })
    expect([server.got.length, client.budget().ours]).toEqual([3, 3])
  })

  it('is sent again after a cut', async () => {
    const { client, clock, server } = await rawKit((socket, count) => {
      socket.end(count < 3 ? 'HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{' : whole(LIVE))
    })
    expect(await drive(readLive(client), clock)).toMatchObject({ liveId: 'l1' })
    expect(server.requests).toHaveLength(3)
  })

  it('tries to connect again', async () => {
    const { client, clock } = clientFor('http://127.0.0.1:1/v1/external')
    const start = clock.monotonic()
    expect(await failureOf(drive(readLive(client), clock))).toMatchObject({ kind: 'offline' })
    expect(clock.monotonic() - start).toBe(225 + 450)
  })

  it.each([400, 401, 403, 404, 409])('is not sent again after %i', async (status) => {
    const { client, server } = await answering([status, {}])
    await failureOf(readLive(client))
    expect(server.got).toHaveLength(1)
  })

  it('is not sent again after a refusal with a known code, whatever its status', async () => {
    const { client, server } = await answering([503, { code: 'CONFLICT' }])
    await failureOf(readLive(client))
    expect(server.got).toHaveLength(1)
  })

  it('waits as long as a 503 says, within limits', async () => {
    const { client, clock, server } = await kit((_, response, count) =>
      json(response, 503, {}, { 'retry-after': count === 1 ? '2' : '3600' }),
    )
    const start = clock.monotonic()
    expect(await failureOf(drive(readLive(client), clock))).toMatchObject({ retryAfterMs: 3_600_000 })
    expect(clock.monotonic() - start).toBe(2_000)
    expect(server.got).toHaveLength(2)
  })

  it('is sent again after a 429, no sooner than it says', async () => {
    const { client, clock, server } = await answering([429, {}, { 'retry-after': '3' }], [200, LIVE])
    const start = clock.monotonic()
    await drive(readLive(client), clock)
    expect(clock.monotonic() - start).toBeGreaterThanOrEqual(3_000)
    expect(server.got).toHaveLength(2)
  })

  it('is not sent again if that would exceed its deadline', async () => {
    const { client, server } = await answering([500, {}])
    await failureOf(readLive(client, { lane: 'show', deadlineMs: 200 }))
    expect(server.got).toHaveLength(1)
  })
})

const PARAMS = { projectId: 'p', sceneId: 's', layerId: 'l', liveId: 'b', fileId: 'f' }
const WRITES = (Object.keys(operations) as OperationName[]).filter((name) => operations[name].repeat !== 'auto')

describe('a write is sent once, whatever comes back', () => {
  it.each(WRITES)('%s', async (name) => {
    const { client, clock, server } = await kit((_, response, count) => {
      if (count % 2 === 0) json(response, 503, {}, { 'retry-after': '0' })
      else response.socket?.destroy()
    })
    for (let count = 1; count <= 4; count++) {
      const input = { params: PARAMS, body: BODIES[name] }
      const failure = await failureOf(drive(client.call(name, input as never), clock))
      expect(failure).toMatchObject({ kind: count % 2 === 0 ? 'serverFault' : 'disconnected', mayHaveHappened: true })
      expect(server.got).toHaveLength(count)
    }
  })

  it('a start on a kept connection that the service closes at that moment', async () => {
    const { client, server } = await rawKit((socket, count) => {
      if (count === 1) socket.write(whole(LIVE))
      else socket.destroy()
    })
    await readLive(client)
    // One tick later the connection is free again.
    await new Promise(setImmediate)
    expect(await failureOf(startLive(client))).toMatchObject({ kind: 'disconnected', mayHaveHappened: true })
    expect(server.connections).toBe(1)
    expect(server.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
  })

  it('a start on a kept connection that was closed before goes out on a new one', async () => {
    const { client, server } = await rawKit((socket, count) => {
      if (count === 1) socket.end(whole(LIVE))
      else socket.write(whole({ ...STARTED, liveId: 'l2' }))
    })
    await readLive(client)
    expect(await startLive(client)).toMatchObject({ liveId: 'l2' })
    expect(server.requests).toHaveLength(2)
  })
})
