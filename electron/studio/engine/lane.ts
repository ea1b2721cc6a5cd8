/** One list of a broadcast: plays its files one after the other at their times, without a seam. */
import { tellDiskError } from '../../../shared/words/disk.ts'
import { Feed, type Frame } from './feed.ts'

export interface Play {
  /** The same play keeps its id when a list is told anew: it goes on. */
  readonly id: string
  readonly path: string
  /** When it begins, in µs of the broadcast. */
  readonly due: number
  /** How far into the file it begins, in µs. */
  readonly from: number
}

/** A play that was read begins there, or, null, could not be: why. */
export interface Began {
  readonly id: string
  readonly problem: string | null
}

export interface Placed extends Frame {
  /** µs of the broadcast. */
  readonly at: number
  /** What it is a frame of. */
  readonly movie: Feed['movie']
}

/** A file that is being opened. `play` null: the filler. */
interface Opening {
  readonly play: Play | null
  feed: Feed | null
}

interface Current {
  /** Null: the filler. */
  readonly play: Play | null
  readonly feed: Feed
  /** Added to a time of the movie it is one of the broadcast. */
  readonly shift: number
}

/** A file may be so much shorter or longer than its list was told, and nothing is cut or filled, in µs. */
const SLACK = 100_000
/** So long before it begins, a file is opened. */
const OPENED_BEFORE = 4_000_000

/**
 * @param main what its times go by: the picture, or the sound of a list of sounds
 * @param tell called when a play begins, or cannot
 */
export class Lane {
  readonly #main: 'video' | 'audio'
  readonly #tell: (began: Began) => void
  #filler: string | null = null
  #plays: readonly Play[] = []
  #current: Current | null = null
  #opening: Opening | null = null
  #isCut = false
  /** Where what was played last ends; null: nothing was. */
  #end: number | null = null
  #isClosed = false

  constructor(main: 'video' | 'audio', tell: (began: Began) => void) {
    this.#main = main
    this.#tell = tell
  }

  /** What is played from now on. What plays goes on where it is the first of them, and is left at once where it is not. */
  set(plays: readonly Play[], filler: string | null): void {
    this.#filler = filler
    const first = plays[0]
    const goesOn = first !== undefined && first.id === this.#current?.play?.id
    this.#plays = goesOn ? plays.slice(1) : plays
    this.#isCut = !goesOn && this.#current?.play != null
    if (this.#opening && this.#opening.play?.id !== this.#plays[0]?.id) this.#drop()
  }

  /** The frame that comes next; null: none is there yet. */
  next(now: number): Placed | null {
    for (;;) {
      this.#goOn(now)
      if (!this.#current) return null
      const { feed, shift } = this.#current
      const frame = feed.next
      if (frame) return { ...frame, at: frame.dts + shift, movie: feed.movie }
      if (!feed.isEnded) return null
      this.#finish(shift + this.#lengthOf(feed))
    }
  }

  take(): void {
    this.#current?.feed.take()
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
    this.#current?.feed.close()
    this.#current = null
  }

  /** Begins what is due, once it can be read. */
  #goOn(now: number): void {
    const coming = this.#plays[0]
    const isDue = coming !== undefined && this.#isDue(coming, now)
    if (coming && !this.#opening && coming.due - now < OPENED_BEFORE) this.#open(coming)
    const { play, feed } = this.#opening ?? { play: null, feed: null }
    if (coming && isDue && play === coming && feed) {
      this.#begin(coming, feed, now)
      this.#plays = this.#plays.slice(1)
    } else if (!this.#current && !isDue) this.#fill(now)
    else if (this.#isCut && !coming) this.#finish(now)
  }

  #isDue({ due }: Play, now: number): boolean {
    if (!this.#current) return due - (this.#end ?? now) < SLACK || due <= now
    return this.#isCut || this.#current.play === null ? due <= now + SLACK / 10 : due + SLACK <= now
  }

  #begin(play: Play | null, feed: Feed, now: number): void {
    if (this.#current) this.#finish(now)
    const isSeamless = this.#end !== null && Math.abs(this.#end - now) < 4 * SLACK
    const at = isSeamless && this.#end !== null ? this.#end : now
    this.#opening = null
    this.#isCut = false
    this.#current = { play, feed, shift: at - feed.first }
    if (play) this.#tell({ id: play.id, problem: null })
  }

  /** What plays is over. @param at when it ended, in µs of the broadcast */
  #finish(at: number): void {
    const { feed, play } = this.#current ?? {}
    if (feed?.problem && play) this.#tell({ id: play.id, problem: tellDiskError(feed.problem) })
    feed?.close()
    this.#current = null
    this.#isCut = false
    this.#end = Math.max(at, this.#end ?? at)
  }

  #fill(now: number): void {
    if (this.#filler === null) return
    if (this.#opening?.feed && this.#opening.play === null) this.#begin(null, this.#opening.feed, now)
    else if (!this.#opening) this.#open(null)
  }

  /** @param play null: the filler */
  #open(play: Play | null): void {
    const path = play?.path ?? this.#filler
    if (path === null) return
    const opening: Opening = { play, feed: null }
    this.#opening = opening
    Feed.open(path, this.#main, play?.from ?? 0).then(
      (feed) => {
        if (this.#opening === opening && !this.#isClosed) opening.feed = feed
        else feed.close()
      },
      (error: unknown) => {
        if (this.#opening !== opening) return
        this.#opening = null
        if (!play) this.#filler = null
        else if (this.#plays[0] === play) {
          this.#plays = this.#plays.slice(1)
          this.#tell({ id: play.id, problem: tellDiskError(error) })
        }
      },
    )
  }

  #drop(): void {
    this.#opening?.feed?.close()
    this.#opening = null
  }

  #lengthOf({ movie }: Feed): number {
    return movie[this.#main]?.duration ?? 0
  }
}
