/**
 * One connection to an RTMP server that a stream is published to: the handshake, the commands, and then tags. It ends at
 * the first thing that goes wrong; `destination.ts` makes the next one.
 */
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { Clock } from '../../../../shared/util/clock.ts'
import { createConnection } from '../connection.ts'
import { type Amf, AmfError } from '../flv/amf0.ts'
import type { Tag } from '../flv/tag.ts'
import type { RtmpAddress } from './address.ts'
import { ProtocolError } from './chunks.ts'
import { type PublishFailure, Session } from './session.ts'

export interface PublisherEvents {
  /** The server accepts the stream (or, without a key, has let us in): tags may be sent. */
  onReady(): void
  /** Called once. */
  onEnd(failure: PublishFailure): void
  /** The connection has taken bytes. */
  onProgress(): void
}

export interface Publisher {
  /** Sends the metadata of the stream. */
  describe(metadata: { readonly [name: string]: Amf }): void
  send(tag: Tag, timeMs: number): void
  /** Bytes that wait for the network. */
  readonly waiting: number
  /** Ends the stream in order, and the connection. `onEnd` is not called. */
  close(): void
}

const UNANSWERED = { error: 'CONNECTION_ERROR', message: 'The server does not respond.' } as const

/**
 * Connects to a server.
 *
 * @param key the stream key; null: only asks to be let in, to see whether the server works
 */
export function publish(address: RtmpAddress, key: string | null, clock: Clock, events: PublisherEvents): Publisher {
  const socket = open(address)
  const connection = createConnection(socket, clock, UNANSWERED, events.onEnd)
  const { end } = connection
  const session = new Session(socket, address, key, clock, { ...events, onReady: ready, onEnd: end })

  function ready(): void {
    connection.accepted()
    events.onReady()
  }

  socket.on('error', (error: NodeJS.ErrnoException) => end(failureOf(error)))
  socket.on('close', () => end(session.closedBy()))
  socket.on('data', (bytes: Buffer) => {
    if (connection.isOver()) return
    try {
      session.take(bytes)
    } catch (error) {
      const isProtocol = error instanceof ProtocolError || error instanceof AmfError
      const message = isProtocol ? `This is no RTMP server: ${error.message}.` : `It failed: ${String(error)}.`
      end({ error: 'STREAM_ERROR', message })
    }
  })

  return {
    describe: (metadata) => session.describe(metadata),
    send: (tag, timeMs) => session.send(tag, timeMs),
    get waiting() {
      return socket.writableLength
    },
    close: () => connection.close(() => session.finish()),
  }
}

function open({ isSecure, host, port }: RtmpAddress): Socket {
  return isSecure
    ? connectSecure({ host, port, servername: /^[\d.]+$|:/.test(host) ? '' : host })
    : connectPlain({ host, port })
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing accepts connections there.',
  ENOTFOUND: 'There is no server of that name.',
  EAI_AGAIN: 'The name of the server cannot be looked up. Check the network.',
  ETIMEDOUT: 'The server does not respond.',
  ECONNRESET: 'The server ended the connection.',
  EPIPE: 'The server ended the connection.',
  EPROTO: 'The server does not speak TLS on this port. Use rtmp://, or another port.',
}

function failureOf({ code = '', message }: NodeJS.ErrnoException): PublishFailure {
  const isCertificate = /CERT|SELF_SIGNED|ALTNAME|SSL|TLS/i.test(code)
  const reason = isCertificate
    ? `The secure connection failed (${code}).`
    : (REASONS[code] ?? `${message.slice(0, 100)}.`)
  return { error: 'CONNECTION_ERROR', message: reason }
}
