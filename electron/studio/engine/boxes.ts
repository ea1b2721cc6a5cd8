/** Boxes of MP4 files (ISO/IEC 14496-12): found by name, read where they stand. */

/** What is in a box that is held in memory. */
export interface Box {
  readonly type: string
  readonly body: Buffer
}

/** A file is damaged, or not what it is said to be. The message is for the log. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** The boxes of a body, in their order. One that says it is longer than what holds it ends the list. */
export function boxesIn(body: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= body.length; ) {
    const short = body.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= body.length
    const size = isLong ? Number(body.readBigUInt64BE(at + 8)) : short || body.length - at
    const head = isLong ? 16 : 8
    if (size < head || at + size > body.length) break
    boxes.push({ type: body.toString('latin1', at + 4, at + 8), body: body.subarray(at + head, at + size) })
    at += size
  }
  return boxes
}

/** The first box on a way of names; undefined: there is none. */
export function boxAt(body: Buffer, ...way: string[]): Buffer | undefined {
  const [type, ...rest] = way
  if (type === undefined) return body
  const found = boxesIn(body).find((box) => box.type === type)
  return found && boxAt(found.body, ...rest)
}

/** The same, where a file without it makes no sense. @throws Unreadable */
export function needBox(body: Buffer, ...way: string[]): Buffer {
  const found = boxAt(body, ...way)
  if (!found) throw new Unreadable(`there is no ${way.join('/')}`)
  return found
}

/** A box that is written: its name, then what is in it. */
export function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}

/** Whole numbers of 32 bits, one after the other. */
export function words(...values: readonly number[]): Buffer {
  const written = Buffer.alloc(values.length * 4)
  values.forEach((value, nr) => written.writeUInt32BE(value >>> 0, nr * 4))
  return written
}
