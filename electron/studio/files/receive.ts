import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Mishap } from './mishap.ts'
import { HEAD_BYTES } from './sniff.ts'

/** The disk is looked at once for so many bytes. */
const LOOK_EVERY = 64_000_000
/** Written in one go where more has come: what arrives faster than a disk takes it is kept waiting, not in memory. */
const WRITE_BYTES = 1_048_576

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
export async function receive(body: AsyncIterable<Uint8Array>, receiving: Receiving): Promise<void> {
  const { path, offset, total, signal } = receiving
  requireWithin(total ?? 0, receiving.limit)
  await receiving.requireRoom((total ?? offset) - offset)
  const file = createWriteStream(path, { flags: offset > 0 ? 'a' : 'w', highWaterMark: WRITE_BYTES, mode: 0o600 })
  await pipeline(body, (chunks: AsyncIterable<Uint8Array>) => checked(chunks, receiving), file, { signal })
}

async function* checked(chunks: AsyncIterable<Uint8Array>, receiving: Receiving) {
  const { offset, total, limit, onReceived } = receiving
  let received = offset
  let looked = offset
  let head: Uint8Array | null = offset > 0 ? null : Buffer.alloc(0)
  for await (const chunk of chunks) {
    received += chunk.length
    requireWithin(received, limit)
    if (received - looked >= LOOK_EVERY) {
      await receiving.requireRoom(0)
      looked = received
    }
    if (head) {
      head = Buffer.concat([head, chunk])
      if (head.length < HEAD_BYTES) continue
      await receiving.requireHead(head)
      yield head
      head = null
    } else yield chunk
    onReceived(received)
  }
  if (head) {
    await receiving.requireHead(head)
    yield head
    onReceived(received)
  }
  if (total !== null && received < total) throw cutShort(received, total)
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
