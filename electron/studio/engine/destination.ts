/**
 * One destination of one broadcast: keeps a connection to its server, for ever, and drops what the server is too slow
 * for. Each destination is on its own: none waits for another one.
 */
import type { Clock } from '../../../shared/util/clock.ts'
import type { Tag } from './flv/tag.ts'
import type { TargetState } from './plan.ts'
import { type RtmpAddress, readRtmpAddress } from './rtmp/address.ts'
import { type Publisher, publish } from './rtmp/publisher.ts'
import type { PublishFailure } from './rtmp/session.ts'

/** Pauses before the next attempt, in ms; the last one for ever. */
const PAUSES_MS = [500, 1_000, 2_000]
/** A connection that was accepted for this long was a good one: the next pause is the first again. In ms. */
const GOOD_MS = 10_000
/** More than this waits for the network: what follows is left out until the next keyframe. In bytes. */
const MOST_WAITING = 4_000_000
/** A server that takes nothing for this long is frozen, though its connection is open. In ms. */
const FROZEN_MS = 8_000
const LOOK_MS = 1_000
/** If no picture was sent for this long, nothing arrives, whatever the server has accepted. In ms. */
const SILENT_MS = 2_000
/** Times have 32 bits, 49.7 days: before that, a new connection begins at 0 again. In ms. */
const LONGEST_MS = 40 * 86_400_000

const NO_PICTURE: PublishFailure = { error: 'STREAM_ERROR', message: 'Nothing is being sent: there is no picture.' }
const TOO_SLOW: PublishFailure = {
  error: 'CONNECTION_ERROR',
  message: 'The connection is too slow for the stream: no pictures get through.',
}
const STILL_TAKEN: PublishFailure = {
  error: 'CONNECTION_ERROR',
  message: 'The server refuses the stream that it accepted before: something else may be sending with this key.',
}

export type DestinationState = Omit<TargetState, 'liveId' | 'destinationId'>

export interface DestinationOptions {
  readonly url: string
  readonly key: string
  readonly clock: Clock
  /** Connects; a test may pass its own. */
  readonly connect?: typeof publish
  /** Reads the address; left out, one of an RTMP server. */
  readonly readAddress?: typeof readRtmpAddress
}

/** Connects from its construction on, and sends from the last keyframe on once the server has accepted the stream. */
export class Destination {
  readonly #clock: Clock
  readonly #key: string
  readonly #connect: typeof publish
  readonly #address: RtmpAddress | string
  readonly #headers: { video: Tag | null; audio: Tag | null } = { video: null, audio: null }
  /** The last keyframe and what followed it: a new connection begins with them, and need not wait for the next one. */
  #group: Tag[] = []
  #groupBytes = 0
  #failure: PublishFailure | null = null
  #link: Publisher | null = null
  #isReady = false
  /** Nothing is sent before the next keyframe: a decoder could do nothing with it. */
  #needsKey = true
  /** The time of the stream at which this connection began; null: it has sent nothing yet. */
  #beganMs: number | null = null
  #readyAt = 0
  /** When a picture was last sent on this connection; before the first one, when the server accepted the stream. */
  #sentAt = 0
  /** The server accepted streams before. */
  #wasReady = false
  /** The connection before this one froze: that of a server that takes nothing again must not pass for live. */
  #hasFrozen = false
  #progressAt = 0
  #attempts = 0
  #reconnects = 0
  #dropped = 0
  #bytes = 0
  #isClosed = false
  #cancelPause = () => {}
  #cancelLook: () => void

  constructor({ url, key, clock, connect = publish, readAddress = readRtmpAddress }: DestinationOptions) {
    this.#clock = clock
    this.#key = key
    this.#connect = connect
    this.#address = readAddress(url)
    this.#cancelLook = clock.after(LOOK_MS, () => this.#look())
    this.#attempt()
  }

  send(tag: Tag): void {
    if (tag.isHeader) this.#headers[tag.kind] = tag
    else this.#remember(tag)
    this.#pass(tag)
  }

  #remember(tag: Tag): void {
    if (tag.isKey || this.#groupBytes > MOST_WAITING) {
      this.#group = []
      this.#groupBytes = 0
    }
    if (!tag.isKey && this.#group.length === 0) return
    this.#group.push(tag)
    this.#groupBytes += tag.data.length
  }

  #pass(tag: Tag): void {
    const link = this.#link
    if (!link || !this.#isReady) return
    if (link.waiting > MOST_WAITING) this.#needsKey = true
    const canBegin = tag.isKey && link.waiting <= MOST_WAITING / 4
    // Sound needs no keyframe, and little room: it goes on where pictures are left out.
    const isSound = tag.kind === 'audio' && this.#beganMs !== null && link.waiting <= MOST_WAITING
    if (this.#needsKey && !canBegin && !isSound) {
      if (this.#beganMs !== null) this.#dropped += 1
      return
    }
    if (link.waiting === 0) this.#progressAt = this.#clock.monotonic()
    if (this.#needsKey && canBegin) this.#begin(link, tag)
    if (tag.kind === 'video') this.#sentAt = this.#clock.monotonic()
    const timeMs = Math.max(0, tag.timeMs - (this.#beganMs ?? 0))
    if (timeMs > LONGEST_MS && tag.isKey) this.#leave('A new connection begins after 40 days.')
    else {
      link.send(tag, timeMs)
      this.#bytes += tag.data.length
    }
  }

  state(): DestinationState {
    const counts = { reconnects: this.#reconnects, dropped: this.#dropped, bytes: this.#bytes }
    if (typeof this.#address === 'string') {
      return { state: 'FAILED', error: 'CONNECTION_ERROR', message: this.#address, ...counts }
    }
    const failure = this.#isReady ? this.#silence() : this.#failure
    const isLive = this.#isReady && failure === null
    return {
      state: isLive ? 'LIVE' : 'WAIT',
      error: failure?.error ?? null,
      message: failure?.message ?? null,
      ...counts,
    }
  }

  /** Why nothing arrives though the server has accepted the stream; null: it does. */
  #silence(): PublishFailure | null {
    if (this.#hasFrozen) return this.#failure
    if (this.#clock.monotonic() - this.#sentAt <= SILENT_MS) return null
    return (this.#link?.waiting ?? 0) > 0 ? TOO_SLOW : NO_PICTURE
  }

  /** Ends the stream and the connection. */
  close(): void {
    this.#isClosed = true
    this.#cancelPause()
    this.#cancelLook()
    this.#link?.close()
    this.#link = null
    this.#isReady = false
  }

  #attempt(): void {
    if (typeof this.#address === 'string' || this.#isClosed) return
    this.#link = this.#connect(this.#address, this.#key, this.#clock, {
      onReady: () => {
        this.#isReady = true
        this.#wasReady = true
        if (!this.#hasFrozen) this.#failure = null
        this.#readyAt = this.#clock.monotonic()
        this.#progressAt = this.#readyAt
        this.#sentAt = this.#readyAt
        for (const tag of this.#group) this.#pass(tag)
      },
      onEnd: (failure) => this.#lost(failure),
      onProgress: () => {
        this.#progressAt = this.#clock.monotonic()
      },
    })
  }

  #lost(failure: PublishFailure): void {
    if (this.#isGood()) this.#attempts = 0
    // The key is right, then: the server still holds the connection before this one, or someone else has the key.
    this.#failure = failure.error === 'AUTH_ERROR' && this.#wasReady ? STILL_TAKEN : failure
    this.#link = null
    this.#isReady = false
    this.#needsKey = true
    this.#beganMs = null
    if (this.#isClosed) return
    this.#reconnects += 1
    const pause = PAUSES_MS[Math.min(this.#attempts, PAUSES_MS.length - 1)] ?? 0
    this.#cancelPause = this.#clock.after(pause, () => this.#attempt())
    this.#attempts += 1
  }

  /** Whether this connection was accepted long enough ago, and has taken what was sent. */
  #isGood(): boolean {
    const hasTaken = !this.#hasFrozen || (this.#link?.waiting ?? 0) === 0
    return this.#isReady && hasTaken && this.#clock.monotonic() - this.#readyAt >= GOOD_MS
  }

  #leave(message: string): void {
    this.#link?.close()
    this.#lost({ error: 'CONNECTION_ERROR', message })
  }

  #look(): void {
    const silence = this.#clock.monotonic() - this.#progressAt
    const isFrozen = this.#isReady && (this.#link?.waiting ?? 0) > 0 && silence > FROZEN_MS
    if (isFrozen) {
      this.#hasFrozen = true
      this.#leave('The server has taken nothing for 8 s.')
    } else if (this.#hasFrozen && this.#isGood()) {
      this.#hasFrozen = false
      this.#failure = null
    }
    this.#cancelLook = this.#clock.after(LOOK_MS, () => this.#look())
  }

  #begin(link: Publisher, tag: Tag): void {
    if (this.#beganMs === null) {
      this.#beganMs = tag.timeMs
      link.describe({ videocodecid: 7, audiocodecid: 10, audiosamplerate: 48_000, stereo: true, encoder: 'Cuelight' })
    }
    for (const header of [this.#headers.video, this.#headers.audio])
      if (header) link.send(header, tag.timeMs - this.#beganMs)
    this.#needsKey = false
  }
}
