/** What the engine says to the studio about a broadcast on the watch page: frames of a kind, a length and contents. */

/** `hello` comes first and says who sends what; `codecs` comes before each `init`. */
const KINDS = ['hello', 'codecs', 'init', 'key', 'fragment'] as const
export type FrameKind = (typeof KINDS)[number]

/** The studio's only answer. */
export const ACCEPTED = 1

const HEADER = 5
/** A fragment has at most a few pictures, and a keyframe of 2160p takes up to 2 MB. In bytes. */
const LARGEST = 16_000_000
const LARGEST_HELLO = 1_000

export function frameOf(kind: FrameKind, contents: Buffer): Buffer {
  const header = Buffer.alloc(HEADER)
  header.writeUInt8(KINDS.indexOf(kind))
  header.writeUInt32BE(contents.length, 1)
  return Buffer.concat([header, contents])
}

/**
 * Reads frames as they arrive.
 *
 * @param take called with each one
 * @returns a listener for a connection's data
 * @throws Error from the listener, if what arrives is something else, or does not begin with a short `hello`
 */
export function readFrames(take: (kind: FrameKind, contents: Buffer) => void): (bytes: Buffer) => void {
  let parts: Buffer[] = []
  let length = 0
  let needed = HEADER
  let isGreeted = false

  function next(all: Buffer): number {
    const kind = KINDS[all.readUInt8()]
    const size = all.readUInt32BE(1)
    const most = isGreeted ? LARGEST : LARGEST_HELLO
    if (!kind || size > most || isGreeted === (kind === 'hello')) throw new Error('this is not our engine')
    if (all.length < HEADER + size) return HEADER + size
    isGreeted = true
    // A copy: a part of a larger buffer would keep all of it.
    take(kind, Buffer.from(all.subarray(HEADER, HEADER + size)))
    parts = [all.subarray(HEADER + size)]
    length -= HEADER + size
    return HEADER
  }

  return (bytes) => {
    parts.push(bytes)
    length += bytes.length
    while (length >= needed) {
      const all = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
      parts = [all]
      needed = next(all)
    }
  }
}
