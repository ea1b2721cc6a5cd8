/** One viewer of a broadcast: gets each part in time, or is skipped to a keyframe, or is left. None waits for another. */
import type { Clock } from '../../../shared/util/clock.ts'

/** More than this waits for the network: what follows is left out until the next keyframe. In bytes. */
const MOST_WAITING = 4_000_000
/** A viewer that takes nothing for this long is gone, though the connection is open. In ms. */
const FROZEN_MS = 8_000

/** The response that a viewer reads (`ServerResponse`). */
export interface Outlet {
  writeHead(status: number, headers: Record<string, string>): unknown
  write(bytes: Buffer, written: () => void): unknown
  end(): unknown
  destroy(): unknown
  once(event: 'close', listener: () => void): unknown
  /** Bytes that wait for the network. */
  readonly writableLength: number
}

export class Viewer {
  readonly #outlet: Outlet
  readonly #clock: Clock
  /** Nothing is sent before the next keyframe: a decoder could do nothing with it. */
  #needsKey = true
  #progressAt: number
  #isOver = false
  readonly #onEnd: () => void

  /** @param onEnd called once */
  constructor(outlet: Outlet, clock: Clock, onEnd: () => void) {
    this.#outlet = outlet
    this.#clock = clock
    this.#onEnd = onEnd
    this.#progressAt = clock.monotonic()
    outlet.once('close', () => this.#over())
  }

  send(kind: 'init' | 'key' | 'fragment', bytes: Buffer): void {
    if (this.#isOver) return
    const waiting = this.#outlet.writableLength
    if (waiting === 0) this.#progressAt = this.#clock.monotonic()
    const isFrozen = this.#clock.monotonic() - this.#progressAt > FROZEN_MS
    if (waiting > MOST_WAITING) this.#needsKey = true
    if (kind === 'key' && waiting <= MOST_WAITING / 4) this.#needsKey = false
    if (isFrozen) this.#leave()
    else if (kind === 'init' || !this.#needsKey) this.#write(bytes)
  }

  /** The broadcast is over, or begins anew. */
  end(): void {
    if (this.#isOver) return
    this.#outlet.end()
    this.#over()
  }

  #write(bytes: Buffer): void {
    this.#outlet.write(bytes, () => {
      this.#progressAt = this.#clock.monotonic()
    })
  }

  #leave(): void {
    this.#outlet.destroy()
    this.#over()
  }

  #over(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#onEnd()
  }
}
