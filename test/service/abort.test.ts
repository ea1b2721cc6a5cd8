import { expect, it } from 'vitest'
import { createLimiter } from '../../electron/service/limiter.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { failureOf, kit, LIVE, readLive, STARTED, startLive } from './kit.ts'
import { json } from './server.ts'

const start = { params: { projectId: 'p1' } }

it('aborted before the call: nothing is sent', async () => {
  const { client, server } = await kit((_, response) => json(response, 201, STARTED))
  const failure = await failureOf(client.call('startLive', start, { signal: AbortSignal.abort() }))
  expect(failure).toMatchObject({ kind: 'cancelled', mayHaveHappened: false })
  expect(await failureOf(client.call('getLive', start, { signal: AbortSignal.abort() }))).toMatchObject({
    kind: 'cancelled',
  })
  expect(server.got).toEqual([])
})

it('aborted right before the bytes: nothing is sent', async () => {
  const { client, server } = await kit((_, response) => json(response, 201, STARTED))
  const aborter = new AbortController()
  // The signal is set off in the same turn, while the connection is being made.
  const failing = failureOf(client.call('startLive', start, { signal: aborter.signal }))
  aborter.abort()
  expect(await failing).toMatchObject({ kind: 'cancelled', mayHaveHappened: false })
  for (let count = 0; count < 20; count++) await breathe()
  expect(server.got).toEqual([])
  expect(client.budget().ours).toBe(0)
})

it('aborted after sending: it may have happened', async () => {
  const { client, clock, server } = await kit(() => {})
  const aborter = new AbortController()
  const failing = failureOf(client.call('startLive', start, { signal: aborter.signal }))
  await server.whenGot(1)
  aborter.abort()
  expect(await failing).toMatchObject({ kind: 'cancelled', mayHaveHappened: true })
  expect(clock.waiting).toBe(0)
})

it('aborted while waiting for budget: nothing is sent, and the place is free', async () => {
  const clock = new VirtualClock()
  const limiter = createLimiter({ clock })
  const { client, server } = await kit((_, response) => json(response, 200, LIVE), { clock, limiter })
  for (let count = 0; count < 140; count++) (await limiter.acquire({ lane: 'edit' })).sent()
  const aborter = new AbortController()
  const failing = failureOf(client.call('getLive', start, { signal: aborter.signal }))
  await breathe()
  expect(server.got).toEqual([])
  aborter.abort()
  expect(await failing).toMatchObject({ kind: 'cancelled', mayHaveHappened: false })
})

it('closing ends what is under way and refuses what comes later', async () => {
  const { client, server } = await kit(() => {})
  const failing = [failureOf(startLive(client)), failureOf(readLive(client))]
  await server.whenGot(2)
  await client.close()
  expect(await Promise.all(failing)).toMatchObject([
    { kind: 'cancelled', mayHaveHappened: true },
    { kind: 'cancelled' },
  ])
  expect(await failureOf(startLive(client))).toMatchObject({ kind: 'cancelled', mayHaveHappened: false })
})

it('does not send after its time, though the connection comes then', async () => {
  const clock = new VirtualClock()
  const { client, server } = await kit((_, response) => json(response, 201, STARTED), {
    clock,
    limiter: createLimiter({ clock }),
  })
  const failing = failureOf(startLive(client))
  // Budget is given in the next turn, then the connection is begun: time passes before it is there.
  await Promise.resolve()
  await Promise.resolve()
  clock.advance(10_000)
  expect(await failing).toMatchObject({ kind: 'offline', mayHaveHappened: false })
  for (let count = 0; count < 20; count++) await breathe()
  expect(server.got).toEqual([])
})
