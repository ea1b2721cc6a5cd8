/** What a broadcast sends: one picture and one sound on one clock, whatever lists and files they come from. */
import type { Lane, Placed } from './lane.ts'
import { AAC_SAMPLES, SILENCE, type Unit } from './unit.ts'

/** Sound that has not come by then is silence, in µs. */
const SILENT_AFTER = 120_000
/** Two frames of picture are never closer, in µs: a millisecond is the finest that is sent. */
const CLOSEST = 1_000

interface Sound {
  readonly config: Buffer
  /** How long a frame lasts, in µs. */
  readonly frame: number
  /** A frame of silence; null: there is none for this kind of sound. */
  readonly silence: Buffer | null
}

const frameOf = (rate: number) => (AAC_SAMPLES / rate) * 1e6
const SILENT: Sound = { config: SILENCE.config, frame: frameOf(SILENCE.rate), silence: SILENCE.frame }

/**
 * Puts the frames of its lanes on one clock. The picture goes by its lane; sound lies on a grid of its own that is never
 * left, so that nothing overlaps or is missing at a seam: a frame that comes too early is left out, and what lacks is
 * silence.
 */
export class Program {
  readonly picture: Lane
  /** Its sound instead of the picture's own; null: there is none. */
  sound: Lane | null = null
  readonly #send: (unit: Unit) => void
  #video: { config: Buffer; dts: number } | null = null
  #audio: { sound: Sound; next: number } | null = null

  constructor(picture: Lane, send: (unit: Unit) => void) {
    this.picture = picture
    this.#send = send
  }

  /** Sends all that is due. @param now µs of the broadcast. @returns how late the latest picture was, in µs */
  advance(now: number): number {
    let late = 0
    for (let frame = this.picture.next(now); frame && frame.at <= now; frame = this.picture.next(now)) {
      this.picture.take()
      if (frame.kind === 'video') {
        late = Math.max(late, now - frame.at)
        this.#show(frame)
      } else if (!this.sound) this.#sound(frame)
    }
    for (let frame = this.sound?.next(now); frame && frame.at <= now; frame = this.sound?.next(now)) {
      this.sound?.take()
      if (frame.kind === 'audio') this.#sound(frame)
    }
    if (this.#video) this.#silentUntil(now - SILENT_AFTER)
    return late
  }

  close(): void {
    this.picture.close()
    this.sound?.close()
  }

  #show({ movie, at, dts, pts, isKey, data }: Placed): void {
    if (!movie.video) return
    const { config, width, height } = movie.video
    const isNew = !this.#video?.config.equals(config)
    const time = this.#video ? Math.max(at, this.#video.dts + CLOSEST) : at
    this.#video = { config, dts: time }
    const unit = { kind: 'video', dts: time } as const
    if (isNew) this.#send({ ...unit, later: 0, isKey: true, isConfig: true, size: { width, height }, data: config })
    this.#send({ ...unit, later: Math.max(0, pts - dts), isKey, isConfig: false, data })
  }

  #sound({ movie, at, data }: Placed): void {
    if (!movie.audio) return
    const { config, rate, channels } = movie.audio
    const silence = channels === 2 ? SILENCE.frame : null
    const audio = this.#soundOf({ config, frame: frameOf(rate), silence }, at)
    const half = audio.sound.frame / 2
    if (at < audio.next - half) return
    this.#silentUntil(at - half)
    // Where there is no silence for it, the grid begins anew.
    if (at > audio.next + half) audio.next = at
    this.#sendSound(data)
  }

  /** Silence up to a time, as far as the grid has not come there. */
  #silentUntil(until: number): void {
    const audio = this.#audio ?? this.#soundOf(SILENT, this.#video?.dts ?? until)
    const { silence } = audio.sound
    while (silence && audio.next <= until) this.#sendSound(silence)
  }

  #soundOf(sound: Sound, at: number): { sound: Sound; next: number } {
    const before = this.#audio
    if (before?.sound.config.equals(sound.config)) return before
    this.#audio = { sound, next: before?.next ?? at }
    const unit = { kind: 'audio', later: 0, isKey: true, isConfig: true } as const
    this.#send({ ...unit, dts: this.#audio.next, data: sound.config })
    return this.#audio
  }

  #sendSound(data: Buffer): void {
    const audio = this.#audio
    if (!audio) return
    this.#send({ kind: 'audio', dts: audio.next, later: 0, isKey: true, isConfig: false, data })
    audio.next += audio.sound.frame
  }
}
