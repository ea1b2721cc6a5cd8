/** Typed times in any time zone, over clock changes. */
import { describe, expect, test } from 'vitest'
import { dayAfter, jumpsIn, momentsOf, offsetAt, wallOf, weeksFrom } from '../../shared/schedule/zones.ts'

const MINUTE = 60_000
const iso = (moments: readonly number[]) => moments.map((at) => new Date(at).toISOString().slice(0, 16))

describe('a typed time', () => {
  test.each([
    ['Europe/London', '2026-11-20T21:42', ['2026-11-20T21:42']],
    ['Europe/London', '2026-07-01T12:00', ['2026-07-01T11:00']],
    ['Europe/London', '2026-10-25T01:30', ['2026-10-25T00:30', '2026-10-25T01:30']],
    ['Europe/London', '2026-03-29T01:30', []],
    ['Europe/London', '2026-03-29T02:00', ['2026-03-29T01:00']],
    ['America/New_York', '2026-11-01T01:00', ['2026-11-01T05:00', '2026-11-01T06:00']],
    ['America/New_York', '2026-11-01T02:00', ['2026-11-01T07:00']],
    ['America/New_York', '2026-03-08T02:59', []],
    ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-04T14:45', '2026-04-04T15:15']],
    ['Australia/Lord_Howe', '2026-10-04T02:15', []],
    ['Australia/Lord_Howe', '2026-10-04T02:30', ['2026-10-03T15:30']],
    ['UTC', '2026-10-25T01:30', ['2026-10-25T01:30']],
    ['UTC', 'no time at all', []],
  ])('in %s, %s is %j', (zone, wall, moments) => {
    expect(iso(momentsOf(wall, zone))).toEqual(moments)
  })

  test.each(['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'UTC'])(
    'in %s every quarter of an hour of a year is among the moments its clock time can mean',
    (zone) => {
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 6 * 60 * MINUTE + 15 * MINUTE)
        expect(momentsOf(wallOf(at, zone), zone)).toContain(at)
    },
  )
})

test.each([
  ['Europe/London', '2026-10-14T13:32', ['2026-10-25T01:00'], [-60]],
  ['America/New_York', '2026-03-01T00:00', ['2026-03-08T07:00'], [60]],
  ['Australia/Lord_Howe', '2026-09-20T00:00', ['2026-10-03T15:30'], [30]],
  ['UTC', '2026-10-14T13:32', [], []],
])('in %s the clock changes within 28 days of %s', (zone, from, at, by) => {
  const start = Date.parse(`${from}Z`)
  const jumps = jumpsIn(start, start + 28 * 86_400_000, zone)
  expect(iso(jumps.map((jump) => jump.at))).toEqual(at)
  expect(jumps.map((jump) => jump.by / MINUTE)).toEqual(by)
})

test('days of the calendar are counted over a clock change and over a year', () => {
  expect(dayAfter('2026-10-24', 2)).toBe('2026-10-26')
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
  const weeks = weeksFrom('2026-10-25', 5)
  expect([weeks[0]?.[0], weeks[0]?.[6], weeks[4]?.[6]]).toEqual(['2026-10-19', '2026-10-25', '2026-11-22'])
  expect(offsetAt(Date.UTC(2026, 6, 1), 'Europe/London')).toBe(60 * MINUTE)
})
