import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Mishap } from './mishap.ts'
import { HEAD_BYTES } from './sniff.ts'

/** The disk is looked at once for so many bytes. */
const LOOK_EVERY = 64_000_000
/** What arrives faster than a disk takes it is kept waiting, not in memory. */
const MOST_WAITING = 2_097_152

export interface Receiving {
  readonly path: string
  /** What is there already and is gone on with, in bytes. */
  readonly offset: number
  /** Null: the sender does not say. */
  readonly total: number | null
  readonly limit: number
  readonly signal: AbortSignal
  /** Rejects what does not begin as it should. Not asked again of what is gone on with. */
  readonly requireHead: (head: Uint8Array) => Promise<void>
  /** Rejects when so many bytes more would not fit. */
  readonly requireRoom: (bytes: number) => Promise<void>
  /** Told how much is there; may throw to end it. */
  readonly onReceived: (received: number) => void
}

/** Writes what comes to a file, as fast as it comes and within its limits. Rejects when it ends before its length. */
export async function receive(body: Readable, receiving: Receiving): Promise<void> {
  const { path, offset, total, limit, signal, requireRoom } = receiving
  // Whoever ends it early is told so by the promise; what else its connection has to say is of no interest.
  body.on('error', () => {})
  requireWithin(total ?? 0, limit)
  await requireRoom((total ?? offset) - offset)
  signal.throwIfAborted()
  const file = await open(path, offset > 0 ? 'a' : 'w', 0o600)
  try {
    await writeAll(body, file, receiving)
  } finally {
    body.destroy()
    await file.close()
  }
}

/**
 * While one piece is written the next one gathers: that takes half the time of a pipeline of streams, which has as many
 * steps as there are packets.
 */
function writeAll(body: Readable, file: FileHandle, receiving: Receiving): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const write = writerOf(file, receiving)
  let waiting: Uint8Array[] = []
  let size = 0
  let isOver = false
  let isBusy = false
  const next = async () => {
    if (isBusy || (size === 0 && !isOver) || (!isOver && !write.canBegin(size))) return
    isBusy = true
    // What the system has ready for this turn comes along: fewer, larger pieces.
    await new Promise((gathered) => setImmediate(gathered))
    const [piece, bytes, isLast] = [waiting, size, isOver]
    waiting = []
    size = 0
    body.resume()
    await write.piece(piece, bytes)
    isBusy = false
    if (!isLast) return next()
    write.end()
    resolve()
  }
  const goOn = () => void next().catch(reject)
  const onAbort = () => reject(receiving.signal.reason)
  receiving.signal.addEventListener('abort', onAbort, { once: true })
  // It may have broken before anybody listened.
  if (receiving.signal.aborted) onAbort()
  if (body.destroyed) reject(body.errored ?? cutShort(receiving.offset, receiving.total))
  body.on('data', (chunk: Uint8Array) => {
    waiting.push(chunk)
    size += chunk.length
    if (size >= MOST_WAITING) body.pause()
    goOn()
  })
  body.on('error', reject).on('end', () => {
    isOver = true
    goOn()
  })
  return promise.finally(() => receiving.signal.removeEventListener('abort', onAbort))
}

function writerOf(file: FileHandle, { offset, total, limit, requireHead, requireRoom, onReceived }: Receiving) {
  let received = offset
  let looked = offset
  let isHeadKnown = offset > 0
  return {
    canBegin: (size: number) => isHeadKnown || size >= HEAD_BYTES,
    async piece(chunks: Uint8Array[], bytes: number): Promise<void> {
      requireWithin(received + bytes, limit)
      if (!isHeadKnown) await requireHead(Buffer.concat(chunks, Math.min(bytes, HEAD_BYTES)))
      isHeadKnown = true
      if (received + bytes - looked >= LOOK_EVERY) {
        await requireRoom(0)
        looked = received
      }
      const { bytesWritten } = await file.writev(chunks)
      // A disk that fills takes a part of it, and says why only when it is given the rest.
      if (bytesWritten < bytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
      received += bytes
      onReceived(received)
    },
    end(): void {
      if (total !== null && received < total) throw cutShort(received, total)
    },
  }
}

function requireWithin(bytes: number, limit: number): void {
  if (bytes <= limit) return
  throw new Mishap('STORAGE_LIMIT_EXCEEDED', `The file is larger than the ${gigabytes(limit)} that are allowed.`)
}

/** What every transfer that ends too early is told as. */
export function cutShort(received: number, total: number | null): Mishap {
  const of = total === null ? '' : ` of ${total}`
  return new Mishap('IMPORT_FAILED', `The transfer broke off after ${received}${of} bytes.`)
}

const gigabytes = (bytes: number) => `${Math.round(bytes / 1e7) / 100} GB`
