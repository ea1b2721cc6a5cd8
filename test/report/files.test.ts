/** The report as files: no name becomes markup, a formula or another cell, and times have their zone. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commands } from '../../shared/commands/commands.ts'
import { reportCsv } from '../../shared/report/csv.ts'
import { reportDocument } from '../../shared/report/document.ts'
import { escaped, reportHtml } from '../../shared/report/html.ts'
import { type Show, showsOf } from '../../shared/report/shows.ts'
import { isoWithOffset, offsetAt } from '../../shared/report/times.ts'
import type { JournalEntry } from '../../shared/state.ts'
import { csv } from '../../shared/util/csv.ts'
import { escapeControls } from '../../shared/util/escapeControls.ts'
import { AIR_COMMANDS, findEntries } from '../../shared/view/journal.ts'
import { settledEventOf } from '../../shared/view/reconciled.ts'
import { type JournalFilter, journalSentence, journalTitle } from '../../shared/words/reports/journal.ts'
import { friday, rehearsed } from '../renderer/reports.ts'
import { journal, NOW, refused } from '../renderer/states.ts'

const T = Date.UTC(2026, 10, 20, 20, 0, 0)
const making = { now: T, timeZone: 'Europe/Berlin', version: '1.2.3' }
const show = (name: string, lines = friday(T)): Show => ({
  ...(showsOf(lines, () => false)[0] as Show),
  projectName: name,
})

/** Characters that a terminal obeys instead of showing. */
const OBEYED = /[\p{Cc}\p{Bidi_C}\u2028\u2029]/u

/** A parser of RFC 4180, for our own output. */
function parsed(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    rows.at(-1)?.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

test('the table: restores every cell, with controls written out and an apostrophe before formulas', () => {
  const texts = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 }), { minLength: 1 })
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("x","y")']
  const mean = fc.constantFrom(...formulas, '"', '","', '\r\n')
  const rows = fc.oneof(texts, fc.array(fc.array(mean, { minLength: 2, maxLength: 4 }), { minLength: 1 }))
  fc.assert(
    fc.property(rows, (given) => {
      const plain = given.map((row) => row.map(escapeControls))
      const back = parsed(csv(given)).map((row) => row.map((text) => text.replaceAll(/(^|;)'/g, '$1')))
      expect(back).toEqual(plain.map((row) => row.map((text) => text.replaceAll(/(^|;)'/g, '$1'))))
      expect(csv(given).replaceAll('\r\n', '')).not.toMatch(OBEYED)
    }),
  )
})

test.each([
  '=1',
  '+1',
  '-1',
  '@A1',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  '\u200b=1',
  '\u2060\ufeff =1',
  '\u3000=1',
  '\u00ad＝1',
  // A spreadsheet that splits at semicolons takes the quotes off the cell behind one.
  '"=1',
  '"＝1"',
])('the table: %j is no formula, however a spreadsheet splits the line', (formula) => {
  const written = csv([[formula, `x;${formula}`, `x;y;${formula}`]])
  const cells = [...(parsed(written)[0] ?? []), ...written.split(/[;,\t]/)]
  expect(cells.map((text) => text.replace(/^"+/, '').normalize('NFKC')).filter(isCarriedOut)).toEqual([])
})

/** Whether spreadsheets execute the cell; they skip invisible characters. */
const isCarriedOut = (text: string) => /^[=+\-@]/.test(text.replace(/^[\s\p{Cf}]+/u, ''))

test('the table: leaves numbers unchanged, and missing values empty', () =>
  expect(csv([[-5, null, 'a']])).toBe('-5,,a\r\n'))

test('the table: contains the whole show with exact local times', () => {
  const [head, first, ...rest] = parsed(reportCsv(show('=cmd|"x"'), making))
  expect(head).toContain('into show')
  expect(first?.slice(0, 5)).toEqual(['\'=cmd|"x"', 'no', '2026-11-20T21:00:00+01:00', '', 'panel'])
  expect(first?.at(-2)).toContain('Checked: it was started.')
  expect(rest.length).toBe(friday(T).length - 1)
  expect(rest.every((row) => row.length === head?.length)).toBe(true)
})

describe('the page', () => {
  test('lets no name become markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(escaped(text)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/)
        expect(escaped(text)).not.toMatch(OBEYED)
      }),
    )
    const mean = '</title><script>alert(1)</script><img src=x onerror="x">\'&'
    const lines = friday(T).map((one) => ({ ...one, seen: one.seen && { ...one.seen, scene: mean } }))
    const html = reportHtml(reportDocument(show(mean, lines), making))
    expect(html).not.toMatch(/<script|<img|onerror="/)
    expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(2)
  })

  test('is self-contained, and allows no script to run', () => {
    const html = reportHtml(reportDocument(show('Friday Night'), making))
    expect(html).not.toMatch(/<script|<link|src=|href=|@import|url\(/)
    expect(html).toContain("default-src 'none'")
  })

  test('describes what happened, in words, with the zone of its times, and what is unknown', () => {
    const { facts, tables, rehearsal, made } = reportDocument(show('Friday Night'), making)
    expect(Object.fromEntries(facts.map(({ name, value }) => [name, value]))).toEqual({
      Start: '21:00:00, asked for from the panel. The reply was lost; a check found that it had started.',
      'On air from': '21:00:30',
      End: '22:30:00, stopped from the panel',
      'On air for': '1:29:30',
      'Most viewers': '1,501',
      Syncs: '1',
      'Time zone': 'Europe/Berlin (UTC+01:00)',
    })
    expect(rehearsal).toBeNull()
    expect(made).toContain('Cuelight 1.2.3')
    const table = (heading: string) => tables.find((one) => one.heading === heading)
    expect(table('Problems')?.rows.map((row) => row[0])).toEqual(['21:00:00', '22:00:00', '22:02:00'])
    expect(table('Lost replies')?.rows).toEqual([
      ['21:00:00', 'Go live', 'Checked: it was started. It was sent once.'],
    ])
    const [, ...bare] = friday(T).map(({ seen: _, ...one }) => one)
    const little = reportDocument({ ...show('x', bare), end: null }, making)
    const notKnown = ['not in the journal', 'not known', 'viewers not known']
    expect(little.facts.map(({ value }) => value)).toEqual(expect.arrayContaining(notKnown))
    expect(little.tables[0]?.empty).toContain('Not known')
  })

  test('a rehearsal is marked first of all', () => {
    const document = reportDocument(show('Demo', rehearsed(T)), making)
    expect(document.rehearsal).toContain('REHEARSAL: nothing')
    expect(reportHtml(document)).toContain('REHEARSAL: nothing of this show was broadcast.')
  })
})

test('times are of their place, in summer and in winter, east and west', () => {
  const summer = Date.UTC(2026, 6, 1, 12)
  expect(isoWithOffset(summer, 'Europe/Berlin')).toBe('2026-07-01T14:00:00+02:00')
  expect(isoWithOffset(T, 'America/St_Johns')).toBe('2026-11-20T16:30:00-03:30')
  expect(isoWithOffset(T, 'Asia/Kolkata')).toBe('2026-11-21T01:30:00+05:30')
  expect(offsetAt(T, 'UTC')).toBe('+00:00')
})

const ids = (filter: JournalFilter, sought = '') => findEntries(journal(), filter, sought).map(({ id }) => id)

test('entries about the air are those of the table of commands, and the lock of a lost start', () => {
  const reaching = Object.entries(commands).filter(([, { reach }]) => reach === 'air')
  expect([...AIR_COMMANDS].sort()).toEqual([...reaching.map(([name]) => name), 'unlockGoLive'].sort())
})

test('each filter contains what its name says', () => {
  expect(ids('all')).toEqual(['j1', 'j2', 'j3', 'j4', 'j5'])
  expect(ids('onAir')).toEqual(['j1', 'j2', 'j3', 'j5'])
  expect(ids('problems')).toEqual(['j1', 'j4'])
})

test('a broadcast that ended with an error, and a start that failed, are problems', () => {
  const [first] = journal()
  const seen = (what: JournalEntry['what']): JournalEntry => ({ ...(first as JournalEntry), what, outcome: null })
  const events = [
    seen({ event: 'ended', error: 'gone' }),
    seen({ event: 'ended', error: null }),
    seen({ event: 'settled', act: 'start', as: 'notStarted' }),
    seen({ event: 'settled', act: 'stop', as: 'stopped' }),
  ]
  expect(findEntries(events, 'problems', '')).toEqual([events[0], events[2]])
})

test('every displayed word can be searched for, in any order and case', () => {
  expect(ids('all', 'MORNING prayer')).toEqual(['j4'])
  expect(ids('all', 'hotkey break')).toEqual(['j5'])
  expect(ids('all', 'sent once')).toEqual(['j1', 'j2'])
  expect(ids('problems', 'sync')).toEqual([])
})

test('a lost response is shown with its later outcome, but not with that of a later try', () => {
  const entries = journal()
  const [asked, settled] = entries as [JournalEntry, JournalEntry]
  expect(settledEventOf(entries, asked)).toEqual(settled.what)
  expect(settledEventOf([asked], asked)).toBeNull()
  const again = { ...asked, id: 'again', at: NOW }
  expect(settledEventOf([asked, again, settled], asked)).toBeNull()
  expect(settledEventOf([asked, { ...settled, projectId: 'p2' }], asked)).toBeNull()
})

test('a name in an entry is only its characters: it reverses no sentence and begins no line', () => {
  const evil = 'A\u001b\n\u202eB\u2066'
  const [first] = journal()
  const asked: JournalEntry = { ...(first as JournalEntry), what: { command: 'switchScene', about: evil } }
  const message = { ...asked, outcome: refused({ reason: 'syncRefused', message: evil }) }
  const texts = [journalTitle({ ...asked, outcome: null }), journalTitle(message), journalSentence(message)]
  for (const text of texts) {
    expect(text).toContain('A\\u001b\\n\\u202eB\\u2066')
    expect(text).not.toMatch(/[\p{Cc}\p{Bidi_C}]/u)
  }
})
