/** Typed dates become times to send, over clock changes, with clashes and conflicts shown. */
import { describe, expect, test } from 'vitest'
import { type Draft, differenceOf, planned, putOn, sendable } from '../../shared/schedule/planned.ts'
import { clashesOf, type Run, runsOf } from '../../shared/schedule/runs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = Date.UTC(2026, 9, 14, 13, 32)
const draft: Draft = {
  ...{ day: '2026-10-20', time: '19:00', repeat: 'once', times: 4, weekdays: [2] },
  ...{ added: [], changed: {}, out: [], chosen: {} },
}
const two = { now, plannedMs: 2 * HOUR }
const iso = (moments: readonly number[]) => moments.map((at) => new Date(at).toISOString().slice(0, 16))

describe('planned dates', () => {
  test('a weekly date keeps its hour over the clock change', () => {
    const dates = planned({ ...draft, repeat: 'weekly', times: 2 }, [], 'Europe/London', two)
    expect(iso(sendable(dates))).toEqual(['2026-10-20T18:00', '2026-10-27T19:00'])
  })

  test('one that cannot be sent does not block the others', () => {
    const close = planned({ ...draft, repeat: 'daily', times: 3 }, [], 'UTC', { now, plannedMs: 30 * HOUR })
    expect(close.map(({ problem }) => problem?.why)).toEqual([undefined, 'tooClose', undefined])
    const far = planned({ ...draft, day: '2026-11-10', repeat: 'daily', times: 2 }, [], 'UTC', two)
    expect(far.map(({ problem }) => problem?.why)).toEqual([undefined, 'tooFar'])
  })

  test('a time that occurs twice is invalid until one is chosen; a skipped one always is', () => {
    const twice = { ...draft, day: '2026-10-25', time: '01:30' }
    const [asked] = planned(twice, [], 'Europe/London', two)
    expect(asked).toMatchObject({ at: null, problem: { why: 'twice' } })
    const chosen = { '2026-10-25T01:30': Date.UTC(2026, 9, 25, 1, 30) }
    expect(iso(sendable(planned({ ...twice, chosen }, [], 'Europe/London', two)))).toEqual(['2026-10-25T01:30'])
    const [skipped] = planned({ ...draft, day: '2027-03-28', time: '01:30' }, [], 'Europe/London', two)
    expect(skipped?.problem).toEqual({ why: 'skipped' })
  })

  test('moved dates keep their distance as a clock shows it, over midnight and the clock change', () => {
    const old = [Date.UTC(2026, 9, 22, 21), Date.UTC(2026, 9, 24, 23, 30), Date.UTC(2026, 9, 29, 22)]
    const moved = planned({ ...draft, day: '2026-10-23', time: '23:00', repeat: 'same' }, old, 'Europe/London', two)
    expect(moved.map(({ wall }) => wall)).toEqual(['2026-10-23T23:00', '2026-10-26T01:30', '2026-10-30T23:00'])
  })

  test('only the third of four dates moves: the others remain to the second, in their hour', () => {
    const second = 1_000
    const old = [0, 7, 14, 21].map((days) => Date.UTC(2026, 9, 16, 19) + days * DAY + 31 * second)
    const each = { ...draft, repeat: 'each' } as const
    const moved = planned(putOn(each, '2026-10-31', '2026-10-30T19:00'), old, 'UTC', two)
    const to = Date.UTC(2026, 9, 31, 19)
    expect(sendable(moved)).toEqual([old[0], old[1], to, old[3]])
    expect(differenceOf(old, moved)).toEqual({
      ...{ stay: [old[0], old[1], old[3]], moved: [{ from: old[2], to }] },
      ...{ added: [], gone: [] },
    })
    // Moved once more, it is still the same date.
    const twice = putOn(putOn(each, '2026-10-31', '2026-10-30T19:00'), '2026-11-01', '2026-10-31T19:00')
    expect(differenceOf(old, planned(twice, old, 'UTC', two)).moved).toEqual([{ from: old[2], to: to + DAY }])
  })

  test('a day that is chosen again gets no second date, and a removed one returns', () => {
    const moments = (one: Draft) => iso(sendable(planned(one, [], 'UTC', two)))
    const once = putOn(draft, '2026-10-20', null)
    expect(moments({ ...once, time: '20:00' })).toEqual(['2026-10-20T20:00'])
    const weekly = { ...draft, repeat: 'weekly', times: 2, out: ['2026-10-27T19:00'] } as const
    expect(moments(weekly)).toHaveLength(1)
    expect(moments(putOn(weekly, '2026-10-27', null))).toEqual(['2026-10-20T19:00', '2026-10-27T19:00'])
    expect(moments(putOn(draft, '2026-10-21', null))).toEqual(['2026-10-20T19:00', '2026-10-21T19:00'])
  })

  test('dates on days of the week, several a day, and what another pattern would cancel', () => {
    const days = { ...draft, repeat: 'days', weekdays: [1, 3, 5], times: 50 } as const
    const walls = planned(days, [], 'UTC', two).map(({ wall }) => wall.slice(5, 10))
    expect(walls.slice(0, 4)).toEqual(['10-21', '10-23', '10-26', '10-28'])
    expect(walls.at(-1)).toBe('11-16')
    const added = ['2026-10-20T08:00', '2026-10-20T12:00']
    expect(planned({ ...draft, added }, [], 'UTC', two).map(({ wall }) => wall.slice(11))).toEqual([
      '08:00',
      '12:00',
      '19:00',
    ])
    const old = Array.from({ length: 14 }, (_, nth) => Date.UTC(2026, 9, 20, 19) + nth * DAY)
    const weekly = differenceOf(old, planned({ ...draft, repeat: 'weekly', times: 2 }, old, 'UTC', two))
    expect([weekly.stay.length, weekly.gone.length]).toEqual([2, 12])
    const [empty] = planned({ ...draft, changed: { '2026-10-20T19:00': 'T19:00' } }, [], 'UTC', two)
    expect(empty?.problem).toEqual({ why: 'empty' })
  })

  test('removed, empty and surplus dates are not included', () => {
    const some = { ...draft, repeat: 'daily', times: 3, out: ['2026-10-21T19:00'] } as const
    expect(planned(some, [], 'UTC', two).map(({ wall }) => wall)).toEqual(['2026-10-20T19:00', '2026-10-22T19:00'])
    expect(planned({ ...draft, day: '' }, [], 'UTC', two)).toEqual([])
    expect(planned({ ...draft, repeat: 'daily', times: 1e9 }, [], 'UTC', two)).toHaveLength(50)
    const manual = planned({ ...draft, repeat: 'daily', times: 2 }, [], 'UTC', { now, plannedMs: null })
    expect(manual.map(({ problem }) => problem?.why)).toEqual([undefined, 'manual'])
  })
})

describe('clashing runs', () => {
  const run = (
    projectId: string,
    at: number,
    end: number | null,
    ids: readonly string[],
    isRunning = false,
  ): Run => ({
    ...{ key: `${projectId} ${at}`, liveId: null, projectId, name: projectId, isRunning, at, end },
    outlets: ids.map((id) => ({ id, name: null, provider: 'youtube' })),
  })
  const one = run('a', now, now + HOUR, ['d1', 'd2'])

  test.each([
    ['another destination', run('b', now, now + HOUR, ['d3']), false],
    ['the same one meanwhile', run('b', now + 1, now + DAY, ['d2']), true],
    ['the same one right after', run('b', now + HOUR, now + DAY, ['d2']), false],
    ['the same project', run('a', now, now + HOUR, ['d1']), false],
    ['one that runs until stopped', run('b', now - DAY, Number.POSITIVE_INFINITY, ['d1']), true],
    ['one that runs, without an end that is known', run('b', now - DAY, null, ['d1'], true), true],
    ['a date before, without a known length', run('b', now - 1, null, ['d1']), false],
  ])('%s', (_, other, clashes) => {
    expect(clashesOf(one, [one, other])).toEqual(clashes ? [other] : [])
    expect(clashesOf(other, [one, other])).toEqual(clashes ? [one] : [])
  })

  test('a date has the length and the destinations of its project, if that is read', () => {
    const date = { liveId: 's', status: 'SCHEDULED', scheduledDate: '2026-10-20T18:00:00Z', createdAt: null } as const
    const dates = ['a', 'b'].map((projectId) => ({ ...date, projectId, projectName: projectId, destinations: null }))
    const duration = { manual: false, planned: 60, elapsed: null, remaining: null }
    const [known, other] = runsOf(dates, [], 0, [{ id: 'a', duration, destinations: [] }])
    expect([known?.end, other?.end]).toEqual([Date.UTC(2026, 9, 20, 18, 1), null])
    // A running broadcast is in no list of dates, and carries these itself.
    const of = {
      liveId: 'l',
      projectName: 'b',
      status: 'LIVE',
      elapsedSeconds: 9,
      viewers: null,
      unsynced: null,
    } as const
    const onAir = { ...of, projectId: 'b', remainingSeconds: null, destinations: [] }
    const ends = (manual: boolean, planned: number | null) =>
      runsOf(dates.slice(1), [{ ...onAir, duration: { manual, planned } }], 0, []).map(({ end }) => end)
    expect(ends(false, 120)).toEqual([null, Date.UTC(2026, 9, 20, 18, 2)])
    expect(ends(true, null)).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
  })
})
