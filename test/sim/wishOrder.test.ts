/** What was pressed last about the same dates, or about auto-sync, is what stands, whatever is still on its way. */
import { expect, test } from 'vitest'
import { FURTHER, iso, type On, ofDates, onAir, WANTED } from './wishKit.ts'
import { PROJECT } from './world.ts'

const made = ({ arrived }: On) => arrived(/createScene/)
const edits = ['Three', 'Four', 'Five'].map((name) => ({
  operation: 'createScene',
  input: { projectId: PROJECT, name },
}))

test('a cancel that is pressed while a move reads what stands is not undone by it', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'cutBefore')
    on.move(WANTED)
    await on.wait(1_400)
    on.move(FURTHER)
    await on.wait(10)
    on.edit('cancelSchedules')
    await on.wait(60_000)
  })
  expect([on.dates(), on.said().filter((one) => one.includes('Schedule moved'))]).toEqual([[], []])
})

test.each(['the disk', 'budget'])(
  'a move that is pressed after a cancel waits for it, while that waits for %s',
  async (what) => {
    const on = await ofDates(async (on) => {
      if (what === 'budget') on.dry('cancelSchedules', 20_000)
      else {
        const { rename } = on.disk
        on.disk.rename = (...names) => on.wait(1_500).then(() => rename(...names))
        on.befalls('cancelSchedules', 'cutBefore')
        on.move(WANTED)
        await on.wait(400)
      }
      on.edit('cancelSchedules')
      await on.wait(300)
      on.move(FURTHER)
      await on.wait(60_000)
    })
    expect([on.dates(), on.arrived(/scheduleLive/)]).toEqual([[], []])
    expect(on.said().at(-1)).toContain('Nothing is scheduled')
  },
)

test('presses go out in the order in which they came, behind an edit that is under way', async () => {
  const on = await onAir(async (on) => {
    on.befalls('createScene', 'slow')
    on.edit('createScene', { name: 'A' })
    await on.wait(2_000)
    on.autoSync(false)
    await on.switches()
  })
  expect(on.arrived().map(({ operation }) => operation)).toEqual(['createScene', 'updateProject', 'activateScene'])
})

test('of two switches of auto-sync the one pressed last stands, whichever finds budget first', async () => {
  const on = await onAir(async (on) => {
    on.dry('updateProject', 20_000)
    on.autoSync(false)
    await on.wait(15_000)
    on.dry('', 0)
    on.autoSync(true)
    await on.wait(10_000)
    on.edit('createScene', { name: 'A' })
  })
  expect([on.world.autoSync, on.arrived(/updateProject/).length]).toEqual([true, 1])
})

test('auto-sync that is switched off by hand is not switched on by a program that asked before', async () => {
  const on = await onAir(async (on) => {
    on.befalls('createScene', 'slow')
    on.edit('createScene', { name: 'A' })
    await on.wait(2_000)
    on.command({ type: 'edit', operation: 'updateProject', input: { projectId: PROJECT, autoSync: true } }, 'cli')
    await on.wait(100)
    on.autoSync(false)
    await on.wait(10_000)
  })
  expect(on.world.autoSync).toBe(false)
})

test('a move whose cancel went out after a wait for budget is known to have sent it', async () => {
  const on = await ofDates(async (on) => {
    on.dry('cancelSchedules', 3_000)
    on.befalls('scheduleLive', 'slow')
    on.move(WANTED)
    await on.wait(4_000)
    on.move(FURTHER)
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(FURTHER)
})

test('of two moves the one that was pressed last stands, however slowly the other one reads', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('listSchedules', 'slow')
    on.move(WANTED)
    await on.wait(300)
    on.move(FURTHER)
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(FURTHER)
})

test.each(['cutBefore', 'cutAfter'] as const)(
  'auto-sync that is switched off by hand while a quiet edit is at work is not undone by it, though its answer is lost: %s',
  async (fault) => {
    const on = await onAir(async (on) => {
      on.befalls('createScene', null, 'slow')
      on.edit('quietEdit', { edits })
      await on.wait(2_000)
      on.wire.faultAt = (_, name) => (name === 'updateProject' ? fault : undefined)
      on.autoSync(false)
      await on.wait(8_000)
      on.wire.faultAt = () => undefined
      expect([on.world.autoSync, on.world.aired, on.open().length]).toEqual([false, [], 1])
      on.edit('quietEdit', { edits: [] })
    })
    expect(on.world).toMatchObject({ autoSync: true })
  },
)

test('dates that a late request of a move schedules are gone once all were cancelled, whatever was scheduled in between', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'late')
    on.move(WANTED)
    await on.wait(1_400)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(1_000)
    expect(on.dates()).toEqual(FURTHER)
    on.edit('cancelSchedules')
    await on.wait(60_000)
  })
  expect([on.dates(), on.said(/cancelSchedules/).length]).toEqual([[], 1])
})

test('a person schedules while a request of a move may still arrive: theirs stand, and no cancel is sent', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'late')
    on.move(WANTED)
    await on.wait(1_400)
    on.edit('scheduleLive', { dates: iso(WANTED) })
    await on.wait(60_000)
  })
  expect([on.dates(), on.arrived(/cancelSchedule/).length]).toEqual([WANTED, 1])
})

test('a scene press that is refused takes nothing from a new scene that is to be the active one', async () => {
  const on = await onAir(async (on) => {
    on.befalls('createScene', 'slow')
    on.edit('createScene', { name: 'A' })
    await on.wait(2_000)
    on.edit('createScene', { name: 'Break', setActive: true })
    await on.wait(100)
    on.command({ type: 'previousScene', projectId: PROJECT, liveId: on.world.live?.liveId ?? null })
    await on.wait(5_000)
  })
  expect(on.answers).toMatchObject([{ refusal: { reason: 'noOtherScene' } }])
  expect(on.arrived(/createScene/).at(-1)?.body).toMatchObject({ name: 'Break', setActive: true })
})

test('a move that waits for an earlier cancel is in sight, and can be taken back', async () => {
  const on = await ofDates(async (on) => {
    on.dry('cancelSchedules', 20_000)
    on.edit('cancelSchedules')
    await on.wait(300)
    on.move(FURTHER)
    await on.wait(100)
    const held = on.process().store.get().heldEdits
    expect(held.map(({ about }) => about)).toEqual(['Cancel all dates', 'Move schedule'])
    on.command({ type: 'dismissEdit', editId: held[1]?.id ?? '' })
    await on.wait(100)
    expect(on.said(/moveSchedule/)).toHaveLength(1)
    await on.wait(60_000)
  })
  expect([on.dates(), on.arrived(/scheduleLive/)]).toEqual([[], []])
})

test('a quiet edit whose broadcast ended before it began says that another one is on air', async () => {
  const on = await onAir(async (on) => {
    on.dry('updateProject', 5_000)
    on.edit('quietEdit', { edits })
    await on.wait(2_000)
    on.world.live = null
    on.world.start(null)
    await on.wait(10_000)
  })
  expect([on.said(), on.arrived()]).toEqual([[expect.stringContaining('another one is on air')], []])
})

test('auto-sync that was switched off and on by hand stays on, though a lost request of a quiet edit arrives after both', async () => {
  const on = await onAir(async (on) => {
    on.befalls('updateProject', 'late')
    on.edit('quietEdit', { edits })
    await on.wait(800)
    on.autoSync(false)
    await on.wait(400)
    on.autoSync(true)
    await on.wait(60_000)
  })
  expect([on.world.autoSync, made(on)]).toEqual([true, []])
})
