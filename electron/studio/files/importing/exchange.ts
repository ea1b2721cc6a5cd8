/**
 * One HTTP/1.1 request whose response is read from the system into a few large, reused buffers. Streams would allocate
 * memory for every packet, which costs more than everything else.
 */
import { addAbortListener } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { connect, isIP, type LookupFunction, type OnReadOpts } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { request } from '../../../util/http.ts'
import { hostOf } from '../bounds/links.ts'
import { BrokenOff, sizeOf } from './receive.ts'

const BUFFER_BYTES = 2_097_152
/** A buffer with less free space than this counts as full: a small read costs as much as a large one. */
const LEAST_ROOM = 65_536
/** Limits for the response: informational heads (1xx) before the real one, and bytes of heads in total. */
const MOST_HEADS = 20
const MOST_HEAD_BYTES = 131_072
/** In bytes. If data arrives faster than the disk can write it, reading is paused instead of buffering more. */
const MOST_WAITING = 2 * BUFFER_BYTES

interface Exchanging {
  readonly headers: OutgoingHttpHeaders
  readonly lookup: LookupFunction
  readonly signal: AbortSignal
  /** Called with the size of every piece that is taken, in bytes. */
  readonly onTaken: (bytes: number) => void
}

interface Exchange {
  /** Status and headers. The body arrives as `pieces`. */
  readonly response: IncomingMessage
  /** Each piece is all that has arrived, and is valid until the next is requested. Rejects with `BrokenOff`. */
  readonly pieces: AsyncIterable<readonly Uint8Array[]>
}

/** Sends a request on its own connection. Rejects when there is no response; the signal closes the connection. */
export function exchange(link: URL, { headers, lookup, signal, onTaken }: Exchanging): Promise<Exchange> {
  const gathering = createGathering()
  // Node's parser would copy the body, so a body that is not chunked bypasses it once the head has been read.
  let isPlain = false
  let isAnswered = false
  let headBytes = 0
  const onread: OnReadOpts = {
    buffer: gathering.room,
    callback(bytes, buffer) {
      const read = buffer.subarray(0, bytes)
      gathering.fill(bytes)
      if (isPlain) return gathering.add(read)
      const hasRoom = socket.emit('data', read)
      if (!isAnswered) headBytes += bytes
      if (headBytes > MOST_HEAD_BYTES) socket.destroy(new Error('the server sends heads without end'))
      return hasRoom
    },
  }
  const [host, isSecure] = [hostOf(link), link.protocol === 'https:']
  const to = { host, port: Number(link.port) || (isSecure ? 443 : 80), lookup, onread }
  const socket = isSecure ? connectTls({ ...to, servername: isIP(host) ? '' : host }) : connect(to)
  let isEnded = false
  socket.once('end', () => {
    isEnded = true
  })

  const { promise, resolve, reject } = Promise.withResolvers<Exchange>()
  addAbortListener(signal, () => {
    socket.destroy()
    reject(signal.reason)
  })
  const path = link.pathname + link.search
  const asking = request({ createConnection: () => socket, path, headers: { ...headers, host: link.host } })
  let heads = 0
  asking.on('information', () => {
    heads += 1
    if (heads > MOST_HEADS) socket.destroy(new Error('the server sends heads without end'))
  })
  // A server that switches to another protocol causes neither a response nor an error.
  asking.on('upgrade', () => socket.destroy()).on('close', () => reject(new BrokenOff()))
  asking.on('error', reject).on('response', (response) => {
    isAnswered = true
    isPlain = response.headers['transfer-encoding'] === undefined
    const source = isPlain ? socket : response
    source.once('close', gathering.end)
    response
      .on('error', () => {})
      .on('data', (chunk: Uint8Array) => {
        if (!gathering.add(chunk) && !isPlain) response.pause()
      })
    const announced = Number(response.headers['content-length'] ?? Number.NaN)
    const pieces = async function* () {
      let taken = 0
      for await (const piece of gathering.pieces(() => source.resume())) {
        taken += sizeOf(piece)
        onTaken(sizeOf(piece))
        yield piece
      }
      signal.throwIfAborted()
      // The parser considers a bypassed body complete as soon as the connection closes, even if it was cut off.
      const isWhole = isPlain ? isEnded || taken >= announced : response.complete
      if (!isWhole) throw new BrokenOff()
    }
    resolve({ response, pieces: pieces() })
  })
  asking.end()
  return promise
}

/** The buffers, and the data in them that has not been taken yet. */
function createGathering() {
  const free: Uint8Array[] = []
  let full: Uint8Array[] = []
  let current: Uint8Array = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  let filled = 0
  let chunks: Uint8Array[] = []
  let size = 0
  let isOver = false
  let wake = () => {}
  return {
    /** The space for the next bytes. */
    room(): Uint8Array {
      if (BUFFER_BYTES - filled < LEAST_ROOM) {
        full.push(current)
        current = free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)
        filled = 0
      }
      return current.subarray(filled)
    },
    fill(bytes: number): void {
      filled += bytes
    },
    /** Returns whether there is space for more. */
    add(chunk: Uint8Array): boolean {
      chunks.push(chunk)
      size += chunk.length
      wake()
      return size < MOST_WAITING
    },
    end(): void {
      isOver = true
      wake()
    },
    /** While one piece is written, the next one gathers. */
    async *pieces(resume: () => void) {
      while (!isOver || size > 0) {
        if (size === 0)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        // Includes what the system can deliver in this turn of the event loop: fewer, larger pieces.
        await turn()
        const [piece, spent] = [chunks, full]
        chunks = []
        full = []
        size = 0
        resume()
        yield piece
        // All data in these buffers has been written.
        free.push(...spent)
      }
    },
  }
}
