/** A show report as a document: the content shared by its page, its file and its printout. Pure. */

import { settledEventOf } from '../view/reconciled.ts'
import { sourceText } from '../words/commands/commands.ts'
import { clockTime } from '../words/format.ts'
import { EMPTY } from '../words/labels.ts'
import { journalSentence, journalTitle } from '../words/reports/journal.ts'
import { FACT_NAMES, FACTS_TOLD, REPORT_NOTES, REPORT_TABLES } from '../words/reports/report.ts'
import { durationOf, knownAt, lostOf, onAirFrom, peakViewers, problemsOf, sceneTimes, syncsOf } from './report.ts'
import type { Show } from './shows.ts'
import { day, offsetAt, type ReportLine, time } from './times.ts'

/** Times and durations have columns of their own; the last column takes the remaining space. */
export type ReportTable = ReturnType<typeof table>
/** `rehearsal`: nothing was broadcast; shown wherever the report appears. */
export type ReportDocument = ReturnType<typeof reportDocument>

export interface Making {
  /** Wall time at which the report is made. */
  now: number
  /** The time zone of all times in the report. */
  timeZone: string
  version: string
}

/** The report of one show. */
export function reportDocument(show: Show, making: Making) {
  const { now, timeZone, version } = making
  const rowsOf = (lines: readonly ReportLine[]) => lines.map((line) => rowOf(line, show, timeZone))
  return {
    title: show.projectName || EMPTY.nameless,
    day: day(show.start.at, timeZone),
    rehearsal: show.rehearsal ? REPORT_NOTES.rehearsal : null,
    facts: factsOf(show, making),
    tables: [
      scenes(show, making),
      table('syncs', rowsOf(syncsOf(show))),
      table('problems', rowsOf(problemsOf(show))),
      lost(show, timeZone),
      table('story', rowsOf(show.lines)),
    ],
    made: FACTS_TOLD.made(version, `${day(now, timeZone)}, ${time(now, timeZone)}`),
  }
}

function factsOf(show: Show, { now, timeZone }: Making) {
  const { start, onAirAt, end } = show
  const ms = durationOf(show, now)
  const values = {
    start: FACTS_TOLD.start(start, time(start.at, timeZone)),
    onAir: onAirAt === null ? REPORT_NOTES.notSeen : time(onAirAt, timeZone),
    end: FACTS_TOLD.end(
      end && { ...end, time: dayIfOther(end.at, start.at, timeZone) },
      show.running && stageOf(show),
    ),
    duration: ms === null ? noDuration(show) : clockTime(ms / 1000),
    viewers: FACTS_TOLD.viewers(peakViewers(show), show.rehearsal),
    syncs: String(syncsOf(show).filter(({ outcome }) => outcome?.result === 'done').length),
    zone: FACTS_TOLD.zone(timeZone, offsetAt(start.at, timeZone)),
  }
  return Object.entries(FACT_NAMES).map(([key, name]) => ({ name, value: values[key as keyof typeof values] }))
}

const stageOf = (show: Show) => (onAirFrom(show) === null ? 'preparing' : 'onAir')
const noDuration = (show: Show) => (onAirFrom(show) === null ? REPORT_NOTES.notSeen : REPORT_NOTES.notKnown)

/** With the day if it differs: a show past midnight ends on another day. */
function dayIfOther(at: number, than: number, timeZone: string): string {
  const [one, other] = [day(at, timeZone), day(than, timeZone)]
  return one === other ? time(at, timeZone) : `${one}, ${time(at, timeZone)}`
}

function scenes(show: Show, { now, timeZone }: Making): ReportTable {
  const rows = sceneTimes(show, now).map(({ name, from, to }) => [
    time(from, timeZone),
    to === null ? REPORT_NOTES.notKnown : time(to, timeZone),
    to === null ? REPORT_NOTES.notKnown : clockTime((to - from) / 1000),
    name === null ? REPORT_NOTES.sceneNotKnown : name || EMPTY.nameless,
  ])
  return table('scenes', rows, rows.length ? REPORT_NOTES.scenes : null)
}

/** Commands whose response was lost, and how each was reconciled. */
function lost(show: Show, timeZone: string): ReportTable {
  const rows = lostOf(show).map((line) => {
    const settled = settledEventOf(show.lines, line)
    return [
      time(line.at, timeZone),
      journalTitle(line) ?? '',
      settled ? journalSentence({ ...line, what: settled }) : REPORT_NOTES.neverSettled,
    ]
  })
  return table('lost', rows)
}

function table(kind: keyof typeof REPORT_TABLES, rows: string[][], note: string | null = null) {
  return { ...REPORT_TABLES[kind], rows, note }
}

/** An entry as a row: when, who, and what. */
function rowOf(line: ReportLine, { lines }: Show, timeZone: string): string[] {
  return [time(line.at, timeZone), sourceText(line), sentenceOf(line, lines)]
}

/** The command and its outcome, as one text. */
export function sentenceOf(line: ReportLine, all: readonly ReportLine[]): string {
  const title = journalTitle(line)
  const said = journalSentence(line, settledEventOf(all, line))
  return title === null ? said : `${title}: ${said}`
}

/** How far into the broadcast something became known, as a clock; null: before it was on air. */
export function intoShow(line: ReportLine, { start, onAirAt }: Show): string | null {
  const ms = knownAt(line) - (onAirAt ?? start.at)
  return ms < 0 ? null : clockTime(ms / 1000)
}
