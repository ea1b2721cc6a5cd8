/**
 * One HTTP/1.1 request whose answer goes from the system into a few large buffers that are filled again and again. Streams
 * would take new memory for every packet, which costs more than all the rest.
 */
import { addAbortListener } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { connect, isIP, type LookupFunction, type OnReadOpts } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { hostOf } from './links.ts'
import { BrokenOff, sizeOf } from './receive.ts'

const BUFFER_BYTES = 2_097_152
/** A buffer with less room than this is full: a small read costs as much as a large one. */
const LEAST_ROOM = 65_536
/** So many heads may come before the one that counts (informational ones, 1xx), and so many bytes of heads in all. */
const MOST_HEADS = 20
const MOST_HEAD_BYTES = 131_072
/** What arrives faster than a disk takes it is kept waiting, not in memory. */
const MOST_WAITING = 2 * BUFFER_BYTES

interface Exchanging {
  readonly headers: OutgoingHttpHeaders
  readonly lookup: LookupFunction
  readonly signal: AbortSignal
  /** Called with the bytes of every piece that is taken. */
  readonly onTaken: (bytes: number) => void
}

interface Exchange {
  /** Status and headers. Its body comes as pieces. */
  readonly response: IncomingMessage
  /** As much at a time as has come: good until the next is asked for. Rejects with `BrokenOff`. */
  readonly pieces: AsyncIterable<readonly Uint8Array[]>
}

/** Sends a request on a connection of its own. Rejects when there is no answer; the signal closes it. */
export function exchange(link: URL, { headers, lookup, signal, onTaken }: Exchanging): Promise<Exchange> {
  const gathering = createGathering()
  // Node's parser would copy: what is not in chunks is taken past it, once the head has been read.
  let isPlain = false
  let isAnswered = false
  let headBytes = 0
  const onread: OnReadOpts = {
    buffer: gathering.room,
    callback(bytes, buffer) {
      const read = buffer.subarray(0, bytes)
      gathering.fill(bytes)
      if (isPlain) return gathering.add(read)
      const goesOn = socket.emit('data', read)
      if (!isAnswered) headBytes += bytes
      if (headBytes > MOST_HEAD_BYTES) socket.destroy(new Error('the server sends heads without end'))
      return goesOn
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
  // A server that switches to another protocol answers neither with a response nor with an error.
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
      // What is past the parser it takes for complete as soon as the connection closes, also where that was cut.
      const isWhole = isPlain ? isEnded || taken >= announced : response.complete
      if (!isWhole) throw new BrokenOff()
    }
    resolve({ response, pieces: pieces() })
  })
  asking.end()
  return promise
}

/** Buffers, and what of them nobody has taken yet. */
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
    /** Where the next bytes go. */
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
    /** Returns whether more may come. */
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
    /** While one is written the next one gathers. */
    async *pieces(resume: () => void) {
      while (!isOver || size > 0) {
        if (size === 0)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        // What the system has ready for this turn comes along: fewer, larger pieces.
        await turn()
        const [piece, spent] = [chunks, full]
        chunks = []
        full = []
        size = 0
        resume()
        yield piece
        // All that was in these is written.
        free.push(...spent)
      }
    },
  }
}
