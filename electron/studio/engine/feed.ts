/** Reads a movie ahead of when it is sent: the frames of picture and sound in one row, each with its bytes. */
import type { FileHandle } from 'node:fs/promises'
import { Unreadable } from './boxes.ts'
import { type Movie, openMovie, type Sample, type Track } from './movie.ts'

/** So much is read at once, in bytes; and so far ahead, in µs. */
const WINDOW = 256 * 1024
const AHEAD = 1_500_000
/** No frame is larger: a file that says so is damaged. */
const LARGEST_FRAME = 16 * 1024 * 1024

export interface Frame {
  readonly kind: 'video' | 'audio'
  /** µs from the beginning of the movie. */
  readonly dts: number
  readonly pts: number
  readonly isKey: boolean
  readonly data: Buffer
}

/**
 * A movie that is read ahead. `next` is the frame that comes next; null: not read yet, or none comes any more.
 * `problem`: why reading ended before its end.
 */
export class Feed {
  /** When the first frame of what its times go by is decoded, in µs. */
  first = 0
  readonly movie: Pick<Movie, 'video' | 'audio'>
  problem: unknown = null
  isEnded = false
  readonly #row: Frame[] = []
  readonly #file: FileHandle
  #taken = 0
  #wake = () => {}
  #isClosed = false

  private constructor(movie: Movie, from: number) {
    this.movie = movie
    this.#file = movie.file
    this.#taken = from
  }

  /**
   * Resolves once its first frames are there.
   *
   * @param main what its times go by
   * @param from µs: what stands before its last key is left out
   * @throws Unreadable, or what the disk says
   */
  static async open(path: string, main: 'video' | 'audio', from = 0): Promise<Feed> {
    const movie = await openMovie(path)
    if (!movie[main]) {
      await movie.file.close()
      throw new Unreadable(main === 'video' ? 'it has no picture' : 'it has no sound')
    }
    const feed = new Feed(movie, from)
    await new Promise<void>((resolve) => void feed.#read(from, (kind) => (kind === main || feed.isEnded) && resolve()))
    const first = feed.#row.find(({ kind }) => kind === main)
    if (!first) throw feed.problem ?? new Unreadable('there is nothing in it')
    feed.first = first.dts
    return feed
  }

  get next(): Frame | null {
    return this.#row[0] ?? null
  }

  take(): void {
    const frame = this.#row.shift()
    if (frame) this.#taken = Math.max(this.#taken, frame.dts)
    this.#wake()
  }

  close(): void {
    this.#isClosed = true
    this.#row.length = 0
    this.#wake()
  }

  /** @param came called with each frame, and at the end */
  async #read(from: number, came: (kind?: Frame['kind']) => void): Promise<void> {
    try {
      for (const { kind, sample, window } of this.#inOrder(from)) {
        while (!this.#isClosed && sample.dts > this.#taken + AHEAD) await this.#taking()
        if (this.#isClosed) break
        const data = await window.read(sample)
        this.#row.push({ kind, dts: sample.dts, pts: sample.pts, isKey: sample.isKey, data })
        came(kind)
      }
    } catch (error) {
      this.problem = error
    } finally {
      this.isEnded = true
      came()
      await this.#file.close().catch(() => {})
    }
  }

  #taking(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  *#inOrder(from: number) {
    const rows = (['video', 'audio'] as const).flatMap((kind) => {
      const track: Track | null = this.movie[kind]
      if (!track) return []
      const samples = track.samples(from)
      return [{ kind, samples, window: new Window(this.#file), sample: samples.next().value }]
    })
    for (;;) {
      let first: (typeof rows)[number] | undefined
      for (const row of rows) if (row.sample && row.sample.dts < (first?.sample?.dts ?? Infinity)) first = row
      if (!first?.sample) return
      yield { kind: first.kind, sample: first.sample, window: first.window }
      first.sample = first.samples.next().value
    }
  }
}

/** A part of a file in memory: neighbours are read at once. */
class Window {
  readonly #file: FileHandle
  #at = 0
  #bytes = Buffer.alloc(0)

  constructor(file: FileHandle) {
    this.#file = file
  }

  async read({ at, size }: Sample): Promise<Buffer> {
    if (size > LARGEST_FRAME) throw new Unreadable('a frame of it is too large')
    if (at < this.#at || at + size > this.#at + this.#bytes.length) {
      const wanted = Buffer.allocUnsafe(Math.max(WINDOW, size))
      const { bytesRead } = await this.#file.read(wanted, 0, wanted.length, at)
      if (bytesRead < size) throw new Unreadable('it ends too early')
      this.#at = at
      this.#bytes = wanted.subarray(0, bytesRead)
    }
    return this.#bytes.subarray(at - this.#at, at - this.#at + size)
  }
}
