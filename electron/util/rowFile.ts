import { readSync, truncateSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { readingIfAny } from './textFile.ts'

/** How much is read at once, in bytes. */
const PIECE = 256 * 1024
/** In characters: a longer row is not one of ours. */
const LONGEST_ROW = 1024 * 1024
const LINE_END = 0x0a

/** How much of a file to read, counted from its end. */
export interface Wanted {
  readonly rows: number
  readonly bytes: number
}

/**
 * Calls back with the last rows of a file, oldest first, in bounded memory whatever its size; with none if there is no
 * file. Null stands for a row that is longer than any of ours.
 *
 * @returns the size of the file, in bytes
 *
 * @throws if the file cannot be read
 */
export function readLastRows(path: string, wanted: Wanted, take: (row: string | null) => void): number {
  const size = readingIfAny(path, (file, status) => {
    const { at, isInside } = firstWanted(file, status.size, wanted)
    readRows(file, at, isInside, take)
    return status.size
  })
  return size ?? 0
}

/** Removes an incomplete last row: its process was killed while writing and never reported it as written. */
export function dropTornEnd(path: string): void {
  const torn = readingIfAny(path, (file, { size }) => {
    const begin = Math.max(0, size - LONGEST_ROW)
    const whole = begin + pieceOf(file, begin, size - begin).lastIndexOf(LINE_END) + 1
    // A row that is longer than any of ours was not written by us.
    return whole === size || (whole === begin && begin > 0) ? null : { whole }
  })
  if (torn) truncateSync(path, torn.whole)
}

/**
 * The position of the first wanted row, searched from the end. `isInside`: the byte limit ends within a row, not at its
 * beginning.
 */
function firstWanted(file: number, size: number, { rows, bytes }: Wanted): { at: number; isInside: boolean } {
  const least = Math.max(0, size - bytes)
  // The search also needs the line end before the first wanted row; the last byte of the file ends the last row.
  let left = rows + 1
  for (let end = size; end > least; end -= PIECE) {
    const begin = Math.max(least, end - PIECE)
    const piece = pieceOf(file, begin, end - begin)
    for (let at = piece.length; at > 0; ) {
      at = piece.lastIndexOf(LINE_END, at - 1)
      if (at >= 0) left -= 1
      if (left === 0) return { at: begin + at + 1, isInside: false }
    }
  }
  return { at: least, isInside: least > 0 }
}

function pieceOf(file: number, at: number, length: number): Buffer {
  const piece = Buffer.alloc(length)
  return piece.subarray(0, readSync(file, piece, 0, length, at))
}

function readRows(file: number, from: number, isInside: boolean, take: (row: string | null) => void): void {
  const decoder = new StringDecoder('utf8')
  const piece = Buffer.alloc(PIECE)
  let isWanted = !isInside
  let isTooLong = false
  let rest = ''
  const end = (row: string) => {
    if (isWanted && (row !== '' || isTooLong)) take(isTooLong || row.length > LONGEST_ROW ? null : row)
    isWanted = true
    isTooLong = false
  }
  for (let at = from, read = 0; ; at += read) {
    read = readSync(file, piece, 0, PIECE, at)
    if (read === 0) break
    const rows = (rest + decoder.write(piece.subarray(0, read))).split('\n')
    rest = rows.pop() ?? ''
    rows.forEach(end)
    if (rest.length <= LONGEST_ROW) continue
    isTooLong = true
    rest = ''
  }
  end(rest)
}
