import { describe, expect, test } from 'vitest'
import { type Open, opened, PLANNED_S, PREPARING_MS } from './kit.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** From the start of one run to the earliest start of the next, in minutes. */
const APART = PLANNED_S / 60 + 3

/** Tests of dates: which are accepted, how they start, and what they show. */
export function schedules(open: Open): void {
  async function planned(wishes = {}) {
    const opening = await opened(open, wishes)
    const { clock, ask, projectId } = opening
    const began = clock.now()
    const dates = (minutes: readonly number[]) =>
      minutes.map((ahead) => new Date(began + ahead * MINUTE).toISOString())
    return {
      ...{ ...opening, dates },
      schedule: (minutes: readonly number[]) => ask('scheduleLive', { projectId, body: { dates: dates(minutes) } }),
      /** Advances to this many minutes after the beginning, plus the preparing time until LIVE. */
      liveAt: (minutes: number) => clock.advance(began + minutes * MINUTE + PREPARING_MS - clock.now()),
    }
  }

  test('a set of dates is accepted, listed, cancelled one by one and all together', async () => {
    const { ask, refused, schedule, dates, projectId, live } = await planned()
    const made = await schedule([500, 10])
    expect(made).toMatchObject({ count: 2, scheduled: [{ status: 'SCHEDULED' }, { status: 'SCHEDULED' }] })
    const { schedules, total } = await ask('listSchedules', { projectId })
    expect([total, schedules.map(({ scheduledDate }) => scheduledDate)]).toEqual([2, dates([10, 500])])
    expect(await live()).toMatchObject({ status: 'SCHEDULED', liveId: null })
    expect(await ask('getProject', { projectId })).toMatchObject({ scheduledLivesCount: 2, liveStatus: 'SCHEDULED' })
    const [first] = schedules
    await refused('startLive', { projectId }, 'PROJECT_ALREADY_LIVE', { status: 'SCHEDULED', liveId: first?.liveId })
    const cancelled = await ask('cancelSchedule', { projectId, liveId: first?.liveId })
    expect(cancelled).toEqual({ cancelled: 1, liveId: first?.liveId })
    await refused('cancelSchedule', { projectId, liveId: first?.liveId }, 'SCHEDULE_NOT_FOUND')
    expect(await ask('cancelSchedules', { projectId })).toMatchObject({ cancelled: 1, failed: 0 })
    expect((await live()).status).toBe('OFFLINE')
  })

  const horizon = DAY / MINUTE
  test.each([
    ['3 minutes ahead', [3]],
    ['28 days ahead', [28 * horizon]],
    ['50 of them, each 3 minutes after the one before', Array.from({ length: 50 }, (_, nr) => 3 + nr * APART)],
  ])('%s: accepted', async (_, minutes) => {
    const { schedule } = await planned()
    expect((await schedule(minutes)).count).toBe(minutes.length)
  })

  test.each([
    ['none', [], 'VALIDATION_ERROR'],
    ['51 of them', Array.from({ length: 51 }, (_, nr) => 3 + nr * APART), 'VALIDATION_ERROR'],
    ['in the past', [-1], 'VALIDATION_ERROR'],
    ['less than 3 minutes ahead', [2.99], 'VALIDATION_ERROR'],
    ['28 days and a minute ahead', [28 * horizon + 1], 'VALIDATION_ERROR'],
    ['good ones and one in the past', [10, -10], 'VALIDATION_ERROR'],
    ['too close to each other', [10, 10 + APART - 1], 'SCHEDULING_CONFLICT'],
    ['twice the same', [10, 10], 'SCHEDULING_CONFLICT'],
  ] as const)('%s: refused, and none is stored', async (_, minutes, code) => {
    const { ask, refused, dates, projectId } = await planned()
    await refused('scheduleLive', { projectId, body: { dates: dates(minutes) } }, code)
    expect((await ask('listSchedules', { projectId })).total).toBe(0)
  })

  test.each(['2026-02-30T20:00:00Z', 'tomorrow', '2026-05-01 20:00'])('"%s" is no date', async (date) => {
    const { refused, projectId } = await planned()
    await refused('scheduleLive', { projectId, body: { dates: [date] } }, 'VALIDATION_ERROR')
  })

  test('one set per project; several dates need a fixed duration; none while something runs', async () => {
    const { ask, refused, change, schedule, dates, goLive, projectId } = await planned()
    await schedule([10])
    const body = { dates: dates([500]) }
    await refused('scheduleLive', { projectId, body }, 'ACTIVE_SCHEDULES_EXIST')
    await ask('cancelSchedules', { projectId })
    await change({ duration: { manual: true } })
    const two = { dates: dates([10, 500]) }
    await refused('scheduleLive', { projectId, body: two }, 'MANUAL_DURATION_MULTI_SCHEDULE')
    const liveId = await goLive()
    await refused('scheduleLive', { projectId, body }, 'PROJECT_ALREADY_LIVE', { liveId })
  })

  test('some dates may be accepted and others not', async () => {
    const { server, ask, schedule, projectId } = await planned()
    await server.fault('datesPartlyTaken')
    const { count, scheduled } = await schedule([10, 500, 1_000])
    expect([count, scheduled.length]).toEqual([2, 2])
    expect((await ask('listSchedules', { projectId })).total).toBe(2)
  })

  test('a date starts automatically, runs as long as planned, and the next one after it', async () => {
    const { schedule, live, liveAt, ask, projectId } = await planned()
    const ids = (await schedule([10, 500])).scheduled.map(({ liveId }) => liveId)
    for (const [place, minutes] of [10, 500].entries()) {
      liveAt(minutes)
      expect(await live()).toMatchObject({ status: 'LIVE', liveId: ids[place] })
      liveAt(minutes + PLANNED_S / 60)
      expect((await live()).status).toBe(place === 0 ? 'SCHEDULED' : 'OFFLINE')
    }
    const { broadcasts } = await ask('listBroadcasts', { projectId })
    expect(broadcasts.map(({ liveId }) => liveId)).toEqual(ids.toReversed())
  })

  test('a date begins by the wall clock, also if that was wrong for a minute while something ran', async () => {
    const { clock, dates, schedule, live, ask, liveAt, projectId } = await planned()
    const { destinationIds } = await ask('getProject', { projectId })
    const loop = await ask('createProject', { body: { name: 'Loop', destinationIds, duration: { manual: true } } })
    await ask('startLive', { projectId: loop.id })
    clock.advance(PREPARING_MS)
    clock.jump(2 * 60 * MINUTE)
    clock.advance(MINUTE)
    expect((await ask('getLive', { projectId: loop.id })).status).toBe('LIVE')
    clock.jump(-2 * 60 * MINUTE)
    const { scheduled } = await schedule([90])
    expect(scheduled).toMatchObject([{ scheduledDate: dates([90])[0] }])
    liveAt(89)
    expect((await live()).status).toBe('SCHEDULED')
    liveAt(90)
    expect(await live()).toMatchObject({ status: 'LIVE', elapsedSeconds: expect.any(Number) })
    expect((await ask('getLive', { projectId: loop.id })).status).toBe('LIVE')
  })

  test('a date goes on air though the previous one was late because it took so long to prepare', async () => {
    const preparingMs = 10 * MINUTE
    const { clock, schedule, live, ask, projectId } = await planned({ preparingMs })
    const [first, second] = (await schedule([15, 15 + APART])).scheduled.map(({ liveId }) => liveId)
    clock.advance(15 * MINUTE + preparingMs)
    expect(await live()).toMatchObject({ status: 'LIVE', liveId: first })
    clock.advance(APART * MINUTE)
    expect(await live()).toMatchObject({ status: 'LIVE', liveId: second })
    const { broadcasts } = await ask('listBroadcasts', { projectId })
    expect(broadcasts).toMatchObject([{ liveId: first, status: 'COMPLETED' }])
  })

  /** Scene 2 is made active before the first run, scene 1 after it; the numbers are the scenes each run shows. */
  test.each([
    ['nextRun', 2, 1],
    ['allRuns', 2, 1],
    ['asScheduled', 0, 0],
  ] as const)('scheduledContent %s: an edit reaches the right dates', async (scheduledContent, first, second) => {
    const { schedule, live, liveAt, activate, scenes } = await planned({ meanings: { scheduledContent } })
    await schedule([10, 500])
    await activate(2)
    liveAt(10)
    expect((await live()).onAirSceneId).toBe(scenes[first])
    liveAt(10 + PLANNED_S / 60)
    await activate(1)
    liveAt(500)
    expect((await live()).onAirSceneId).toBe(scenes[second])
  })

  test.each([
    ['nextRun', 0],
    ['allRuns', 2],
  ] as const)('scheduledContent %s: what was edited before the first run, in the second', async (meaning, second) => {
    const { schedule, live, liveAt, activate, scenes } = await planned({ meanings: { scheduledContent: meaning } })
    await schedule([10, 500])
    await activate(2)
    liveAt(500)
    expect((await live()).onAirSceneId).toBe(scenes[second])
  })

  test.each([
    ['after the one before it', [10, 500]],
    ['whose one before was cancelled', [500]],
  ])(
    'a date %s reports that it has old content, and a sync updates it if the service lets it',
    async (_, minutes) => {
      const opening = await planned({ meanings: { syncReachesDate: 'yes' } })
      const { schedule, live, liveAt, activate, change, ask, projectId, scenes } = opening
      const { scheduled } = await schedule([10, 500])
      if (minutes.length === 1) {
        await activate(2)
        await ask('cancelSchedule', { projectId, liveId: scheduled[0]?.liveId })
      } else {
        await change({ autoSynch: true })
        liveAt(10)
        await activate(2)
        liveAt(10 + PLANNED_S / 60)
      }
      expect(await live()).toMatchObject({ status: 'SCHEDULED', unsyncedLive: true })
      expect((await ask('getProject', { projectId })).unsyncedLive).toBe(true)
      expect(await ask('syncLive', { projectId })).toMatchObject({ success: true, liveId: scheduled[1]?.liveId })
      expect((await live()).unsyncedLive).toBe(false)
      liveAt(500)
      expect(await live()).toMatchObject({ onAirSceneId: scenes[2], unsyncedLive: false, unsyncedEdits: 0 })
    },
  )

  test.each([
    ['as the contract has it', {}],
    [
      'if dates keep the content they were scheduled with',
      { syncReachesDate: 'yes', scheduledContent: 'asScheduled' },
    ],
  ] as const)('%s, a sync reaches no date, and the date reports that it has old content', async (_, meanings) => {
    const { schedule, live, liveAt, activate, scenes, refused, projectId } = await planned({ meanings })
    await schedule([10, 500])
    liveAt(10)
    await activate(2)
    liveAt(10 + PLANNED_S / 60)
    await refused('syncLive', { projectId }, 'NO_ACTIVE_LIVE')
    expect((await live()).unsyncedLive).toBe(true)
    liveAt(500)
    expect((await live()).onAirSceneId).toBe(scenes[0])
  })

  describe('a date begins with its own scene', () => {
    /** The first scene leads on to the second one after a minute. */
    async function chained() {
      const opening = await planned()
      const { playlist, server, scenes, change, ask, projectId } = opening
      const layerId = await playlist(0, [server.files.videos[0]])
      await ask('updateLayer', { projectId, layerId, body: { settings: { nextScene: scenes[1] } } })
      await change({ autoSynch: true })
      return opening
    }

    test.each([
      ['nothing is edited', []],
      ['the title is edited while it waits', ['waiting']],
      ['the title is edited while it runs', ['running']],
    ] as const)('however far chains led before: %s', async (_, edits) => {
      const { schedule, live, liveAt, clock, change, scenes, goLive } = await chained()
      const edit = async (when: string) => edits.some((one) => one === when) && change({ title: 'Corrected' })
      await schedule([10, 500])
      liveAt(10)
      clock.advance(MINUTE)
      expect(await live()).toMatchObject({ onAirSceneId: scenes[1], unsyncedLive: false })
      liveAt(10 + PLANNED_S / 60)
      expect(await live()).toMatchObject({ status: 'SCHEDULED', unsyncedLive: false })
      await edit('waiting')
      liveAt(500)
      await edit('running')
      expect(await live()).toMatchObject({ onAirSceneId: scenes[0], unsyncedEdits: 0, unsyncedLive: false })
      liveAt(500 + PLANNED_S / 60)
      await goLive()
      expect((await live()).onAirSceneId).toBe(scenes[0])
    })

    test('also if another one was on air before, and an edit of the title does not bring that back', async () => {
      const { schedule, live, liveAt, activate, change, scenes } = await chained()
      await schedule([10, 500])
      liveAt(10)
      await activate(2)
      liveAt(500)
      await change({ title: 'Corrected' })
      expect(await live()).toMatchObject({ onAirSceneId: scenes[0], unsyncedEdits: 0 })
    })

    test('a scene that a person made active stays active, even if a chain had led there', async () => {
      const { live, goLive, clock, activate, listScenes, ask, projectId, scenes } = await chained()
      await goLive()
      clock.advance(MINUTE)
      await activate(1)
      await ask('stopLive', { projectId })
      expect((await listScenes()).find(({ isActive }) => isActive)?.id).toBe(scenes[1])
      await goLive()
      expect((await live()).onAirSceneId).toBe(scenes[1])
    })

    test('one copy for all dates has the scene that a person chose, too', async () => {
      const { schedule, live, liveAt, activate, scenes } = await planned({
        meanings: { scheduledContent: 'allRuns' },
      })
      await schedule([10, 500])
      liveAt(10)
      await activate(2)
      expect((await live()).unsyncedLive).toBe(true)
      liveAt(500)
      expect((await live()).onAirSceneId).toBe(scenes[2])
    })
  })

  test('what a waiting date has not received remains unsynced, however often a client syncs', async () => {
    const { schedule, live, liveAt, activate, change, ask, projectId } = await planned()
    await schedule([10, 500])
    await change({ autoSynch: true })
    liveAt(10)
    expect((await live()).unsyncedLive).toBe(false)
    expect(await activate(2)).toMatchObject({ synced: true })
    expect(await live()).toMatchObject({ unsyncedLive: true, unsyncedEdits: 0 })
    await ask('syncLive', { projectId })
    expect((await live()).unsyncedLive).toBe(true)
  })
}
