/** One show's story as a table for machines and spreadsheets (RFC 4180). Pure. */
import { SOURCE_WORDS } from '../words/commands.ts'
import { journalTitle } from '../words/journal.ts'
import { CSV_COLUMNS, CSV_WORDS } from '../words/report.ts'
import { intoShow, type Making, sentenceOf } from './document.ts'
import type { ReportLine } from './lines.ts'
import type { Show } from './shows.ts'
import { isoWithOffset } from './times.ts'

export function reportCsv(show: Show, making: Pick<Making, 'timeZone'>): string {
  const rows = show.lines.map((line) => rowOf(line, show, making.timeZone))
  return csv([CSV_COLUMNS, ...rows])
}

function rowOf(line: ReportLine, show: Show, timeZone: string): (string | number | null)[] {
  return [
    show.projectName,
    show.rehearsal ? CSV_WORDS.yes : CSV_WORDS.no,
    isoWithOffset(line.at, timeZone),
    intoShow(line, show),
    SOURCE_WORDS[line.source],
    journalTitle(line),
    'command' in line.what ? (line.outcome?.result ?? null) : CSV_WORDS.seen,
    sentenceOf(line, show.lines),
    line.ms,
  ]
}

/** Rows as RFC 4180 has them. */
export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** A text that begins like a formula would be carried out by a spreadsheet: the apostrophe makes it plain text. */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const plain = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
