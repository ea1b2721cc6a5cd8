/**
 * The log of a database, read without SQLite (its format: https://sqlite.org/fileformat2.html, 4). SQLite silently
 * stops at the first damaged frame, and all confirmed writes after it are lost.
 */
import { closeSync, copyFileSync, fstatSync, openSync, readSync, type Stats, writeSync } from 'node:fs'
import { readingIfAny } from '../../util/textFile.ts'

/** The suffix of a database's log file. */
export const LOG = '-wal'
/** SQLite's default, which we do not change. */
export const PAGE_BYTES = 4_096
const HEAD_BYTES = 32
const FRAME_HEAD_BYTES = 24
const FRAME_BYTES = FRAME_HEAD_BYTES + PAGE_BYTES

/** A page in the log: its number, and the offset of its frame. */
interface Frame {
  readonly page: number
  readonly at: number
}

/**
 * Returns whether confirmed writes follow an unreadable part of the log. A torn end, and frames left by a transaction
 * that was rolled back, were never confirmed.
 */
export const isLogDamaged = (database: string): boolean =>
  readingIfAny(database + LOG, confirmedFrames)?.isDamaged ?? false

/** Copies a database with everything its log still contains, to be read by a connection that does not use a log. */
export function copyWithLog(database: string, copy: string): void {
  copyFileSync(database, copy)
  const into = openSync(copy, 'r+')
  try {
    readingIfAny(database + LOG, (log, status) => {
      for (const { page, at } of confirmedFrames(log, status).frames)
        writeSync(into, bytesAt(log, at + FRAME_HEAD_BYTES, PAGE_BYTES), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES)
    })
    // Sets the header to "no log", and to the actual number of pages: SQLite does not open a database that claims more.
    writeSync(into, Buffer.from([1, 1]), 0, 2, 18)
    const pages = Buffer.alloc(4)
    pages.writeUInt32BE(Math.floor(fstatSync(into).size / PAGE_BYTES))
    writeSync(into, pages, 0, 4, 28)
  } finally {
    closeSync(into)
  }
}

function confirmedFrames(log: number, { size }: Stats): { frames: readonly Frame[]; isDamaged: boolean } {
  const head = bytesAt(log, 0, HEAD_BYTES)
  let written = sumIn(head, 24)
  let computed = checksum([0, 0], head.subarray(0, 24))
  let isBroken = !isSame(written, computed)
  // Frames left by an earlier log have other salts.
  const salts = (isBroken ? bytesAt(log, HEAD_BYTES, FRAME_HEAD_BYTES) : head.subarray(8)).subarray(8, 16)
  const frames: Frame[] = []
  let confirmed = 0
  let isDamaged = false
  for (let at = HEAD_BYTES; at + FRAME_BYTES <= size; at += FRAME_BYTES) {
    const frame = bytesAt(log, at, FRAME_BYTES)
    const follows = (before: Sum) =>
      checksum(checksum(before, frame.subarray(0, 8)), frame.subarray(FRAME_HEAD_BYTES))
    const sum = follows(written)
    const said = sumIn(frame, 16)
    // The stored checksum of the previous frame may itself be damaged, so the computed one is accepted, too.
    const isWhole = frame.subarray(8, 16).equals(salts) && (isSame(sum, said) || isSame(follows(computed), said))
    written = said
    computed = sum
    if (isWhole) frames.push({ page: frame.readUInt32BE(0), at })
    else isBroken = true
    if (!isWhole || frame.readUInt32BE(4) === 0) continue
    confirmed = frames.length
    isDamaged = isBroken
  }
  return { frames: frames.slice(0, confirmed), isDamaged }
}

type Sum = readonly [number, number]

const isSame = (one: Sum, other: Sum) => one[0] === other[0] && one[1] === other[1]

const sumIn = (bytes: Buffer, at: number): Sum => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]

/** In the byte order of all machines we run on: little-endian. */
function checksum([first, second]: Sum, bytes: Buffer): Sum {
  let [one, two] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + bytes.readUInt32LE(at) + two) >>> 0
    two = (two + bytes.readUInt32LE(at + 4) + one) >>> 0
  }
  return [one, two]
}

/** Beyond the end of the file, the bytes are zeros. */
function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(file, bytes, 0, length, at)
  return bytes
}
