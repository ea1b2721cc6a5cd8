import type { FileHandle } from 'node:fs/promises'
import { openRegular } from '../bounds/regular.ts'

/** No sensible movie has more top-level boxes; a malicious file may consist of nothing else. */
const MOST_BOXES = 1_000

/**
 * Reads the top-level boxes of an MP4 or MOV file: whether the index ("moov") comes after the media data, and whether
 * the file is cut short. Both are false for any other file.
 */
export async function readMovie(path: string): Promise<{ isMoovLast: boolean; isCutShort: boolean }> {
  const file = await openRegular(path)
  try {
    return await readBoxes(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

async function readBoxes(file: FileHandle, size: number) {
  const order: string[] = []
  let at = 0
  for (let box = 0; box < MOST_BOXES && at + 8 <= size; box += 1) {
    const { buffer: head } = await file.read(Buffer.alloc(16), 0, 16, at)
    const type = head.toString('latin1', 4, 8)
    if (at === 0 && type !== 'ftyp') break
    order.push(type)
    const short = head.readUInt32BE(0)
    // 1: the length follows the name. 0: up to the end of the file.
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short || size - at
    if (length < 8) break
    at += length
  }
  const [moov, mdat] = [order.indexOf('moov'), order.indexOf('mdat')]
  return { isMoovLast: mdat !== -1 && moov > mdat, isCutShort: order.length > 0 && (at > size || moov === -1) }
}
