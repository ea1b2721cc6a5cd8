/**
 * The rows of a database, read page by page without SQLite (the format: https://sqlite.org/fileformat2.html, 1.5 to
 * 2.1). SQLite finds a page through other pages, so a damaged one hides what comes after it.
 */
import { fstatSync, readSync } from 'node:fs'
import { PAGE_BYTES } from './writeAheadLog.ts'

/** A row of a table, or an entry of an index; a table without row ids is stored as an index. */
export interface StoredRow {
  /** The row id; null in an index. */
  readonly number: number | null
  /** The texts of its columns; null: a column with no text. */
  readonly texts: readonly (string | null)[]
}

/** The kinds of pages that contain rows, by their first byte; a free page, or one that a long row goes on, has 0. */
const TABLE_LEAF = 13
const INDEX_LEAF = 10
const INDEX_INTERIOR = 2

/** The first page begins with the head of the file. */
const FILE_HEAD_BYTES = 100

/** Every readable row of an open database file, in the order of its pages. It must not have a log. */
export function* rowsOnPages(file: number): Generator<StoredRow, void> {
  const pages = Math.floor(fstatSync(file).size / PAGE_BYTES)
  const free = freePages(file, pages)
  for (let number = 1; number <= pages; number += 1) {
    if (free.has(number)) continue
    const page = pageAt(file, number)
    const head = number === 1 ? FILE_HEAD_BYTES : 0
    const kind = page.readUInt8(head)
    if (![TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR].includes(kind)) continue
    for (const at of cellsOf(page, head, kind)) {
      const row = rowAt(file, pages, page, at, kind)
      if (row) yield row
    }
  }
}

/** Deleted data may still be on free pages. */
function freePages(file: number, pages: number): ReadonlySet<number> {
  const free = new Set<number>()
  for (let at = pages && pageAt(file, 1).readUInt32BE(32); at > 0 && at <= pages && !free.has(at); ) {
    const page = pageAt(file, at)
    const count = Math.min(page.readUInt32BE(4), PAGE_BYTES / 4 - 2)
    free.add(at)
    for (let nth = 0; nth < count; nth += 1) free.add(page.readUInt32BE(8 + 4 * nth))
    at = page.readUInt32BE(0)
  }
  return free
}

/** Where the cells of a page begin. */
function cellsOf(page: Buffer, head: number, kind: number): number[] {
  const first = head + (kind === INDEX_INTERIOR ? 12 : 8)
  const count = Math.min(page.readUInt16BE(head + 3), (PAGE_BYTES - first) / 2)
  return Array.from({ length: count }, (_, nth) => page.readUInt16BE(first + 2 * nth))
}

/** The row of a cell; undefined: it cannot be read, or continues on a page that cannot. */
function rowAt(file: number, pages: number, page: Buffer, at: number, kind: number): StoredRow | undefined {
  try {
    const isTable = kind === TABLE_LEAF
    const length = varint(page, kind === INDEX_INTERIOR ? at + 4 : at)
    const number = isTable ? varint(page, length.end) : null
    const start = number?.end ?? length.end
    const own = bytesOnPage(length.value, isTable)
    const parts = [page.subarray(start, start + own)]
    let left = length.value - own
    for (let next = left > 0 ? page.readUInt32BE(start + own) : 0; left > 0; left -= PAGE_BYTES - 4) {
      if (next < 1 || next > pages) return undefined
      const more = pageAt(file, next)
      parts.push(more.subarray(4, 4 + Math.min(left, PAGE_BYTES - 4)))
      next = more.readUInt32BE(0)
    }
    return { number: number?.value ?? null, texts: textsIn(Buffer.concat(parts)) }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** How much of a row is on the page of its cell; the rest is on pages of its own. */
function bytesOnPage(length: number, isTable: boolean): number {
  const share = (of255: number) => Math.floor(((PAGE_BYTES - 12) * of255) / 255) - 23
  const most = isTable ? PAGE_BYTES - 35 : share(64)
  if (length <= most) return length
  const least = share(32)
  const fitting = least + ((length - least) % (PAGE_BYTES - 4))
  return fitting <= most ? fitting : least
}

/** The texts of a record, which begins with the types of its columns. */
function textsIn(record: Buffer): (string | null)[] {
  const head = varint(record, 0)
  const texts: (string | null)[] = []
  let at = head.value
  for (let type = head; type.end < head.value; ) {
    type = varint(record, type.end)
    const isText = type.value >= 13 && type.value % 2 === 1
    const length = type.value < 12 ? (NUMBER_BYTES[type.value] ?? 0) : Math.floor((type.value - 12) / 2)
    if (at + length > record.length) throw new RangeError('a column beyond the end of its row')
    texts.push(isText ? record.toString('utf8', at, at + length) : null)
    at += length
  }
  return texts
}

/** By the type of a column: null, integers, a float, 0, 1. */
const NUMBER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

/** A number of one to nine bytes, and where it ends. @throws RangeError beyond the end of the bytes */
function varint(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0
  for (let nth = 0; nth < 8; nth += 1) {
    const byte = bytes.readUInt8(at + nth)
    value = value * 128 + (byte & 127)
    if (byte < 128) return { value, end: at + nth + 1 }
  }
  return { value: value * 256 + bytes.readUInt8(at + 8), end: at + 9 }
}

function pageAt(file: number, number: number): Buffer {
  const page = Buffer.alloc(PAGE_BYTES)
  readSync(file, page, 0, PAGE_BYTES, (number - 1) * PAGE_BYTES)
  return page
}
