import { type FileHandle, open } from 'node:fs/promises'
import { Refusal } from '../../rules/world/find.ts'
import { HEAD_BYTES, requireHead } from '../bounds/sniff.ts'
import type { FileType } from '../catalogue/document.ts'

/** Free disk space is checked once per this number of bytes. */
const LOOK_EVERY = 64_000_000

/** The file ended before it was complete. */
export class BrokenOff extends Error {}

/** The content of a file that is arriving. */
export interface Content {
  /** Each piece is all that has arrived. Rejects with `BrokenOff` when it ends too early. */
  readonly pieces: AsyncIterable<readonly Uint8Array[]>
  /** Where it begins, in bytes: everything before is on disk already. */
  readonly offset: number
  /** The whole file's size in bytes; null: the sender does not report it. */
  readonly total: number | null
  /** Where it ends, if the sender announced only a part of the rest; left out: at the end of the file. */
  readonly end?: number | null
}

interface Receiving {
  readonly type: FileType
  readonly path: string
  /** The largest file, in bytes. */
  readonly limit: number
  readonly signal: AbortSignal
  /** Rejects when this many more bytes would not fit on the disk. */
  readonly requireRoom: (bytes: number) => Promise<void>
  /** Called with the number of bytes received; may throw to end the transfer. */
  readonly onReceived: (received: number) => void
}

/** Writes arriving content to a file, within its limits. Rejects when it ends too early, or is of another type. */
export async function receive({ pieces, offset, total, end = total }: Content, receiving: Receiving): Promise<void> {
  const { type, path, limit, signal, requireRoom, onReceived } = receiving
  requireWithin(total ?? 0, limit)
  await requireRoom((total ?? offset) - offset)
  signal.throwIfAborted()
  const file = await open(path, offset > 0 ? 'a+' : 'w+', 0o600)
  let received = offset
  let looked = offset
  let isHeadKnown = false
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted()
      requireWithin(received + sizeOf(piece), limit)
      if (received - looked >= LOOK_EVERY) {
        await requireRoom(0)
        looked = received
      }
      received += await write(file, piece)
      if (!isHeadKnown && received >= HEAD_BYTES) {
        await requireHead(file, type)
        isHeadKnown = true
      }
      onReceived(received)
      // Some servers leave the connection open after the last byte.
      if (received === end) break
    }
    if (end !== null && received < end) throw new BrokenOff()
    if (end !== null && received > end) throw new Refusal('IMPORT_FAILED', 'More came than was announced.')
    if (!isHeadKnown) await requireHead(file, type)
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error
    const of = total === null ? '' : ` of ${total}`
    throw new Refusal('IMPORT_FAILED', `The transfer broke off after ${received}${of} bytes.`)
  } finally {
    await file.close()
  }
}

async function write(file: FileHandle, piece: readonly Uint8Array[]): Promise<number> {
  const bytes = sizeOf(piece)
  const { bytesWritten } = await file.writev(piece)
  // A disk that fills up writes only a part, and reports the reason only on the next write.
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(piece).subarray(bytesWritten))
  return bytes
}

export const sizeOf = (piece: readonly Uint8Array[]) => piece.reduce((sum, { length }) => sum + length, 0)

function requireWithin(bytes: number, limit: number): void {
  if (bytes <= limit) return
  const gigabytes = Math.round(limit / 1e7) / 100
  throw new Refusal('STORAGE_LIMIT_EXCEEDED', `The file is larger than the ${gigabytes} GB that are allowed.`)
}
