/**
 * A newer user request meets an edit of several requests in progress; afterwards no record of any is left
 * (`wishKit.ts`).
 */
import { expect, test } from 'vitest'
import { WORKFLOW_WORDS } from '../../shared/words/commands/workflows.ts'
import { timeOfDay } from '../../shared/words/format.ts'
import { SCHEDULE_WORDS } from '../../shared/words/schedule/schedule.ts'
import { FURTHER, iso, OLD, type On, ofDates, onAir, WANTED } from './wishKit.ts'
import { PROJECT, type World } from './world.ts'

const edits = ['Three', 'Four', 'Five'].map((name) => ({
  operation: 'createScene',
  input: { projectId: PROJECT, name },
}))
const SEEN = ['scene Three', 'scene Four', 'scene Five']
const made = ({ scenes }: World) => scenes.slice(2).map(({ name, madeIn }) => [name, madeIn])
const has = (text: string) => expect.stringContaining(text)
const MOVED = has('Schedule moved: 2 dates')

/** The old dates are cancelled, the new ones not yet scheduled, and the move is stuck. */
async function halfDone(on: On) {
  on.dry('scheduleLive', 100_000)
  on.move(WANTED)
  await on.wait(1_500)
  expect([on.said(), on.dates()]).toEqual([[has('half done')], []])
  on.dry('', 0)
}

test.each([
  ['killed while a schedule is on its way', 'scheduleLive', 'hang', true],
  ['killed while a cancel of one date is on its way', 'cancelSchedule', 'hang', true],
  ['a schedule lost on its way', 'scheduleLive', 'cutBefore', false],
] as const)('an incomplete move waits for the user and names the old dates: %s', async (_, wish, fault, isKilled) => {
  const on = await ofDates(async (on) => {
    await halfDone(on)
    on.befalls(wish, fault)
    on.edit(wish, wish === 'scheduleLive' ? { dates: iso(FURTHER) } : { liveId: 'date-1' })
    await on.wait(1_000)
    if (isKilled) on.kill()
    const before = on.arrived()
    await on.wait(60_000)
    const stands = expect.toSatisfy((text: string) => OLD.every((at) => text.includes(timeOfDay(at, false))))
    expect(on.open()).toMatchObject([{ stands, waits: { for: 'person', why: WORKFLOW_WORDS.signalLost } }])
    expect([on.arrived(), on.dates()]).toEqual([before, []])
    on.move(WANTED)
  })
  expect([on.dates(), on.said()]).toEqual([WANTED, expect.arrayContaining([MOVED])])
})

test('an incomplete move survives a full disk, a refused user request and a kill', async () => {
  const on = await ofDates(async (on) => {
    await halfDone(on)
    on.full(2_000)
    on.befalls('scheduleLive', 'refused')
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(500)
    expect(on.open()).toHaveLength(1)
    on.kill()
  })
  expect([on.dates(), on.said().at(-1)]).toEqual([WANTED, MOVED])
})

test('a quiet edit that waits for the user survives a full disk, a refused user request and a kill', async () => {
  const on = await onAir(async (on) => {
    on.befalls('createScene', null, 'refused')
    on.edit('quietEdit', { edits })
    await on.wait(3_000)
    on.full(3_000)
    on.befalls('updateProject', 'refused')
    on.autoSync(true)
    await on.wait(1_000)
    const waiting = [{ stands: has('1 of 3 changes made'), waits: { for: 'person', why: 'CONFLICT' } }]
    expect(on.open()).toMatchObject(waiting)
    on.kill()
    await on.wait(60_000)
    expect(on.open()).toMatchObject(waiting)
    expect(on.world).toMatchObject({ autoSync: false, unsynced: SEEN.slice(0, 1), aired: [] })
    on.autoSync(true)
  })
  expect([on.world.autoSync, made(on.world)]).toEqual([true, [['Three', 'live-2']]])
})

test('an edit that waits in the queue is not made in another broadcast', async () => {
  const on = await onAir(async (on) => {
    const { activateScene: activate } = on.world.operations
    const late = (answer: unknown) => on.wait(2_850).then(() => answer)
    on.world.operations.activateScene = (...asked) => late(activate?.(...asked))
    on.edit('quietEdit', { edits })
    await on.wait(100)
    void on.switches()
    await on.wait(300)
    on.world.live = null
    on.world.start(null)
  })
  expect(made(on.world)).toEqual([])
  expect(on.world).toMatchObject({ autoSync: true, unsynced: [], aired: [], begun: ['live-2', 'live-3'] })
  expect(on.said()).toEqual([has('That broadcast has ended. 0 of 3 changes made')])
})

test('an edit that waits for budget is not made in another broadcast', async () => {
  const on = await onAir(async (on) => {
    on.dry('createScene', 20_000, () => made(on.world).length === 1)
    on.edit('quietEdit', { edits })
    await on.wait(5_000)
    on.world.live = null
    await on.wait(4_000)
    on.world.start(null)
  })
  expect(made(on.world)).toEqual([['Three', on.world.begun[0]]])
  expect(on.world).toMatchObject({ autoSync: true, unsynced: [], aired: [] })
  expect(on.said()).toEqual([has('That broadcast has ended. 1 of 3 changes made')])
})

test('a cancel that waits for budget delays no scene switch, and removes no date added meanwhile', async () => {
  const on = await ofDates(async (on) => {
    on.dry('cancelSchedules', 20_000)
    on.move(WANTED)
    await on.wait(3_000)
    expect(await on.switches()).toBeLessThanOrEqual(50)
    on.world.dates = []
    on.world.schedule(FURTHER)
  })
  expect([on.dates(), on.said()]).toEqual([FURTHER, [has(SCHEDULE_WORDS.otherHand)]])
})

test('an auto-sync change that waits for budget delays no scene switch', async () => {
  const on = await onAir(async (on) => {
    on.dry('updateProject', 20_000)
    on.edit('quietEdit', { edits })
    await on.wait(3_000)
    expect(await on.switches()).toBeLessThanOrEqual(50)
  })
  expect(on.world).toMatchObject({ autoSync: true, aired: [['active scene-1'], SEEN] })
  expect(on.said()).toEqual([has('Viewers see 3 changes at once')])
})

test('an edit reported as not stored is not carried out later', async () => {
  const on = await onAir(async (on) => {
    on.full(1_600, 1_500)
    on.edit('quietEdit', { edits })
    await on.wait(300)
    on.befalls('updateProject', 'refused')
    on.autoSync(false)
  })
  expect([on.arrived(), made(on.world), on.world.autoSync]).toEqual([[], [], true])
  expect(on.said()).toEqual([has('could not be written down first')])
  expect(on.answers).toMatchObject([{ result: 'failed' }])
})

test('a move whose successor could not be stored goes on, and is not reported as dropped', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('cancelSchedules', 'slow')
    on.move(WANTED)
    await on.wait(1_000)
    on.full(4_500, 4_000)
    on.move(FURTHER)
  })
  expect([on.dates(), on.said()]).toEqual([WANTED, [has('could not be saved'), MOVED]])
})

test('two cancels keep their order if the service takes concurrent writes', async () => {
  const on = await ofDates(async (on) => {
    on.means({ concurrentEditsSafe: 'yes' })
    on.befalls('scheduleLive', 'cutBefore')
    on.move(WANTED)
    await on.wait(500)
    on.refusesLate()
    on.edit('cancelSchedules')
    await on.wait(500)
    on.edit('cancelSchedules')
  })
  expect([on.dates(), on.arrived(/schedule/)]).toEqual([[], []])
  expect(on.said(/cancelSchedules/)).toEqual([has('CONFLICT'), has('Dates cancelled')])
  expect(on.said(/moveSchedule/)).toEqual([has(SCHEDULE_WORDS.givenUp)])
})

test('two auto-sync changes keep their order if the service takes concurrent writes', async () => {
  const on = await onAir(async (on) => {
    on.means({ concurrentEditsSafe: 'yes' })
    on.befalls('createScene', null, 'slow')
    on.edit('quietEdit', { edits })
    await on.wait(1_000)
    on.refusesLate()
    on.edit('updateProject', { autoSync: true })
    await on.wait(500)
    on.edit('updateProject', { autoSync: false })
  })
  expect(on.said(/updateProject/)).toEqual([has('CONFLICT'), has('Project saved')])
  expect(on.world).toMatchObject({ autoSync: false, aired: [] })
  expect(on.said(/quietEdit/)).toEqual([has('switched by hand meanwhile, and stays as it is')])
})

test('a refused cancel brings back no older move beside a newer one', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('cancelSchedules', 'cutBefore')
    on.move(WANTED)
    await on.wait(500)
    on.refusesLate()
    on.edit('cancelSchedules')
    await on.wait(500)
    on.dry('scheduleLive', 60_000)
    on.later(4_000, () => on.dry('', 0))
    on.move(FURTHER)
    for (let steps = 0; steps < 100; steps += 1) {
      await on.wait(500)
      expect(on.open().length).toBeLessThan(2)
    }
  })
  expect([on.dates(), on.said().at(-1)]).toEqual([FURTHER, MOVED])
  expect(on.said()).not.toContainEqual(has(SCHEDULE_WORDS.otherHand))
})

test('a synced quiet edit that waits for the service does not report that viewers see none of it', async () => {
  const on = await onAir(async (on) => {
    const faults = ['away' as const]
    on.wire.faultAt = (_, name) => (name === 'getProject' && on.world.aired.length > 0 ? faults.shift() : undefined)
    on.edit('quietEdit', { edits })
  })
  expect(on.said()).toEqual([expect.stringMatching(/^Viewers see all 3 changes(?!.* none)/), has('at once')])
  expect(on.world).toMatchObject({ autoSync: true, aired: [SEEN] })
})

test('dates that another client cancelled right before our cancel are not scheduled anew', async () => {
  const on = await ofDates(async (on) => {
    on.world.operations.cancelSchedules = () => {
      const failed = on.world.dates.length
      on.world.dates = []
      return { cancelled: 0, failed, message: 'gone' }
    }
    on.move(WANTED)
    await on.wait(60_000)
  })
  expect([on.dates(), on.said()]).toEqual([[], [has('dropped')]])
})
