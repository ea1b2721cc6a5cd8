import { describe, expect, it } from 'vitest'
import { Core } from '../../electron/studio/core.ts'
import { startLive } from '../../electron/studio/rules/lives.ts'
import { createProject } from '../../electron/studio/rules/projects.ts'
import { startScheduler } from '../../electron/studio/scheduler.ts'
import { openDataDir } from '../../electron/studio/storage/openDataDir.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { expectRefusal, PREPARING_MS, projectId, rehearsal, rehearseEach } from './support.ts'

rehearseEach('theShow')

const live = () => rehearsal.ask('getLive', { projectId })

describe('a broadcast', () => {
  it('goes from OFFLINE over PREPARING to LIVE, each at its time', async () => {
    expect(await live()).toMatchObject({ status: 'OFFLINE', liveId: null, destinations: [] })
    const started = await rehearsal.ask('startLive', { projectId })
    expect(started).toMatchObject({ status: 'PREPARING' })
    expect((started.destinations ?? []).map(({ name }) => name)).toEqual(['Main Channel', 'Second Stage', 'The Page'])

    rehearsal.clock.advance(PREPARING_MS - 1)
    expect(await live()).toMatchObject({ status: 'PREPARING', liveId: started.liveId, elapsedSeconds: null })
    rehearsal.clock.advance(1)
    expect(await live()).toMatchObject({ status: 'LIVE', elapsedSeconds: 0, remainingSeconds: 7_200 })
    rehearsal.clock.advance(61_500)
    expect(await live()).toMatchObject({ status: 'LIVE', elapsedSeconds: 61, remainingSeconds: 7_139 })
    expect(await rehearsal.ask('getProject', { projectId })).toMatchObject({
      liveStatus: 'LIVE',
      activeLiveId: started.liveId,
      duration: { manual: false, planned: 7_200, elapsed: 61, remaining: 7_139 },
    })
  })

  it('claims no viewers and no link: nothing is broadcast', async () => {
    await rehearsal.goLive(projectId)
    const record = await live()
    expect(record).toMatchObject({ viewers: null, peakViewers: null })
    for (const destination of record.destinations ?? []) {
      expect(destination).toMatchObject({ viewers: null, peakViewers: null, viewingUrl: null })
    }
    const { message } = await rehearsal.ask('stopLive', { projectId })
    expect(message).toContain('Rehearsal: nothing is broadcast')
  })

  it('is started once', async () => {
    const { liveId } = await rehearsal.ask('startLive', { projectId })
    expectRefusal(await rehearsal.try('startLive', { projectId }), 400, 'PROJECT_ALREADY_LIVE', {
      liveId,
      status: 'PREPARING',
    })
    rehearsal.clock.advance(PREPARING_MS)
    expectRefusal(await rehearsal.try('startLive', { projectId }), 400, 'PROJECT_ALREADY_LIVE', { status: 'LIVE' })
  })

  it('is stopped and remembered', async () => {
    const liveId = await rehearsal.goLive(projectId)
    rehearsal.clock.advance(90_000)
    expect(await rehearsal.ask('stopLive', { projectId })).toMatchObject({
      liveId,
      status: 'OFFLINE',
      actualDuration: 90,
    })
    expect(await live()).toMatchObject({ status: 'OFFLINE', liveId: null, onAirSceneId: null, unsyncedEdits: 0 })
    const { broadcasts } = await rehearsal.ask('listBroadcasts', { projectId })
    expect(broadcasts).toHaveLength(1)
    expect(broadcasts[0]).toMatchObject({ liveId, status: 'COMPLETED', duration: 90, peakViewers: null })
    expectRefusal(await rehearsal.try('stopLive', { projectId }), 404, 'NO_ACTIVE_STREAM')
  })

  it('can be stopped while PREPARING, and was then never on air', async () => {
    const { liveId } = await rehearsal.ask('startLive', { projectId })
    rehearsal.clock.advance(1_000)
    expect(await rehearsal.ask('stopLive', { projectId })).toMatchObject({ liveId, actualDuration: null })
    rehearsal.clock.advance(PREPARING_MS)
    expect((await live()).status).toBe('OFFLINE')
    expect((await rehearsal.ask('listBroadcasts', { projectId })).broadcasts[0]).toMatchObject({ duration: null })
  })

  it('ends by itself at its planned end', async () => {
    const liveId = await rehearsal.goLive(projectId)
    rehearsal.clock.advance(7_200_000 - 1)
    expect(await live()).toMatchObject({ status: 'LIVE', liveId, remainingSeconds: 1 })
    rehearsal.clock.advance(1)
    expect((await live()).status).toBe('OFFLINE')
    expect((await rehearsal.ask('listBroadcasts', { projectId })).broadcasts[0]).toMatchObject({
      liveId,
      duration: 7_200,
    })
  })

  it('of manual duration goes on until it is stopped', async () => {
    await rehearsal.ask('updateProject', { projectId, body: { duration: { manual: true } } })
    await rehearsal.goLive(projectId)
    rehearsal.clock.advance(400 * 86_400_000)
    expect(await live()).toMatchObject({ status: 'LIVE', remainingSeconds: null, elapsedSeconds: 400 * 86_400 })
  })

  it('keeps its times when the wall clock jumps', async () => {
    await rehearsal.goLive(projectId)
    rehearsal.clock.jump(3 * 3_600_000)
    expect(await live()).toMatchObject({ status: 'LIVE', elapsedSeconds: 0, remainingSeconds: 7_200 })
    rehearsal.clock.jump(-9 * 3_600_000)
    rehearsal.clock.advance(10_000)
    expect(await live()).toMatchObject({ status: 'LIVE', elapsedSeconds: 10, remainingSeconds: 7_190 })
  })

  it('runs beside one of another project', async () => {
    const other = (await rehearsal.ask('listProjects')).projects.find(({ id }) => id !== projectId)?.id ?? ''
    const [one, two] = [await rehearsal.goLive(projectId), await rehearsal.goLive(other)]
    expect(one).not.toBe(two)
    await rehearsal.ask('stopLive', { projectId })
    expect(await rehearsal.ask('getLive', { projectId: other })).toMatchObject({ status: 'LIVE', liveId: two })
  })

  it('leaves no timer behind when the studio closes', async () => {
    await rehearsal.goLive(projectId)
    expect(rehearsal.clock.waiting).toBe(1)
    await rehearsal.studio.close()
    expect(rehearsal.clock.waiting).toBe(0)
  })

  it('cannot start without a destination', async () => {
    await rehearsal.ask('updateProject', { projectId, body: { destinationIds: [] } })
    expectRefusal(await rehearsal.try('startLive', { projectId }), 400, 'NO_DESTINATIONS')
  })

  it('can neither be synced nor stopped when there is none', async () => {
    expectRefusal(await rehearsal.try('syncLive', { projectId }), 400, 'NO_ACTIVE_LIVE')
    expectRefusal(await rehearsal.try('stopLive', { projectId }), 404, 'NO_ACTIVE_STREAM')
  })
})

describe('an expired login', () => {
  it('refuses the start, naming the destination, until it is well again', async () => {
    const { destinationIds } = await rehearsal.ask('getProject', { projectId })
    const [channel = ''] = destinationIds ?? []
    await rehearsal.administer('PUT', `/destinations/${channel}/login`, { expired: true })
    expectRefusal(await rehearsal.try('startLive', { projectId }), 400, 'DESTINATION_TOKEN_INVALID', {
      destinationIds: [channel],
    })
    const { results } = await rehearsal.ask('verifyDestinations', { body: { destinationIds } })
    expect(results.map(({ valid }) => valid)).toEqual([false, true, true])
    expect(results[0]?.error).toBe('DESTINATION_TOKEN_INVALID')

    await rehearsal.administer('PUT', `/destinations/${channel}/login`, { expired: false })
    await rehearsal.ask('startLive', { projectId })
  })

  it('during a broadcast shows on the destination and does not end it', async () => {
    await rehearsal.goLive(projectId)
    const [channel] = (await live()).destinations ?? []
    await rehearsal.administer('PUT', `/destinations/${channel?.id}/login`, { expired: true })
    const now = await live()
    expect(now.status).toBe('LIVE')
    expect((now.destinations ?? []).map(({ error }) => error)).toEqual(['AUTH_ERROR', null, null])
  })
})

/** A timer of Node's that is longer than this fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
const YEAR_SECONDS = 31_536_000

it('a broadcast planned for a year ends a year later, and no timer is longer than the platform can wait', () => {
  const clock = new VirtualClock()
  const waits: number[] = []
  const watched: Clock = {
    ...clock,
    after(ms, callback) {
      waits.push(ms)
      return clock.after(ms, callback)
    },
  }
  const core = new Core(
    openDataDir(null, clock.now(), () => {}),
    watched,
  )
  const stop = startScheduler(core, watched, () => {})
  core.change((draft, moment) => {
    const destinationIds = Object.keys(draft.destinations)
    const duration = { manual: false, planned: YEAR_SECONDS } as const
    startLive(draft, createProject(draft, { name: 'Long', duration, destinationIds }, moment), moment)
  })

  clock.advance(YEAR_SECONDS * 1_000)
  expect(Object.keys(core.read().lives)).toHaveLength(1)
  clock.advance(4_000)
  expect(Object.values(core.read().broadcasts)).toMatchObject([{ stopInitiator: 'plannedEnd' }])
  expect(Math.max(...waits)).toBeLessThanOrEqual(LONGEST_TIMER_MS)
  stop()
})
