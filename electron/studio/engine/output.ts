/**
 * One stream on one clock: puts the pictures and sounds of many files behind each other without holes, overlaps or
 * steps back, which players and platforms answer with a stall or a click.
 */
import { AUDIO_FRAME_MS, type Tag } from './flv/tag.ts'

/** A picture may come this much later than a frame after the one before it, in ms. */
const LATE_PICTURE_MS = 4
/** Sound may be shifted by this much a frame until it is where it belongs, in ms. */
const SLEW_MS = 3
/** A picture that would come this much later than the one before it means that the stream stood still, in ms. */
const STANDSTILL_MS = 250
/** Sound is filled with silence once it is this far behind the pictures, in ms. */
const SILENCE_AFTER_MS = 120
/** For files that do not state their frame rate. */
const DEFAULT_RATE = 30

export type Send = (tag: Tag) => void

export interface Output {
  /** Before the first tag of a source: its decoder headers, sent when they differ, and its frame rate. */
  begin(headers: { readonly video: Tag | null; readonly audio: Tag | null }, frameRate: number | null): void
  /** @param at when it is due, in ms of the caller's clock */
  put(tag: Tag, at: number): void
  /** Fills the sound with silence up to a time of the caller's clock. */
  fillSound(at: number): void
  /** Where the stream is, in its own ms. */
  readonly positionMs: number
}

/**
 * @param epoch the time of the caller's clock that is 0 in the stream
 * @param silence returns a frame of silence; null: holes in the sound remain
 */
export function createOutput(send: Send, epoch: number, silence: () => Tag | null): Output {
  let frameMs = 1_000 / DEFAULT_RATE
  /** How much the stream is behind the caller's clock, because it stood still: what was missed is not sent in a rush. */
  let behind = 0
  let lastPicture: number | null = null
  /** When the next frame of sound belongs; null: none was sent yet. */
  let nextSound: number | null = null
  const sent: { video: Buffer | null; audio: Buffer | null } = { video: null, audio: null }
  let pending: Tag[] = []

  const place = (tag: Tag, time: number): Tag => ({ ...tag, timeMs: Math.max(0, Math.round(time)) })

  function sendHeaders(time: number): void {
    for (const header of pending) {
      if (sent[header.kind]?.equals(header.data)) continue
      sent[header.kind] = header.data
      send(place(header, time))
    }
    pending = []
  }

  function picture(tag: Tag, at: number): void {
    let time = at - epoch - behind
    if (lastPicture !== null) {
      if (time - lastPicture > STANDSTILL_MS) {
        behind += time - lastPicture - frameMs
        time = lastPicture + frameMs
        // The sound follows the pictures.
      }
      time = Math.min(Math.max(time, lastPicture + frameMs / 2), lastPicture + frameMs + LATE_PICTURE_MS)
    }
    lastPicture = time
    sendHeaders(time)
    send(place(tag, time))
  }

  function sound(tag: Tag, at: number): void {
    // A broadcast begins with a picture.
    if (lastPicture === null) return
    const time = at - epoch - behind
    nextSound ??= time
    if (time < nextSound - AUDIO_FRAME_MS / 2) return
    fill(time)
    nextSound += Math.min(Math.max(time - nextSound, -SLEW_MS), SLEW_MS)
    send(place(tag, nextSound))
    nextSound += AUDIO_FRAME_MS
  }

  /** Silence until less than half a frame is missing before a time of the stream. */
  function fill(time: number): void {
    const quiet = silence()
    if (nextSound === null || !quiet) return
    while (nextSound < time - AUDIO_FRAME_MS / 2) {
      send(place(quiet, nextSound))
      nextSound += AUDIO_FRAME_MS
    }
  }

  return {
    begin(headers, frameRate) {
      frameMs = 1_000 / (frameRate ?? DEFAULT_RATE)
      pending = [headers.video, headers.audio].flatMap((tag) => tag ?? [])
    },
    put(tag, at) {
      if (tag.isHeader) return
      if (tag.kind === 'video') picture(tag, at)
      else sound(tag, at)
    },
    fillSound(at) {
      if (lastPicture === null) return
      nextSound ??= lastPicture
      const until = Math.min(at - epoch - behind, lastPicture) - SILENCE_AFTER_MS
      if (nextSound < until) fill(until)
    },
    get positionMs() {
      return lastPicture ?? 0
    },
  }
}
