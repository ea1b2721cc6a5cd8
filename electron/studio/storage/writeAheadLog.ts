/**
 * The log of a database, read without SQLite (its format: https://sqlite.org/fileformat2.html, 4). SQLite ends at the first
 * frame that is not as it was written, silently, and whatever was confirmed behind it is gone.
 */
import { closeSync, copyFileSync, fstatSync, openSync, readSync, type Stats, writeSync } from 'node:fs'
import { readingIfAny } from '../../util/textFile.ts'

/** Where a database has its log. */
export const LOG = '-wal'
/** SQLite's own choice, which is left as it is. */
const PAGE_BYTES = 4_096
const HEAD_BYTES = 32
const FRAME_HEAD_BYTES = 24
const FRAME_BYTES = FRAME_HEAD_BYTES + PAGE_BYTES

/** A page as it was written: its number, and where in the log it stands. */
interface Frame {
  readonly page: number
  readonly at: number
}

/**
 * Were writes confirmed that stand behind a part of the log which cannot be read? What is torn at its end, or was left there by
 * a transaction that was taken back, was never confirmed.
 */
export const isLogDamaged = (database: string): boolean =>
  readingIfAny(database + LOG, confirmedFrames)?.isDamaged ?? false

/** Copies a database with all that its log still has, to be read by a connection that has no use for a log. */
export function copyWithLog(database: string, copy: string): void {
  copyFileSync(database, copy)
  const into = openSync(copy, 'r+')
  try {
    readingIfAny(database + LOG, (log, status) => {
      for (const { page, at } of confirmedFrames(log, status).frames)
        writeSync(into, bytesAt(log, at + FRAME_HEAD_BYTES, PAGE_BYTES), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES)
    })
    // No log; and so many pages as there are: a database that says it has more is not read at all.
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
  // What an earlier log left behind has other salts.
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
    // Of the frame before, its checksum may be what is damaged.
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

/** As all machines we run on write it: their words have the lowest byte first. */
function checksum([first, second]: Sum, bytes: Buffer): Sum {
  let [one, two] = [first, second]
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + bytes.readUInt32LE(at) + two) >>> 0
    two = (two + bytes.readUInt32LE(at + 4) + one) >>> 0
  }
  return [one, two]
}

/** What there is no more of is zeros. */
function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(file, bytes, 0, length, at)
  return bytes
}
