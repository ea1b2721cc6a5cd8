/** The studio keeps correct time through sleep, clock changes and wrong clocks. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { produce } from 'immer'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { advance } from '../../electron/studio/rules/broadcasts/timeline.ts'
import { asIs, type WorldDraft } from '../../electron/studio/rules/world/world.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { folderForTest } from '../support/atEnd.ts'
import { moment, ring } from './rings.ts'
import { PREPARING_MS, Rehearsal } from './support.ts'

const [S, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000]
/** After a wake-up, timers are checked again within this time. */
const LATE_MS = 10_000

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

async function opened(clock: VirtualClock, dataDir: string | null = null) {
  const studio = await Rehearsal.start({ clock, dataDir })
  onTestFinished(() => studio.studio.close())
  const { projects } = await studio.ask('listProjects')
  const idOf = (name: string) => projects.find((project) => project.name === name)?.id ?? ''
  const [friday, loop] = [idOf('Friday Night'), idOf('Morning loop')]
  return { studio, friday, loop, live: (projectId: string) => studio.ask('getLive', { projectId }) }
}

const iso = (ms: number) => new Date(ms).toISOString()
/** Linux's monotonic clock, and with it every timer, stops while the machine sleeps: only the wall clock continues. */
const sleeps = (clock: VirtualClock, ms: number) => clock.jump(ms)

describe('a week of a loop that runs day and night, on a laptop that sleeps at night', () => {
  it.each([
    ['in winter', '2026-01-05T19:00:00Z'],
    ['with the begin of summer time', '2026-03-25T19:00:00Z'],
    ['with the end of summer time', '2026-10-21T18:00:00Z'],
  ])('%s: the studio follows the wall clock, and dates begin on time', async (_, begin) => {
    process.env.TZ = 'Europe/Berlin'
    const clock = new VirtualClock(Date.parse(begin))
    const { studio, friday, loop, live } = await opened(clock)
    const late: number[] = []
    await studio.ask('updateProject', { projectId: loop, body: { duration: { manual: true } } })
    await studio.ask('updateProject', { projectId: friday, body: { duration: { manual: false, planned: 1_800 } } })
    await studio.goLive(loop)
    const since = clock.now()
    for (let day = 0; day < 7; day += 1) {
      const tomorrow = new Date(since)
      // By the wall clock: one of these days has 23 or 25 hours.
      tomorrow.setDate(tomorrow.getDate() + day + 1)
      const dates = [tomorrow.getTime() - 30 * MINUTE, tomorrow.getTime() + 10 * MINUTE]
      await studio.ask('scheduleLive', { projectId: friday, body: { dates: dates.map(iso) } })
      const yesterday = { dates: [iso(clock.now() - DAY)] }
      expect((await studio.try('scheduleLive', { projectId: friday, body: yesterday })).status).toBe(400)
      clock.advance(3 * HOUR + 7 * S)
      sleeps(clock, 8 * HOUR)
      const { elapsedSeconds } = await live(loop)
      expect(elapsedSeconds).toBe((clock.now() - since) / S)
      for (const date of dates) {
        // Asleep when it is due, and awake again some minutes later.
        if (date === dates[1]) sleeps(clock, date - clock.now() + 4 * MINUTE)
        const due = Math.max(date, clock.now())
        clock.advance(due + LATE_MS + PREPARING_MS - clock.now())
        const { status, destinations } = await live(friday)
        expect(status).toBe('LIVE')
        late.push(Date.parse(destinations?.[0]?.startedAt ?? '') - PREPARING_MS - due)
        clock.advance(30 * MINUTE)
        expect((await live(friday)).status).toBe(date === dates[0] ? 'SCHEDULED' : 'OFFLINE')
      }
      const { headers } = await studio.try('getAccount')
      expect(Date.parse(headers.get('date') ?? '')).toBe(Math.floor(clock.now() / S) * S)
    }
    expect(late).toHaveLength(14)
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...late)).toBeLessThanOrEqual(LATE_MS)
    const { elapsedSeconds, status } = await live(loop)
    expect([status, elapsedSeconds]).toEqual(['LIVE', (clock.now() - since) / S])
  })
})

describe('the clock of the computer', () => {
  it('set forward counts as time that passed, because it cannot be told from sleep', async () => {
    const clock = new VirtualClock()
    const { studio, friday, live } = await opened(clock)
    await studio.goLive(friday)
    clock.jump(HOUR)
    expect(await live(friday)).toMatchObject({ status: 'LIVE', elapsedSeconds: 3_600, remainingSeconds: 3_600 })
    clock.jump(2 * HOUR)
    clock.advance(LATE_MS)
    const { broadcasts } = await studio.ask('listBroadcasts', { projectId: friday })
    expect(broadcasts).toMatchObject([{ duration: 7_200, status: 'COMPLETED' }])
  })

  it('set back neither ends a broadcast nor makes it longer, until it has caught up', async () => {
    const clock = new VirtualClock()
    const { studio, friday, live } = await opened(clock)
    await studio.goLive(friday)
    clock.jump(-9 * HOUR)
    clock.advance(10 * S)
    expect(await live(friday)).toMatchObject({ status: 'LIVE', elapsedSeconds: 10, remainingSeconds: 7_190 })
    clock.jump(9 * HOUR)
    clock.advance(10 * S)
    expect(await live(friday)).toMatchObject({ status: 'LIVE', elapsedSeconds: 20 })
    clock.jump(-9 * HOUR)
    await studio.ask('stopLive', { projectId: friday })
    // Nothing runs any more, so the wall clock is followed.
    const date = Date.parse((await studio.try('getAccount')).headers.get('date') ?? '')
    expect(date).toBe(clock.now())
  })

  it.each([
    ['a day behind', -DAY],
    ['of the year 2015', -11 * 365 * DAY],
  ])('that is %s at a start delays nothing that runs', async (_, behind) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'studio-time-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const before = await opened(new VirtualClock(), dataDir)
    await before.studio.goLive(before.friday)
    await before.studio.ask('startLive', { projectId: before.loop })
    const { clock } = before.studio
    clock.advance(PREPARING_MS / 2)
    await before.studio.studio.close()

    const wrong = new VirtualClock(clock.now() + behind)
    const { friday, loop, live } = await opened(wrong, dataDir)
    wrong.advance(PREPARING_MS)
    expect([(await live(friday)).status, (await live(loop)).status]).toEqual(['LIVE', 'LIVE'])
    wrong.advance(HOUR)
    expect((await live(friday)).elapsedSeconds).toBeGreaterThanOrEqual(3_600)
    // Corrected by the network: the full delay counts.
    wrong.jump(-behind)
    wrong.advance(HOUR + LATE_MS)
    expect((await live(friday)).status).toBe('OFFLINE')
  })

  it.each([
    ['by a studio that was ended', 30 * MINUTE],
    ['by one that was killed, whose last write was five minutes before', 25 * MINUTE],
  ])('set back before a restart does not undo the time that passed: %s', async (how, passed) => {
    const dataDir = folderForTest()
    const clock = new VirtualClock()
    const before = await opened(clock, dataDir)
    await before.studio.goLive(before.friday)
    clock.advance(25 * MINUTE)
    await before.studio.ask('updateProject', { projectId: before.loop, body: { name: 'Evening loop' } })
    clock.advance(5 * MINUTE)
    const left = folderForTest()
    for (const part of ['', '-wal']) copyFileSync(join(dataDir, `studio.db${part}`), join(left, `studio.db${part}`))
    await before.studio.studio.close()

    const dir = how.includes('killed') ? left : dataDir
    const { live, friday } = await opened(new VirtualClock(clock.now() - 9 * HOUR), dir)
    expect(await live(friday)).toMatchObject({ status: 'LIVE', elapsedSeconds: passed / S })
  })

  it('that was wrong for a minute brings no later date forward, while a loop runs day and night', async () => {
    const dataDir = folderForTest()
    const clock = new VirtualClock()
    const before = await opened(clock, dataDir)
    await before.studio.goLive(before.loop)
    const since = clock.now()
    clock.advance(HOUR)
    clock.jump(2 * HOUR)
    clock.advance(MINUTE)
    await before.live(before.loop)
    clock.jump(-2 * HOUR)
    clock.advance(MINUTE)
    const { headers } = await before.studio.try('getAccount')
    expect(headers.get('date')).toBe(new Date(clock.now()).toUTCString())
    const date = clock.now() + HOUR
    const planned = { duration: { manual: false, planned: 1_800 } }
    await before.studio.ask('updateProject', { projectId: before.friday, body: planned })
    await before.studio.ask('scheduleLive', { projectId: before.friday, body: { dates: [iso(date)] } })
    clock.advance(HOUR / 2)
    expect((await before.live(before.friday)).status).toBe('SCHEDULED')
    await before.studio.studio.close()

    const { friday, loop, live } = await opened(clock, dataDir)
    clock.advance(date - clock.now() - S)
    expect((await live(friday)).status).toBe('SCHEDULED')
    clock.advance(S)
    expect(await live(friday)).toMatchObject({ status: 'PREPARING', preparingStartedAt: iso(date) })
    // What ran all the time has neither ended nor lost any of its time.
    const { status, elapsedSeconds } = await live(loop)
    expect([status, elapsedSeconds]).toEqual(['LIVE', (2 * HOUR + clock.now() - since) / S])
  })

  it('set back shifts what is running with it, so that it goes on as it was', async () => {
    const { studio, friday, live } = await opened(new VirtualClock())
    const { clock } = studio
    const scene = { projectId: friday, sceneId: (await studio.sceneIds(friday))[0] }
    const files = [{ fileId: 'video-60' }, { fileId: 'video-30' }]
    await studio.ask('addLayer', { ...scene, body: { type: 'videoPlaylist', settings: { files, loop: true } } })
    await studio.goLive(friday)
    await studio.setFault({ kind: 'latency', on: 'sync', ms: 0, forMs: MINUTE })
    clock.advance(30 * S)
    const before = await live(friday)
    clock.jump(-9 * HOUR)
    const shifted = (time: string | null | undefined) => iso(Date.parse(time ?? '') - 9 * HOUR)
    const after = await live(friday)
    expect(after).toEqual({
      ...before,
      preparingStartedAt: shifted(before.preparingStartedAt),
      destinations: before.destinations?.map((one) => ({ ...one, startedAt: shifted(one.startedAt) })),
      onAir: before.onAir?.map((one) => ({ ...one, startedAt: shifted(one.startedAt) })),
    })
    clock.advance(MINUTE / 2 - 1)
    expect((await studio.told('rehearsal', undefined)).faults).toHaveLength(1)
    clock.advance(1)
    expect((await studio.told('rehearsal', undefined)).faults).toEqual([])
    clock.advance(2 * HOUR - MINUTE)
    expect((await live(friday)).status).toBe('OFFLINE')
    const { broadcasts } = await studio.ask('listBroadcasts', { projectId: friday })
    expect(broadcasts).toMatchObject([{ duration: 7_200, endedAt: iso(clock.now()) }])
  })

  it('set back, and set right only after a restart, makes nothing end early', async () => {
    const dataDir = folderForTest()
    const clock = new VirtualClock()
    const before = await opened(clock, dataDir)
    await before.studio.goLive(before.friday)
    clock.jump(-9 * HOUR)
    clock.advance(10 * S)
    await before.studio.studio.close()
    const { live, friday } = await opened(clock, dataDir)
    clock.jump(9 * HOUR)
    expect(await live(friday)).toMatchObject({ status: 'LIVE', elapsedSeconds: 10 })
  })

  it('that drifts behind the monotonic one is followed within a second', async () => {
    const { studio, loop, live } = await opened(new VirtualClock())
    const { clock } = studio
    await studio.goLive(loop)
    // 50 ppm for five days, an hour at a time.
    for (let hour = 0; hour < 24 * 5; hour += 1) {
      clock.advance(HOUR)
      clock.jump(-180)
      await live(loop)
    }
    const date = Date.parse((await studio.try('getAccount')).headers.get('date') ?? '')
    expect(Math.abs(date - clock.now())).toBeLessThanOrEqual(2 * S)
    expect((await live(loop)).elapsedSeconds).toBe(5 * 24 * 3_600)
  })

  it('set back right before the studio is ended makes nothing longer', async () => {
    const dataDir = folderForTest()
    const clock = new VirtualClock()
    const before = await opened(clock, dataDir)
    await before.studio.goLive(before.friday)
    clock.advance(30 * MINUTE)
    const { elapsedSeconds } = await before.live(before.friday)
    clock.jump(-HOUR)
    await before.studio.studio.close()
    const { live, friday } = await opened(clock, dataDir)
    expect(await live(friday)).toMatchObject({ status: 'LIVE', elapsedSeconds })
  })

  it('set back leaves the latest plays first in the log, and keeps them, although earlier ones have later dates', async () => {
    const { studio, friday } = await opened(new VirtualClock())
    const { clock } = studio
    await studio.ask('updateProject', { projectId: friday, body: { duration: { manual: true } } })
    const sceneIds = await studio.sceneIds(friday)
    for (const [nth, fileId] of ['video-10', 'video-11'].entries()) {
      const body = { type: 'videoPlaylist', settings: { files: [{ fileId }] } }
      const { id } = await studio.ask('addLayer', { projectId: friday, sceneId: sceneIds[nth], body })
      const settings = { nextScene: sceneIds[1 - nth] }
      await studio.ask('updateLayer', { projectId: friday, layerId: id, body: { settings } })
    }
    const liveId = await studio.goLive(friday)
    clock.advance(8 * HOUR)
    clock.jump(-DAY)
    clock.advance(HOUR)
    for (const stop of [false, true]) {
      if (stop) await studio.ask('stopLive', { projectId: friday })
      const { rows } = await studio.ask('getPlayedFiles', { liveId, query: { limit: 100 } })
      const ages = rows.map(({ timestamp }) => clock.now() - Date.parse(timestamp))
      expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...ages)).toBeLessThan(HOUR)
      expect(ages).toEqual(ages.toSorted((one, other) => one - other))
    }
  })

  it('set right while a date lies in the time that is skipped ends no broadcast before its beginning', async () => {
    const ended = produce(ring([60]), (world: WorldDraft) => {
      const [live] = Object.values(world.lives)
      if (live) Object.assign(live, { status: 'LIVE', startedAt: 2 * HOUR, liveAt: 2 * HOUR + PREPARING_MS })
      const [project] = Object.values(world.projects)
      if (!live || !project) return
      const runs = [{ liveId: 'next', at: HOUR }]
      world.schedules[project.id] = {
        ...{ projectId: project.id, createdAt: 0, runs, nextShow: null },
        show: structuredClone(asIs(project.show)),
      }
      advance(world, moment(3 * HOUR))
    })
    expect(Object.values(ended.broadcasts)).toMatchObject([{ liveId: 'live', endedAt: 2 * HOUR + PREPARING_MS }])
  })

  it('set back leaves the newest broadcast first in the list, although an older one has a later date', async () => {
    const dataDir = folderForTest()
    const clock = new VirtualClock()
    const { studio, friday } = await opened(clock, dataDir)
    const begun: string[] = []
    for (const back of [0, DAY, 0]) {
      clock.jump(-back)
      begun.unshift(await studio.goLive(friday))
      clock.advance(MINUTE)
      await studio.ask('stopLive', { projectId: friday })
    }
    const listed = async (at: Rehearsal) =>
      (await at.ask('listBroadcasts', { projectId: friday })).broadcasts.map(({ liveId }) => liveId)
    expect(await listed(studio)).toEqual(begun)
    await studio.studio.close()
    expect(await listed((await opened(clock, dataDir)).studio)).toEqual(begun)
  })
})
