/** RTMP messages as chunks, both ways (Adobe, "Real-Time Messaging Protocol 1.0", section 5.3). */

export interface Message {
  readonly type: number
  readonly streamId: number
  readonly timeMs: number
  readonly body: Buffer
}

/** Types of messages (sections 5.4 and 7.1). */
export const TYPE = {
  chunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  data: 18,
  commandAmf3: 17,
  command: 20,
} as const

/** What both sides begin with. */
export const DEFAULT_CHUNK_BYTES = 128
/** A time of this and more is written in four bytes behind the header. */
const EXTENDED = 0xffffff

/** The server sends or states what no server would: the connection is of no use. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

/**
 * A message as the bytes to send, each chunk with a full header or, from the second on, with none.
 *
 * @param channel the chunk stream, from 2 to 63
 */
export function chunksOf({ type, streamId, timeMs, body }: Message, channel: number, chunkBytes: number): Buffer[] {
  const time = timeMs % 0x1_0000_0000
  const isExtended = time >= EXTENDED
  const extension = Buffer.alloc(isExtended ? 4 : 0)
  if (isExtended) extension.writeUInt32BE(time)
  const header = Buffer.alloc(12)
  header.writeUInt8(channel)
  header.writeUIntBE(isExtended ? EXTENDED : time, 1, 3)
  header.writeUIntBE(body.length, 4, 3)
  header.writeUInt8(type, 7)
  header.writeUInt32LE(streamId, 8)
  const parts = [header, extension, body.subarray(0, chunkBytes)]
  const following = Buffer.of(0xc0 | channel)
  for (let at = chunkBytes; at < body.length; at += chunkBytes)
    parts.push(following, extension, body.subarray(at, at + chunkBytes))
  return parts
}

/** To a publisher a server sends short commands only. */
const LARGEST_MESSAGE = 64_000
const MOST_CHANNELS = 16
const LARGEST_CHUNK = 0x7fffffff

interface Channel {
  timeMs: number
  length: number
  type: number
  streamId: number
  isExtended: boolean
  parts: Buffer[]
  got: number
}

/** Puts the messages of a server together. A server cannot make us hold more than a few short messages. */
export function createChunkReader(onMessage: (message: Message) => void) {
  let chunkBytes = DEFAULT_CHUNK_BYTES
  let rest: Buffer = Buffer.alloc(0)
  const channels = new Map<number, Channel>()

  /** Reads one chunk at a place and returns its length; 0: it is not complete yet. */
  function readChunk(): number {
    const basic = basicHeader(rest)
    if (!basic) return 0
    const size = [11, 7, 3, 0][basic.format] ?? 0
    let at = basic.bytes + size
    if (rest.length < at) return 0
    const known = channels.get(basic.channel)
    if (basic.format > 1 && !known) throw new ProtocolError('a chunk continues nothing')
    const fresh = headerOf(rest.subarray(basic.bytes, at), basic.format, known)
    if (fresh.length > LARGEST_MESSAGE) throw new ProtocolError('a message is longer than any command')
    if (fresh.isExtended) at += 4
    const length = Math.min(chunkBytes, fresh.length - fresh.got)
    if (rest.length < at + length) return 0
    if (channels.size >= MOST_CHANNELS && !known) throw new ProtocolError('too many channels')
    if (fresh.isExtended && basic.format < 3) fresh.timeMs = rest.readUInt32BE(at - 4)
    // A copy, because the buffer it lies in may be much larger.
    fresh.parts.push(Buffer.from(rest.subarray(at, at + length)))
    fresh.got += length
    channels.set(basic.channel, fresh)
    if (fresh.got >= fresh.length) complete(fresh)
    return at + length
  }

  function complete(channel: Channel): void {
    const { type, streamId, timeMs } = channel
    const body = Buffer.concat(channel.parts)
    channel.parts = []
    channel.got = 0
    if (type === TYPE.chunkSize && body.length >= 4) {
      chunkBytes = body.readUInt32BE() & LARGEST_CHUNK
      if (chunkBytes < DEFAULT_CHUNK_BYTES) throw new ProtocolError('its chunks are too small')
    } else onMessage({ type, streamId, timeMs, body })
  }

  return {
    /** @throws ProtocolError, or what `onMessage` threw */
    take(bytes: Buffer): void {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      for (let length = readChunk(); length > 0; length = readChunk()) rest = rest.subarray(length)
    },
  }
}

/** Its first one to three bytes: the format of the header and the channel. */
function basicHeader(bytes: Buffer): { format: number; channel: number; bytes: number } | null {
  const [first, second, third] = bytes
  if (first === undefined) return null
  const [format, channel] = [first >> 6, first & 63]
  if (channel > 1) return { format, channel, bytes: 1 }
  if (second === undefined || (channel === 1 && third === undefined)) return null
  return channel === 0
    ? { format, channel: second + 64, bytes: 2 }
    : { format, channel: (third ?? 0) * 256 + second + 64, bytes: 3 }
}

/** Each format leaves out more of what was the same in the message before it. */
function headerOf(bytes: Buffer, format: number, known: Channel | undefined): Channel {
  const before = known ?? { timeMs: 0, length: 0, type: 0, streamId: 0, isExtended: false, parts: [], got: 0 }
  if (format === 3) return before
  const time = bytes.readUIntBE(0, 3)
  const [length, type] = format < 2 ? [bytes.readUIntBE(3, 3), bytes.readUInt8(6)] : [before.length, before.type]
  const streamId = format === 0 ? bytes.readUInt32LE(7) : before.streamId
  const timeMs = format === 0 ? time : before.timeMs + time
  return { timeMs, length, type, streamId, isExtended: time === EXTENDED, parts: [], got: 0 }
}
