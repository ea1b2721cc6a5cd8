/** Faults of a rehearsal that affect broadcasts, logins and the clock. */
import { describe, expect, it } from 'vitest'
import { expectRefusal, PREPARING_MS, projectId, rehearsal, rehearseEach } from './support.ts'

rehearseEach('theShow')

const live = () => rehearsal.ask('getLive', { projectId })
const lastBroadcast = async () => (await rehearsal.ask('listBroadcasts', { projectId })).broadcasts[0]
const faultsAtWork = async () => (await rehearsal.told('rehearsal', undefined)).faults
const clear = () => rehearsal.told('clearFaults', undefined)

describe('expiredLogin', () => {
  const destinations = async () => (await rehearsal.ask('getProject', { projectId })).destinations ?? []
  const setLogin = async (expired: boolean) => {
    const [channel] = await destinations()
    await rehearsal.told('setLogin', { expired }, { destinationId: channel?.id ?? '' })
  }

  it('expires the first login, and restores it', async () => {
    await rehearsal.setFault({ kind: 'expiredLogin', forMs: 60_000 })
    expect((await destinations()).map(({ name, error }) => [name, error])).toEqual([
      ['Main Channel', 'AUTH_ERROR'],
      ['Second Stage', null],
      ['The Page', null],
    ])
    expectRefusal(await rehearsal.try('startLive', { projectId }), 400, 'DESTINATION_TOKEN_INVALID')
    const { destinationIds } = await rehearsal.ask('getProject', { projectId })
    const { results } = await rehearsal.ask('verifyDestinations', { body: { destinationIds } })
    expect(results.map(({ valid }) => valid)).toEqual([false, true, true])
    expect(results[0]?.error).toBe('DESTINATION_TOKEN_INVALID')
    rehearsal.clock.advance(60_000)
    await rehearsal.ask('startLive', { projectId })
  })

  it('restores only the logins it expired', async () => {
    await setLogin(true)
    await rehearsal.setFault({ kind: 'expiredLogin' })
    await clear()
    expect((await destinations())[0]).toMatchObject({ error: 'AUTH_ERROR' })
    await rehearsal.setFault({ kind: 'expiredLogin' })
    await setLogin(false)
    expect((await destinations())[0]).toMatchObject({ error: 'AUTH_ERROR' })
    await clear()
    expect((await destinations())[0]).toMatchObject({ error: null })
  })

  it('ends no broadcast', async () => {
    await rehearsal.goLive(projectId)
    await rehearsal.setFault({ kind: 'expiredLogin' })
    expect(await live()).toMatchObject({ status: 'LIVE', error: null })
  })
})

describe('endlessPreparing', () => {
  it('delays what is being prepared, and then lets it continue', async () => {
    await rehearsal.ask('startLive', { projectId })
    const { id: faultId } = await rehearsal.setFault({ kind: 'endlessPreparing' })
    rehearsal.clock.advance(3_600_000)
    expect(await live()).toMatchObject({ status: 'PREPARING', elapsedSeconds: null })
    await rehearsal.told('clearFault', undefined, { faultId })
    expect(await live()).toMatchObject({ status: 'LIVE', elapsedSeconds: 0, remainingSeconds: 7_200 })
  })

  it('does not count toward the time that preparing takes', async () => {
    await rehearsal.ask('startLive', { projectId })
    await rehearsal.setFault({ kind: 'endlessPreparing', forMs: 1_000 })
    rehearsal.clock.advance(PREPARING_MS - 1)
    expect(await live()).toMatchObject({ status: 'PREPARING' })
    rehearsal.clock.advance(1)
    expect(await live()).toMatchObject({ status: 'LIVE' })
  })

  it('set twice, delays until both are over, and continues at that time', async () => {
    await rehearsal.setFault({ kind: 'endlessPreparing', forMs: 60_000 })
    await rehearsal.setFault({ kind: 'endlessPreparing', forMs: 90_000 })
    await rehearsal.ask('startLive', { projectId })
    rehearsal.clock.advance(89_999)
    expect(await live()).toMatchObject({ status: 'PREPARING' })
    rehearsal.clock.advance(10_001)
    expect(await live()).toMatchObject({ status: 'LIVE', elapsedSeconds: 10 })
  })

  it('can still be stopped', async () => {
    await rehearsal.setFault({ kind: 'endlessPreparing' })
    await rehearsal.ask('startLive', { projectId })
    rehearsal.clock.advance(60_000)
    expect(await rehearsal.ask('stopLive', { projectId })).toMatchObject({ actualDuration: null })
  })
})

describe('failedPreparing', () => {
  it('ends what is being prepared with an error, which is shown until the next start', async () => {
    const { liveId } = await rehearsal.ask('startLive', { projectId })
    await rehearsal.setFault({ kind: 'failedPreparing', forMs: 1 })
    const { error, ...record } = await live()
    expect(record).toMatchObject({ status: 'OFFLINE', liveId: null })
    expect(error).toMatch(/could not prepare the broadcast\./)
    expect(await lastBroadcast()).toMatchObject({ liveId, status: 'ERROR', duration: null })
    rehearsal.clock.advance(1)
    await rehearsal.ask('startLive', { projectId })
    expect((await live()).error).toBeNull()
    await rehearsal.ask('stopLive', { projectId })
    expect((await live()).error).toBeNull()
  })

  it('ends what is started meanwhile at the moment it would go live, even if the fault is over by then', async () => {
    await rehearsal.setFault({ kind: 'failedPreparing', forMs: 1_000 })
    await rehearsal.ask('startLive', { projectId })
    rehearsal.clock.advance(PREPARING_MS - 1)
    expect(await live()).toMatchObject({ status: 'PREPARING', error: null })
    rehearsal.clock.advance(1)
    expect(await live()).toMatchObject({ status: 'OFFLINE', error: expect.stringContaining('could not prepare') })
    expect(await rehearsal.goLive(projectId)).toBe((await live()).liveId)
  })

  it('does not affect what is live', async () => {
    await rehearsal.goLive(projectId)
    await rehearsal.setFault({ kind: 'failedPreparing' })
    rehearsal.clock.advance(60_000)
    expect(await live()).toMatchObject({ status: 'LIVE' })
  })
})

describe('stopsByItself', () => {
  it('ends what is live at once, with an error', async () => {
    const liveId = await rehearsal.goLive(projectId)
    rehearsal.clock.advance(90_000)
    const { since, until } = await rehearsal.setFault({ kind: 'stopsByItself' })
    expect(until).toBe(since)
    expect(await live()).toMatchObject({ status: 'OFFLINE', error: expect.stringContaining('by itself') })
    expect(await lastBroadcast()).toMatchObject({ liveId, status: 'ERROR', duration: 90 })
    expect((await lastBroadcast())?.destinations?.map(({ error }) => error)).toEqual(Array(3).fill('STREAM_ERROR'))
    expect(await faultsAtWork()).toEqual([])
    expectRefusal(await rehearsal.try('stopLive', { projectId }), 404, 'NO_ACTIVE_STREAM')
  })

  it('waits for the next one to go live, and spares the one after that', async () => {
    await rehearsal.setFault({ kind: 'stopsByItself' })
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(4_999)
    expect(await live()).toMatchObject({ status: 'LIVE' })
    rehearsal.clock.advance(1)
    expect(await live()).toMatchObject({ status: 'OFFLINE', error: expect.stringContaining('by itself') })
    expect(await lastBroadcast()).toMatchObject({ status: 'ERROR', duration: 5 })
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(600_000)
    expect(await live()).toMatchObject({ status: 'LIVE', error: null })
  })

  it('cleared before, does nothing', async () => {
    await rehearsal.setFault({ kind: 'stopsByItself' })
    await rehearsal.goLive(projectId)
    await clear()
    rehearsal.clock.advance(600_000)
    expect(await live()).toMatchObject({ status: 'LIVE' })
  })
})

describe('clockJump', () => {
  const HOUR_MS = 3_600_000
  const dateOf = async () => Date.parse((await rehearsal.fetch('/account')).headers.get('date') ?? '')

  it('moves every date the service reports, and no broadcast', async () => {
    const liveId = await rehearsal.goLive(projectId)
    rehearsal.clock.advance(10_000)
    const [before, project, date] = [await live(), await rehearsal.ask('getProject', { projectId }), await dateOf()]
    await rehearsal.setFault({ kind: 'clockJump' })
    const after = await live()
    expect(await dateOf()).toBe(date + HOUR_MS)
    expect(after).toMatchObject({ liveId, status: 'LIVE', elapsedSeconds: 10, remainingSeconds: 7_190 })
    const later = (time: unknown) => new Date(Date.parse(String(time)) + HOUR_MS).toISOString()
    expect(after.preparingStartedAt).toBe(later(before.preparingStartedAt))
    expect(after.destinations?.[0]?.startedAt).toBe(later(before.destinations?.[0]?.startedAt))
    const { createdAt } = await rehearsal.ask('getProject', { projectId })
    expect(createdAt).toBe(later(project.createdAt))
    rehearsal.clock.advance(7_190_000)
    expect(await live()).toMatchObject({ status: 'OFFLINE' })
  })

  it('back, and over, reports past broadcasts by the clock at that time', async () => {
    await rehearsal.goLive(projectId)
    await rehearsal.ask('stopLive', { projectId })
    const before = await lastBroadcast()
    await rehearsal.setFault({ kind: 'clockJump', ms: -HOUR_MS, forMs: 60_000 })
    const earlier = new Date(Date.parse(String(before?.endedAt)) - HOUR_MS).toISOString()
    expect(await lastBroadcast()).toMatchObject({ endedAt: earlier, duration: before?.duration })
    rehearsal.clock.advance(60_000)
    expect(await lastBroadcast()).toEqual(before)
  })

  it('reports the studio’s time in every response, even refusals', async () => {
    expect(await dateOf()).toBe(Math.floor(rehearsal.clock.now() / 1_000) * 1_000)
    await rehearsal.setFault({ kind: 'clockJump', ms: 5_000 })
    await rehearsal.setFault({ kind: 'serverError' })
    expect(await dateOf()).toBe(Math.floor(rehearsal.clock.now() / 1_000) * 1_000 + 5_000)
  })
})
