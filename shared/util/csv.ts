import { escapeControls } from './escapeControls.ts'

/** A table for machines and spreadsheets (RFC 4180). What is null or undefined is an empty cell. Pure. */
export function csv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/**
 * Where a text begins like a formula, also in full width or behind what nobody sees; and where a cell begins for the
 * spreadsheets of many countries, whose tables have semicolons.
 */
const FORMULA = /(?<=^|;)(?=[\s"'\p{Default_Ignorable_Code_Point}]{0,100}[=+\-@＝＋－＠﹦﹢﹣﹫])/gu

/** A text that begins like a formula would be carried out by a spreadsheet: the apostrophe makes it plain text. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : escapeControls(String(value))
  const plain = typeof value === 'string' ? text.replace(FORMULA, "'") : text
  return /[",;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
