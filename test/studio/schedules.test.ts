/** Dates of the local studio start on time, over sleep and restarts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { expectRefusal, PREPARING_MS, projectId, Rehearsal, rehearsal, rehearseEach, scenes } from './support.ts'

rehearseEach('theShow')

const MINUTE = 60_000
const DAY = 86_400_000
/** Friday Night is planned to two hours. */
const RUN = 120 * MINUTE

const iso = (ms: number) => new Date(rehearsal.clock.now() + ms).toISOString()
const trySchedule = (...ahead: number[]) =>
  rehearsal.try('scheduleLive', { projectId, body: { dates: ahead.map(iso) } })
const schedule = (...ahead: number[]) => rehearsal.ask('scheduleLive', { projectId, body: { dates: ahead.map(iso) } })
const list = () => rehearsal.ask('listSchedules', { projectId })
const project = () => rehearsal.ask('getProject', { projectId })
const live = () => rehearsal.ask('getLive', { projectId })

describe('dates', () => {
  it('are stored in order, and shown by the project', async () => {
    const dates = [iso(MINUTE * 600), iso(MINUTE * 3)]
    const { scheduled, count } = await rehearsal.ask('scheduleLive', { projectId, body: { dates } })
    expect(count).toBe(2)
    expect(scheduled.map(({ scheduledDate }) => scheduledDate)).toEqual(dates.toReversed())
    expect(await list()).toEqual({ schedules: scheduled, total: 2 })
    expect(scheduled[0]).toMatchObject({ status: 'SCHEDULED', destinations: [{ name: 'Main Channel' }, {}, {}] })
    expect(await project()).toMatchObject({ liveStatus: 'SCHEDULED', scheduledLivesCount: 2, activeLiveId: null })
    expect(await live()).toMatchObject({ status: 'SCHEDULED', liveId: null, unsyncedLive: false })
    const statuses = ['live', 'scheduled', 'offline'].map(async (status) => {
      return (await rehearsal.ask('listProjects', { query: { status } })).projects.map(({ name }) => name)
    })
    expect(await Promise.all(statuses)).toEqual([[], ['Friday Night'], ['Morning loop']])
  })

  it.each<[string, number[], string, Record<string, unknown>]>([
    ['none', [], 'VALIDATION_ERROR', { field: 'dates' }],
    [
      '51',
      Array.from({ length: 51 }, (_, day) => (day + 1) * 6 * 60 * MINUTE),
      'VALIDATION_ERROR',
      { field: 'dates' },
    ],
    ['less than 3 minutes ahead', [DAY, 3 * MINUTE - 1], 'VALIDATION_ERROR', { field: 'dates.1' }],
    ['in the past', [-DAY], 'VALIDATION_ERROR', { field: 'dates.0' }],
    ['28 days and a minute ahead', [28 * DAY + MINUTE], 'VALIDATION_ERROR', { field: 'dates.0' }],
    ['less than 3 minutes apart', [DAY, DAY + RUN + 3 * MINUTE - 1], 'SCHEDULING_CONFLICT', { field: 'dates.1' }],
    ['twice the same', [DAY, DAY], 'SCHEDULING_CONFLICT', { field: 'dates.1' }],
  ])('%s: refused, and none is stored', async (_, ahead, code, details) => {
    expectRefusal(await trySchedule(...ahead), 400, code, details)
    expect(await list()).toEqual({ schedules: [], total: 0 })
  })

  it('that are not in UTC are refused', async () => {
    for (const date of ['tomorrow', '2026-01-06T25:00:00Z', '2026-01-06T20:00:00', '2026-03-29T02:30:00+01:00']) {
      const refused = await rehearsal.try('scheduleLive', { projectId, body: { dates: [date] } })
      expectRefusal(refused, 400, 'VALIDATION_ERROR', { field: 'dates.0' })
    }
  })

  it.each([
    [[3 * MINUTE], 1],
    [[28 * DAY], 1],
    [[DAY, DAY + RUN + 3 * MINUTE], 2],
    [Array.from({ length: 50 }, (_, run) => (run + 1) * 6 * 60 * MINUTE), 50],
  ])('at the very limit are accepted: %j', async (ahead, count) =>
    expect((await schedule(...ahead)).count).toBe(count),
  )

  it('are one set: another set, a start and locked fields wait until it is cancelled', async () => {
    const { scheduled } = await schedule(DAY, 2 * DAY)
    const next = { liveId: scheduled[0]?.liveId, status: 'SCHEDULED' }
    const scheduledFor = scheduled[0]?.scheduledDate
    expectRefusal(await trySchedule(3 * DAY), 400, 'ACTIVE_SCHEDULES_EXIST', { ...next, scheduledFor })
    expectRefusal(await rehearsal.try('startLive', { projectId }), 400, 'PROJECT_ALREADY_LIVE', {
      ...next,
      scheduledFor,
    })
    const body = { name: 'No', format: '1:1_720p' }
    const locked = { ...next, fields: ['format'] }
    expectRefusal(await rehearsal.try('updateProject', { projectId, body }), 400, 'LIVE_PROJECT_RESTRICTION', locked)
    expect((await project()).name).toBe('Friday Night')
    expect(await rehearsal.ask('cancelSchedules', { projectId })).toMatchObject({ cancelled: 2, failed: 0 })
    expect(await rehearsal.ask('cancelSchedules', { projectId })).toMatchObject({ cancelled: 0, failed: 0 })
    await rehearsal.ask('updateProject', { projectId, body })
    await rehearsal.ask('startLive', { projectId })
    expectRefusal(await trySchedule(DAY), 400, 'PROJECT_ALREADY_LIVE', { status: 'PREPARING' })
  })

  it('are cancelled one by one', async () => {
    const { scheduled } = await schedule(DAY, 2 * DAY)
    const [{ liveId = '' } = {}, left] = scheduled
    expect(await rehearsal.ask('cancelSchedule', { projectId, liveId })).toEqual({ cancelled: 1, liveId })
    expect((await list()).schedules).toEqual([left])
    for (const gone of [liveId, 'constructor']) {
      const reply = await rehearsal.try('cancelSchedule', { projectId, liveId: gone })
      expectRefusal(reply, 404, 'SCHEDULE_NOT_FOUND', { liveId: gone })
    }
  })

  it('are returned as they were given, however wrong the clock of the service is', async () => {
    await rehearsal.setFault({ kind: 'clockJump' })
    const { scheduled } = await schedule(DAY)
    expect(scheduled.map(({ scheduledDate }) => scheduledDate)).toEqual([iso(DAY)])
    expectRefusal(await trySchedule(DAY), 400, 'ACTIVE_SCHEDULES_EXIST', { scheduledFor: iso(DAY) })
  })

  it('need a destination', async () => {
    await rehearsal.ask('updateProject', { projectId, body: { destinationIds: [] } })
    expectRefusal(await trySchedule(DAY), 400, 'NO_DESTINATIONS')
    expectRefusal(await rehearsal.try('listSchedules', { projectId: 'nobody' }), 404, 'PROJECT_NOT_FOUND')
  })
})

describe('a date that is due', () => {
  it('starts automatically under its own id, and the next one waits', async () => {
    const { scheduled } = await schedule(DAY, 2 * DAY)
    rehearsal.clock.advance(DAY)
    const [first, second] = scheduled
    expect(await live()).toMatchObject({ status: 'PREPARING', liveId: first?.liveId })
    expect(await project()).toMatchObject({ activeLiveId: first?.liveId, scheduledLivesCount: 1 })
    rehearsal.clock.advance(PREPARING_MS + RUN)
    expect(await live()).toMatchObject({ status: 'SCHEDULED', liveId: null })
    rehearsal.clock.advance(DAY - RUN)
    expect(await live()).toMatchObject({ status: 'LIVE', liveId: second?.liveId })
    await rehearsal.ask('stopLive', { projectId })
    expect(await live()).toMatchObject({ status: 'OFFLINE' })
    const { broadcasts } = await rehearsal.ask('listBroadcasts', { projectId })
    expect(broadcasts.map(({ liveId }) => liveId)).toEqual([second?.liveId, first?.liveId])
  })

  it('is late by the time the machine slept', async () => {
    await schedule(DAY)
    rehearsal.clock.jump(DAY + 10 * MINUTE)
    expect(await live()).toMatchObject({ status: 'PREPARING', preparingStartedAt: iso(0) })
  })

  it('while the studio is not running, starts late after a restart, or is missed if it would be over by then', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'studio-dates-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const before = await Rehearsal.start({ dataDir })
    const asking = { projectId: await before.fridayNight() }
    const dates = [1, 2, 3].map((days) => new Date(before.clock.now() + days * DAY).toISOString())
    const { scheduled } = await before.ask('scheduleLive', { ...asking, body: { dates } })
    await before.studio.close()

    const after = await Rehearsal.start({ dataDir, clock: new VirtualClock(before.clock.now() + 2 * DAY + RUN - 1) })
    onTestFinished(() => after.studio.close())
    expect(await after.ask('getLive', asking)).toMatchObject({ status: 'PREPARING', liveId: scheduled[1]?.liveId })
    const { broadcasts } = await after.ask('listBroadcasts', asking)
    expect(broadcasts).toMatchObject([{ liveId: scheduled[0]?.liveId, status: 'ERROR', duration: null }])
    const { schedules } = await after.ask('listSchedules', asking)
    expect(schedules.map(({ liveId }) => liveId)).toEqual([scheduled[2]?.liveId])
  })

  it.each([
    [60 * MINUTE - 1, 'PREPARING'],
    [60 * MINUTE, 'OFFLINE'],
  ])('of a show that runs until stopped, but at most an hour: %i ms late it is %s', async (late, status) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'studio-dates-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const before = await Rehearsal.start({ dataDir, meanings: { manualEnds: 3_600 } })
    const asking = { projectId: await before.fridayNight() }
    await before.ask('updateProject', { ...asking, body: { duration: { manual: true } } })
    const dates = [new Date(before.clock.now() + DAY).toISOString()]
    await before.ask('scheduleLive', { ...asking, body: { dates } })
    await before.studio.close()
    const after = await Rehearsal.start({ dataDir, clock: new VirtualClock(before.clock.now() + DAY + late) })
    onTestFinished(() => after.studio.close())
    expect((await after.ask('getLive', asking)).status).toBe(status)
  })

  it('and cannot be started becomes a past broadcast that says why', async () => {
    const { scheduled } = await schedule(DAY)
    await rehearsal.setFault({ kind: 'expiredLogin' })
    rehearsal.clock.advance(DAY)
    expect(await live()).toMatchObject({ status: 'OFFLINE', error: expect.stringContaining('Main Channel') })
    const { broadcasts } = await rehearsal.ask('listBroadcasts', { projectId })
    expect(broadcasts).toMatchObject([{ liveId: scheduled[0]?.liveId, status: 'ERROR', duration: null }])
  })

  it('replaces the previous one if that began late and is still running', async () => {
    const { scheduled } = await schedule(DAY, DAY + RUN + 5 * MINUTE)
    const began = rehearsal.clock.now()
    rehearsal.clock.jump(DAY + 60 * MINUTE)
    await live()
    rehearsal.clock.advance(RUN - 55 * MINUTE - 1)
    expect(await live()).toMatchObject({ status: 'LIVE', liveId: scheduled[0]?.liveId })
    rehearsal.clock.advance(1 + PREPARING_MS)
    expect(await live()).toMatchObject({ status: 'LIVE', liveId: scheduled[1]?.liveId, error: null })
    const { broadcasts } = await rehearsal.ask('listBroadcasts', { projectId })
    const endedAt = new Date(began + DAY + RUN + 5 * MINUTE).toISOString()
    expect(broadcasts).toMatchObject([{ liveId: scheduled[0]?.liveId, status: 'COMPLETED', endedAt }])
  })

  it('also replaces one whose preparing took longer than the time between two dates', async () => {
    await rehearsal.told('setTimings', { preparingMs: 10 * MINUTE })
    await schedule(DAY, DAY + RUN + 3 * MINUTE)
    rehearsal.clock.advance(DAY + 2 * RUN)
    expect(await live()).toMatchObject({ status: 'LIVE' })
    const { broadcasts } = await rehearsal.ask('listBroadcasts', { projectId })
    expect(broadcasts).toMatchObject([{ status: 'COMPLETED', duration: (RUN - 7 * MINUTE) / 1_000 }])
  })

  it('but cannot be started ends nothing, and its error is shown once the other is over', async () => {
    const { scheduled } = await schedule(DAY, DAY + RUN + 5 * MINUTE)
    rehearsal.clock.jump(DAY + 60 * MINUTE)
    await live()
    await rehearsal.setFault({ kind: 'expiredLogin' })
    rehearsal.clock.advance(RUN - 55 * MINUTE)
    expect(await live()).toMatchObject({ status: 'LIVE', liveId: scheduled[0]?.liveId, error: null })
    rehearsal.clock.advance(RUN)
    expect(await live()).toMatchObject({ status: 'OFFLINE', error: expect.stringContaining('Main Channel') })
  })

  it('plays what was stopped in the one before it, and is in sync with the project', async () => {
    const body = { type: 'videoPlaylist', settings: { files: [{ fileId: 'video-60' }] } }
    const { id: layerId } = await rehearsal.ask('addLayer', { projectId, sceneId: scenes[0], body })
    await schedule(DAY, 2 * DAY)
    rehearsal.clock.advance(DAY + PREPARING_MS)
    await rehearsal.ask('setPlayback', { projectId, layerId, body: { action: 'stop' } })
    expect(await live()).toMatchObject({ onAir: [], unsyncedEdits: 0, unsyncedLive: false })
    rehearsal.clock.advance(DAY)
    expect(await live()).toMatchObject({ onAir: [{ layerId }], unsyncedEdits: 0, unsyncedLive: false })
  })

  it('begins with its own scene, after which the one a person chose before is the active one again', async () => {
    const active = async () =>
      (await rehearsal.ask('listScenes', { projectId })).scenes.find(({ isActive }) => isActive)?.id
    await schedule(DAY, 2 * DAY, 3 * DAY)
    rehearsal.clock.advance(DAY + PREPARING_MS)
    await rehearsal.ask('activateScene', { projectId, sceneId: scenes[4] })
    rehearsal.clock.advance(RUN)
    expect(await active()).toBe(scenes[4])
    rehearsal.clock.advance(DAY - RUN)
    expect(await live()).toMatchObject({ status: 'LIVE', onAirSceneId: scenes[0], unsyncedEdits: 0 })
    expect(await active()).toBe(scenes[0])
    rehearsal.clock.advance(RUN)
    expect([(await live()).status, await active()]).toEqual(['SCHEDULED', scenes[4]])
    expect((await project()).unsyncedLive).toBe(true)
  })

  it('logs what it plays under the new name of a scene that was renamed meanwhile', async () => {
    const body = { type: 'videoPlaylist', settings: { files: [{ fileId: 'video-60' }] } }
    await rehearsal.ask('addLayer', { projectId, sceneId: scenes[0], body })
    const { scheduled } = await schedule(DAY, 2 * DAY)
    const rename = (name: string) => rehearsal.ask('updateScene', { projectId, sceneId: scenes[0], body: { name } })
    const logged = async (nth: number) => {
      const { rows } = await rehearsal.ask('getPlayedFiles', { liveId: scheduled[nth]?.liveId })
      return [...new Set(rows.map(({ sceneName }) => sceneName))]
    }
    await rehearsal.ask('updateProject', { projectId, body: { title: 'Edited, so that the next date has a copy' } })
    await rename('Before')
    rehearsal.clock.advance(DAY + PREPARING_MS)
    expect(await logged(0)).toEqual(['Before'])
    await rename('During')
    expect(await logged(0)).toEqual(['During'])
    rehearsal.clock.advance(DAY)
    expect(await logged(1)).toEqual(['During'])
  })

  it('ends the chain of the previous one’s scenes, which then switches nothing', async () => {
    const files = ['video-60', 'video-30'].map((fileId) => ({ fileId }))
    const body = { type: 'videoPlaylist', settings: { files, loop: false } }
    for (const place of [0, 1]) {
      const { id: layerId } = await rehearsal.ask('addLayer', { projectId, sceneId: scenes[place], body })
      const settings = { nextScene: scenes[1 - place] }
      await rehearsal.ask('updateLayer', { projectId, layerId, body: { settings } })
    }
    await schedule(DAY, DAY + RUN + 5 * MINUTE)
    rehearsal.clock.jump(DAY + 60 * MINUTE)
    const { liveId } = await live()
    // No request is made until the second one runs.
    rehearsal.clock.jump(RUN)
    const page = (offset: number) => rehearsal.ask('getPlayedFiles', { liveId, query: { limit: 100, offset } })
    const { total } = await page(0)
    const rows = [...(await page(0)).rows, ...(await page(Math.max(0, total - 100))).rows]
    const ended = Date.parse((await rehearsal.ask('listBroadcasts', { projectId })).broadcasts[0]?.endedAt ?? '')
    expect(Math.max(...rows.map(({ timestamp }) => Date.parse(timestamp)))).toBe(ended)
  })
})

describe('the content of later dates', () => {
  /** Scheduled twice with scene 0; then scene 1, first run; then scene 2 while it runs, second run. */
  it.each([
    ['nextRun', [1, 0]],
    ['allRuns', [1, 2]],
    ['asScheduled', [0, 0]],
  ] as const)('%s', async (scheduledContent, expected) => {
    const studio = await Rehearsal.start({ meanings: { scheduledContent } })
    try {
      const asking = { projectId: await studio.fridayNight() }
      const sceneIds = await studio.sceneIds(asking.projectId)
      const to = (place: number) => studio.ask('activateScene', { ...asking, sceneId: sceneIds[place] })
      const onAir = async () => sceneIds.indexOf((await studio.ask('getLive', asking)).onAirSceneId ?? '')
      const dates = [DAY, 2 * DAY].map((ahead) => new Date(studio.clock.now() + ahead).toISOString())
      await studio.ask('scheduleLive', { ...asking, body: { dates } })
      await to(1)
      studio.clock.advance(DAY + PREPARING_MS)
      const first = await onAir()
      await to(2)
      await studio.ask('syncLive', asking)
      expect(await onAir()).toBe(2)
      studio.clock.advance(DAY)
      expect([first, await onAir()]).toEqual(expected)
    } finally {
      await studio.studio.close()
    }
  })

  it.each([
    ['nextRun', true],
    ['asScheduled', true],
    ['allRuns', false],
  ] as const)('is in sync with the run after a sync, while the waiting date is not: %s', async (content, waits) => {
    const studio = await Rehearsal.start({ meanings: { scheduledContent: content } })
    try {
      const asking = { projectId: await studio.fridayNight() }
      const sceneIds = await studio.sceneIds(asking.projectId)
      const read = async () => {
        const { unsyncedLive, unsyncedEdits } = await studio.ask('getLive', asking)
        expect((await studio.ask('getProject', asking)).unsyncedLive).toBe(unsyncedLive)
        return [unsyncedLive, unsyncedEdits]
      }
      await studio.ask('updateProject', { ...asking, body: { autoSynch: true } })
      const dates = [DAY, 2 * DAY].map((ahead) => new Date(studio.clock.now() + ahead).toISOString())
      await studio.ask('scheduleLive', { ...asking, body: { dates } })
      studio.clock.advance(DAY + PREPARING_MS)
      expect(await read()).toEqual([false, 0])
      const activated = await studio.ask('activateScene', { ...asking, sceneId: sceneIds[2] })
      expect(activated).toMatchObject({ synced: true })
      expect(await read()).toEqual([waits, 0])
      await studio.ask('syncLive', asking)
      expect(await read()).toEqual([waits, 0])
      await studio.ask('cancelSchedules', asking)
      expect(await read()).toEqual([false, 0])
    } finally {
      await studio.studio.close()
    }
  })
})
