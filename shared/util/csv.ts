import { escapeControls } from './escapeControls.ts'

/** A table for machines and spreadsheets (RFC 4180). Null and undefined become empty cells. Pure. */
export function csv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/**
 * Where a text begins like a formula, including full-width characters and leading invisible ones. A semicolon also
 * begins a cell, because spreadsheets of many countries separate cells with semicolons.
 */
const FORMULA = /(?<=^|;)(?=[\s"'\p{Default_Ignorable_Code_Point}]{0,100}[=+\-@＝＋－＠﹦﹢﹣﹫])/gu

/** Spreadsheets execute a text that begins like a formula: the apostrophe makes it plain text. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : escapeControls(String(value))
  const plain = typeof value === 'string' ? text.replace(FORMULA, "'") : text
  return /[",;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
