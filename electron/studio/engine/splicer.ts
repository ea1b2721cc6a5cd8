/** Follows the plan of one broadcast: opens its files a little ahead, cuts from one to the next, and fills gaps. */
import type { Clock } from '../../../shared/util/clock.ts'
import type { Loop } from './flv/loop.ts'
import { openFlv, type TagSource } from './flv/reader.ts'
import { AUDIO_FRAME_MS, type Tag } from './flv/tag.ts'
import { createOutput, type Output, type Send } from './output.ts'

/** One file at its time, in ms of the clock. */
export interface Play {
  /** The same in every plan that has this play; every other play has another one, also of the same file. */
  readonly id: string
  readonly path: string | null
  /** Why there is no path, where that is known. */
  readonly why?: string | null
  readonly startsAt: number
  /** Infinity: until something replaces it. */
  readonly endsAt: number
}

/** How often tags are sent, in ms: once a picture. Each time costs more than what is sent. */
const TICK_MS = 30
/** The next file is opened this early, and how often that is looked at, in ms. */
const AHEAD_MS = 2_000
const PREPARE_MS = 500
/** A file that could not be opened or read is tried again after this: its disk is back, or its copy was made again. In ms. */
const REOPEN_MS = 5_000
/** A file that should play may take this long to open while the one before it still runs, in ms. */
const OPENING_MS = 1_000
/** A disk that gives nothing for this long, beyond what was read ahead, does not answer. In ms. */
const STALL_MS = 500
/** A keyframe comes at least this often: a place this far behind the last one is not in the file. In ms. */
const LONGEST_GROUP_MS = 3_000
/** No file has a hole of this length: its times are damaged. In ms. */
const JUMP_MS = 10_000
/** If no more than this is missing at the end of a file, the next one is waited for, without the slate. In ms. */
const SHORT_MS = 100
/** This late, what was missed is not sent in a rush: the rest is sent later by as much. In ms. */
const LATE_MS = 250
/** This late, as after the machine slept, we continue at the place where we should be. In ms. */
const LOST_MS = 5_000
/** By this much a message may be off. A play whose start moved further, as after sleep, is begun anew. In ms. */
const SAME_MS = 250

/** A file that plays now or soon. */
interface Entry {
  play: Play
  readonly openedAt: number
  /** Null: it is being opened, or cannot be. */
  source: TagSource | null
  /** Why it cannot be played. */
  trouble: string | null
  /** It is its disk that does not answer: the file itself may be whole. */
  isStalled: boolean
  /** When a file that could not be opened or read is tried again. */
  retryAt: number
}

/** What is being sent: a file, or the slate (`entry` null). */
interface Current {
  readonly entry: Entry | null
  readonly source: TagSource
  /** When its first picture is due, or would have been. */
  zeroAt: number
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
    this.#cancel = clock.after(0, () => this.#tick())
  }

  /** Replaces what plays when. What plays already and still does is not interrupted. */
  follow(plays: readonly Play[]): void {
    this.#plays = plays
    this.#prepare(this.#clock.monotonic())
  }

  #prepare(now: number): void {
    this.#preparedAt = now
    this.#shelf.prepare(this.#plays, now, this.#current?.entry ?? null)
  }

  /** What is sent now; `path` null: the slate. `trouble`: why the file that should play, `failed`, is not sent. */
  state(): { path: string | null; trouble: string | null; failed: string | null } {
    const wanted = this.#shelf.find(this.#plays.find(isAt(this.#clock.monotonic())))
    const isHung = wanted && !wanted.source && this.#clock.monotonic() - wanted.openedAt > OPENING_MS
    const trouble = wanted?.trouble ?? (isHung ? 'its file cannot be opened at the moment' : null)
    const path = this.#current?.entry?.play.path ?? null
    // Only what is damaged need be made again.
    const isDamaged = wanted?.trouble != null && !wanted.isStalled
    return { path, trouble, failed: isDamaged ? wanted.play.path : null }
  }

  close(): void {
    this.#cancel()
    this.#shelf.close()
  }

  #tick(): void {
    const now = this.#clock.monotonic()
    if (now - this.#preparedAt >= PREPARE_MS) this.#prepare(now)
    // Two decisions at one time are usual: the end of one file and the beginning of the next.
    for (let steps = 0; steps < 4 && this.#step(now); steps += 1);
    this.#output.fillSound(now)
    this.#cancel = this.#clock.after(TICK_MS, () => this.#tick())
  }

  /** One decision; returns whether another one may follow at the same time. */
  #step(now: number): boolean {
    const current = this.#current
    const due = this.#plays.find(isAt(now))
    const isLeft = due && this.#left && isSame(due, this.#left) && due.endsAt - now < SAME_MS
    const wanted = isLeft && current?.entry ? current.entry : this.#shelf.find(due)
    const next = wanted?.source && wanted.trouble === null ? wanted : null
    if (current && current.entry === next) return this.#stay(current, now, next?.play.endsAt ?? NEVER)
    if (next) return this.#cut(next, now - next.play.startsAt <= LATE_MS ? next.play.startsAt : now)
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
      entry.trouble = 'it is damaged: its times jump'
      return this.#cut(null, now)
    }
    if (source.peek()) current.fedAt = now
    const isStalled = !source.isOver && now - current.fedAt > STALL_MS
    if (entry && isStalled) {
      entry.trouble = 'its file cannot be read at the moment'
      entry.isStalled = true
      entry.retryAt = now + REOPEN_MS
      return this.#cut(null, now)
    }
    if (!source.isOver || now < endedAt) return false
    if (!entry) return this.#cut(null, endedAt)
    if (!source.failure && end - endedAt <= SHORT_MS) return false
    entry.trouble = source.failure?.message ?? TOO_SHORT
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
      if (due < end - halfOf(tag, source)) this.#output.put(tag, due)
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
      entry.trouble = TOO_SHORT
      entry.retryAt = at + REOPEN_MS
      return this.#enter(null, at)
    }
    const zeroAt = offset - key <= LATE_MS ? at - offset : at - key
    this.#current = { entry, source, zeroAt, endedAt: at, fedAt: this.#clock.monotonic() }
    this.#output.begin(source.headers, source.frameRate)
  }
}

const NEVER = Number.POSITIVE_INFINITY
const TOO_SHORT = 'it is shorter than its stated length'
const isAt = (now: number) => (play: Play) => play.startsAt <= now && now < play.endsAt
const frameOf = ({ frameRate }: TagSource) => 1_000 / (frameRate ?? 30)
const halfOf = (tag: Tag, source: TagSource) => (tag.kind === 'video' ? frameOf(source) : AUDIO_FRAME_MS) / 2

const isSame = (one: Play, other: Play) => one.id === other.id && Math.abs(one.startsAt - other.startsAt) < SAME_MS

/** Whether a plan has something else to say on a play: another copy, or another reason why there is none. */
const isOther = (one: Play, other: Play) => one.path !== other.path || one.why !== other.why

type Shelf = ReturnType<typeof createShelf>

/** The files that play now or soon, opened in time. */
function createShelf(open: (path: string) => Promise<TagSource>) {
  let entries: Entry[] = []
  let isClosed = false

  function begin(play: Play, openedAt: number): Entry {
    const trouble = play.path === null ? (play.why ?? 'there is no play copy of it yet') : null
    const entry: Entry = { play, openedAt, source: null, trouble, isStalled: false, retryAt: NEVER }
    if (play.path === null) return entry
    open(play.path).then(
      (source) => {
        if (isClosed || !entries.includes(entry)) source.close()
        else entry.source = source
      },
      (error: unknown) => {
        entry.trouble = error instanceof Error ? error.message : String(error)
        entry.retryAt = openedAt + REOPEN_MS
      },
    )
    return entry
  }

  const find = (play: Play | undefined) => play && entries.find((entry) => isSame(entry.play, play))

  return {
    find,
    /** Opens what plays soon, and closes what no longer does. */
    prepare(plays: readonly Play[], now: number, inUse: Entry | null): void {
      const soon = plays.filter(({ startsAt, endsAt }) => startsAt < now + AHEAD_MS && endsAt > now)
      const isKept = (entry: Entry) => {
        const play = soon.find((one) => isSame(entry.play, one))
        return play !== undefined && now < entry.retryAt && (entry.trouble === null || !isOther(entry.play, play))
      }
      const kept = entries.filter((entry) => entry === inUse || isKept(entry))
      for (const entry of entries) if (!kept.includes(entry)) entry.source?.close()
      entries = kept
      for (const play of soon) {
        const entry = find(play)
        // The start and the file it was opened with are kept: a later message may be some ms off, or name a newer copy.
        if (entry) entry.play = { ...entry.play, endsAt: play.endsAt }
        else entries.push(begin(play, now))
      }
    },
    /** Closes a file. One in trouble remains known, so that it is not opened again while it should play. */
    drop(entry: Entry): void {
      entry.source?.close()
      entry.source = null
      if (entry.trouble === null) entries = entries.filter((one) => one !== entry)
    },
    close(): void {
      isClosed = true
      for (const { source } of entries) source?.close()
    },
  }
}
