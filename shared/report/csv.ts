/** The entries of one show as a CSV table. Pure. */
import { csv } from '../util/csv.ts'
import { sourceText } from '../words/commands/commands.ts'
import { journalTitle } from '../words/reports/journal.ts'
import { CSV_COLUMNS, CSV_WORDS } from '../words/reports/report.ts'
import { intoShow, type Making, sentenceOf } from './document.ts'
import type { Show } from './shows.ts'
import { isoWithOffset, type ReportLine } from './times.ts'

/** The entries of one show as a CSV table. */
export function reportCsv(show: Show, making: Pick<Making, 'timeZone'>): string {
  const rows = show.lines.map((line) => rowOf(line, show, making.timeZone))
  return csv([CSV_COLUMNS, ...rows])
}

const rowOf = (line: ReportLine, show: Show, timeZone: string): (string | number | null)[] => [
  show.projectName,
  show.rehearsal ? CSV_WORDS.yes : CSV_WORDS.no,
  isoWithOffset(line.at, timeZone),
  intoShow(line, show),
  sourceText(line),
  journalTitle(line),
  'command' in line.what ? (line.outcome?.result ?? null) : CSV_WORDS.seen,
  sentenceOf(line, show.lines),
  line.ms,
]
