/**
 * What is heard instead of the sound of the pictures' own files: an audio playlist, or the sound of the same file at
 * another volume. Without either, nothing here does anything.
 */
import type { TagSource } from './flv/reader.ts'
import { AUDIO_FRAME_MS, type Tag } from './flv/tag.ts'
import type { Output } from './output.ts'
import {
  createShelf,
  type Entry,
  isAt,
  JUMP_MS,
  LATE_MS,
  LOST_MS,
  OPENING_MS,
  type Play,
  REOPEN_MS,
  SHORT_MS,
  type Shelf,
  STALL_MS,
  TROUBLE,
  troubleOf,
} from './shelf.ts'

/** At a cut, before the pictures of that time: what is due since then. What is older was missed with them. In ms. */
const RECENT_MS = 50

export interface SoundPlay extends Play {
  /** The play of a picture to which it belongs: it keeps time with that picture, also if it is late. Null: the clock. */
  readonly with: string | null
  /** The plays of pictures with which it is not heard. */
  readonly notWith?: readonly string[]
  /** An audio playlist is heard in it. */
  readonly isPlaylist: boolean
}

/** What is seen beside it. */
export interface Seen {
  /** Null: the slate. */
  readonly entry: Entry | null
  readonly source: TagSource
  /** When its first picture is due, or would have been. */
  readonly zeroAt: number
  /** When it was cut to. */
  readonly enteredAt: number
}

interface Current {
  readonly entry: Entry<SoundPlay>
  readonly source: TagSource
  /** Nothing that is due before this is sent. */
  readonly from: number
  readonly seen: Seen
  endedAt: number
  fedAt: number
}

export interface SoundState {
  /** Null: the own sound of what is seen, or silence. */
  readonly path: string | null
  readonly trouble: string | null
  readonly failed: string | null
  /** An audio playlist is heard. */
  readonly isPlaylist: boolean
}

export class SoundTrack {
  readonly #output: Output
  readonly #shelf: Shelf<SoundPlay>
  #sounds: readonly SoundPlay[] = []
  #current: Current | null = null
  #seen: Seen | null = null
  /** Since a cut, its sound is being opened: until then there is silence, because the own one may be much louder. */
  #isAwaited = false

  constructor(output: Output, open: (path: string) => Promise<TagSource>) {
    this.#output = output
    this.#shelf = createShelf(open)
  }

  /** Replaces what is heard when. What is heard already and still is, is not interrupted. */
  follow(sounds: readonly SoundPlay[]): void {
    this.#sounds = sounds
  }

  prepare(now: number): void {
    this.#shelf.prepare(this.#sounds, now, this.#current?.entry ?? null)
  }

  /** Something else is heard than the pictures' own sound. */
  get isOn(): boolean {
    return this.#current !== null || this.#isAwaited
  }

  state(now: number): SoundState {
    const due = this.#sounds.filter((sound) => isDue(sound, now, this.#seen))
    const entries = due.flatMap((sound) => this.#shelf.find(sound) ?? [])
    const troubled = entries.find((entry) => troubleOf(entry, now).trouble !== null)
    const { path = null, why = null, isPlaylist = false } = this.#current?.entry.play ?? {}
    const { trouble, failed } = troubleOf(troubled, now)
    // What is heard may be a copy at another volume.
    return { path, isPlaylist, trouble: trouble ?? why, failed }
  }

  close(): void {
    this.#shelf.close()
  }

  /** Decides what is heard beside what is seen. Comes before anything of it is sent. */
  choose(now: number, seen: Seen): void {
    const isCut = seen !== this.#seen
    this.#seen = seen
    const current = this.#current
    const due = this.#sounds.filter((sound) => isDue(sound, now, seen))
    const entries = due.flatMap((sound) => this.#shelf.find(sound) ?? []).filter(({ trouble }) => trouble === null)
    const isLost = isCut && (current?.entry.play.with ?? null) !== null
    const [first] = entries
    const isOpening = first !== undefined && !first.source && now - first.openedAt < OPENING_MS
    if (current && !isLost && isOpening && !current.source.isOver) return
    const next = entries.find(({ source }) => source !== null) ?? null
    this.#isAwaited = (isCut || this.#isAwaited) && isOpening && next === null
    if (next && (current?.entry !== next || isLost))
      this.#enter(next, seen, beginningOf(next.play, seen, isCut, now), now)
    else if (!next) this.#leave(isCut ? seen.enteredAt : now)
  }

  /** Sends what is due until now. */
  pump(now: number): void {
    const current = this.#current
    if (!current) return
    const { entry, source, seen } = current
    const tag = nextSound(source)
    const late = tag ? now - (zeroOf(entry.play, seen) + tag.timeMs - source.firstMs) : 0
    if (late > LOST_MS) {
      this.#enter(entry, seen, now, now)
      return
    }
    this.#send(current, now, Number.POSITIVE_INFINITY, now - LATE_MS)
    if (source.peek()) current.fedAt = now
    const trouble = this.#wrongWith(current, now, late)
    if (trouble === null) return
    entry.trouble = trouble
    entry.retryAt = now + REOPEN_MS
    this.#leave(now)
  }

  #wrongWith({ entry, source, fedAt, endedAt }: Current, now: number, late: number): string | null {
    if (late < -JUMP_MS) return TROUBLE.jumps
    if (!source.isOver) return now - fedAt > STALL_MS ? TROUBLE.notRead : null
    if (source.failure) return source.failure.message
    // Its stated length may be too long by a little: the next one comes in a moment.
    const isNearEnd = entry.play.endsAt - endedAt <= SHORT_MS
    return isNearEnd || now - endedAt <= SHORT_MS ? null : TROUBLE.tooShort
  }

  #send(current: Current, until: number, end: number, since: number): void {
    const { entry, source, from, seen } = current
    const zeroAt = zeroOf(entry.play, seen)
    for (let tag = nextSound(source); tag; tag = nextSound(source)) {
      const due = zeroAt + tag.timeMs - source.firstMs
      if (due > until) return
      source.shift()
      current.endedAt = due + AUDIO_FRAME_MS
      // What a busy machine missed is left out: in a rush, it would be taken for what is to be sent now.
      const isSent = due >= Math.max(from, since) - AUDIO_FRAME_MS / 2 && due < end - AUDIO_FRAME_MS / 2
      if (isSent) this.#output.put(tag, due)
    }
  }

  #enter(entry: Entry<SoundPlay>, seen: Seen, at: number, now: number): void {
    const { source } = entry
    if (!source) return
    if (this.#current) this.#send(this.#current, at, at, now - RECENT_MS)
    if (this.#current && this.#current.entry !== entry) this.#shelf.drop(this.#current.entry)
    source.seek(Math.max(0, at - zeroOf(entry.play, seen)))
    this.#current = { entry, source, seen, from: at, endedAt: at, fedAt: now }
    this.#output.beginSound(source.headers.audio)
  }

  /** The own sound of what is seen is heard again. */
  #leave(at: number): void {
    const current = this.#current
    this.#current = null
    if (!current) return
    this.#send(current, at, at, at - RECENT_MS)
    this.#shelf.drop(current.entry)
    this.#output.beginSound(this.#seen?.source.headers.audio ?? null)
  }
}

/** The next sound; pictures in between are left out, also those that are ahead of it. */
function nextSound(source: TagSource): Tag | null {
  for (let tag = source.peek(); tag; tag = source.peek()) {
    if (tag.kind === 'audio' && !tag.isHeader) return tag
    source.shift()
  }
  return null
}

/** When the beginning of a sound is due, or was. */
function zeroOf(sound: SoundPlay, seen: Seen): number {
  const play = seen.entry?.play
  return sound.with !== null && play ? seen.zeroAt + sound.startsAt - play.startsAt : sound.startsAt
}

/** From when on it is heard: its beginning, if that was a moment ago; a cut of its picture; or now. */
function beginningOf(sound: SoundPlay, seen: Seen, isCut: boolean, now: number): number {
  const zeroAt = zeroOf(sound, seen)
  if (sound.with !== null && isCut) return Math.max(zeroAt, seen.enteredAt)
  return now - zeroAt <= LATE_MS ? zeroAt : now
}

/** One that belongs to a picture is due at its part of it, as long as that is seen. */
function isDue(sound: SoundPlay, now: number, seen: Seen | null): boolean {
  const play = seen?.entry?.play
  if (play?.layers) return false
  if (play && sound.notWith?.includes(play.id)) return false
  if (sound.with === null) return isAt(now)(sound)
  if (!seen || !play || sound.with !== play.id) return false
  const at = now - seen.zeroAt + play.startsAt
  // The picture may be held a little longer than planned.
  return sound.startsAt <= at && (at < sound.endsAt || sound.endsAt >= play.endsAt)
}
