/** Faults of a rehearsal that affect requests: delays, errors, broken and hung connections. */
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type OperationName, operations } from '../../shared/contract/operations.ts'
import { expectHeaders, expectRefusal, KEY, projectId, rehearsal, rehearseEach, remaining, until } from './support.ts'

rehearseEach('theShow')

const status = async () => (await rehearsal.ask('getLive', { projectId })).status
const start = () => rehearsal.send('startLive', { projectId })
const faultsAtWork = async () => (await rehearsal.told('rehearsal', undefined)).faults

/** A response, and whether it has arrived. */
function watched(asked: Promise<Response>) {
  let over = false
  const answer = asked.finally(() => {
    over = true
  })
  return { answer, isOver: () => over }
}

describe('the requests a fault affects', () => {
  it.each([
    ['reads', ['getLive'], ['startLive', 'verifyDestinations']],
    ['writes', ['startLive', 'verifyDestinations'], ['getLive']],
    ['start', ['startLive'], ['stopLive', 'getLive']],
    ['stop', ['stopLive'], ['startLive', 'getLive']],
    ['scene', ['activateScene'], ['startLive', 'listScenes']],
    ['sync', ['syncLive'], ['startLive', 'getLive']],
    ['all', ['getLive', 'startLive', 'syncLive'], []],
  ] as const)('%s: %j and not %j', async (on, befallen, spared) => {
    await rehearsal.setFault({ kind: 'serverError', on })
    const ask = async (name: OperationName) => (await rehearsal.try(name, { projectId, sceneId: 's' })).status
    for (const name of spared) expect(await ask(name)).toBeLessThan(500)
    for (const name of befallen) expect(await ask(name)).toBeGreaterThanOrEqual(500)
  })

  it('are those of the service only: the administration and paths outside the base URL are spared', async () => {
    await rehearsal.setFault({ kind: 'cutBefore' })
    expect(await faultsAtWork()).toHaveLength(1)
    const outside = await fetch(new URL('/nothing', rehearsal.studio.baseUrl))
    expect(outside.status).toBe(401)
    await expect(rehearsal.fetch('/nothing')).rejects.toThrow()
  })

  it('are this many, and then no more', async () => {
    await rehearsal.setFault({ kind: 'serverError', on: 'reads', times: 2 })
    const { id } = await rehearsal.ask('createProject', { body: { name: 'Spared' } })
    expect(await faultsAtWork()).toMatchObject([{ timesLeft: 2 }])
    expect((await rehearsal.try('getProject', { projectId: id })).status).toBe(500)
    expect(await faultsAtWork()).toMatchObject([{ timesLeft: 1 }])
    expect((await rehearsal.try('getProject', { projectId: id })).status).toBe(502)
    expect(await faultsAtWork()).toEqual([])
    await rehearsal.ask('getProject', { projectId: id })
  })

  it('end after its time, even if the computer’s clock is set back', async () => {
    const { since, until: end } = await rehearsal.setFault({ kind: 'serverError', forMs: 120_000 })
    expect(end).toBe(since + 120_000)
    rehearsal.clock.jump(-86_400_000)
    rehearsal.clock.advance(119_999)
    expect((await rehearsal.try('getAccount')).status).toBe(500)
    rehearsal.clock.advance(1)
    await rehearsal.ask('getAccount')
  })

  it('end when it is cleared, alone or with all others', async () => {
    const { id: faultId } = await rehearsal.setFault({ kind: 'serverError', on: 'reads' })
    await rehearsal.setFault({ kind: 'cutBefore', on: 'writes' })
    expect(await rehearsal.told('clearFault', undefined, { faultId })).toEqual({ count: 1 })
    await rehearsal.ask('getAccount')
    await expect(start()).rejects.toThrow()
    expect(await rehearsal.told('clearFaults', undefined)).toEqual({ count: 1 })
    expect((await start()).status).toBe(201)
    await expect(rehearsal.told('clearFault', undefined, { faultId })).rejects.toThrow('may be over already')
  })
})

describe('latency', () => {
  it('delays the response, not the action', async () => {
    await rehearsal.setFault({ kind: 'latency', on: 'start', ms: 2_500 })
    const { answer, isOver } = watched(start())
    await until(async () => (await status()) === 'PREPARING')
    rehearsal.clock.advance(2_499)
    await rehearsal.ask('getAccount')
    expect(isOver()).toBe(false)
    rehearsal.clock.advance(1)
    expect((await answer).status).toBe(201)
  })

  it('adds up with other delays and with other faults of the request', async () => {
    await rehearsal.setFault({ kind: 'latency', on: 'start', ms: 1_000 })
    await rehearsal.setFault({ kind: 'latency', on: 'start', ms: 2_000, times: 1 })
    await rehearsal.setFault({ kind: 'serverError', on: 'start' })
    const waiting = rehearsal.clock.waiting
    const { answer, isOver } = watched(start())
    await until(() => rehearsal.clock.waiting > waiting)
    await rehearsal.clock.pass(2_750)
    await rehearsal.ask('getAccount')
    expect(isOver()).toBe(false)
    await rehearsal.clock.pass(250)
    expect((await answer).status).toBe(500)
    await until(async () => (await faultsAtWork()).length === 2)
  })

  it('releases requests when it is cleared, whether its times are used up or not', async () => {
    const { id: faultId } = await rehearsal.setFault({ kind: 'latency', ms: 86_400_000, on: 'start', times: 1 })
    const answer = start()
    await until(async () => (await status()) === 'PREPARING')
    expect(await faultsAtWork()).toMatchObject([{ timesLeft: 0 }])
    await rehearsal.told('clearFault', undefined, { faultId })
    expect((await answer).status).toBe(201)
  })
})

describe('without acting', () => {
  it('serverError responds with 500, 502 and 503 in turn', async () => {
    await rehearsal.setFault({ kind: 'serverError', on: 'start' })
    const replies = [await start(), await start(), await start(), await start()]
    expect(replies.map((reply) => reply.status)).toEqual([500, 502, 503, 500])
    for (const reply of replies) expectHeaders(reply.headers)
    expect(await status()).toBe('OFFLINE')
  })

  it('rateStorm responds with 429, the time to wait, and nothing left', async () => {
    await rehearsal.setFault({ kind: 'rateStorm', forMs: 30_000 })
    rehearsal.clock.advance(10_000)
    const reply = await rehearsal.try('startLive', { projectId })
    expectRefusal(reply, 429, 'RATE_LIMITED', { retryAfter: 20 })
    expect(reply.headers.get('retry-after')).toBe('20')
    expect(reply.headers.get('ratelimit')).toBe('"account";r=0;t=20')
    rehearsal.clock.advance(20_000)
    expect(await status()).toBe('OFFLINE')
  })

  it('rateStorm uses none of the budget, serverError what any request uses', async () => {
    const before = remaining(await rehearsal.fetch('/account'))
    await rehearsal.setFault({ kind: 'rateStorm', times: 2 })
    await rehearsal.fetch('/account')
    await rehearsal.fetch('/account')
    await rehearsal.setFault({ kind: 'serverError', times: 1 })
    expect(remaining(await rehearsal.fetch('/account'))).toBe(before - 1)
  })

  it('cutBefore breaks the connection', async () => {
    await rehearsal.setFault({ kind: 'cutBefore', on: 'start' })
    await expect(start()).rejects.toThrow()
    expect(await status()).toBe('OFFLINE')
  })
})

describe('after acting', () => {
  it('cutAfter breaks the connection', async () => {
    await rehearsal.setFault({ kind: 'cutAfter', on: 'start', times: 1 })
    await expect(start()).rejects.toThrow()
    expect(await status()).toBe('PREPARING')
  })

  it('malformed responds with a page, wrong types and nothing, in turn, with the usual status', async () => {
    await rehearsal.setFault({ kind: 'malformed', times: 3 })
    const replies = [await start(), await rehearsal.send('getAccount'), await rehearsal.send('getAccount')]
    expect(replies.map((reply) => reply.status)).toEqual([201, 200, 200])
    const [page = '', types = '', nothing] = await Promise.all(replies.map((reply) => reply.text()))
    expect(page).toMatch(/^<!doctype html>/)
    expect(JSON.parse(types)).toEqual({ plan: 9, apiAccess: 'yes', playedFileLog: 'yes' })
    expect(nothing).toBe('')
    expect(await status()).toBe('PREPARING')
  })

  it('wrong types are wrong for every operation', async () => {
    const liveId = await rehearsal.goLive(projectId)
    const [sceneId = ''] = await rehearsal.sceneIds(projectId)
    const names = ['listProjects', 'getProject', 'getLive', 'listScenes', 'activateScene', 'syncLive'] as const
    const more = ['listDestinations', 'getStatistics', 'getPlayedFiles', 'stopLive'] as const
    for (const name of [...names, ...more]) {
      // The first affected request gets a page, the second wrong types.
      await rehearsal.setFault({ kind: 'malformed', times: 2 })
      await (await rehearsal.send('getAccount')).text()
      const body: unknown = await (await rehearsal.send(name, { projectId, liveId, sceneId })).json()
      const schema: z.ZodType = operations[name].response
      expect(schema.safeParse(body).success, name).toBe(false)
    }
  })

  it('truncated sends half of the response', async () => {
    await rehearsal.setFault({ kind: 'truncated', on: 'start', times: 1 })
    const { port } = new URL(rehearsal.studio.baseUrl)
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
    const path = `/v1/external/projects/${projectId}/live`
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${KEY}\r\n\r\n`)
    let received = ''
    for await (const chunk of socket) received += chunk
    const [head = '', body = ''] = received.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 201 /)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
    expect(body).toHaveLength(Math.floor(length / 2))
    expect(body).toMatch(/^\{"liveId":"/)
    expect(await status()).toBe('PREPARING')
  })
})

describe('hung', () => {
  it('acts, and sends nothing until it is cleared', async () => {
    const { id: faultId } = await rehearsal.setFault({ kind: 'hung', on: 'start', times: 1 })
    const { answer, isOver } = watched(start())
    await until(async () => (await status()) === 'PREPARING')
    rehearsal.clock.advance(3_600_000)
    await rehearsal.ask('getAccount')
    expect(isOver()).toBe(false)
    expect(await faultsAtWork()).toMatchObject([{ id: faultId, timesLeft: 0 }])
    expectRefusal(await rehearsal.try('startLive', { projectId }), 400, 'PROJECT_ALREADY_LIVE')
    await rehearsal.told('clearFault', undefined, { faultId })
    await expect(answer).rejects.toThrow()
  })

  it('ends when its time is over', async () => {
    await rehearsal.setFault({ kind: 'hung', on: 'start', forMs: 60_000 })
    const answer = start()
    await until(async () => (await status()) === 'PREPARING')
    rehearsal.clock.advance(60_000)
    await expect(answer).rejects.toThrow()
  })

  it('ends when its times are used up and the caller has disconnected', async () => {
    await rehearsal.setFault({ kind: 'hung', on: 'start', times: 1 })
    const caller = new AbortController()
    const answer = rehearsal.send('startLive', { projectId }, { signal: caller.signal })
    await until(async () => (await status()) === 'PREPARING')
    caller.abort()
    await expect(answer).rejects.toThrow()
    await until(async () => (await faultsAtWork()).length === 0)
  })

  it('neither keeps the studio from closing nor its clock busy', async () => {
    await rehearsal.setFault({ kind: 'hung', on: 'writes' })
    const writing = expect(start()).rejects.toThrow()
    await until(async () => (await status()) === 'PREPARING')
    await rehearsal.setFault({ kind: 'latency', ms: 86_400_000, on: 'reads' })
    const waiting = rehearsal.clock.waiting
    const reading = rehearsal.send('getAccount')
    await until(() => rehearsal.clock.waiting > waiting)
    await rehearsal.studio.close()
    await writing
    expect((await reading).status).toBe(200)
    expect(rehearsal.clock.waiting).toBe(0)
  })
})

describe('an invalid fault', () => {
  it.each([
    [{ kind: 'clockJump', on: 'reads' }, 'on'],
    [{ kind: 'expiredLogin', times: 1 }, 'times'],
    [{ kind: 'hung', ms: 1 }, 'ms'],
    [{ kind: 'latency', ms: -1 }, 'ms'],
    [{ kind: 'latency', ms: 1.5 }, 'ms'],
    [{ kind: 'nonsense' }, 'kind'],
    [{ kind: 'hung', times: 0 }, 'times'],
    [{ kind: 'hung', forever: true }, 'body'],
  ])('%j is refused, naming %s', async (fault, field) => {
    expectRefusal(await rehearsal.administer('POST', '/faults', fault), 400, 'VALIDATION_ERROR', { field })
    expect(await faultsAtWork()).toEqual([])
  })
})
