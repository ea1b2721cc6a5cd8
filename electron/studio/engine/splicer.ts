/** Follows the plan of one broadcast: opens its files a little ahead, cuts from one to the next, and fills gaps. */
import type { Clock } from '../../../shared/util/clock.ts'
import type { Loop } from './flv/loop.ts'
import { openFlv, type TagSource } from './flv/reader.ts'
import { AUDIO_FRAME_MS, type Tag } from './flv/tag.ts'
import { createOutput, type Output, type Send } from './output.ts'
import {
  createShelf,
  type Entry,
  isAt,
  isSame,
  JUMP_MS,
  KEY_MS,
  LATE_MS,
  LOST_MS,
  NEVER,
  OPENING_MS,
  type Play,
  REOPEN_MS,
  SAME_MS,
  SHORT_MS,
  type Shelf,
  STALL_MS,
  TROUBLE,
  troubleOf,
} from './shelf.ts'
import { type SoundPlay, type SoundState, SoundTrack } from './sound.ts'

/** How often tags are sent, in ms: once a picture. Each time costs more than what is sent. */
const TICK_MS = 30
/** How often files are opened that play soon, in ms. */
const PREPARE_MS = 500
/** A keyframe comes at least this often: a place this far behind the last one is not in the file. In ms. */
const LONGEST_GROUP_MS = 3_000

/** What is being sent: a file, or the slate (`entry` null). */
interface Current {
  readonly entry: Entry | null
  readonly source: TagSource
  /** When its first picture is due, or would have been. */
  zeroAt: number
  /** When it was cut to. */
  readonly enteredAt: number
  /** When the last picture that was taken from it ends. */
  endedAt: number
  /** When it last had something to send. */
  fedAt: number
}

export interface SplicerOptions {
  readonly clock: Clock
  readonly send: Send
  /** The slate, once there is one: until then nothing is sent where nothing plays. */
  readonly slate: () => Loop | null
  /** Opens a file; left out, from the disk. */
  readonly open?: (path: string) => Promise<TagSource>
}

/** A stream that follows the plan from its construction until it is closed. */
export class Splicer {
  readonly #clock: Clock
  readonly #slate: () => Loop | null
  readonly #output: Output
  readonly #shelf: Shelf
  readonly #sound: SoundTrack
  #plays: readonly Play[] = []
  #current: Current | null = null
  /** What was sent last. A message that is some ms off must not bring back its end. */
  #left: Play | null = null
  #preparedAt = Number.NEGATIVE_INFINITY
  #cancel: () => void

  constructor({ clock, send, slate, open = openFlv }: SplicerOptions) {
    this.#clock = clock
    this.#slate = slate
    this.#output = createOutput(send, clock.monotonic(), () => slate()?.silence ?? null)
    this.#shelf = createShelf(open)
    this.#sound = new SoundTrack(this.#output, open)
    this.#cancel = clock.after(0, () => this.#tick())
  }

  /**
   * Replaces what plays when, and what is heard instead of its own sound, the most important first. What plays already
   * and still does is not interrupted.
   */
  follow(plays: readonly Play[], sounds: readonly SoundPlay[] = []): void {
    this.#plays = plays
    this.#sound.follow(sounds)
    this.#prepare(this.#clock.monotonic())
  }

  #prepare(now: number): void {
    this.#preparedAt = now
    this.#shelf.prepare(this.#plays, now, this.#current?.entry ?? null)
    this.#sound.prepare(now)
  }

  /** What is sent now; `path` null: the slate. `trouble`: why the file that should play, `failed`, is not sent. */
  state(): { path: string | null; trouble: string | null; failed: string | null } {
    const now = this.#clock.monotonic()
    const wanted = this.#shelf.find(this.#plays.find(isAt(now)))
    return { path: this.#current?.entry?.play.path ?? null, ...troubleOf(wanted, now) }
  }

  /** The layers that were composed into what is sent now; null: it is a file as it is, or the slate. */
  get layers(): readonly string[] | null {
    return this.#current?.entry?.play.layers ?? null
  }

  /** What is heard, like `state`; `path` null: the own sound of what is seen. */
  soundState(): SoundState {
    return this.#sound.state(this.#clock.monotonic())
  }

  close(): void {
    this.#cancel()
    this.#shelf.close()
    this.#sound.close()
  }

  #tick(): void {
    const now = this.#clock.monotonic()
    if (now - this.#preparedAt >= PREPARE_MS) this.#prepare(now)
    // Two decisions at one time are usual: the end of one file and the beginning of the next.
    let isMore = true
    for (let steps = 0; steps < 4 && isMore; steps += 1) {
      if (this.#current) this.#sound.choose(now, this.#current)
      isMore = this.#step(now)
    }
    this.#sound.pump(now)
    this.#output.fillSound(now)
    this.#cancel = this.#clock.after(TICK_MS, () => this.#tick())
  }

  /** One decision; returns whether another one may follow at the same time. */
  #step(now: number): boolean {
    const current = this.#current
    const due = this.#dueAt(now)
    const isLeft = due && this.#left && isSame(due, this.#left) && due.endsAt - now < SAME_MS
    const wanted = isLeft && current?.entry ? current.entry : this.#shelf.find(due)
    const next = wanted?.source && wanted.trouble === null ? wanted : null
    if (current && current.entry === next) return this.#stay(current, now, next?.play.endsAt ?? NEVER)
    if (next)
      return this.#cut(next, now - next.play.startsAt <= LATE_MS ? next.play.startsAt : (keyAt(next, now) ?? now))
    if (!current) {
      this.#enter(null, now)
      return this.#current !== null
    }
    const isOpening = wanted && wanted.trouble === null && now - wanted.openedAt < OPENING_MS
    if (isOpening && !current.source.isOver) {
      this.#pump(current, now, NEVER)
      return false
    }
    return this.#cut(null, Math.min(now, current.entry?.play.endsAt ?? now))
  }

  /**
   * What is to be shown. Of several that are due it is the first one that can be; while another one is shown, it begins
   * at a keyframe: so nothing is seen twice.
   */
  #dueAt(now: number): Play | undefined {
    const due = this.#plays.filter(isAt(now))
    if (due.length < 2) return due[0]
    const entries = due.flatMap((play) => this.#shelf.find(play) ?? [])
    const playable = entries.filter(({ source, trouble }) => source !== null && trouble === null)
    const found = playable.find((entry) => entry === this.#current?.entry || keyAt(entry, now) !== null)
    return (found ?? playable[0])?.play ?? due[0]
  }

  /** Continues with what is being sent. Returns whether something else follows at once. */
  #stay(current: Current, now: number, end: number): boolean {
    const tag = current.source.peek()
    const late = tag ? now - (current.zeroAt + tag.timeMs - current.source.firstMs) : 0
    if (late > LOST_MS) {
      this.#enter(current.entry, now)
      return true
    }
    if (late > LATE_MS) current.zeroAt += late
    this.#pump(current, now, end)
    const { entry, source, endedAt } = current
    if (entry && late < -JUMP_MS) {
      entry.trouble = TROUBLE.jumps
      return this.#cut(null, now)
    }
    if (source.peek()) current.fedAt = now
    const isStalled = !source.isOver && now - current.fedAt > STALL_MS
    if (entry && isStalled) {
      entry.trouble = TROUBLE.notRead
      entry.retryAt = now + REOPEN_MS
      return this.#cut(null, now)
    }
    if (!source.isOver || now < endedAt) return false
    if (!entry) return this.#cut(null, endedAt)
    if (!source.failure && end - endedAt <= SHORT_MS) return false
    entry.trouble = source.failure?.message ?? TROUBLE.tooShort
    // Its copy is made again meanwhile, and behind a damaged place it may go on.
    entry.retryAt = now + REOPEN_MS
    return this.#cut(null, Math.min(now, endedAt))
  }

  /** Sends the rest of the current file up to a time, then something else. */
  #cut(entry: Entry | null, at: number): boolean {
    if (this.#current) this.#pump(this.#current, at + SHORT_MS, at)
    this.#enter(entry, at)
    return true
  }

  /** Sends what is due until a time, but nothing that belongs after `end`. */
  #pump(current: Current, until: number, end: number): void {
    const { source, zeroAt } = current
    for (let tag = source.peek(); tag; tag = source.peek()) {
      const due = zeroAt + tag.timeMs - source.firstMs
      if (due > until) return
      source.shift()
      const isHeard = tag.kind === 'video' || !(this.#sound.isOn || current.entry?.play.isSilent)
      if (isHeard && due < end - halfOf(tag, source)) this.#output.put(tag, due)
      if (tag.kind === 'video') current.endedAt = due + frameOf(source)
    }
  }

  /** Begins to send a file, or the slate, from the place where it should be at a time. */
  #enter(entry: Entry | null, at: number): void {
    const before = this.#current?.entry
    if (before && before !== entry) {
      this.#left = before.play
      this.#shelf.drop(before)
    }
    const source = entry ? entry.source : (this.#slate()?.source() ?? null)
    this.#current = null
    if (!source) return
    const offset = entry ? Math.max(0, at - entry.play.startsAt) : 0
    const key = source.seek(offset)
    if (entry && key > 0 && offset - key > LONGEST_GROUP_MS) {
      entry.trouble = TROUBLE.tooShort
      entry.retryAt = at + REOPEN_MS
      this.#enter(null, at)
      return
    }
    const zeroAt = offset - key <= LATE_MS ? at - offset : at - key
    this.#current = { entry, source, zeroAt, enteredAt: at, endedAt: at, fedAt: this.#clock.monotonic() }
    this.#output.begin(source.headers, source.frameRate)
  }
}

/** When the keyframe of a file was due that is due now; null: none is. */
function keyAt({ play, source }: Entry, now: number): number | null {
  const key = play.startsAt + (source?.keyBefore(now - play.startsAt) ?? 0)
  return now - key <= KEY_MS ? key : null
}

const frameOf = ({ frameRate }: TagSource) => 1_000 / (frameRate ?? 30)
const halfOf = (tag: Tag, source: TagSource) => (tag.kind === 'video' ? frameOf(source) : AUDIO_FRAME_MS) / 2
