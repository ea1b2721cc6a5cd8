/** A watch over a lost request that is resumed only after the request can no longer arrive, or whose process died. */
import { expect, test } from 'vitest'
import { FURTHER, iso, type On, ofDates, onAir, slowDisk, WANTED, withSingleCancels } from './wishKit.ts'

const HOUR_MS = 3_600_000
/** Auto-sync was switched to `to`, without a response, and then back. Nothing of the first request ever arrives. */
async function switchedBack(on: On, to: boolean): Promise<void> {
  on.world.autoSync = !to
  await on.wait(65_000)
  on.wire.lateMs = HOUR_MS
  on.befall({ updateProject: ['late'] })
  on.autoSync(to)
  await on.wait(3_000)
  on.autoSync(!to)
  await on.wait(4_000)
}

test.each([true, false])('what another client did to auto-sync while Cuelight was closed stays (%s)', async (to) => {
  const on = await onAir(async (on) => {
    await switchedBack(on, to)
    on.kill()
    on.world.autoSync = to
    on.clock.jump(72 * HOUR_MS)
    await on.wait(90_000)
  })
  expect([on.world.autoSync, on.said().filter((text) => text.includes('late'))]).toEqual([to, []])
  expect(on.noted).toContainEqual({ event: 'editStep', about: expect.stringContaining('Cuelight was not looking') })
})

test('so does what it did while another profile was in use', async () => {
  const on = await onAir(async (on) => {
    await switchedBack(on, false)
    on.process().switchTo('b')
    await on.wait(300_000)
    on.world.autoSync = false
    on.process().switchTo('a')
    await on.wait(90_000)
  })
  expect(on.world.autoSync).toBe(false)
})

test('dates that were scheduled elsewhere while Cuelight was closed are not cancelled', async () => {
  const on = await ofDates(async (on) => {
    on.world.dates = []
    on.wire.lateMs = HOUR_MS
    on.befall({ scheduleLive: ['late'] })
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(2_000)
    on.edit('cancelSchedules')
    await on.wait(2_000)
    on.kill()
    on.clock.jump(HOUR_MS)
    on.world.schedule(FURTHER)
    await on.wait(90_000)
  })
  expect(on.dates()).toEqual(FURTHER)
})

test('a lost cancel is watched to its end, though the dates were cancelled elsewhere meanwhile', async () => {
  const on = await ofDates(async (on) => {
    on.wire.lateMs = 25_000
    on.befall({ cancelSchedules: ['late'] })
    on.edit('cancelSchedules')
    await on.wait(7_000)
    on.world.dates = []
    await on.wait(4_000)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(90_000)
  })
  expect([on.dates(), on.said()]).toEqual([[], expect.arrayContaining([expect.stringContaining('took')])])
})

test('a date that the user cancelled is not named as taken by a late cancel', async () => {
  const on = await ofDates(async (on) => {
    withSingleCancels(on)
    on.world.dates = []
    on.wire.lateMs = 9_000
    on.befall({ scheduleLive: ['late'], cancelSchedules: [null, 'late'] })
    on.edit('scheduleLive', { dates: iso(WANTED.slice(0, 1)) })
    await on.wait(2_000)
    on.edit('cancelSchedules')
    await on.wait(12_500)
    for (const { id } of on.world.dates) on.edit('cancelSchedule', { liveId: id })
    await on.wait(1_000)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(90_000)
  })
  const taken = on.said().filter((text) => text.includes('arrived late and took'))
  expect([on.dates(), taken]).toEqual([[], [expect.not.stringContaining('23:00')]])
})

test('auto-sync off in flight when the process dies: the quiet edit it ended is not carried on', async () => {
  const on = await onAir(async (on) => {
    on.befall({ getProject: [null, null, 'slow', 'slow', 'slow', 'slow'] })
    on.quiet('A', 'B', 'C')
    await on.wait(1_500)
    const recover = slowDisk(on, 3_000)
    on.wire.onDone = (_, operation) => {
      if (operation !== 'updateProject') return
      on.wire.onDone = () => {}
      on.kill()
      recover()
    }
    on.autoSync(false)
    await on.wait(60_000)
    expect([on.world.autoSync, on.open()]).toEqual([false, [expect.objectContaining({ waits: expect.anything() })]])
    on.autoSync(false)
    await on.wait(60_000)
  })
  expect(on.world.autoSync).toBe(false)
})

test('no contact for minutes ends no watch: the last request counts', async () => {
  const on = await onAir(async (on) => {
    on.wire.lateMs = 12_000
    on.befall({ updateProject: ['late'] })
    on.autoSync(false)
    await on.wait(3_000)
    on.autoSync(true)
    await on.wait(2_000)
    on.wire.faultAt = () => 'cutBefore'
    await on.wait(150_000)
    on.wire.faultAt = () => undefined
    await on.wait(120_000)
  })
  expect(on.world.autoSync).toBe(true)
})

test.each([3_500, 6_000, 12_000])('after a sleep, %i ms into a watch, nothing is undone', async (at) => {
  const on = await onAir(async (on) => {
    on.befall({ updateProject: ['cutBefore'] })
    on.autoSync(false)
    await on.wait(3_000)
    on.autoSync(true)
    await on.wait(at - 3_000)
    on.clock.jump(8 * HOUR_MS)
    on.world.autoSync = false
    await on.wait(120_000)
  })
  expect(on.world.autoSync).toBe(false)
})

test('nor are dates cancelled that were scheduled elsewhere meanwhile', async () => {
  const later = FURTHER.map((at) => at + 24 * HOUR_MS)
  const on = await ofDates(async (on) => {
    on.world.dates = []
    on.befall({ scheduleLive: ['cutBefore'] })
    on.edit('scheduleLive', { dates: iso(later) })
    await on.wait(3_000)
    on.edit('cancelSchedules')
    await on.wait(3_000)
    on.clock.jump(8 * HOUR_MS)
    on.world.schedule(later)
    await on.wait(120_000)
  })
  expect(on.dates()).toEqual(later)
})

test.each([
  [7_000, 8_000, FURTHER, 0],
  [25_000, 8_000, [], 1],
])(
  'dates scheduled after a lost cancel, which arrives after %i ms: only those can be named as taken',
  async (lateMs, after, left, named) => {
    const on = await ofDates(async (on) => {
      on.wire.lateMs = lateMs
      on.befall({ cancelSchedules: ['late'] })
      on.edit('cancelSchedules')
      await on.wait(6_500)
      if (lateMs > after) on.world.dates = []
      await on.wait(after - 6_500)
      on.edit('scheduleLive', { dates: iso(FURTHER) })
      await on.wait(90_000)
    })
    const taken = on.said().filter((text) => text.includes('took'))
    expect([on.dates(), taken.length]).toEqual([left, named])
    expect(taken.join()).not.toContain('22:00')
  },
)

test('one date of a schedule without a reply is cancelled: the others are not called unwanted', async () => {
  const on = await ofDates(async (on) => {
    withSingleCancels(on)
    on.world.dates = []
    on.befall({ scheduleLive: ['cutAfter'] })
    on.edit('scheduleLive', { dates: iso(WANTED) })
    await on.wait(500)
    on.edit('cancelSchedule', { liveId: on.world.dates[0]?.id })
    await on.wait(60_000)
  })
  expect([on.dates(), on.said().filter((text) => text.includes('all the same'))]).toEqual([WANTED.slice(1), []])
})

test.each([-HOUR_MS, HOUR_MS])(
  'a clock that was set by %i ms makes no lost request a thing of the past',
  async (ms) => {
    const on = await onAir(async (on) => {
      on.clock.jump(ms)
      await on.wait(60_000)
      on.wire.lateMs = 12_000
      on.befall({ updateProject: ['late'] })
      on.autoSync(false)
      await on.wait(3_000)
      on.autoSync(true)
      await on.wait(90_000)
    })
    expect(on.world.autoSync).toBe(true)
    expect(JSON.stringify(on.noted)).not.toContain('was not looking')
  },
)

test.each(['another profile', 'sleep'])(
  'what came meanwhile is told as past, and nothing of before as so (%s)',
  async (how) => {
    const on = await ofDates(async (on) => {
      on.world.dates = []
      await on.wait(70_000)
      on.wire.lateMs = how === 'sleep' ? HOUR_MS : 12_000
      on.befall({ scheduleLive: ['late'] })
      on.edit('scheduleLive', { dates: iso(FURTHER) })
      await on.wait(2_000)
      on.edit('cancelSchedules')
      await on.wait(1_500)
      if (how === 'sleep') {
        // It arrives as the lid closes.
        on.world.schedule(FURTHER)
        on.clock.jump(150_000)
      } else {
        on.process().switchTo('b')
        await on.wait(150_000)
        on.process().switchTo('a')
      }
      await on.wait(90_000)
    })
    const steps = on.noted.flatMap((what) => ('event' in what && what.event === 'editStep' ? [what.about] : []))
    const past = [...steps, ...on.said()].filter((text) => text.includes('not looking'))
    expect(on.dates()).toEqual(FURTHER)
    expect(past).toEqual([
      expect.stringMatching(
        /^An earlier request to schedule .+ and .+ got no reply, and may have been carried out later\. /,
      ),
    ])
  },
)
