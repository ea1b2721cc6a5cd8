/** A newer wish of a person meets an edit that could not be written down, or is refused: what was before goes on, and no more. */
import { expect, test } from 'vitest'
import { FURTHER, ofDates, WANTED } from './wishKit.ts'

test.each(['answered', 'refused'])('a move that could not be written, met by a cancel that is %s', async (how) => {
  const on = await ofDates(async (on) => {
    on.dry('scheduleLive', 100_000)
    on.move(WANTED)
    await on.wait(1_500)
    on.dry('', 0)
    on.full(3_000, 1_500)
    on.move(FURTHER)
    await on.wait(300)
    if (how === 'refused') on.befalls('cancelSchedules', 'refused')
    on.edit('cancelSchedules')
    await on.wait(20_000)
    if (how === 'answered') expect(on.disk.names('workflows')).toEqual([])
    else expect([on.open().length, on.dates().length]).not.toEqual([0, 0])
    on.kill()
  })
  expect(on.dates()).toEqual(how === 'answered' ? [] : WANTED)
})

test('the same with a create that arrives late: a refused cancel cancels nothing', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'late')
    on.move(WANTED)
    await on.wait(500)
    on.full(3_000, 1_500)
    on.move(FURTHER)
    await on.wait(300)
    on.befalls('cancelSchedules', 'refused')
    on.edit('cancelSchedules')
    await on.wait(60_000)
  })
  expect(on.arrived(/cancelSchedules/)).toHaveLength(1)
  expect(on.dates()).toEqual(WANTED)
})

test('a move is not told as dropped while a cancel that is refused is on its way', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'cutBefore')
    on.move(WANTED)
    await on.wait(500)
    on.refusesLate()
    on.edit('cancelSchedules')
  })
  expect(on.dates()).toEqual(WANTED)
  expect(on.said().join()).not.toContain('dropped')
})
