/** Moving the dates of a project: one step for the user, several for the service, and no date is lost. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openWorkLines } from '../../shared/view/openWork.ts'
import { describeRefusal } from '../../shared/words/outcomes/outcomes.ts'
import { type EditStage, editStage } from './editStage.ts'
import { SERVERS } from './servers.ts'

const CANCEL = { method: 'DELETE', path: /\/schedules$/ } as const
const CREATE = { method: 'POST', path: /\/schedules$/ } as const
const LIST = { method: 'GET', path: /\/schedules$/ } as const
const HOUR = 3_600_000
const NOT_NOW = { status: 400, body: { code: 'NOT_NOW', error: 'NOT_NOW', message: 'not now' } } as const

/** A project with dates this many hours from now, and the actions on it. */
async function scheduled(on: EditStage, ...hours: number[]) {
  const { projectId } = on
  const began = on.clock.now()
  const dates = (inHours: readonly number[]) => inHours.map((one) => new Date(began + one * HOUR).toISOString())
  const other = (inHours: readonly number[]) => on.other('scheduleLive', { projectId, dates: dates(inHours) })
  if (hours.length > 0) await other(hours)
  return {
    other,
    dates: (...inHours: number[]) => dates(inHours),
    cancelled: () => on.other('cancelSchedules', { projectId }),
    moveOf: (base: readonly number[], ...inHours: number[]) =>
      on.edit('moveSchedule', { projectId, base: dates(base), dates: dates(inHours) }),
    move: (...inHours: number[]) => on.edit('moveSchedule', { projectId, dates: dates(inHours) }),
    /** Requests a move without waiting for it. */
    begin(...inHours: number[]) {
      const input = { projectId, dates: dates(inHours) }
      void on.rig.press({ type: 'edit', operation: 'moveSchedule', input })
    },
    /** The dates at the service, in hours. */
    async hours(): Promise<number[]> {
      const { schedules } = await on.other('listSchedules', { projectId })
      return schedules.map(({ scheduledDate }) => (Date.parse(String(scheduledDate)) - began) / HOUR)
    },
    sent: () => [
      on.between.sent(CANCEL.method, CANCEL.path).length,
      on.between.sent(CREATE.method, CREATE.path).length,
    ],
  }
}

/** Rewrites the file of the running move as versions before workflows wrote it. */
function asEarlierVersion(dataDir: string): void {
  const folder = join(dataDir, 'workflows')
  const [file = ''] = readdirSync(folder)
  const { service, projectId, data, sent } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const { old, wanted, ours } = data
  const move = { projectId, old, wanted, ours, sent: { what: sent.activity, at: sent.at }, why: null }
  rmSync(folder, { recursive: true })
  writeFileSync(join(dataDir, 'moves.json'), JSON.stringify({ [JSON.stringify([service, projectId])]: move }))
}

/** Rewrites the file of the running move as a future version might. */
function asLaterVersion(dataDir: string, workflow: string): void {
  const folder = join(dataDir, 'workflows')
  const [file = ''] = readdirSync(folder)
  const run = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  writeFileSync(join(folder, file), JSON.stringify({ ...run, workflow, data: { steps: [] } }))
}

const steps = ({ rig }: EditStage) =>
  rig.state().journal.flatMap(({ what }) => ('event' in what && what.event === 'editStep' ? [what.about] : []))

describe.each(SERVERS)('%s', (server) => {
  test('all dates move in one step, with each request in the journal and the new content reported', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24, 48)
    const moved = await set.move(30, 60, 90)
    expect(moved).toMatchObject({ result: 'done' })
    expect(moved.about).toBe(
      'Schedule moved: 3 dates. The next date shows the project of that day, later dates that of today.',
    )
    expect([await set.hours(), set.sent()]).toEqual([
      [30, 60, 90],
      [1, 1],
    ])
    expect(steps(on)).toEqual(['Move of the schedule: 2 dates cancelled.', 'Move of the schedule: 3 dates created.'])
  })

  test('the journal names the project of the dates, even if it is not followed', async () => {
    const on = await editStage(server)
    const { destinations } = await on.other('listDestinations')
    const destinationIds = destinations.slice(0, 1).map(({ id }) => String(id))
    const created = await on.edit('createProject', {
      name: 'Council',
      duration: { manual: false, planned: 3_600 },
      destinationIds,
    })
    const { id: projectId } = created.answer as { id: string }
    await on.pressed({ type: 'loadProjects' })
    const [first, then] = [24, 30].map((hours) => [new Date(on.clock.now() + hours * HOUR).toISOString()])
    expect(await on.edit('scheduleLive', { projectId, dates: first })).toMatchObject({ result: 'done' })
    expect(await on.edit('moveSchedule', { projectId, dates: then })).toMatchObject({ result: 'done' })
    expect(Object.keys(on.rig.state().projects)).not.toContain(projectId)
    const names = on.rig
      .state()
      .journal.filter((entry) => entry.projectId === projectId)
      .map(({ projectName }) => projectName)
    expect(names).toEqual(['Council', 'Council', 'Council', 'Council'])
  })

  test('the screen shows a move at once, ahead of everything that is merely viewed', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24, 48)
    // Views are read again, more of them than the pace allows at once.
    const watched = Array.from({ length: 40 }, (_, nr) => on.rig.core.query('listFiles', { limit: nr + 1 }, true))
    await set.moveOf([24, 48], 24, 72)
    const began = on.clock.monotonic()
    let came: string[] | null = null
    void on.rig.core.query('allSchedules', {}, true).then(({ value }) => {
      came = value.schedules.map(({ scheduledDate }) => scheduledDate)
    })
    await on.until(() => came !== null, 'the dates')
    expect(came).toEqual(set.dates(24, 72))
    expect(on.clock.monotonic() - began).toBeLessThanOrEqual(500)
    await on.pass(60_000)
    await Promise.all(watched)
  })

  test.each([
    ['allRuns', 'It shows the project as it is when it starts.'],
    ['asScheduled', 'It shows the project as it is now.'],
  ] as const)('if scheduled content means %s, the outcome says so', async (scheduledContent, told) => {
    const on = await editStage(server, { meanings: { scheduledContent } })
    const set = await scheduled(on, 24)
    expect((await set.move(30)).about).toContain(told)
  })

  const WRONG: [string, number[], RegExp][] = [
    ['a date too soon', [0.04, 30], /too soon. The earliest is/],
    ['a date in the past', [-1, 30], /too soon/],
    ['28 days and a minute ahead', [30, 28 * 24 + 1 / 60], /too far ahead/],
    ['a date within the run before', [30, 31], /too close/],
    ['the same date twice', [30, 30], /too close/],
  ]
  test.each(WRONG)('%s is refused before anything is sent', async (_, hours, why) => {
    const on = await editStage(server)
    const set = await scheduled(on, 24, 48)
    expect(await set.move(...hours)).toMatchObject({ result: 'refused', about: expect.stringMatching(why) })
    expect([await set.hours(), set.sent()]).toEqual([
      [24, 48],
      [0, 0],
    ])
  })

  test('51 dates, several without a length, none to move, and a project on air are refused', async () => {
    const on = await editStage(server)
    const { projectId } = on
    const none = await scheduled(on)
    expect(await none.move(30)).toMatchObject({ about: 'Nothing is scheduled for this project.' })
    const many = Array.from({ length: 51 }, (_, nth) => 30 + nth * 4)
    expect(await none.move(...many)).toMatchObject({ result: 'refused' })
    await on.other('updateProject', { projectId, duration: { manual: true } })
    await none.other([24])
    expect(await none.move(30, 60)).toMatchObject({ about: expect.stringMatching(/until it is stopped/) })
    await none.cancelled()
    await on.other('startLive', { projectId })
    expect(await none.move(30)).toMatchObject({ result: 'refused', about: expect.stringMatching(/is on air/) })
    expect(none.sent()).toEqual([0, 0])
  })

  const refusal = { code: 'LIMIT_REACHED', error: 'LIMIT_REACHED', message: 'too many dates' }

  test('if new dates are refused, the old ones still possible are restored and the others named', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 0.1, 24)
    // Meanwhile the first of the old dates has become too near.
    on.between.interfere({ ...CANCEL, before: () => on.clock.advance(0.06 * HOUR) })
    on.between.interfere({ ...CREATE, refuse: { status: 403, body: refusal } })
    const moved = await set.move(30, 60)
    expect(moved).toMatchObject({
      result: 'refused',
      answer: { back: [expect.any(Number)], lost: [expect.any(Number)] },
    })
    expect(moved.about).toMatch(/^The new dates were refused: too many dates. The old ones are back \(1 date\)/)
    expect(moved.about).toMatch(/too late for .*: schedule again\.$/)
    expect([await set.hours(), on.rig.state().lostEdits]).toEqual([[24], []])
  })

  test('if only some new dates are accepted, all of them are cancelled, and the old ones are restored', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24, 48)
    on.between.interfere({ ...CREATE, instead: { dates: [new Date(on.clock.now() + 30 * HOUR).toISOString()] } })
    const moved = await set.move(30, 60)
    expect(moved).toMatchObject({
      result: 'refused',
      about: expect.stringMatching(/only 1 of 2 dates were accepted/),
    })
    expect([await set.hours(), set.sent()]).toEqual([
      [24, 48],
      [2, 2],
    ])
  })

  test('a new date cancelled by another client before the read-back: no old one is restored', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24, 48)
    const { projectId } = on
    const cancelsOne = async () => {
      const { schedules } = await on.other('listSchedules', { projectId })
      await on.other('cancelSchedule', { projectId, liveId: schedules[0]?.liveId })
    }
    on.between.interfere({ ...CREATE, seen: () => on.between.interfere({ ...LIST, before: cancelsOne }) })
    const moved = await set.move(30, 60)
    expect(moved.about).toMatch(/^The dates were moved, and not all .* Scheduled now: .* No longer scheduled: /)
    expect([await set.hours(), set.sent()]).toEqual([[60], [1, 1]])
  })

  test('if neither new nor old dates are accepted, the outcome says so and where to look', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24)
    on.between.interfere({ ...CREATE, refuse: { status: 403, body: refusal }, times: 2 })
    expect(await set.move(30)).toMatchObject({
      about: expect.stringMatching(/^Neither the new dates nor the old ones/),
    })
    await on.pass(400_000)
    expect([await set.hours(), set.sent()]).toEqual([[], [1, 2]])
  })

  test('dates of another client are never cancelled: the move is abandoned', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24)
    const takeOver = async () => {
      await set.cancelled()
      await set.other([100])
    }
    on.between.interfere(LIST)
    on.between.interfere({ ...LIST, before: takeOver })
    expect(await set.move(30)).toMatchObject({
      result: 'refused',
      about: expect.stringMatching(/^Somebody else changed/),
    })
    expect([await set.hours(), set.sent()]).toEqual([[100], [0, 0]])
  })

  const LOST = [
    ['the cancel', CANCEL],
    ['the new dates', CREATE],
  ] as const
  const FATES = [
    ['had been carried out', 'after', 1],
    ['was carried out late', { lateMs: 8_000 }, 1],
    ['never was', 'before', 2],
  ] as const
  test.each(LOST.flatMap(([what, request]) => FATES.map((fate) => [what, ...fate, request] as const)))(
    'with the response to %s lost, and it %s, the dates still move, and no request is repeated too early',
    async (_, __, cut, times, request) => {
      const on = await editStage(server)
      const set = await scheduled(on, 24, 48)
      on.between.interfere({ ...request, cut })
      expect(await set.move(30, 60)).toMatchObject({ result: 'done', about: expect.any(String) })
      expect([await set.hours(), on.between.sent(request.method, request.path).length]).toEqual([[30, 60], times])
    },
  )

  test('while it reconciles, other changes of the project go ahead', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24)
    on.between.interfere({ ...CREATE, cut: 'before' })
    set.begin(30)
    await on.until(() => set.sent()[1] === 1, 'the new dates are sent')
    await on.pass(2_000)
    const before = on.clock.now()
    expect(await on.edit('updateProject', { projectId: on.projectId, title: 'Tonight' })).toMatchObject({
      result: 'done',
    })
    expect(on.clock.now() - before).toBeLessThan(1_000)
    expect(await set.move(30)).toMatchObject({ about: expect.stringMatching(/already on the move/) })
    await on.until(() => set.sent()[1] === 2, 'they are sent once more')
    await on.pass(1_000)
    expect(await set.hours()).toEqual([30])
  })

  const KILLED: [string, { method: string; path: RegExp }, 'before' | 'after'][] = [
    ['before the cancel arrived', CANCEL, 'before'],
    ['after the cancel', CANCEL, 'after'],
    ['before the new dates arrived', CREATE, 'before'],
    ['after the new dates', CREATE, 'after'],
  ]
  test.each(KILLED)('killed %s: the next process completes it, with nothing twice', async (_, request, when) => {
    const on = await editStage(server)
    const set = await scheduled(on, 24, 48)
    on.between.interfere({ ...request, hang: when })
    set.begin(30, 60)
    await on.until(() => on.between.isHanging(), 'the request hangs')
    const next = await on.kill()
    const isMoved = () =>
      next.state().journal.some(({ outcome }) => outcome?.result === 'done' && outcome.done.what === 'edited')
    await on.until(isMoved, 'the move is over')
    expect(await set.hours()).toEqual([30, 60])
    const done = on.between.done(request.method, request.path)
    expect(done).toHaveLength(1)
    await on.pass(120_000)
    expect(on.between.done(request.method, request.path)).toEqual(done)
  })

  test('killed during the restore: the next process restores the old dates', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24, 48)
    on.between.interfere({ ...CREATE, refuse: { status: 403, body: refusal } })
    on.between.interfere({ ...CREATE, hang: 'before' })
    set.begin(30)
    await on.until(() => on.between.isHanging(), 'the way back hangs')
    await on.kill()
    await on.until(() => set.sent()[1] === 3, 'the old dates are sent again')
    await on.pass(1_000)
    expect(await set.hours()).toEqual([24, 48])
  })

  test('a move left incomplete in the single file of an earlier version is resumed', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24, 48)
    on.between.interfere({ ...CREATE, hang: 'before' })
    set.begin(30)
    await on.until(() => on.between.isHanging(), 'the request hangs')
    asEarlierVersion(on.rig.dataDir)
    const next = await on.kill()
    await on.until(() => set.sent()[1] === 2, 'the new dates are sent again')
    await on.pass(1_000)
    expect(await set.hours()).toEqual([30])
    expect(existsSync(join(next.dataDir, 'moves.json'))).toBe(false)
  })

  test.each([
    ['cancelled by hand', 'cancelSchedules', []],
    ['set by hand', 'scheduleLive', [100]],
  ] as const)('left incomplete and then %s: the later action of the user counts', async (_, operation, stands) => {
    const on = await editStage(server)
    const set = await scheduled(on, 24)
    on.between.interfere({ ...CREATE, hang: 'before' })
    set.begin(30)
    await on.until(() => on.between.isHanging(), 'the request hangs')
    const next = await on.kill()
    await on.until(() => next.show().live !== null, 'it reads again')
    const dates = stands.map((one) => new Date(on.clock.now() + one * HOUR).toISOString())
    const { projectId } = on
    await on.edit(operation, operation === 'scheduleLive' ? { projectId, dates } : { projectId })
    await on.pass(400_000)
    expect(await set.hours()).toHaveLength(stands.length)
  })

  test.each([
    ['takes the others away, and they are put back', { cut: { lateMs: 8_000 } }, [1, 1]],
    ['never arrives, and they stay as they are', { cut: 'before' }, [1, 0]],
  ] as const)(
    'the user cancels a single date while the cancel of a move is lost: that %s',
    async (_, befalls, sent) => {
      const on = await editStage(server)
      const set = await scheduled(on, 24, 48, 72)
      const { projectId } = on
      const { schedules } = await on.other('listSchedules', { projectId })
      on.between.interfere({ ...CANCEL, ...befalls })
      set.begin(30, 60)
      await on.until(() => set.sent()[0] === 1, 'the cancel')
      await on.pass(500)
      expect(await on.edit('cancelSchedule', { projectId, liveId: schedules[1]?.liveId })).toMatchObject({
        result: 'done',
      })
      await on.pass(400_000)
      expect([await set.hours(), set.sent(), on.rig.state().openWork]).toEqual([[24, 72], sent, []])
    },
  )

  test('while a lost response is reconciled, the state says what is waited for', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24)
    on.between.interfere({ ...CREATE, cut: 'before' })
    set.begin(30)
    const waits = () => on.rig.state().openWork[0]?.waits
    await on.until(() => waits()?.for === 'reply', 'it is said')
    expect(openWorkLines(on.rig.state())).toEqual([expect.stringMatching(/checking whether the last request worked/)])
    await on.pass(400_000)
    expect([await set.hours(), waits()]).toEqual([[30], undefined])
  })

  test('a cancel that the service refuses drops no move, and reports none as dropped', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24, 48)
    const { projectId } = on
    const { schedules } = await on.other('listSchedules', { projectId })
    on.between.interfere({ ...CANCEL, cut: 'before' })
    const moved = set.move(30, 60)
    await on.until(() => set.sent()[0] === 1, 'the cancel')
    on.between.interfere({ method: 'DELETE', path: /\/schedules\/[^/]+$/, refuse: NOT_NOW })
    const refused = on.edit('cancelSchedule', { projectId, liveId: schedules[1]?.liveId })
    expect(await refused).toMatchObject({ result: 'failed' })
    expect(await moved).toMatchObject({ result: 'done' })
    expect(await set.hours()).toEqual([30, 60])
  })

  test.each([
    ['whose plan it cannot read', 'moveSchedule', 'Move'],
    ['of a kind it does not know', 'moveLater', 'moveLater'],
  ])('a run left incomplete by a later version, %s, is reported, and does not block', async (_, workflow, name) => {
    const on = await editStage(server)
    const set = await scheduled(on, 24)
    on.between.interfere({ ...CREATE, hang: 'before' })
    set.begin(30)
    await on.until(() => on.between.isHanging(), 'the request hangs')
    const next = await on.kill((dataDir) => asLaterVersion(dataDir, workflow))
    await on.until(() => next.show().live !== null, 'it reads again')
    const [line] = openWorkLines(next.state())
    expect(line).toMatch(new RegExp(`${name}.*half done. Another version of Cuelight began this`))
    await set.other([26])
    expect(await set.move(40)).toMatchObject({ result: 'done' })
    await on.pass(400_000)
    expect([await set.hours(), openWorkLines(next.state())]).toEqual([[40], workflow === 'moveLater' ? [line] : []])
  })

  test('a closed padlock protects dates within the hour, and no later ones', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 0.75, 30)
    const { projectId } = on
    await on.rig.press({ type: 'setPadlock', locked: true })
    const { schedules } = await on.other('listSchedules', { projectId })
    const cancel = (nth: number) => ['cancelSchedule', { projectId, liveId: schedules[nth]?.liveId }] as const
    const kept = [
      ['cancelSchedules', { projectId }],
      cancel(0),
      ['moveSchedule', { projectId, dates: set.dates(20, 30) }],
      ['scheduleLive', { projectId, dates: set.dates(0.9) }],
    ] as const
    for (const [operation, input] of kept) {
      const { refusal } = (await on.pressed({ type: 'edit', operation, input })) as { refusal?: unknown }
      expect([operation, refusal]).toEqual([operation, { reason: 'padlocked', soon: true }])
    }
    expect([await set.hours(), set.sent()]).toEqual([
      [0.75, 30],
      [0, 0],
    ])
    expect(describeRefusal({ reason: 'padlocked', soon: true })).toMatch(/within the next hour/)
    expect(await set.move(0.75, 32)).toMatchObject({ result: 'done' })
    const [, later] = (await on.other('listSchedules', { projectId })).schedules
    expect(await on.edit('cancelSchedule', { projectId, liveId: later?.liveId })).toMatchObject({ result: 'done' })
    expect(await set.hours()).toEqual([0.75])
  })

  test('under a closed padlock a cancel whose dates cannot be read is not sent, and says why', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 30)
    await on.rig.press({ type: 'setPadlock', locked: true })
    on.between.interfere({ ...LIST, refuse: { status: 403, body: { message: 'Not now.' } }, times: 9 })
    const outcome = await on.edit('cancelSchedules', { projectId: on.projectId })
    expect(outcome).toMatchObject({ result: 'failed', about: expect.stringContaining('Not now.') })
    expect([await set.hours(), set.sent()]).toEqual([[30], [0, 0]])
  })

  test('a move carries the dates its sender saw: others of another client stay, and are reported', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24, 48)
    await set.cancelled()
    await set.other([24, 60])
    const told = await set.moveOf([24, 48], 24, 50)
    expect(told).toMatchObject({ result: 'refused' })
    expect(JSON.stringify(told)).toMatch(/The dates were changed elsewhere: scheduled now: .* Nothing was sent/)
    expect([await set.hours(), set.sent()]).toEqual([
      [24, 60],
      [0, 0],
    ])
    expect(await set.moveOf([60, 24], 24, 50)).toMatchObject({ result: 'done' })
    expect(await set.hours()).toEqual([24, 50])
  })

  test('even during an incomplete move, unseen dates of another client are left alone', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24)
    on.between.interfere({ ...CREATE, refuse: { status: 429, body: { code: 'RATE_LIMITED' } }, times: 9 })
    expect(await set.moveOf([24], 30)).toMatchObject({ about: expect.stringMatching(/half done/) })
    on.between.forget()
    await set.other([60])
    const told = await set.moveOf([24], 40)
    expect(told.about).toMatch(/The dates were changed elsewhere: scheduled now: .* Nothing was sent/)
    await on.pass(400_000)
    expect(await set.hours()).toEqual([60])
  })

  test('unreachable at first: nothing begins; unreachable midway: the move says it continues, and does', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24)
    on.between.interfere({ ...CANCEL, refuse: { status: 503, body: {} }, times: 9 })
    const early = await set.move(30)
    expect(['failed', 'refused']).toContain(early.result)
    on.between.forget()
    on.between.interfere({ ...LIST, cut: 'before', times: 9 })
    expect((await set.move(30)).about).toMatch(/connection.* Nothing was changed\.$/)
    on.between.forget()
    on.between.interfere({ ...LIST, refuse: { status: 503, body: {} }, times: 9 })
    expect((await set.move(30)).about).toMatch(/has a fault\. Nothing was changed\.$/)
    on.between.forget()
    on.between.interfere({ ...CREATE, refuse: { status: 429, body: { code: 'RATE_LIMITED' } }, times: 9 })
    const half = await set.move(30)
    expect(half).toMatchObject({ result: 'refused', about: expect.stringMatching(/carries on by itself/) })
    on.between.forget()
    await on.pass(400_000)
    expect(await set.hours()).toEqual([30])
  })

  test.each([
    ['one of them is told in another form', '26.11.2099 10:00', 1],
    ['not all of them are told', '2099-11-26T10:00:00.000Z', 30],
  ])('dates that are not completely known are not cancelled: %s', async (_, scheduledDate, total) => {
    const on = await editStage(server)
    const set = await scheduled(on, 24)
    const schedules = [{ liveId: 'one', status: 'SCHEDULED', scheduledDate }]
    on.between.interfere({ ...LIST, refuse: { status: 200, body: { schedules, total } }, times: 100 })
    expect(await set.move(30)).toMatchObject({ result: 'failed' })
    on.between.forget()
    expect([set.sent(), (await set.hours()).length]).toEqual([[0, 0], 1])
  })

  test('a move of a deleted project is not resumed', async () => {
    const on = await editStage(server)
    const set = await scheduled(on, 24)
    const gone = { code: 'PROJECT_NOT_FOUND', error: 'PROJECT_NOT_FOUND', message: 'no such project' }
    on.between.interfere({ ...LIST })
    on.between.interfere({ ...LIST, refuse: { status: 404, body: gone }, times: 100 })
    expect(await set.move(30)).toMatchObject({ result: 'failed' })
    const asked = on.between.sent(LIST.method, LIST.path).length
    const pressed = on.rig.state().journal.length
    await on.pass(400_000)
    expect([on.rig.state().journal.length - pressed, set.sent()]).toEqual([0, [0, 0]])
    expect(asked).toBeGreaterThan(1)
  })
})
