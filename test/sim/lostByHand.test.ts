/** A request of the user's own that got no response may arrive late: what the user asked for after it counts. */
import { expect, test } from 'vitest'
import {
  createScene,
  FURTHER,
  iso,
  type On,
  ofDates,
  ofList,
  onAir,
  WANTED,
  withList,
  withSingleCancels,
} from './wishKit.ts'

const has = (text: string) => expect.stringContaining(text)
const seen = (on: On) => on.world.aired.flat()

test('a late "on" does not undo a newer "off", and what it may have shown is named', async () => {
  const on = await onAir(async (on) => {
    on.world.autoSync = false
    await on.wait(6_000)
    on.befalls('updateProject', 'late')
    on.autoSync(true)
    await on.wait(2_000)
    on.autoSync(false)
    await on.wait(20_000)
    on.edit('createScene', { name: 'Hidden' })
    await on.wait(60_000)
  })
  expect([on.world.autoSync, seen(on)]).toEqual([false, expect.not.arrayContaining(['scene Hidden'])])
  expect(on.said()).toContainEqual(has('viewers may have seen'))
})

test('a late "off", by either door, does not undo a newer "on"', async () => {
  for (const off of ['autoSync', 'edit'] as const) {
    const on = await onAir(async (on) => {
      on.befalls('updateProject', 'late')
      if (off === 'edit') on.edit('updateProject', { autoSync: false })
      else on.autoSync(false)
      await on.wait(2_000)
      on.autoSync(true)
      await on.wait(60_000)
    })
    expect([off, on.world.autoSync]).toEqual([off, true])
    expect(on.said()).toContainEqual(has('what was changed in between may still wait'))
  }
})

test('of two switches that arrive late neither undoes the newest', async () => {
  const on = await onAir(async (on) => {
    on.befalls('updateProject', 'late', 'late')
    on.autoSync(false)
    await on.wait(2_000)
    on.autoSync(true)
    await on.wait(2_000)
    on.autoSync(false)
    await on.wait(60_000)
  })
  expect(on.world.autoSync).toBe(false)
  expect(on.said()).toContainEqual(has('viewers may have seen'))
})

test('another client’s switch, once ours can no longer arrive, is not undone', async () => {
  const on = await onAir(async (on) => {
    on.wire.lateMs = 600_000
    on.befalls('updateProject', 'late')
    on.autoSync(false)
    await on.wait(25_000)
    on.autoSync(true)
    await on.wait(20_000)
    on.world.autoSync = false
    await on.wait(60_000)
  })
  expect([on.world.autoSync, on.arrived(/updateProject/)]).toMatchObject([false, [{}]])
})

test('a switch that arrives late and is still wanted stays, and is sent once', async () => {
  const on = await onAir(async (on) => {
    on.befalls('updateProject', 'late')
    on.autoSync(false)
    await on.wait(60_000)
  })
  expect([on.world.autoSync, on.arrived(/updateProject/)]).toMatchObject([false, [{}]])
  expect(on.said().at(-1)).toContain('Auto-sync is off. An earlier request')
})

test('no quiet edit begins while a switch may arrive: viewers see all of it or none', async () => {
  const on = await onAir(async (on) => {
    on.wire.lateMs = 20_000
    on.befalls('updateProject', 'late')
    on.autoSync(false)
    await on.wait(2_000)
    on.edit('quietEdit', { edits: [createScene('Three'), createScene('Four')] })
    await on.wait(5_000)
    expect(on.open()).toMatchObject([{ waits: { for: 'reply' } }])
    await on.wait(60_000)
  })
  expect([on.world.autoSync, seen(on)]).toEqual([false, []])
  expect(on.said(/quietEdit/)).toEqual([has('got no reply, and may still arrive')])
})

/** When the lost sync arrives, in ms; and what is reported. */
const SYNCS: Record<string, [lateMs: number, told: string]> = {
  'a sync that arrived late brought nothing else on air': [8_000, 'Viewers see all changes'],
  'a sync that came through without a response is settled': [200, 'Viewers see all changes'],
  'a sync that never came through is settled': [600_000, 'Changes wait for Sync'],
}
test.each(Object.entries(SYNCS))('%s', async (_, [lateMs, told]) => {
  const on = await onAir(async (on) => {
    on.autoSync(false)
    on.wire.lateMs = lateMs
    await on.wait(1_000)
    on.edit('createScene', { name: 'Prepared' })
    await on.wait(1_000)
    on.befalls('syncLive', 'late')
    on.sync()
    await on.wait(60_000)
  })
  expect(on.said().at(-1)).toContain(told)
})

test('a late sync while auto-sync is on shows nothing that viewers do not see anyway', async () => {
  const on = await onAir(async (on) => {
    on.befalls('syncLive', 'late')
    on.sync()
    await on.wait(6_000)
    on.edit('createScene', { name: 'Open' })
    await on.wait(60_000)
  })
  expect(on.said().at(-1)).toContain('Viewers see all changes')
})

/** What is changed while the sync may arrive. */
const SINCE: Record<string, (on: On) => Promise<void>> = {
  async 'a hidden scene'(on) {
    await on.wait(2_000)
    on.edit('createScene', { name: 'Hidden' })
  },
  async 'a title, before and after it'(on) {
    await on.wait(6_200)
    on.edit('updateProject', { title: 'Secret' })
    await on.wait(1_500)
    on.edit('updateProject', { title: 'Tonight' })
  },
  async 'a hidden scene, after auto-sync was on'(on) {
    on.autoSync(true)
    await on.wait(1_000)
    on.edit('createScene', { name: 'Open' })
    await on.wait(3_000)
    on.autoSync(false)
    await on.wait(1_000)
    on.edit('createScene', { name: 'Hidden' })
  },
}
test.each(Object.entries(SINCE))(
  'what a late sync may have shown of what was changed since is named: %s',
  async (_, acts) => {
    const on = await onAir(async (on) => {
      on.autoSync(false)
      await on.wait(1_000)
      on.edit('createScene', { name: 'Prepared' })
      await on.wait(1_000)
      on.befalls('syncLive', 'late')
      on.wire.lateMs = 7_000
      on.sync()
      await acts(on)
      await on.wait(60_000)
    })
    expect(on.said()).toContainEqual(has('may have arrived late: viewers may have seen'))
  },
)

test('after a restart, a late sync may have shown only what was changed since', async () => {
  const on = await onAir(async (on) => {
    on.autoSync(false)
    await on.wait(1_000)
    on.edit('createScene', { name: 'Prepared' })
    await on.wait(1_000)
    on.wire.lateMs = 600_000
    on.befalls('syncLive', 'late')
    on.sync()
    await on.wait(3_000)
    on.kill()
    await on.wait(60_000)
  })
  expect(on.said().at(-1)).toContain('can no longer arrive')
})

test.each([
  ['31 s after it was sent', 'hang', 31_000, 0],
  ['the clock was set back meanwhile', 'late', 1_000, -3_600_000],
] as const)(
  'a save that was lost before a restart holds back the next one: %s',
  async (_, fault, killedAt, jumps) => {
    const on = await onAir(async (on) => {
      withList(on)
      on.wire.lateMs = 600_000
      on.befalls('setPlaylist', fault)
      on.edit('savePlaylist', { ...ofList, base: ['a'], files: [{ fileId: 'b' }, { fileId: 'a' }] })
      await on.wait(killedAt)
      on.kill()
      on.clock.jump(jumps)
      await on.wait(6_000)
      on.edit('savePlaylist', { ...ofList, base: ['a'], files: [{ fileId: 'a' }, { fileId: 'c' }] })
      await on.wait(60_000)
    })
    expect(on.arrived(/setPlaylist/).filter(({ ok }) => ok)).toEqual([])
    expect(on.said().at(-1)).toContain('may still')
  },
)

/** Schedules `WANTED` by hand, without a response: it arrives after 8 s. */
async function schedulesLate(on: On): Promise<void> {
  on.world.dates = []
  on.befalls('scheduleLive', 'late')
  on.edit('scheduleLive', { dates: iso(WANTED) })
  await on.wait(2_000)
}

test('what a late schedule brings after all dates were cancelled is cancelled', async () => {
  const on = await ofDates(async (on) => {
    await schedulesLate(on)
    on.edit('cancelSchedules')
    await on.wait(60_000)
  })
  expect([on.dates(), on.arrived(/scheduleLive/)]).toMatchObject([[], [{}]])
  expect(on.said()).toContainEqual(has('arrived late and scheduled'))
})

test('a late schedule is cancelled, too, if the user scheduled and cancelled the same dates meanwhile', async () => {
  const on = await ofDates(async (on) => {
    on.wire.lateMs = 20_000
    await schedulesLate(on)
    on.edit('cancelSchedules')
    await on.wait(2_000)
    on.edit('scheduleLive', { dates: iso(WANTED) })
    await on.wait(3_000)
    on.edit('cancelSchedules')
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual([])
})

test('a late schedule that is still wanted stays, and no move begins before', async () => {
  const on = await ofDates(async (on) => {
    await schedulesLate(on)
    on.move(FURTHER)
    await on.wait(60_000)
    expect(on.dates()).toEqual(WANTED)
    on.move(FURTHER)
    await on.wait(10_000)
  })
  expect([on.dates(), on.arrived(/scheduleLive/)]).toMatchObject([FURTHER, [{}, {}]])
  expect(on.said(/moveSchedule/)).toEqual([has('Nothing was sent'), has('Schedule moved')])
})

test('what a late cancel takes of what was scheduled since is named', async () => {
  const on = await ofDates(async (on) => {
    withSingleCancels(on)
    on.world.dates = on.world.dates.slice(0, 1)
    on.befalls('cancelSchedules', 'late')
    on.edit('cancelSchedules')
    await on.wait(2_000)
    on.edit('cancelSchedule', { liveId: on.world.dates[0]?.id ?? '' })
    await on.wait(1_000)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(60_000)
  })
  expect([on.dates(), on.said()]).toEqual([[], expect.arrayContaining([has('arrived late and took')])])
})

test('of a schedule and a cancel that both arrive late, what the cancel takes of newer dates is named', async () => {
  const on = await ofDates(async (on) => {
    on.wire.lateMs = 9_000
    await schedulesLate(on)
    on.befalls('cancelSchedules', 'late')
    on.edit('cancelSchedules')
    await on.wait(2_000)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(90_000)
  })
  expect([on.dates(), on.said()]).toEqual([[], expect.arrayContaining([has('arrived late and took')])])
})

test('a late cancel of all dates takes those that it was meant for, and nothing is named', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('cancelSchedules', 'late')
    on.edit('cancelSchedules')
    await on.wait(60_000)
  })
  expect([on.dates(), on.said()]).toEqual([[], expect.not.arrayContaining([has('arrived late')])])
})
