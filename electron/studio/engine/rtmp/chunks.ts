/** Messages of RTMP in chunks (Adobe, RTMP 1.0, 5.3). */

/** What a message is. */
export const KIND = {
  chunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  control: 4,
  windowSize: 5,
  bandwidth: 6,
  audio: 8,
  video: 9,
  data: 18,
  command: 20,
} as const

export interface Message {
  readonly kind: number
  readonly stream: number
  readonly body: Buffer
}

/** What everybody begins with, in bytes. */
const FIRST_SIZE = 128
/** As far as the three bytes of a timestamp go: beyond, it stands in four of its own. */
const LONG_TIME = 0xff_ff_ff

/**
 * Parts to be written one after the other: a message in chunks. Its body is not copied.
 *
 * @param channel 3 to 63
 * @param time ms, as 32 bits go round
 */
export function chunksOf(
  channel: number,
  { kind, stream, body }: { kind: number; stream: number; body: readonly Buffer[] },
  time: number,
  size: number,
): Buffer[] {
  const at = time >>> 0
  const isLong = at >= LONG_TIME
  const length = body.reduce((sum, part) => sum + part.length, 0)
  const head = Buffer.alloc(isLong ? 16 : 12)
  head[0] = channel
  head.writeUIntBE(isLong ? LONG_TIME : at, 1, 3)
  head.writeUIntBE(length, 4, 3)
  head[7] = kind
  head.writeUInt32LE(stream, 8)
  if (isLong) head.writeUInt32BE(at, 12)
  const again = Buffer.alloc(isLong ? 5 : 1)
  again[0] = 0xc0 | channel
  if (isLong) again.writeUInt32BE(at, 1)
  const parts: Buffer[] = [head]
  let room = size
  for (const part of body) {
    for (let from = 0; from < part.length; ) {
      if (room === 0) {
        parts.push(again)
        room = size
      }
      const piece = part.subarray(from, from + room)
      parts.push(piece)
      from += piece.length
      room -= piece.length
    }
  }
  return parts
}

/** A server that says it sends more than this at once is none, in bytes. */
const LARGEST_MESSAGE = 1024 * 1024
const MOST_CHANNELS = 64

interface Channel {
  kind: number
  stream: number
  length: number
  isLong: boolean
  parts: Buffer[]
  have: number
}

/** What a server sends makes no sense. */
export class Garbage extends Error {
  override readonly name = 'Garbage'
}

/** Puts the messages of a server together again. @throws Garbage */
export class ChunkReader {
  readonly #channels = new Map<number, Channel>()
  #held = Buffer.alloc(0)
  #size = FIRST_SIZE

  /** The messages that are whole by now. */
  read(bytes: Buffer): Message[] {
    this.#held = Buffer.concat([this.#held, bytes])
    const messages: Message[] = []
    for (let used = this.#chunk(messages); used > 0; used = this.#chunk(messages)) this.#held = this.#held.subarray(used)
    return messages
  }

  /** @returns how many bytes a chunk took; 0: it is not whole yet */
  #chunk(messages: Message[]): number {
    const held = this.#held
    const first = held[0]
    if (first === undefined) return 0
    const small = first & 63
    const basic = small === 0 ? 2 : small === 1 ? 3 : 1
    const format = first >> 6
    const header = [11, 7, 3, 0][format] ?? 0
    if (held.length < basic + header) return 0
    const id = basic === 1 ? small : basic === 2 ? 64 + (held[1] ?? 0) : 64 + held.readUInt16LE(1)
    const channel = this.#channels.get(id) ?? { kind: 0, stream: 0, length: 0, isLong: false, parts: [], have: 0 }
    const begins = { ...channel }
    if (format < 3) begins.isLong = held.readUIntBE(basic, 3) === LONG_TIME
    if (format < 2) {
      begins.length = held.readUIntBE(basic + 3, 3)
      begins.kind = held[basic + 6] ?? 0
    }
    if (format === 0) begins.stream = held.readUInt32LE(basic + 7)
    if (begins.length > LARGEST_MESSAGE) throw new Garbage('a message of the server is too large')
    const from = basic + header + (begins.isLong ? 4 : 0)
    const take = Math.min(this.#size, begins.length - begins.have)
    if (held.length < from + take) return 0
    begins.parts = [...begins.parts, held.subarray(from, from + take)]
    begins.have += take
    this.#channels.set(id, begins)
    if (this.#channels.size > MOST_CHANNELS) throw new Garbage('the server uses too many channels')
    if (begins.have === begins.length) this.#whole(begins, messages)
    return from + take
  }

  #whole(channel: Channel, messages: Message[]): void {
    const { kind, stream, parts } = channel
    const body = Buffer.concat(parts)
    channel.parts = []
    channel.have = 0
    if (kind === KIND.chunkSize && body.length >= 4) {
      const size = body.readUInt32BE(0) & 0x7f_ff_ff_ff
      if (size === 0) throw new Garbage('the server sends nothing at a time')
      this.#size = size
    } else messages.push({ kind, stream, body })
  }
}
