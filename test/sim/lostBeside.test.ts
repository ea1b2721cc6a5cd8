/** A lost request of the user's own beside whatever else its project has in progress, and over a restart. */
import { expect, test } from 'vitest'
import { FURTHER, iso, type On, ofDates, onAir, slowDisk, WANTED } from './wishKit.ts'

const has = (text: string) => expect.stringContaining(text)
/** A quiet edit is half done, and waits for the user. */
async function halfDone(on: On): Promise<void> {
  on.befall({ createScene: [null, 'refused'] })
  on.quiet('Three', 'Four')
  await on.wait(4_000)
}
/** Auto-sync is off, and something waits for Sync. */
async function prepared(on: On): Promise<void> {
  on.autoSync(false)
  await on.wait(1_000)
  on.edit('createScene', { name: 'Prepared' })
  await on.wait(1_000)
}

test('a quiet edit that waits for the user is overtaken by a late switch: it is switched back', async () => {
  for (const to of [true, false]) {
    const on = await onAir(async (on) => {
      await halfDone(on)
      on.befall({ updateProject: ['late'] })
      on.autoSync(!to)
      await on.wait(3_000)
      on.autoSync(to)
      await on.wait(90_000)
    })
    expect([on.world.autoSync, on.said()]).toEqual([to, expect.arrayContaining([has('arrived late')])])
  }
})

test('a quiet edit that is refused before it sent anything leaves the watch over a lost switch', async () => {
  const on = await onAir(async (on) => {
    on.wire.lateMs = 12_000
    on.befall({ getProject: [null, 'slow'], updateProject: ['late'] })
    on.quiet('Three')
    await on.wait(500)
    on.autoSync(false)
    await on.wait(6_000)
    on.autoSync(true)
    await on.wait(60_000)
  })
  expect([on.world.autoSync, on.said()]).toEqual([true, expect.arrayContaining([has('arrived late')])])
})

test('what a late cancel takes is named, whatever became of the move that was pressed before it', async () => {
  const on = await ofDates(async (on) => {
    on.wire.lateMs = 14_000
    on.befall({ listSchedules: [null, 'slow'], cancelSchedules: ['late'] })
    on.move(WANTED)
    await on.wait(500)
    on.edit('cancelSchedules')
    await on.wait(5_000)
    on.edit('cancelSchedules')
    await on.wait(2_000)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(60_000)
  })
  expect([on.dates(), on.said()]).toEqual([[], expect.arrayContaining([has('arrived late and took')])])
})

test('a half-done move: what a late cancel of the user’s takes of newer dates is named', async () => {
  const on = await ofDates(async (on) => {
    on.dry('scheduleLive', 100_000)
    on.move(WANTED)
    await on.wait(2_000)
    on.dry('', 0)
    on.wire.lateMs = 12_000
    on.befall({ cancelSchedules: ['late'] })
    on.edit('cancelSchedules')
    await on.wait(3_000)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(60_000)
  })
  expect([on.dates(), on.said()]).toEqual([[], expect.arrayContaining([has('arrived late and took')])])
})

test('a lost edit of a quiet edit is not watched as a switch', async () => {
  const on = await onAir(async (on) => {
    on.wire.lateMs = 600_000
    on.befall({ createScene: ['late'], updateProject: [null, 'late'] })
    on.quiet('Three', 'Four')
    await on.wait(3_000)
    on.autoSync(true)
    await on.wait(2_000)
    on.autoSync(false)
    await on.wait(120_000)
  })
  expect(on.open()).toEqual([])
})

test('the rest of a quiet edit is not sent while a Sync of the user’s may still arrive', async () => {
  const on = await onAir(async (on) => {
    await halfDone(on)
    on.befall({ syncLive: ['late'] })
    on.sync()
    await on.wait(2_000)
    on.quiet('Five', 'Six')
    await on.wait(60_000)
    on.quiet('Five', 'Six')
    await on.wait(5_000)
  })
  expect(on.said(/quietEdit/)[1]).toContain('An earlier Sync got no reply, and may still arrive')
  expect(on.world.aired.at(-1)).toEqual(['scene Five', 'scene Six'])
})

test('a Sync that is pressed again after one was lost is told as made, and nothing as unclear', async () => {
  const on = await onAir(async (on) => {
    await prepared(on)
    on.wire.lateMs = 600_000
    on.befall({ syncLive: ['late'] })
    on.sync()
    await on.wait(5_000)
    on.sync()
    await on.wait(60_000)
  })
  expect(on.said().at(-1)).toContain('Viewers see all changes')
})

test('after a restart, what a late Sync may have shown is named by what was changed since, not before', async () => {
  for (const isChanged of [true, false]) {
    const on = await onAir(async (on) => {
      await prepared(on)
      on.wire.lateMs = 12_000
      on.befall({ updateProject: ['late'], syncLive: ['late'] })
      on.autoSync(false)
      await on.wait(1_000)
      on.sync()
      await on.wait(2_000)
      on.kill()
      await on.wait(5_000)
      if (isChanged) on.edit('createScene', { name: 'Hidden' })
      await on.wait(90_000)
    })
    const maybe = has('viewers may have seen')
    expect(on.said()).toEqual(isChanged ? expect.arrayContaining([maybe]) : expect.not.arrayContaining([maybe]))
  }
})

test('after a restart, several lost requests are waited for at the same time', async () => {
  const on = await onAir(async (on) => {
    await prepared(on)
    on.wire.lateMs = 600_000
    on.befall({ updateProject: ['late'], syncLive: ['late'] })
    on.autoSync(false)
    await on.wait(1_000)
    on.sync()
    await on.wait(2_000)
    on.kill()
    await on.wait(55_000)
    expect(on.open()).toEqual([])
  })
  expect(on.world.autoSync).toBe(false)
})

test('a late Sync beside a waiting quiet edit is watched to its end, whatever seems to show it', async () => {
  const on = await onAir(async (on) => {
    on.wire.lateMs = 22_000
    await halfDone(on)
    on.befall({ syncLive: ['late'] })
    on.sync()
    await on.wait(2_000)
    on.autoSync(false)
    await on.wait(3_500)
    on.autoSync(true)
    await on.wait(500)
    on.edit('createScene', { name: 'Open' })
    await on.wait(1_000)
    on.autoSync(false)
    await on.wait(6_000)
    on.edit('createScene', { name: 'Hidden' })
    await on.wait(90_000)
  })
  expect(on.world.aired.flat()).toContain('scene Hidden')
  expect(on.said().at(-1)).toContain('viewers may have seen')
})

test('on a full disk a lost switch is watched all the same', async () => {
  const on = await onAir(async (on) => {
    on.full(60_000)
    on.befall({ updateProject: ['late'] })
    on.autoSync(false)
    await on.wait(2_000)
    on.autoSync(true)
    await on.wait(90_000)
  })
  expect(on.world.autoSync).toBe(true)
})

test('a slow disk keeps the watch beside a waiting quiet edit over a restart', async () => {
  const on = await onAir(async (on) => {
    await halfDone(on)
    const recover = slowDisk(on, 2_000)
    on.wire.lateMs = 25_000
    on.befall({ updateProject: ['late'] })
    on.autoSync(false)
    await on.wait(9_000)
    on.kill()
    recover()
    await on.wait(3_000)
    on.autoSync(true)
    await on.wait(120_000)
  })
  expect([on.world.autoSync, on.said()]).toEqual([true, expect.arrayContaining([has('arrived late')])])
})

test('what a mere watch over dates ends with is no dropped move, over a restart either', async () => {
  const on = await ofDates(async (on) => {
    on.world.dates = []
    on.wire.lateMs = 600_000
    on.befall({ scheduleLive: ['late'] })
    on.edit('scheduleLive', { dates: iso(WANTED) })
    await on.wait(2_000)
    on.edit('cancelSchedules')
    await on.wait(2_000)
    on.kill()
    await on.wait(90_000)
  })
  expect(on.said()).toEqual(expect.not.arrayContaining([has('move was dropped')]))
})

test('a new quiet edit is refused by its own reason while a lost switch is watched beside an old one', async () => {
  const on = await onAir(async (on) => {
    await halfDone(on)
    on.wire.lateMs = 600_000
    on.befall({ updateProject: ['late'] })
    on.autoSync(false)
    await on.wait(1_000)
    on.world.live = null
    on.world.start(null)
    await on.wait(3_000)
    on.quiet('Five')
    await on.wait(45_000)
    on.quiet('Five')
    await on.wait(60_000)
  })
  expect(on.said(/quietEdit/).at(1)).toContain('may still arrive')
  expect(on.said(/quietEdit/).at(-1)).toContain('Viewers see 1 change at once')
})

test('dates that the user scheduled last, without a response, are not cancelled with what was before', async () => {
  const on = await ofDates(async (on) => {
    on.world.dates = []
    on.wire.lateMs = 600_000
    on.befall({ scheduleLive: ['late', 'cutAfter'] })
    on.edit('scheduleLive', { dates: iso(WANTED) })
    await on.wait(2_000)
    on.edit('cancelSchedules')
    await on.wait(2_000)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(120_000)
  })
  expect(on.dates()).toEqual(FURTHER)
})

test('a cancel of all dates that was lost when none existed is watched to its end', async () => {
  const on = await ofDates(async (on) => {
    on.world.dates = []
    await on.wait(150_000)
    on.wire.lateMs = 25_000
    on.befall({ cancelSchedules: ['late'] })
    on.edit('cancelSchedules')
    await on.wait(7_000)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(90_000)
  })
  expect([on.dates(), on.said()]).toEqual([[], expect.arrayContaining([has('arrived late and took')])])
})

test('Sync while a quiet edit waits for the user: what viewers see of it is said at once', async () => {
  const on = await onAir(async (on) => {
    await halfDone(on)
    on.sync()
    await on.wait(6_000)
    expect(on.open()).toMatchObject([{ stands: has('viewers see what was made before the last Sync') }])
    on.edit('quietEdit', { edits: [] })
    await on.wait(20_000)
  })
  expect(on.said().at(-1)).not.toContain('not all at once')
})

test('a Sync that was still on its way as the first edit waited for its turn shows nothing in parts', async () => {
  const on = await onAir(async (on) => {
    on.wire.slowMs = 500
    on.befall({ syncLive: ['slow'] })
    on.wire.onDone = (_, operation) => {
      if (operation !== 'updateProject') return
      on.wire.onDone = () => {}
      on.later(30, on.sync)
    }
    on.quiet('Three', 'Four')
    await on.wait(20_000)
  })
  expect(on.said(/quietEdit/)).toEqual([has('Viewers see 2 changes at once')])
})

test('a lost switch is looked at again soon after readings that failed', async () => {
  const on = await onAir(async (on) => {
    on.world.autoSync = false
    await on.wait(65_000)
    on.wire.lateMs = 19_000
    on.befall({ updateProject: ['late'], getProject: [null, 'refused', 'refused', 'refused'] })
    on.autoSync(true)
    await on.wait(1_000)
    on.autoSync(false)
    await on.wait(32_000)
    expect(on.world.autoSync).toBe(false)
  })
  expect(on.said().at(-1)).toContain('arrived late')
})

test('a quiet edit that is over is answered, however long the disk takes for the watch in its place', async () => {
  const on = await onAir(async (on) => {
    on.befall({ getProject: [null, 'slow'], updateProject: ['late'] })
    on.quiet('Three')
    await on.wait(500)
    on.disk.onWrite = () => 200_000
    on.autoSync(false)
    await on.wait(15_000)
    expect(on.said(/quietEdit/)).toHaveLength(1)
    on.disk.onWrite = () => null
    await on.wait(400_000)
  })
  expect(on.world.autoSync).toBe(false)
})

test('switching to another profile and back forgets nothing of what a late Sync may have shown', async () => {
  for (const isChanged of [true, false]) {
    const on = await onAir(async (on) => {
      await prepared(on)
      on.wire.lateMs = 12_000
      on.befall({ syncLive: ['late'] })
      on.sync()
      await on.wait(2_000)
      if (isChanged) on.edit('createScene', { name: 'Hidden' })
      await on.wait(1_000)
      on.process().switchTo('b')
      await on.wait(1_000)
      on.process().switchTo('a')
      await on.wait(60_000)
    })
    const maybe = has('viewers may have seen')
    expect(on.said()).toEqual(isChanged ? expect.arrayContaining([maybe]) : expect.not.arrayContaining([maybe]))
  }
})

test('Sync, and a further change right after it, while a quiet edit waits: its first change is known to be seen', async () => {
  const on = await onAir(async (on) => {
    await halfDone(on)
    on.sync()
    await on.wait(800)
    on.edit('createScene', { name: 'Further' })
    await on.wait(10_000)
    expect(on.open()).toMatchObject([{ stands: has('viewers see what was made before the last Sync') }])
    on.quiet('Four')
    await on.wait(30_000)
  })
  expect(on.said(/quietEdit/).at(-1)).toContain('not all at once')
})
