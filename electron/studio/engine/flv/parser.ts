import type { FileHandle } from 'node:fs/promises'
import { type Amf, decodeAmf } from './amf0.ts'
import { DATA_TAG, type Tag, tagOf } from './tag.ts'

/** A keyframe of 2160p takes up to 2 MB. A file cannot make us take more memory than this, whatever it states. */
const LARGEST_TAG = 8_000_000
/** The length of the file's own header, with the empty footer of no tag. */
export const FILE_HEADER = 13
const TAG_HEADER = 11
const TAG_FOOTER = 4
const READ_BYTES = 256_000
/** Read further when less than this is parsed, in tags: about two seconds. */
const FEW_TAGS = 160

/** The file is no FLV, or is damaged. */
export class BrokenFlv extends Error {
  override readonly name = 'BrokenFlv'
}

/** Reads the tags of a file ahead, in the background. Only one read is under way at a time. */
export class TagParser {
  readonly #file: FileHandle
  /** Parsed, and not taken yet. */
  tags: Tag[] = []
  metadata: Amf = null
  /** Why the file cannot be read further. */
  failure: Error | null = null
  #rest: Buffer = Buffer.alloc(0)
  #at = FILE_HEADER
  #isEnd = false
  #isClosed = false
  #isBegun = false
  /** Counts restarts: what an earlier read returns is then no longer wanted. */
  #round = 0
  #reading: Promise<void> | null = null

  constructor(file: FileHandle) {
    this.#file = file
  }

  peek(): Tag | null {
    if (this.tags.length < FEW_TAGS) void this.fill()
    return this.tags[0] ?? null
  }

  shift(): void {
    this.tags.shift()
  }

  get isOver(): boolean {
    return this.tags.length === 0 && (this.#isEnd || this.failure !== null) && this.#reading === null
  }

  /** Reads the next part of the file that has a tag. Never rejects: see `failure`. */
  fill(): Promise<void> {
    if (this.#isEnd || this.#isClosed || this.failure) return Promise.resolve()
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  /** Continues at another place of the file, where a tag begins. */
  restart(at: number): void {
    this.#round += 1
    this.#at = at
    this.#rest = Buffer.alloc(0)
    this.#isEnd = false
    this.failure = null
    this.tags = []
  }

  close(): void {
    this.#isClosed = true
    void Promise.resolve(this.#reading)
      .then(() => this.#file.close())
      .catch(() => {})
  }

  async #readOn(): Promise<void> {
    for (let found = 0; found === 0 && !this.#isEnd && !this.#isClosed; ) {
      const round = this.#round
      try {
        const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, this.#at)
        if (round !== this.#round) continue
        this.#at += bytesRead
        this.#isEnd = bytesRead === 0
        this.#rest = Buffer.concat([this.#rest, buffer.subarray(0, bytesRead)])
        found = this.#parse()
      } catch (error) {
        if (round === this.#round) this.failure = error instanceof Error ? error : new Error(String(error))
        return
      }
    }
  }

  /** Takes the complete tags from what was read, and returns how many there were. */
  #parse(): number {
    const bytes = this.#rest
    let from = 0
    let found = 0
    while (bytes.length - from >= TAG_HEADER) {
      const size = bytes.readUIntBE(from + 1, 3)
      if (size > LARGEST_TAG) throw new BrokenFlv('a tag in it is larger than any picture')
      const end = from + TAG_HEADER + size
      if (bytes.length < end + TAG_FOOTER) break
      if (bytes.readUInt32BE(end) !== TAG_HEADER + size) throw new BrokenFlv('it is damaged')
      this.#take(bytes.subarray(from, end))
      from = end + TAG_FOOTER
      found += 1
    }
    this.#rest = bytes.subarray(from)
    return found
  }

  #take(bytes: Buffer): void {
    const type = bytes.readUInt8(0) & 31
    // The last byte of a time is its highest.
    const timeMs = bytes.readUIntBE(4, 3) + bytes.readUInt8(7) * 0x1000000
    const data = bytes.subarray(TAG_HEADER)
    if (type === DATA_TAG) {
      // What describes a file is at its beginning.
      if (this.#isBegun) return
      const [name, value] = decodeAmf(data)
      if (name === 'onMetaData') this.metadata = value
      return
    }
    const tag = tagOf(type, timeMs, data)
    this.#isBegun = true
    if (tag) this.tags.push(tag)
  }
}
