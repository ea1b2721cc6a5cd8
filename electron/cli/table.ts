/** Formats responses of the contract for users: `key: value`, and a table for each list of records. */
import { ASKED } from '../../shared/words/cli/asking.ts'
import { inARow, momentOf } from '../../shared/words/format.ts'

type Fields = Readonly<Record<string, unknown>>

/** In characters. */
const WIDEST_CELL = 40
const LONGEST_SENTENCE = 160
const WIDEST_LINE = 110
const BETWEEN = '  '

/** Columns in the order users look for them: the id, the name, the state. */
const FIRST = [/^(id|liveId|fileId|playlistItemId)$/, /name$/i, /status$|^(state|type|isActive|progress|valid)$/i]
/** A message in words: it comes last, and no other column is dropped to make space for it. */
const SENTENCE = /^(error|about)$/
const rank = (name: string) => {
  if (SENTENCE.test(name)) return FIRST.length + 1
  const place = FIRST.findIndex((kind) => kind.test(name))
  return place < 0 ? FIRST.length : place
}

/** The ids in a response: its own id, otherwise those of the records in it. */
export function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (!isRecord(value)) return []
  const own = value.id ?? value.liveId ?? value.fileId
  if (typeof own === 'string') return [own]
  if (Array.isArray(value.ids)) return value.ids.map(String)
  return Object.values(value).flatMap(idsIn)
}

/** Lines for a record. Unknown (null) and empty fields are left out: `--json` prints everything. */
export function linesOf(record: object, under = ''): string[] {
  return Object.entries(record).flatMap(([key, value]) => member(`${under}${key}`, value))
}

function member(name: string, value: unknown): string[] {
  if (isBlank(value)) return []
  if (!Array.isArray(value))
    return typeof value === 'object' ? linesOf(value, `${name}.`) : [`${name}: ${shownTime(name, value)}`]
  if (value.length > 0 && value.every(isRecord)) return [`${name}:`, ...tableOf(value).map((line) => `  ${line}`)]
  const cells = value.map((one) => (isRecord(one) ? JSON.stringify(one) : String(shownTime(name, one))))
  return [`${name}: ${cells.length === 0 ? ASKED.none : inARow(cells)}`]
}

const isBlank = (value: unknown) => value === null || value === undefined || value === ''
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A table of records, with a column for each field that contains plain values or lists, named after the field. Id, name
 * and state columns come first and always stay; of the others the widest are dropped until the lines fit.
 */
export function tableOf(records: readonly Fields[]): string[] {
  const names = [...new Set(records.flatMap(Object.keys))].toSorted((one, other) => rank(one) - rank(other))
  let columns = names.flatMap((name) => {
    const values = records.map((record) => (isBlank(record[name]) ? '' : inCell(name, record[name])))
    if (values.every((value) => value === '') || values.some((value) => typeof value === 'object')) return []
    const isSentence = SENTENCE.test(name)
    const cells = [name, ...values.map((value) => cut(String(value), isSentence ? LONGEST_SENTENCE : WIDEST_CELL))]
    const stays = isSentence || rank(name) < FIRST.length
    return [{ cells, stays, width: isSentence ? 0 : Math.max(...cells.map((cell) => cell.length)) }]
  })
  if (columns.length === 0) return records.map((record) => JSON.stringify(record))
  const length = () => columns.reduce((sum, { width }) => sum + width + BETWEEN.length, 0)
  while (length() > WIDEST_LINE) {
    const others = columns.slice(1).filter(({ stays }) => !stays)
    if (others.length === 0) break
    const widest = others.reduce((one, other) => (other.width < one.width ? one : other))
    columns = columns.filter((column) => column !== widest)
  }
  const padded = columns.map(({ cells, width }) => cells.map((cell) => cell.padEnd(width)))
  return [null, ...records].map((_, row) => inColumns(padded.map((cells) => cells[row] ?? '')))
}

/** A list in a cell is shown by the names of its items. */
const inCell = (name: string, value: unknown) =>
  Array.isArray(value)
    ? inARow(value.map((one) => String(isRecord(one) ? (one.name ?? idsIn(one)[0] ?? '…') : shownTime(name, one))))
    : shownTime(name, value)

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/
/**
 * Cuelight's own views have moments in wall ms. This one is in September 2001; no duration is that long, and no other
 * number but a size in bytes is that large.
 */
const LEAST_MOMENT = 1e12
const SIZE = /bytes$/i

/** A moment in the local time zone: `--json` prints it as received. */
function shownTime(name: string, value: unknown): unknown {
  if (typeof value === 'string' && MOMENT.test(value)) return momentOf(Date.parse(value))
  const isMoment = typeof value === 'number' && value >= LEAST_MOMENT && !SIZE.test(name)
  return isMoment ? momentOf(value) : value
}

const inColumns = (cells: readonly string[]) => cells.join(BETWEEN).trimEnd()
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
