/** A show report as a document: what its page, its file and its printout say alike. Pure. */

import { settlingOf } from '../view/cameOut.ts'
import { SOURCE_WORDS } from '../words/commands.ts'
import { clockTime } from '../words/format.ts'
import { journalSentence, journalTitle } from '../words/journal.ts'
import { EMPTY } from '../words/labels.ts'
import {
  endSentence,
  FACT_NAMES,
  madeBy,
  REPORT_COLUMNS,
  REPORT_EMPTY,
  REPORT_HEADINGS,
  REPORT_NOTES,
  startSentence,
  syncCount,
  viewersTold,
  zoneTold,
} from '../words/report.ts'
import { durationOf, knownAt, lostOf, onAirFrom, peakViewers, problemsOf, sceneTimes, syncsOf } from './report.ts'
import type { Show } from './shows.ts'
import { day, offsetAt, type ReportLine, time } from './times.ts'

export interface ReportTable {
  heading: string
  /** Times and lengths of time stand in columns of their own; the last one takes the room. */
  columns: readonly string[]
  rows: string[][]
  /** Said where there is no row. */
  empty: string
  note: string | null
}

export interface ReportDocument {
  title: string
  day: string
  /** Nothing of it was broadcast: said wherever the report is seen. */
  rehearsal: string | null
  facts: { name: string; value: string }[]
  tables: ReportTable[]
  made: string
}

export interface Making {
  /** Wall time at which the report is made. */
  now: number
  /** Whose clock it goes by. */
  timeZone: string
  version: string
}

/** What a report says of one show. */
export function reportDocument(show: Show, making: Making): ReportDocument {
  const { now, timeZone, version } = making
  return {
    title: show.projectName || EMPTY.nameless,
    day: day(show.start.at, timeZone),
    rehearsal: show.rehearsal ? REPORT_NOTES.rehearsal : null,
    facts: factsOf(show, making),
    tables: [
      scenes(show, making),
      syncs(show, timeZone),
      problems(show, timeZone),
      lost(show, timeZone),
      story(show, timeZone),
    ],
    made: madeBy(version, `${day(now, timeZone)}, ${time(now, timeZone)}`),
  }
}

function factsOf(show: Show, { now, timeZone }: Making): ReportDocument['facts'] {
  const { start, onAirAt, end } = show
  const ms = durationOf(show, now)
  const values = {
    start: startSentence(start, time(start.at, timeZone)),
    onAir: onAirAt === null ? REPORT_NOTES.notSeen : time(onAirAt, timeZone),
    end: endSentence(end && { ...end, time: dayIfOther(end.at, start.at, timeZone) }, show.running && stageOf(show)),
    duration: ms === null ? noDuration(show) : clockTime(ms / 1000),
    viewers: viewersTold(peakViewers(show), show.rehearsal),
    syncs: syncCount(syncsOf(show).filter(({ outcome }) => outcome?.result === 'done').length),
    zone: zoneTold(timeZone, offsetAt(start.at, timeZone)),
  }
  return Object.entries(FACT_NAMES).map(([key, name]) => ({ name, value: values[key as keyof typeof values] }))
}

const stageOf = (show: Show) => (onAirFrom(show) === null ? 'preparing' : 'onAir')
const noDuration = (show: Show) => (onAirFrom(show) === null ? REPORT_NOTES.notSeen : REPORT_NOTES.notKnown)

/** A show past midnight ends on another day. */
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

const syncs = (show: Show, timeZone: string) => table('syncs', told(syncsOf(show), show, timeZone))
const problems = (show: Show, timeZone: string) => table('problems', told(problemsOf(show), show, timeZone))
const story = (show: Show, timeZone: string) => table('story', told(show.lines, show, timeZone))

/** What was sent, and what came out of it in the end. */
function lost(show: Show, timeZone: string): ReportTable {
  const rows = lostOf(show).map((line) => {
    const settled = settlingOf(show.lines, line)
    return [
      time(line.at, timeZone),
      journalTitle(line) ?? '',
      settled ? journalSentence({ ...line, what: settled }) : REPORT_NOTES.neverSettled,
    ]
  })
  return table('lost', rows)
}

function table(kind: keyof typeof REPORT_HEADINGS, rows: string[][], note: string | null = null): ReportTable {
  return { heading: REPORT_HEADINGS[kind], columns: REPORT_COLUMNS[kind], rows, empty: REPORT_EMPTY[kind], note }
}

/** Entries as rows: when, who, and what. */
function told(lines: readonly ReportLine[], { lines: all }: Show, timeZone: string): string[][] {
  return lines.map((line) => [time(line.at, timeZone), SOURCE_WORDS[line.source], sentenceOf(line, all)])
}

/** What was asked for and what came of it, as one text. */
export function sentenceOf(line: ReportLine, all: readonly ReportLine[]): string {
  const title = journalTitle(line)
  const said = journalSentence(line, settlingOf(all, line))
  return title === null ? said : `${title}: ${said}`
}

/** How far into the broadcast something became known, as a clock; null: before it was on air. */
export function intoShow(line: ReportLine, { start, onAirAt }: Show): string | null {
  const ms = knownAt(line) - (onAirAt ?? start.at)
  return ms < 0 ? null : clockTime(ms / 1000)
}
