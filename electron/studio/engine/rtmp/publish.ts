/** Publishes a stream to a server of RTMP or RTMPS: connection, handshake, and the commands before the first frame. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { Clock } from '../../../../shared/util/clock.ts'
import { read, type Value, written } from './amf0.ts'
import { ChunkReader, chunksOf, KIND, type Message } from './chunks.ts'

/** What we send at most in one chunk, in bytes: a frame is cut seldom, and every server takes it. */
const CHUNK_SIZE = 60_000
/** A server has so long to let a stream begin, in ms. */
const PATIENCE_MS = 8_000
const HANDSHAKE = 1_536
const PORTS: Readonly<Record<string, number>> = { 'rtmp:': 1_935, 'rtmps:': 443 }
/** Commands on channel 3, sound and picture each on one of their own. */
const CHANNELS = { control: 2, command: 3, audio: 4, video: 6 } as const

export interface Target {
  /** rtmp:// or rtmps://, with the application. */
  readonly url: string
  /** The name of the stream: a secret. It stands in no message of ours to people. */
  readonly key: string
}

/** It could not be published: why, as part of a sentence. The secret is not in it. */
export class NotPublished extends Error {
  override readonly name = 'NotPublished'
}

export interface Publication {
  /** What was written and has not left yet, in bytes. */
  readonly waiting: number
  /** Sends a frame. @param time ms */
  send(kind: 'audio' | 'video' | 'data', time: number, body: readonly Buffer[]): void
  /** Ends it as a streaming program does. */
  end(): void
  /** Drops it. */
  destroy(): void
}

/**
 * Resolves once the server takes frames.
 *
 * @param onEnd called once when it is over, with why
 * @throws NotPublished
 */
export async function publish(target: Target, clock: Clock, onEnd: (why: string) => void): Promise<Publication> {
  const address = addressOf(target)
  const socket = address.isSecure
    ? connectSecure({ host: address.host, port: address.port, servername: address.host })
    : connectPlain(address.port, address.host)
  socket.setNoDelay(true)
  let isOver = false
  const conversation = new Conversation(socket)
  const over = (why: string) => {
    if (isOver) return
    isOver = true
    socket.destroy()
    conversation.over(why)
    onEnd(why)
  }
  socket.on('error', (error: NodeJS.ErrnoException) => over(tellNet(error)))
  socket.on('close', () => over('the server closed the connection'))
  const stopWaiting = clock.after(PATIENCE_MS, () => over('the server did not let the stream begin'))
  try {
    await once(socket, address.isSecure ? 'secureConnect' : 'connect').catch(() => conversation.failed())
    const stream = await conversation.begin(address)
    return {
      get waiting() {
        return socket.writableLength
      },
      send: (kind, time, body) => conversation.write(CHANNELS[kind === 'data' ? 'audio' : kind], KIND[kind], stream, body, time),
      end() {
        conversation.command(0, 'FCUnpublish', 0, null, address.key)
        conversation.command(0, 'deleteStream', 0, null, stream)
        isOver = true
        socket.end()
      },
      destroy() {
        isOver = true
        socket.destroy()
      },
    }
  } catch (error) {
    isOver = true
    socket.destroy()
    throw error
  } finally {
    stopWaiting()
  }
}

interface Address {
  readonly isSecure: boolean
  readonly host: string
  readonly port: number
  readonly app: string
  readonly key: string
  /** What the server is told of the address. */
  readonly url: string
}

function addressOf({ url, key }: Target): Address {
  const parsed = URL.canParse(url) ? new URL(url) : null
  const port = parsed && PORTS[parsed.protocol]
  if (!parsed || !port || !parsed.hostname) throw new NotPublished('its address is no rtmp:// or rtmps:// address')
  const ways = `${parsed.pathname}${parsed.search}`.replace(/^\/|\/$/g, '')
  const cut = key === '' ? ways.lastIndexOf('/') : -1
  const app = cut < 0 ? ways : ways.slice(0, cut)
  return {
    isSecure: parsed.protocol === 'rtmps:',
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: Number(parsed.port) || port,
    app,
    key: key || ways.slice(cut + 1),
    url: `${parsed.protocol}//${parsed.host}/${app}`,
  }
}

/** What is said between client and server, until frames flow and after. */
class Conversation {
  readonly #socket: Socket
  readonly #reader = new ChunkReader()
  readonly #answered = new Map<number, (values: Value[]) => void>()
  #shaken = Buffer.alloc(0)
  #isShaken = Promise.withResolvers<void>()
  #published = Promise.withResolvers<void>()
  #why: string | null = null

  constructor(socket: Socket) {
    this.#socket = socket
    // Whoever awaits them is told; nobody else needs to be.
    this.#isShaken.promise.catch(() => {})
    this.#published.promise.catch(() => {})
  }

  /** @returns the number of the stream. @throws NotPublished */
  async begin({ app, url, key }: Address): Promise<number> {
    this.#socket.on('data', (bytes: Buffer) => this.#read(bytes))
    this.#socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(8), randomBytes(HANDSHAKE - 8)]))
    await this.#isShaken.promise
    this.control(KIND.chunkSize, CHUNK_SIZE)
    const about = { app, type: 'nonprivate', flashVer: 'FMLE/3.0 (compatible; Cuelight)', tcUrl: url }
    await this.#ask(0, 'connect', 1, about)
    this.command(0, 'releaseStream', 2, null, key)
    this.command(0, 'FCPublish', 3, null, key)
    const [, stream] = await this.#ask(0, 'createStream', 4, null)
    if (typeof stream !== 'number') throw new NotPublished('the server opened no stream')
    this.command(stream, 'publish', 5, null, key, 'live')
    await this.#published.promise
    return stream
  }

  over(why: string): void {
    this.#why ??= why
    const error = new NotPublished(why)
    this.#isShaken.reject(error)
    this.#published.reject(error)
    for (const answer of this.#answered.values()) answer([])
  }

  failed(): never {
    throw new NotPublished(this.#why ?? 'the server cannot be reached')
  }

  control(kind: number, value: number): void {
    const body = Buffer.alloc(4)
    body.writeUInt32BE(value)
    this.write(CHANNELS.control, kind, 0, [body], 0)
  }

  command(stream: number, name: string, number: number, ...values: Value[]): void {
    this.write(CHANNELS.command, KIND.command, stream, [written(name, number, ...values)], 0)
  }

  write(channel: number, kind: number, stream: number, body: readonly Buffer[], time: number): void {
    if (!this.#socket.writable) return
    this.#socket.cork()
    for (const part of chunksOf(channel, { kind, stream, body }, time, CHUNK_SIZE)) this.#socket.write(part)
    this.#socket.uncork()
  }

  async #ask(stream: number, name: string, number: number, ...values: Value[]): Promise<Value[]> {
    const answer = Promise.withResolvers<Value[]>()
    this.#answered.set(number, answer.resolve)
    this.command(stream, name, number, ...values)
    const [result, , , ...told] = await answer.promise
    if (result === '_result') return [null, ...told]
    throw new NotPublished(this.#why ?? `the server refused it: ${describe(told[0])}`)
  }

  #read(bytes: Buffer): void {
    if (this.#shaken === SHAKEN) return this.#messages(bytes)
    this.#shaken = Buffer.concat([this.#shaken, bytes])
    const size = 1 + 2 * HANDSHAKE
    if (this.#shaken.length < size) return
    const rest = this.#shaken.subarray(size)
    this.#socket.write(this.#shaken.subarray(1, 1 + HANDSHAKE))
    this.#shaken = SHAKEN
    this.#isShaken.resolve()
    if (rest.length > 0) this.#messages(rest)
  }

  #messages(bytes: Buffer): void {
    try {
      for (const message of this.#reader.read(bytes)) this.#hear(message)
    } catch (error) {
      this.over(error instanceof Error ? error.message : String(error))
      this.#socket.destroy()
    }
  }

  #hear({ kind, body }: Message): void {
    // "Are you there?", and that we are.
    if (kind === KIND.control && body.length >= 6 && body.readUInt16BE(0) === 6) {
      this.write(CHANNELS.control, KIND.control, 0, [Buffer.from([0, 7, ...body.subarray(2, 6)])], 0)
    }
    if (kind !== KIND.command) return
    const values = read(body)
    const [name, number, , info] = values
    if ((name === '_result' || name === '_error') && typeof number === 'number') {
      this.#answered.get(number)?.(values)
      this.#answered.delete(number)
    } else if (name === 'onStatus') this.#status(info)
  }

  #status(info: Value | undefined): void {
    if (typeof info !== 'object' || info === null) return
    if (info.code === 'NetStream.Publish.Start') this.#published.resolve()
    else if (info.level === 'error') {
      this.over(`the server refused it: ${describe(info)}`)
      this.#socket.destroy()
    }
  }
}

/** In the place of the handshake, once it is over. */
const SHAKEN = Buffer.alloc(0)

/** What a server says of itself, short, and without what could be taken for something else. */
function describe(info: Value | undefined): string {
  const said = typeof info === 'object' && info !== null ? (info.description ?? info.code) : null
  return typeof said === 'string' ? said.replace(/[^\x20-\x7e]/g, ' ').slice(0, 120) : 'it does not say why'
}

const NET: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody answers there',
  ENOTFOUND: 'there is no such address',
  EAI_AGAIN: 'its name cannot be looked up now',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: 'it did not answer in time',
  ECONNRESET: 'the server broke the connection off',
  EPIPE: 'the server broke the connection off',
}

const tellNet = ({ code = '', message }: NodeJS.ErrnoException): string => NET[code] ?? message
