/** A short FLV file held in memory and played in a circle: the slate, which no disk can take off the air. */
import { openFlv, restOf, type TagSource } from './reader.ts'
import type { Tag } from './tag.ts'

/** A slate of a few seconds takes far less. */
const MOST_BYTES = 16_000_000

export interface Loop {
  /** A source that begins anew each time; it reads nothing. */
  source(): TagSource
  /** A frame of silence, for holes in the sound. */
  readonly silence: Tag | null
}

/**
 * Reads the whole file.
 * @throws BrokenFlv, or the system's error
 */
export async function readLoop(path: string): Promise<Loop> {
  const file = await openFlv(path)
  const tags: Tag[] = []
  try {
    let bytes = 0
    for await (const tag of restOf(file)) {
      // A copy: a part of a larger buffer would keep all of it.
      if (!tag.isHeader) tags.push({ ...tag, data: Buffer.from(tag.data) })
      bytes += tag.data.length
      if (bytes >= MOST_BYTES) break
    }
  } finally {
    file.close()
  }
  const { headers, firstMs, frameRate } = file
  const start = Math.max(
    0,
    tags.findIndex(({ isKey }) => isKey),
  )
  return {
    silence: tags.find(({ kind }) => kind === 'audio') ?? null,
    source() {
      let at = start
      return {
        ...{ headers, firstMs, frameRate, failure: null },
        keyBefore: () => 0,
        seek() {
          at = start
          return 0
        },
        peek: () => tags[at] ?? null,
        shift() {
          at += 1
        },
        get isOver() {
          return at >= tags.length
        },
        close() {},
      }
    },
  }
}
