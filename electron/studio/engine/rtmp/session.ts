/** What a publisher and a server say to each other over a connection (section 7 of the specification). */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Clock } from '../../../../shared/util/clock.ts'
import { type Amf, decodeAmf, encodeAmf } from '../flv/amf0.ts'
import { AUDIO_TAG, type Tag, VIDEO_TAG } from '../flv/tag.ts'
import type { RtmpAddress } from './address.ts'
import { chunksOf, createChunkReader, DEFAULT_CHUNK_BYTES, type Message, ProtocolError, TYPE } from './chunks.ts'

/** Why a connection ended. `error`: as the contract has it. The message never contains the key. */
export interface PublishFailure {
  readonly error: 'AUTH_ERROR' | 'CONNECTION_ERROR' | 'STREAM_ERROR'
  readonly message: string
}

interface SessionEvents {
  onReady(): void
  onEnd(failure: PublishFailure): void
  onProgress(): void
}

/** Ours: large, so that a keyframe needs few headers. ffmpeg sends the same size, so servers know it. */
const CHUNK_BYTES = 60_000
const HANDSHAKE_BYTES = 1_536
const VERSION = 3
const PING = 6
const PONG = 7
/** Channels, as encoders use them: 2 control, 3 commands, 4 to 6 the stream. */
const CHANNEL = { control: 2, command: 3, audio: 4, data: 5, video: 6 } as const
/** More than this a second no server has to say to a publisher. One that does would keep us from all others. */
const MOST_BYTES = 256_000
const MOST_MESSAGES = 100
/** We confirm what we received at least this often, in bytes. */
const LARGEST_WINDOW = 2_500_000
/** The numbers of our requests, by which a server answers. */
const REQUEST = { connect: 1, release: 2, announce: 3, create: 4, publish: 5, retract: 6, delete: 7 } as const

export class Session {
  readonly #socket: Socket
  readonly #address: RtmpAddress
  readonly #key: string | null
  readonly #clock: Clock
  readonly #events: SessionEvents
  readonly #reader = createChunkReader((message) => this.#onMessage(message))
  #handshake: Buffer | null = Buffer.alloc(0)
  #stage: 'handshake' | 'connect' | 'create' | 'publish' | 'ready' = 'handshake'
  #chunkBytes = DEFAULT_CHUNK_BYTES
  #streamId = 0
  #received = 0
  #acknowledged = 0
  #window = LARGEST_WINDOW
  /** What came since the beginning of a second. */
  #lately = { since: 0, bytes: 0, messages: 0 }

  /** @param key null: it only asks to be let in */
  constructor(socket: Socket, address: RtmpAddress, key: string | null, clock: Clock, events: SessionEvents) {
    this.#socket = socket
    this.#address = address
    this.#key = key
    this.#clock = clock
    this.#events = events
    // Node sends it once the connection, and TLS on it, is there.
    socket.write(Buffer.concat([Buffer.of(VERSION), Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8)]))
  }

  /**
   * Takes what the server sent.
   * @throws ProtocolError or AmfError
   */
  take(bytes: Buffer): void {
    this.#received += bytes.length
    this.#count(bytes.length, 0)
    if (this.#handshake) this.#takeHandshake(this.#handshake, bytes)
    else this.#reader.take(bytes)
    if (this.#received - this.#acknowledged < this.#window / 2) return
    this.#acknowledged = this.#received
    this.#control(TYPE.acknowledgement, this.#received % 0x1_0000_0000)
  }

  /** Sends the metadata of the stream. */
  describe(metadata: { readonly [name: string]: Amf }): void {
    const body = encodeAmf('@setDataFrame', 'onMetaData', metadata)
    this.#write({ type: TYPE.data, streamId: this.#streamId, timeMs: 0, body }, CHANNEL.data)
  }

  send({ kind, data }: Tag, timeMs: number): void {
    const type = kind === 'video' ? VIDEO_TAG : AUDIO_TAG
    this.#write({ type, streamId: this.#streamId, timeMs, body: data }, CHANNEL[kind])
  }

  /** Ends the stream in order, so that the server need not wait for more of it. */
  finish(): void {
    if (this.#stage !== 'ready' || this.#key === null) return
    this.#command(0, 'FCUnpublish', REQUEST.retract, null, this.#key)
    this.#command(0, 'deleteStream', REQUEST.delete, null, this.#streamId)
  }

  /** What it means that the server closes now: before it accepts the stream, it does not want it. */
  closedBy(): PublishFailure {
    if (this.#stage === 'create' || this.#stage === 'publish') return refused(this.#stage, null)
    const early = 'The server ended the connection before it accepted anything. Check the address.'
    const message = this.#stage === 'ready' ? 'The server ended the connection.' : early
    return { error: 'CONNECTION_ERROR', message }
  }

  #count(bytes: number, messages: number): void {
    const now = this.#clock.monotonic()
    if (now - this.#lately.since >= 1_000) this.#lately = { since: now, bytes: 0, messages: 0 }
    this.#lately.bytes += bytes
    this.#lately.messages += messages
    const isTooMuch = this.#lately.bytes > MOST_BYTES || this.#lately.messages > MOST_MESSAGES
    if (isTooMuch) throw new ProtocolError('it sends more than a publisher has use for')
  }

  #write(message: Message, channel: number): void {
    const socket = this.#socket
    if (!socket.writable) return
    socket.cork()
    const parts = chunksOf(message, channel, this.#chunkBytes)
    const last = parts.pop() ?? Buffer.alloc(0)
    for (const part of parts) if (part.length > 0) socket.write(part)
    socket.write(last, () => this.#events.onProgress())
    socket.uncork()
  }

  #control(type: number, number: number): void {
    const body = Buffer.alloc(4)
    body.writeUInt32BE(number)
    this.#write({ type, streamId: 0, timeMs: 0, body }, CHANNEL.control)
  }

  #command(streamId: number, ...values: Amf[]): void {
    this.#write({ type: TYPE.command, streamId, timeMs: 0, body: encodeAmf(...values) }, CHANNEL.command)
  }

  /** S0, S1 and S2. S1 is returned as it came. */
  #takeHandshake(before: Buffer, bytes: Buffer): void {
    const all = Buffer.concat([before, bytes])
    this.#handshake = all
    if (all[0] !== undefined && all[0] !== VERSION) throw new ProtocolError('it speaks another version')
    if (all.length < 1 + 2 * HANDSHAKE_BYTES) return
    this.#handshake = null
    this.#socket.write(Buffer.from(all.subarray(1, 1 + HANDSHAKE_BYTES)))
    this.#control(TYPE.chunkSize, CHUNK_BYTES)
    this.#chunkBytes = CHUNK_BYTES
    this.#stage = 'connect'
    const { app, url } = this.#address
    const about = { app, type: 'nonprivate', flashVer: 'FMLE/3.0 (compatible; Cuelight)', tcUrl: url }
    this.#command(0, 'connect', REQUEST.connect, about)
    this.#reader.take(all.subarray(1 + 2 * HANDSHAKE_BYTES))
  }

  #onMessage({ type, body }: Message): void {
    if (type !== TYPE.acknowledgement) this.#count(0, 1)
    if (type === TYPE.userControl && body.length >= 6 && body.readUInt16BE() === PING) {
      const pong = Buffer.from(body.subarray(0, 6))
      pong.writeUInt16BE(PONG)
      this.#write({ type: TYPE.userControl, streamId: 0, timeMs: 0, body: pong }, CHANNEL.control)
    } else if (type === TYPE.windowSize && body.length >= 4) {
      this.#window = Math.min(LARGEST_WINDOW, Math.max(1_000, body.readUInt32BE()))
    } else if (type === TYPE.peerBandwidth && body.length >= 4) this.#control(TYPE.windowSize, body.readUInt32BE())
    else if (type === TYPE.command) this.#onCommand(decodeAmf(body))
    else if (type === TYPE.commandAmf3) this.#onCommand(decodeAmf(body.subarray(1)))
  }

  #onCommand([name, number, , value]: Amf[]): void {
    const stage = this.#stage
    const code = wordIn(value, 'code')
    if (name === '_result' && number === REQUEST.connect && stage === 'connect') this.#askToPublish()
    else if (name === '_result' && number === REQUEST.create && stage === 'create') {
      this.#streamId = typeof value === 'number' ? value : 1
      if (!(this.#streamId >= 0 && this.#streamId < 0x1_0000_0000))
        throw new ProtocolError('its stream has no number')
      this.#stage = 'publish'
      this.#command(this.#streamId, 'publish', REQUEST.publish, null, this.#key ?? '', 'live')
    } else if (name === 'onStatus' && code === 'NetStream.Publish.Start' && stage === 'publish') this.#begin()
    else if (name === '_error' || name === 'close' || wordIn(value, 'level') === 'error' || this.#isOver(code)) {
      // To announce a stream is a courtesy: some servers do not know it, and answer that.
      const isCourtesy = name === '_error' && (number === REQUEST.release || number === REQUEST.announce)
      if (!isCourtesy) this.#events.onEnd(refused(stage, this.#shown(code)))
    }
  }

  /** Some servers end a stream with a code that is no error, and keep the connection. */
  #isOver = (code: string | null) =>
    this.#stage === 'ready' && code !== null && /Unpublish|Closed|Rejected|Failed|Denied/.test(code)

  /** A code as it may be shown: whatever else a server says could be the key. */
  #shown = (code: string | null) =>
    code && /^Net(Stream|Connection)\./.test(code) && !(this.#key && code.includes(this.#key)) ? code : null

  #askToPublish(): void {
    if (this.#key === null) {
      this.#begin()
      return
    }
    this.#stage = 'create'
    this.#command(0, 'releaseStream', REQUEST.release, null, this.#key)
    this.#command(0, 'FCPublish', REQUEST.announce, null, this.#key)
    this.#command(0, 'createStream', REQUEST.create, null)
  }

  #begin(): void {
    this.#stage = 'ready'
    this.#events.onReady()
  }
}

function refused(stage: string, code: string | null): PublishFailure {
  const why = code === null ? '' : ` (${code})`
  if (stage === 'connect') {
    return { error: 'STREAM_ERROR', message: `The server does not accept this application${why}. Check the address.` }
  }
  if (stage === 'ready') return { error: 'STREAM_ERROR', message: `The server ended the stream${why}.` }
  const message = `The server refused the stream${why}. Check the stream key, and that nothing else sends with it.`
  return { error: 'AUTH_ERROR', message }
}

/** A word of the server, limited to what such codes consist of. */
function wordIn(value: Amf, name: string): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const word: Amf = Reflect.get(value, name)
  return typeof word === 'string' && /^[\w.]{1,60}$/.test(word) ? word : null
}
