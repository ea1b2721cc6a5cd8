/**
 * One HTTP/1.1 request whose answer goes from the system into a few large buffers that are filled again and again. Streams
 * would take new memory for every packet, which costs more than all the rest.
 */
import { addAbortListener } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { connect, isIP, type LookupFunction } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { hostOf } from './links.ts'

const BUFFER_BYTES = 2_097_152
/** A buffer with less room than this is full: a small read costs as much as a large one. */
const LEAST_ROOM = 65_536
/** What arrives faster than a disk takes it is kept waiting, not in memory. */
const MOST_WAITING = 2 * BUFFER_BYTES

export interface Exchange {
  /** Status and headers. Its body comes as pieces. */
  readonly response: IncomingMessage
  /** As much at a time as has come: good until the next is asked for. Rejects when the connection breaks. */
  pieces(): AsyncGenerator<readonly Uint8Array[]>
}

/** Sends a request on a connection of its own. Rejects when there is no answer; the signal closes it. */
export function exchange(
  link: URL,
  { headers, lookup, signal }: { headers: OutgoingHttpHeaders; lookup: LookupFunction; signal: AbortSignal },
): Promise<Exchange> {
  const gathering = createGathering()
  const onread = {
    buffer: gathering.room,
    callback(bytes: number, buffer: Uint8Array): boolean {
      gathering.fill(bytes)
      // Node's own parser of HTTP listens to this.
      socket.emit('data', buffer.subarray(0, bytes))
      return gathering.waiting() < MOST_WAITING
    },
  }
  const [host, isSecret] = [hostOf(link), link.protocol === 'https:']
  const to = { host, port: Number(link.port) || (isSecret ? 443 : 80), lookup, onread }
  const socket = isSecret ? connectTls({ ...to, servername: isIP(host) ? '' : host }) : connect(to)
  addAbortListener(signal, () => void socket.destroy())

  const { promise, resolve, reject } = Promise.withResolvers<Exchange>()
  const path = link.pathname + link.search
  const asking = request({ createConnection: () => socket, path, headers: { ...headers, host: link.host } })
  asking.on('error', reject).on('response', (response) => {
    response.on('data', gathering.add).on('error', () => {})
    response.once('close', gathering.end)
    const pieces = async function* () {
      for await (const piece of gathering.pieces(() => socket.resume())) yield piece
      if (!response.complete) throw new Error('the connection broke')
    }
    resolve({ response, pieces })
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
    waiting: () => size,
    add(chunk: Uint8Array): void {
      chunks.push(chunk)
      size += chunk.length
      wake()
    },
    end(): void {
      isOver = true
      wake()
    },
    /** While one is written the next one gathers. */
    async *pieces(onTaken: () => void) {
      while (!isOver || size > 0) {
        if (size === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        // What the system has ready for this turn comes along: fewer, larger pieces.
        await turn()
        const [piece, spent] = [chunks, full]
        chunks = []
        full = []
        size = 0
        onTaken()
        yield piece
        // All that was in these is written.
        free.push(...spent)
      }
    },
  }
}
