/** Times as users of this machine read them; a change of its time zone is followed. */
import { afterEach, expect, test } from 'vitest'
import { dayName, momentOf, timeOfDay } from '../../shared/words/format.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('a zone that changes during the run is followed, and a calendar day belongs to no zone', () => {
  const at = Date.UTC(2026, 10, 20, 23, 30)
  const told = ['UTC', 'Australia/Lord_Howe', 'America/St_Johns'].map((one) => {
    process.env.TZ = one
    return [timeOfDay(at, false), dayName(at), dayName(at, true)]
  })
  expect(told).toEqual([
    ['23:30', 'Fri 20 Nov', 'Fri 20 Nov'],
    ['10:30', 'Sat 21 Nov', 'Fri 20 Nov'],
    ['20:00', 'Fri 20 Nov', 'Fri 20 Nov'],
  ])
})

test('an invalid time is shown as none, and throws nothing', () => {
  expect([timeOfDay(Number.NaN), momentOf(Number.POSITIVE_INFINITY)]).toEqual(['Invalid Date', 'Invalid Date'])
})
