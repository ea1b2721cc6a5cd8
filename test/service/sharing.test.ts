import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { breathe } from '../fakes/virtualClock.ts'
import { answering, failureOf, kit, LIVE, readLive, STARTED, startLive } from './kit.ts'
import { came, json } from './server.ts'

/** A server that holds its responses back until the test releases them. */
async function holding() {
  const held: ServerResponse[] = []
  const one = await kit((got, response) =>
    got.method === 'GET' ? held.push(response) : json(response, 201, STARTED),
  )
  const answer = (index: number, liveId = 'l1') => {
    const response = held[index]
    if (response) json(response, 200, { ...LIVE, liveId })
  }
  return { ...one, answer }
}

it('identical reads in flight share one request', async () => {
  const { client, server, answer } = await holding()
  const reads = [readLive(client), readLive(client), readLive(client)]
  await came(server.got)
  answer(0)
  expect(await Promise.all(reads)).toMatchObject([{ liveId: 'l1' }, { liveId: 'l1' }, { liveId: 'l1' }])
  expect(server.got).toHaveLength(1)
  expect(client.budget().ours).toBe(1)
})

it('they share a failure, too', async () => {
  const { client, server } = await answering([404, {}])
  const failures = await Promise.all([failureOf(readLive(client)), failureOf(readLive(client))])
  expect(failures).toMatchObject([{ kind: 'notFound' }, { kind: 'notFound' }])
  expect(server.got).toHaveLength(1)
})

it('different reads do not: another id, another query, another lane', async () => {
  const { client, server, answer } = await holding()
  const calls = [
    readLive(client),
    client.call('getLive', { params: { projectId: 'p2' } }),
    readLive(client, { lane: 'show' }),
  ]
  await came(server.got, 3)
  for (const index of [0, 1, 2]) answer(index)
  await Promise.all(calls)
})

it('aborting one leaves the others their response', async () => {
  const { client, server, answer } = await holding()
  const aborter = new AbortController()
  const given = failureOf(readLive(client, { signal: aborter.signal }))
  const kept = readLive(client)
  await came(server.got)
  aborter.abort()
  expect(await given).toMatchObject({ kind: 'cancelled', mayHaveHappened: false })
  answer(0)
  expect(await kept).toMatchObject({ liveId: 'l1' })
})

it('when all have aborted the request ends, and the next read sends a new one', async () => {
  const { client, clock, server, answer } = await holding()
  const aborters = [new AbortController(), new AbortController()]
  const given = aborters.map(({ signal }) => failureOf(readLive(client, { signal })))
  await came(server.got)
  for (const aborter of aborters) aborter.abort()
  await Promise.all(given)
  for (let count = 0; count < 5; count++) await breathe()
  // No timeout is pending any more: the exchange itself was ended.
  expect(clock.waiting).toBe(0)
  const next = readLive(client)
  await came(server.got, 2)
  answer(1, 'l2')
  expect(await next).toMatchObject({ liveId: 'l2' })
})

it('no read joins one from before a change', async () => {
  const { client, server, answer } = await holding()
  const before = readLive(client)
  await came(server.got)
  await startLive(client)
  const after = readLive(client)
  await came(server.got, 3)
  answer(0, 'old')
  answer(1, 'new')
  expect(await Promise.all([before, after])).toMatchObject([{ liveId: 'old' }, { liveId: 'new' }])
})

it('a response is not cached: the next read sends a request', async () => {
  const { client, server } = await answering([200, LIVE])
  await readLive(client)
  await readLive(client)
  expect(server.got).toHaveLength(2)
})
