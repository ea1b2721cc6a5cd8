import { escapeControls } from './escapeControls.ts'

/** A table for machines and spreadsheets (RFC 4180). What is null or undefined is an empty cell. Pure. */
export function csv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** A text that begins like a formula would be carried out by a spreadsheet: the apostrophe makes it plain text. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : escapeControls(String(value))
  const plain = typeof value === 'string' && /^[=+\-@]/.test(text) ? `'${text}` : text
  return /[",]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
