import { LARGEST_HEAD } from './requestGuard.ts'

const END = '\r\n\r\n'

export interface Head {
  /** How much of it has come, in bytes. */
  readonly length: number
  /** @returns the head alone, without what came after it, or as much as is too much of it; null: more is to come */
  add(chunk: Buffer): Buffer | null
}

/** Collects the head of one request (RFC 9112, 2.1) from pieces of any size. */
export function createHead(): Head {
  const pieces: Buffer[] = []
  let length = 0
  /** The end may lie across pieces. */
  let last = Buffer.alloc(0)
  return {
    get length() {
      return length
    },
    add(chunk) {
      const piece = length === 0 ? withoutBlankLines(chunk) : chunk
      const seen = Buffer.concat([last, piece])
      const end = seen.indexOf(END)
      const more = end < 0 ? piece : piece.subarray(0, end + END.length - last.length)
      pieces.push(more)
      length += more.length
      last = seen.subarray(-END.length + 1)
      return end < 0 && length <= LARGEST_HEAD ? null : Buffer.concat(pieces)
    },
  }
}

/** They may come before a request and mean nothing (RFC 9112, 2.2): they are no end of a head. */
function withoutBlankLines(chunk: Buffer): Buffer {
  const start = chunk.findIndex((byte) => byte !== 13 && byte !== 10)
  return start < 0 ? chunk.subarray(chunk.length) : chunk.subarray(start)
}
