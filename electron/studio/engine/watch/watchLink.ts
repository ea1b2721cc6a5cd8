/**
 * The way to the studio's own watch page: a connection to the studio on this machine, in place of one to an RTMP
 * server. Destinations treat both alike, so the page gets what any server gets.
 */
import { connect } from 'node:net'
import type { Clock } from '../../../../shared/util/clock.ts'
import { createConnection } from '../connection.ts'
import type { RtmpAddress } from '../rtmp/address.ts'
import type { Publisher, PublisherEvents } from '../rtmp/publisher.ts'
import { createPacker } from './fragments.ts'
import { ACCEPTED, frameOf } from './wire.ts'

const PROTOCOL = 'watch:'

/** Where the studio takes in a broadcast for its watch page, and how large its pictures are. */
export function watchAddress(port: number, liveId: string, { width, height }: { width: number; height: number }) {
  return `${PROTOCOL}//127.0.0.1:${port}/${liveId}/${width}x${height}`
}

/** Returns whether an address is one of `watchAddress`. */
export const isWatchAddress = (text: string): boolean => text.startsWith(`${PROTOCOL}//127.0.0.1:`)

/** The same as a destination reads an address; it returns a sentence if it is none. */
export function readWatchAddress(text: string): RtmpAddress | string {
  const url = isWatchAddress(text) && URL.canParse(text) ? new URL(text) : null
  if (!url || !/^\/\w+\/\d{1,5}x\d{1,5}$/.test(url.pathname)) return 'This is no address of the watch page.'
  return { isSecure: false, host: '127.0.0.1', port: Number(url.port), app: url.pathname.slice(1), url: text }
}

/**
 * Connects to the studio.
 *
 * @param key by which the studio knows its own engine
 */
export function sendToWatchPage(
  { host, port, app }: RtmpAddress,
  key: string | null,
  clock: Clock,
  events: PublisherEvents,
): Publisher {
  const [liveId = '', size = ''] = app.split('/')
  const [width = 0, height = 0] = size.split('x').map(Number)
  const socket = connect({ host, port })
  const packer = createPacker({ width, height }, (packed) => {
    if (packed.is === 'init') socket.write(frameOf('codecs', Buffer.from(packed.codecs)))
    const kind = packed.is === 'init' ? 'init' : packed.isKey ? 'key' : 'fragment'
    socket.write(frameOf(kind, packed.bytes), () => events.onProgress())
  })
  const failed = (message: string) => ({ error: 'CONNECTION_ERROR', message }) as const
  const connection = createConnection(socket, clock, failed('The studio does not respond.'), events.onEnd)
  const end = (message: string) => connection.end(failed(message))

  socket.once('connect', () => socket.write(frameOf('hello', Buffer.from(JSON.stringify({ key, liveId })))))
  socket.on('error', ({ message }) => end(`The studio cannot be reached: ${message.slice(0, 100)}.`))
  socket.on('close', () => end('The studio ended the connection.'))
  socket.once('data', (bytes: Buffer) => {
    if (connection.isOver()) return
    if (bytes[0] !== ACCEPTED) return end('The studio does not take the stream.')
    connection.accepted()
    events.onReady()
  })

  return {
    describe() {},
    send: (tag, timeMs) => packer.put(tag, timeMs),
    get waiting() {
      return socket.writableLength
    },
    close: () => connection.close(),
  }
}
