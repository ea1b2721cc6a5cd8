/**
 * One stream on one clock: puts the pictures and sounds of many files behind each other without holes, overlaps or
 * steps back, which players and platforms answer with a stall or a click.
 */
import { AUDIO_FRAME_MS, type Tag } from './flv/tag.ts'

/** A picture may come this much later than a frame after the one before it, in ms. */
const LATE_PICTURE_MS = 4
/** Sound may be shifted by this much a frame until it is where it belongs, in ms. */
const SLEW_MS = 3
/** If neither picture nor sound came for longer than this, the stream stood still. In ms. */
const STANDSTILL_MS = 250
/** Sound is filled with silence once it is this far behind the pictures, in ms. */
const SILENCE_AFTER_MS = 120
/** No more silence than this is sent at once, in ms: no file can make us send it for hours. */
const MOST_SILENCE_MS = 2_000
/** For files that do not state their frame rate. */
const DEFAULT_RATE = 30

export type Send = (tag: Tag) => void

interface Headers {
  readonly video: Tag | null
  readonly audio: Tag | null
}

export interface Output {
  /** Before the first tag of a source: its decoder headers, sent when they differ, and its frame rate. */
  begin(headers: Headers, frameRate: number | null): void
  /** Before the first sound that comes from another source than the pictures, or from theirs again. */
  beginSound(header: Tag | null): void
  /** @param at when it is due, in ms of the caller's clock */
  put(tag: Tag, at: number): void
  /** Fills the sound with silence up to a time of the caller's clock. */
  fillSound(at: number): void
}

const place = (tag: Tag, time: number): Tag => ({ ...tag, timeMs: Math.max(0, Math.round(time)) })

/** What a decoder must know: sent before the first picture or sound that needs it, and only when it differs. */
function createHeaders(send: (header: Tag, time: number) => void) {
  const sent: { video: Tag | null; audio: Tag | null } = { video: null, audio: null }
  const pending: { video: Tag | null; audio: Tag | null } = { video: null, audio: null }
  return {
    next(header: Tag | null): void {
      if (header) pending[header.kind] = header
    },
    flush(kind: Tag['kind'], time: number): void {
      const header = pending[kind]
      pending[kind] = null
      if (!header || sent[kind]?.data.equals(header.data)) return
      sent[kind] = header
      send(header, time)
    },
  }
}

/**
 * @param epoch the time of the caller's clock that is 0 in the stream
 * @param silence returns a frame of silence; null: holes in the sound remain
 */
export function createOutput(send: Send, epoch: number, silence: () => Tag | null): Output {
  let frameMs = 1_000 / DEFAULT_RATE
  /** How much the stream is behind the caller's clock. Less than 0: its first picture was due before the epoch. */
  let behind = 0
  let lastPicture: number | null = null
  /** How far the pictures and sounds have come together; null: none was sent yet. */
  let reached: number | null = null
  /** When the next frame of sound belongs; null: none was sent yet. */
  let nextSound: number | null = null
  const headers = createHeaders((header, time) => send(place(header, time)))

  function picture(tag: Tag, at: number): void {
    let time = at
    // A file may pause its picture while its sound goes on. A smaller gap is only a length that is stated wrongly.
    if (lastPicture !== null && time - lastPicture <= STANDSTILL_MS)
      time = Math.min(Math.max(time, lastPicture + frameMs / 2), lastPicture + frameMs + LATE_PICTURE_MS)
    lastPicture = time
    headers.flush('video', time)
    headers.flush('audio', time)
    send(place(tag, time))
  }

  function sound(tag: Tag, time: number): void {
    nextSound ??= time
    if (time < nextSound - AUDIO_FRAME_MS / 2) return
    headers.flush('audio', time)
    fill(time)
    nextSound += Math.min(Math.max(time - nextSound, -SLEW_MS), SLEW_MS)
    send(place(tag, nextSound))
    nextSound += AUDIO_FRAME_MS
  }

  /** Silence until less than half a frame is missing before a time of the stream. */
  function fill(time: number): void {
    const quiet = silence()
    if (nextSound === null || !quiet) return
    nextSound = Math.max(nextSound, time - MOST_SILENCE_MS)
    while (nextSound < time - AUDIO_FRAME_MS / 2) {
      send(place(quiet, nextSound))
      nextSound += AUDIO_FRAME_MS
    }
  }

  return {
    begin({ video, audio }, frameRate) {
      frameMs = 1_000 / (frameRate ?? DEFAULT_RATE)
      headers.next(video)
      headers.next(audio)
    },
    beginSound: headers.next,
    put(tag, at) {
      // A broadcast begins with a picture.
      if (tag.isHeader || (lastPicture === null && tag.kind === 'audio')) return
      // No time is below 0: all pictures before the epoch would share the time 0.
      if (reached === null) behind = Math.min(0, at - epoch)
      let time = at - epoch - behind
      // It stood still: what was missed is not sent in a rush.
      if (reached !== null && time - reached > STANDSTILL_MS) {
        behind += time - reached - frameMs
        time = reached + frameMs
      }
      reached = Math.max(reached ?? time, time)
      if (tag.kind === 'video') picture(tag, time)
      else sound(tag, time)
    },
    fillSound(at) {
      if (lastPicture === null) return
      nextSound ??= lastPicture
      const until = Math.min(at - epoch - behind, lastPicture) - SILENCE_AFTER_MS
      if (nextSound < until) fill(until)
    },
  }
}
