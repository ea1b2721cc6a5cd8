/** One broadcast on its way to its viewers: what a new one begins with, and each new part to all of them. */
import type { Clock } from '../../../shared/util/clock.ts'
import type { Feed } from './intake.ts'
import { type Outlet, Viewer } from './viewer.ts'

/** What came since the last keyframe is for new viewers; a stream that has none for this long has no beginning. */
const LONGEST_GROUP = 4_000_000
/** If nothing came for longer than this, there is nothing to watch, though the connection is open. In ms. */
const SILENT_MS = 3_000

/** The type of what follows, for a viewer's browser (RFC 6381). */
const typeOf = (codecs: string) => `video/mp4; codecs="${codecs}"`

export class Channel {
  readonly #clock: Clock
  readonly #viewers = new Set<Viewer>()
  #feed: Feed | null = null
  #codecs: string | null = null
  #init: Buffer | null = null
  #group: Buffer[] = []
  #groupBytes = 0
  /** When the last fragment came, by the monotonic clock; null: no keyframe has come on this connection. */
  #fedAt: number | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The engine sends: from now on only this connection counts. Viewers begin anew, because its times do. */
  open(): Feed {
    this.close()
    const feed: Feed = {
      take: (kind, contents) => {
        if (this.#feed === feed) this.#take(kind, contents)
      },
      end: () => {
        if (this.#feed === feed) this.close()
      },
    }
    this.#feed = feed
    return feed
  }

  #take(kind: 'codecs' | 'init' | 'key' | 'fragment', contents: Buffer): void {
    if (kind === 'codecs') {
      const codecs = contents.toString('latin1')
      // Other tracks, or another kind of them: no player can go on with that.
      if (this.#codecs !== null && kindsOf(codecs) !== kindsOf(this.#codecs)) this.#endAll()
      this.#codecs = codecs
      return
    }
    if (kind === 'init') {
      this.#init = contents
      this.#group = []
      this.#groupBytes = 0
    } else {
      if (kind === 'key' || this.#fedAt !== null) this.#fedAt = this.#clock.monotonic()
      this.#remember(kind === 'key', contents)
    }
    for (const viewer of this.#viewers) viewer.send(kind, contents)
  }

  #remember(isKey: boolean, contents: Buffer): void {
    if (isKey || this.#groupBytes > LONGEST_GROUP) {
      this.#group = []
      this.#groupBytes = 0
    }
    if (!isKey && this.#group.length === 0) return
    this.#group.push(contents)
    this.#groupBytes += contents.length
  }

  /** Pictures come: who joins now sees them at once, or with the keyframe that follows other parameters. */
  get isRunning(): boolean {
    return this.#init !== null && this.#fedAt !== null && this.#clock.monotonic() - this.#fedAt <= SILENT_MS
  }

  /** The engine is connected, though it may have sent nothing yet. */
  get isOpen(): boolean {
    return this.#feed !== null
  }

  /**
   * Begins to send to a viewer, from the last keyframe on.
   *
   * @param onEnd called once, when the viewer has left or was left
   */
  join(outlet: Outlet, onEnd: () => void): void {
    const { clock, init, codecs } = { clock: this.#clock, init: this.#init, codecs: this.#codecs ?? '' }
    if (!init) return void outlet.destroy()
    outlet.writeHead(200, { 'content-type': typeOf(codecs) })
    const viewer = new Viewer(outlet, clock, () => {
      this.#viewers.delete(viewer)
      onEnd()
    })
    this.#viewers.add(viewer)
    viewer.send('init', init)
    this.#group.forEach((part, nth) => void viewer.send(nth === 0 ? 'key' : 'fragment', part))
  }

  /** Ends it for all viewers. */
  close(): void {
    this.#feed = null
    this.#codecs = null
    this.#init = null
    this.#group = []
    this.#groupBytes = 0
    this.#fedAt = null
    this.#endAll()
  }

  #endAll(): void {
    for (const viewer of this.#viewers) viewer.end()
  }
}

/** `avc3.640028, mp4a.40.2` as `avc3 mp4a`. */
const kindsOf = (codecs: string) => codecs.replaceAll(/\.[\w.]+|,/g, '')
