/**
 * AMF0, the notation of RTMP commands and of the metadata in FLV files (Adobe, "Action Message Format: AMF 0", 2007).
 * What is read comes from files and servers, so its depth and its number of values are limited.
 */

export type Amf = number | boolean | string | null | undefined | readonly Amf[] | { readonly [name: string]: Amf }

/** The input is not AMF0, ends too early, or is deeper or longer than anything sensible. */
export class AmfError extends Error {
  override readonly name = 'AmfError'
}

const NUMBER = 0
const BOOLEAN = 1
const STRING = 2
const OBJECT = 3
const NULL = 5
const UNDEFINED = 6
const MAP = 8
const END = 9
const LIST = 10
const DATE = 11
const LONG_STRING = 12

const DEEPEST = 8
/** An index of a keyframe every two seconds for three days, twice: their times and their places. */
const MOST_VALUES = 300_000

/** Encodes values one after the other, as the body of a command message. */
export function encodeAmf(...values: readonly Amf[]): Buffer {
  return Buffer.concat(values.map(encodeOne))
}

function encodeOne(value: Amf): Buffer {
  if (value === null || value === undefined) return Buffer.of(value === null ? NULL : UNDEFINED)
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9)
    bytes.writeDoubleBE(value, 1)
    return bytes
  }
  if (typeof value === 'boolean') return Buffer.of(BOOLEAN, value ? 1 : 0)
  if (typeof value === 'string') return Buffer.concat([Buffer.of(STRING), encodeName(value)])
  if (Array.isArray(value)) {
    const head = Buffer.alloc(5, LIST)
    head.writeUInt32BE(value.length, 1)
    return Buffer.concat([head, ...value.map(encodeOne)])
  }
  const fields = Object.entries(value).flatMap(([name, one]) => [encodeName(name), encodeOne(one)])
  return Buffer.concat([Buffer.of(OBJECT), ...fields, Buffer.of(0, 0, END)])
}

function encodeName(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/**
 * Decodes all values of a message or metadata tag.
 * @throws AmfError
 */
export function decodeAmf(bytes: Buffer): Amf[] {
  const reading = { bytes, at: 0, left: MOST_VALUES }
  const values: Amf[] = []
  try {
    while (reading.at < bytes.length) values.push(decodeOne(reading, 0))
  } catch (error) {
    // Node's own error for reading beyond the end of a buffer.
    if (error instanceof RangeError) throw new AmfError('it ends too early')
    throw error
  }
  return values
}

interface Reading {
  readonly bytes: Buffer
  at: number
  left: number
}

function decodeOne(reading: Reading, depth: number): Amf {
  const { bytes } = reading
  reading.left -= 1
  if (depth > DEEPEST || reading.left < 0) throw new AmfError('it is too deep or too long')
  const type = bytes.readUInt8(reading.at)
  reading.at += 1
  switch (type) {
    case NUMBER:
    case DATE:
      // A date is a number of ms, followed by a time zone that is not used.
      reading.at += type === DATE ? 10 : 8
      return bytes.readDoubleBE(reading.at - (type === DATE ? 10 : 8))
    case BOOLEAN:
      reading.at += 1
      return bytes.readUInt8(reading.at - 1) !== 0
    case STRING:
      return textOf(reading, 2)
    case LONG_STRING:
      return textOf(reading, 4)
    case OBJECT:
      return fieldsOf(reading, depth)
    case MAP:
      // The stated length is only a hint.
      reading.at += 4
      return fieldsOf(reading, depth)
    case LIST:
      return listOf(reading, depth)
    case NULL:
      return null
    case UNDEFINED:
      return undefined
    default:
      throw new AmfError(`type ${type} is unknown`)
  }
}

function textOf(reading: Reading, digits: 2 | 4): string {
  const { bytes } = reading
  const length = bytes.readUIntBE(reading.at, digits)
  const from = reading.at + digits
  if (from + length > bytes.length) throw new AmfError('it ends too early')
  reading.at = from + length
  return bytes.toString('utf8', from, from + length)
}

function listOf(reading: Reading, depth: number): Amf[] {
  const length = reading.bytes.readUInt32BE(reading.at)
  reading.at += 4
  const values: Amf[] = []
  for (let nth = 0; nth < length; nth += 1) values.push(decodeOne(reading, depth + 1))
  return values
}

function fieldsOf(reading: Reading, depth: number): { readonly [name: string]: Amf } {
  const fields: [string, Amf][] = []
  for (;;) {
    const name = textOf(reading, 2)
    if (name === '' && reading.bytes.readUInt8(reading.at) === END) {
      reading.at += 1
      return Object.fromEntries(fields)
    }
    fields.push([name, decodeOne(reading, depth + 1)])
  }
}
