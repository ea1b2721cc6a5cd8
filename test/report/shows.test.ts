/** The journal's lines as shows: where each begins and ends, with no claim that no line supports. */
import { describe, expect, test } from 'vitest'
import { reportDocument } from '../../shared/report/document.ts'
import { durationOf, peakViewers, reportOf, SHOWS_TOLD, sceneTimes } from '../../shared/report/report.ts'
import { type Show, showsOf } from '../../shared/report/shows.ts'
import type { ReportLine } from '../../shared/report/times.ts'
import { REPORT_NOTES, REPORT_TABLES } from '../../shared/words/reports/report.ts'
import { friday, line, rehearsed, seen } from '../renderer/reports.ts'
import { done, padlocked, timeout } from '../renderer/states.ts'

const off = () => false
const MIN = 60_000
const T = Date.UTC(2026, 10, 20, 20, 0, 0)

const goLive = { command: 'goLive', about: null } as const
const refresh = { command: 'refresh', about: null } as const
const started = (liveId: string, at = T): ReportLine => {
  const outcome = done({ what: 'started', liveId, projectName: 'Friday Night' })
  return line({ at, source: 'tray', what: goLive, outcome, ms: 300 })
}
const onAir = (at: number): ReportLine => line({ at, source: 'core', what: { event: 'onAir' } })
const ended = (at: number, error: string | null = null): ReportLine =>
  line({ at, source: 'core', what: { event: 'ended', error } })
const stop = (at: number, outcome: ReportLine['outcome']): ReportLine =>
  line({ at, source: 'hotkey', what: { command: 'commitStop', about: null }, outcome, ms: 200 })

function only(lines: ReportLine[], runs = off as (projectId: string) => boolean): Show {
  const shows = showsOf(lines, runs)
  expect(shows.length).toBe(1)
  return shows[0] as Show
}

describe('a show', () => {
  test('begins with its start and ends with its stop', () => {
    const show = only([
      started('l1'),
      onAir(T + 5_000),
      stop(T + MIN, { result: 'done', done: { what: 'stopped', liveId: 'l1' } }),
    ])
    expect(show.start).toEqual({ at: T, how: 'asked', source: 'tray' })
    expect(show.onAirAt).toBe(T + 5_000)
    expect(show.end).toEqual({ at: T + MIN + 200, how: 'stopped', source: 'hotkey', error: null })
    expect(durationOf(show, 0)).toBe(MIN - 5_000 + 200)
    expect(show.lines.length).toBe(3)
  })

  test('whose start was lost begins when it was requested, and says how that came out', () => {
    const asked = line({ id: 'c1', at: T, what: goLive, outcome: { result: 'unknown', failure: timeout } })
    const what = { event: 'settled', act: 'start', as: 'started' } as const
    const settled = line({ at: T + 9_000, source: 'core', what, settles: 'c1' })
    const show = only([asked, settled, onAir(T + 9_000), ended(T + MIN, 'the encoder died')])
    expect(show.start).toEqual({ at: T, how: 'lost', source: 'panel' })
    expect(show.lines[0]?.id).toBe('c1')
    expect(show.end).toMatchObject({ how: 'itself', error: 'the encoder died' })
  })

  test('a failed start is no show; it is listed with the show that follows within the hour', () => {
    const refused = (at: number) => line({ at, what: goLive, outcome: padlocked })
    expect(showsOf([refused(T)], off)).toEqual([])
    const show = only([refused(T - 61 * MIN), refused(T - MIN), started('l1'), ended(T + MIN)])
    expect(show.lines.map(({ at }) => at)).toEqual([T - MIN, T, T + MIN])
  })

  test('whose stop was lost ends when a read found it off, and not before', () => {
    const lines = [started('l1'), onAir(T + 1_000), stop(T + MIN, { result: 'unknown', failure: timeout })]
    expect(only(lines).end).toBeNull()
    const settled = line({ at: T + 2 * MIN, source: 'core', what: { event: 'settled', act: 'stop', as: 'stopped' } })
    expect(only([...lines, settled]).end).toMatchObject({ at: T + 2 * MIN, how: 'lost' })
  })

  test('that ran already is shown as such, from a line or an event; and what ends it late begins no other', () => {
    const looked = line({ at: T, what: refresh, seen: seen('Opening') })
    expect(only([looked]).start.how).toBe('seen')
    expect(only([onAir(T)]).start.how).toBe('seen')
    const late = line({ at: T + 2 * MIN, what: refresh, seen: seen('Opening') })
    expect(showsOf([looked, ended(T + MIN), late], off).length).toBe(1)
    const another = { ...late, seen: seen('Opening', 0, { liveId: 'l2' }) }
    expect(showsOf([looked, ended(T + MIN), another], off).length).toBe(2)
  })

  test('that was only prepared was never on air: it has no time on air, and no scene', () => {
    const preparing = seen('Opening', null, { onAir: false })
    const show = only([
      { ...started('live1'), seen: preparing },
      { ...ended(T + MIN, 'no signal'), seen: seen(null, null, { liveId: null }) },
    ])
    expect([durationOf(show, 0), sceneTimes(show, 0)]).toEqual([null, []])
    expect(show.end).toMatchObject({ error: 'no signal' })
    const looked = line({ at: T, what: refresh, seen: preparing })
    expect(only([looked, ended(T + MIN)]).start.how).toBe('elsewhere')
    const told = reportDocument(show, { now: T, timeZone: 'UTC', version: '1' }).facts.map(({ value }) => value)
    expect(told.filter((value) => value === REPORT_NOTES.notSeen).length).toBe(2)
  })

  test('that a process found live without an event was on air from then on', () => {
    const show = only([
      started('live1'),
      { ...stop(T + MIN, null), seen: seen('Opening', null, { onAir: true }) },
      ended(T + 2 * MIN),
    ])
    expect(durationOf(show, 0)).toBe(MIN - 200)
  })

  test('that is followed by another without an end has an unknown end; only the latest may be running', () => {
    const shows = showsOf([started('l1'), onAir(T), started('l2', T + MIN), onAir(T + MIN)], () => true)
    expect(shows.map(({ end, running }) => [end, running])).toEqual([
      [null, false],
      [null, true],
    ])
    expect(shows.map((show) => durationOf(show, T + 2 * MIN))).toEqual([null, MIN])
  })

  test('projects and services of the same name remain separate', () => {
    const other = [started('l1'), ended(T + MIN)].map((one) => ({ ...one, id: `${one.id}b`, service: 'other' }))
    const third = { ...started('l3'), projectId: 'p2', projectName: 'Morning' }
    const shows = showsOf([started('l1'), ...other, third], off)
    expect(shows.map(({ projectName, end }) => [projectName, end !== null])).toEqual([
      ['Friday Night', false],
      ['Friday Night', true],
      ['Morning', false],
    ])
  })
})

describe('the facts about it', () => {
  test('list the scenes viewers saw, as the core knew them, and the peak of viewers', () => {
    const show = only(friday(T))
    expect(sceneTimes(show, 0).map(({ name, from, to }) => [name, from - T, (to ?? 0) - T])).toEqual([
      ['Opening', 30_000, 4 * MIN + 84],
      ['Main show', 4 * MIN + 84, 48.5 * MIN + 131],
      ['Break', 48.5 * MIN + 131, 64 * MIN + 84],
      ['Ending', 64 * MIN + 84, 90 * MIN + 240],
    ])
    expect(peakViewers(show)).toBe(1501)
    expect([show.rehearsal, only(rehearsed(T)).rehearsal]).toEqual([false, true])
    expect(peakViewers(only(rehearsed(T)))).toBeNull()
  })

  test('list an outage, and a failed destination, with their times', () => {
    const event = (at: number, what: ReportLine['what']) => line({ at, source: 'core', what })
    const show = only([
      started('live1'),
      onAir(T),
      event(T + MIN, { event: 'lostContact' }),
      event(T + 2 * MIN, { event: 'backInContact', ms: 62_000 }),
      event(T + 3 * MIN, { event: 'destinationFailed', name: 'YouTube', error: 'STREAM_ERROR' }),
      event(T + 4 * MIN, { event: 'destinationRecovered', name: 'YouTube' }),
      ended(T + 5 * MIN),
    ])
    expect(show.lines.length).toBe(7)
    const { tables } = reportDocument(show, { now: T, timeZone: 'UTC', version: '1' })
    const problems = tables.find(({ heading }) => heading === REPORT_TABLES.problems.heading)
    const outage = ['No contact: what is on air is not known.', 'Back in contact after 62 s.']
    const outlet = [expect.stringMatching(/^YouTube: .*stream/i), 'YouTube works again.']
    expect(problems?.rows.map((row) => row.at(-1))).toEqual([...outage, ...outlet])
  })

  test('are empty for a journal that does not mention them', () => {
    const show = only([started('l1'), onAir(T), ended(T + MIN)])
    expect([sceneTimes(show, 0), peakViewers(show)]).toEqual([[], null])
  })

  test('the last shows can be chosen from, newest first; one that is gone is not listed', () => {
    const lines = Array.from({ length: SHOWS_TOLD + 5 }, (_, index) => friday(T + index * 1440 * MIN)).flat()
    const report = reportOf(lines, null, T, off)
    expect(report.shows.length).toBe(SHOWS_TOLD)
    expect(report.show?.id).toBe(report.shows[0]?.id)
    expect(report.shows[0]?.startedAt).toBe(T + (SHOWS_TOLD + 4) * 1440 * MIN)
    expect(reportOf(lines, report.shows[3]?.id ?? '', T, off).show?.start.at).toBe(report.shows[3]?.startedAt)
    expect(reportOf(lines, 'nobody', T, off).show).toBeNull()
  })
})
