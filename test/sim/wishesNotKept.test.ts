/**
 * A newer user request meets an edit that could not be stored, or is refused: the earlier edit goes on, and nothing
 * else.
 */
import { expect, test } from 'vitest'
import { FURTHER, ofDates, WANTED } from './wishKit.ts'

test.each(['answered', 'refused'])('a move that could not be stored meets a cancel that is %s', async (how) => {
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

test('a refused cancel cancels nothing, even if a create arrives late', async () => {
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

test('a move is not reported as dropped while a cancel that will be refused is in flight', async () => {
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
