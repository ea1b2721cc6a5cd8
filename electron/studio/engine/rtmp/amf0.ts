/** AMF0 as RTMP speaks it (Adobe, Action Message Format 0): numbers, booleans, texts, nothing, and objects of these. */

export type Value = number | boolean | string | null | { readonly [name: string]: Value }

/** Values one after the other, as a command carries them. */
export function written(...values: readonly Value[]): Buffer {
  return Buffer.concat(values.map(writtenOne))
}

function writtenOne(value: Value): Buffer {
  if (value === null) return Buffer.from([5])
  if (typeof value === 'boolean') return Buffer.from([1, value ? 1 : 0])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9)
    bytes.writeDoubleBE(value, 1)
    return bytes
  }
  if (typeof value === 'string') return Buffer.concat([Buffer.from([2]), nameOf(value)])
  const members = Object.entries(value).map(([name, one]) => Buffer.concat([nameOf(name), writtenOne(one)]))
  return Buffer.concat([Buffer.from([3]), ...members, Buffer.from([0, 0, 9])])
}

function nameOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Objects in objects, as deep as any server nests them. */
const DEEPEST = 8

/** The values of a command. What is cut short or of another kind ends the list: a server may say anything. */
export function read(bytes: Buffer): Value[] {
  const values: Value[] = []
  let at = 0
  try {
    while (at < bytes.length) {
      const [value, next] = readOne(bytes, at, 0)
      values.push(value)
      at = next
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return values
}

function readOne(bytes: Buffer, at: number, depth: number): [Value, number] {
  const kind = bytes.readUInt8(at)
  if (kind === 0) return [bytes.readDoubleBE(at + 1), at + 9]
  if (kind === 1) return [bytes.readUInt8(at + 1) !== 0, at + 2]
  if (kind === 2) return readName(bytes, at + 1)
  if (kind === 5 || kind === 6) return [null, at + 1]
  // An array of names has its count before them.
  if ((kind === 3 || kind === 8) && depth < DEEPEST) return readMembers(bytes, at + (kind === 8 ? 5 : 1), depth + 1)
  throw new RangeError('another kind')
}

function readName(bytes: Buffer, at: number): [string, number] {
  const end = at + 2 + bytes.readUInt16BE(at)
  if (end > bytes.length) throw new RangeError('cut short')
  return [bytes.toString('utf8', at + 2, end), end]
}

function readMembers(bytes: Buffer, from: number, depth: number): [Value, number] {
  const members: Record<string, Value> = Object.create(null)
  let at = from
  while (bytes.readUIntBE(at, 3) !== 9) {
    const [name, afterName] = readName(bytes, at)
    const [value, next] = readOne(bytes, afterName, depth)
    members[name] = value
    at = next
  }
  return [members, at + 3]
}
