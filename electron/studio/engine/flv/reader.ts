/** Reads the tags of an FLV file from its beginning or from a keyframe, a little ahead of what is sent. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Amf } from './amf0.ts'
import { BrokenFlv, FILE_HEADER, TagParser } from './parser.ts'
import type { Tag } from './tag.ts'

/** The sequence headers come first, with some pictures or sounds between them. */
const MOST_BEFORE_HEADERS = 50

export interface Keyframe {
  /** Counted from the first one: the index and the tags may count from different times. */
  readonly timeMs: number
  /** Where its tag begins in the file, in bytes. */
  readonly at: number
}

/** Where tags come from: a file, or the slate in memory. */
export interface TagSource {
  readonly headers: { readonly video: Tag | null; readonly audio: Tag | null }
  /** The time of the first picture: everything counts from it. */
  readonly firstMs: number
  /** Frames a second; null: not stated. */
  readonly frameRate: number | null
  /** The last keyframe at or before a time, both counted from the first picture. */
  keyBefore(offsetMs: number): number
  /** Plays from the last keyframe at or before a time (counted from the first picture), and returns that one's. */
  seek(offsetMs: number): number
  /** The next tag; null: none is parsed yet, or the end. */
  peek(): Tag | null
  shift(): void
  /** Nothing follows. */
  readonly isOver: boolean
  /** Why the file cannot be read further. */
  readonly failure: Error | null
  close(): void
}

/**
 * Opens an FLV file and reads until its first picture.
 * @throws BrokenFlv, or the system's error
 */
export async function openFlv(path: string): Promise<TagSource & { readonly keyframes: readonly Keyframe[] }> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    if (!(await file.stat()).isFile()) throw new BrokenFlv('it is not an ordinary file')
    return await beginning(file)
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * Takes all tags that are left of a source.
 * @throws the source's failure
 */
export async function* restOf(source: TagSource): AsyncGenerator<Tag> {
  while (!source.isOver) {
    const tag = source.peek()
    if (tag) {
      source.shift()
      yield tag
    } else await new Promise((resolve) => setImmediate(resolve))
  }
  if (source.failure) throw source.failure
}

async function beginning(file: FileHandle) {
  const { buffer: header, bytesRead } = await file.read(Buffer.alloc(FILE_HEADER), 0, FILE_HEADER, 0)
  if (bytesRead < FILE_HEADER || header.toString('latin1', 0, 3) !== 'FLV') throw new BrokenFlv('it is not FLV')
  const parser = new TagParser(file)
  const headers: { video: Tag | null; audio: Tag | null } = { video: null, audio: null }
  let first: Tag | undefined
  for (let read = 0; !first; read += 1) {
    await parser.fill()
    const tags = parser.tags.splice(0)
    if (parser.failure && tags.length === 0) throw parser.failure
    if (tags.length === 0 || read > MOST_BEFORE_HEADERS) throw new BrokenFlv('it has no picture')
    for (const tag of tags) if (tag.isHeader) headers[tag.kind] ??= tag
    first = tags.find((tag) => tag.kind === 'video' && tag.isKey)
  }
  if (!headers.video) throw new BrokenFlv('it does not say how to decode its pictures')
  parser.restart(FILE_HEADER)
  await parser.fill()
  return sourceOf(parser, headers, first.timeMs)
}

function sourceOf(parser: TagParser, headers: TagSource['headers'], firstMs: number) {
  const keyframes = keyframesIn(parser.metadata)
  const rate = fieldOf(parser.metadata, 'framerate')
  const before = (offsetMs: number) => keyframes.findLast(({ timeMs }) => timeMs <= offsetMs)
  return {
    headers,
    firstMs,
    keyframes,
    frameRate: typeof rate === 'number' && rate >= 1 && rate <= 240 ? rate : null,
    keyBefore: (offsetMs: number) => before(offsetMs)?.timeMs ?? 0,
    seek(offsetMs: number): number {
      const found = before(offsetMs)
      const isStart = !found || found.timeMs === 0
      parser.restart(isStart ? FILE_HEADER : found.at)
      void parser.fill()
      return isStart ? 0 : found.timeMs
    },
    peek: () => parser.peek(),
    shift: () => parser.shift(),
    get isOver() {
      return parser.isOver
    },
    get failure() {
      return parser.failure
    },
    close() {
      parser.close()
    },
  }
}

function fieldOf(value: Amf, name: string): Amf {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Reflect.get(value, name) : undefined
}

/** The index that ffmpeg writes (`-flvflags add_keyframe_index`): times in seconds, and places in bytes. */
function keyframesIn(metadata: Amf): Keyframe[] {
  const index = fieldOf(metadata, 'keyframes')
  const [times, places] = [fieldOf(index, 'times'), fieldOf(index, 'filepositions')]
  if (!Array.isArray(times) || !Array.isArray(places)) return []
  const first = typeof times[0] === 'number' ? times[0] : 0
  return times.flatMap((time: Amf, nth) => {
    const at: Amf = places[nth]
    const isPlace =
      typeof time === 'number' && typeof at === 'number' && Number.isSafeInteger(at) && at >= FILE_HEADER
    return isPlace ? [{ timeMs: Math.round((time - first) * 1_000), at }] : []
  })
}
