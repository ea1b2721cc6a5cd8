import { PlayedFile } from '../../../shared/contract/records.ts'
import { Text } from './reply.ts'

const COLUMNS = Object.keys(PlayedFile.shape)

/** Does the caller want a table rather than JSON? The first of the two it names decides. */
export function wantsCsv(accept = ''): boolean {
  const types = accept.split(',').map((one) => one.split(';')[0]?.trim().toLowerCase())
  return types.find((type) => type === 'text/csv' || type === 'application/json') === 'text/csv'
}

/** Rows of the played-file log as a table (RFC 4180): the record's fields are its columns. */
export function playedFilesCsv(rows: readonly Readonly<Record<string, unknown>>[]): Text {
  const lines = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))]
  return new Text('text/csv; charset=utf-8', lines.map((line) => `${line.map(cell).join(',')}\r\n`).join(''))
}

/** A cell that begins like a formula would be carried out by a spreadsheet: it is made plain text. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const plain = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
