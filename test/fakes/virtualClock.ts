import type { Clock } from '../../shared/util/clock.ts'

interface Timer {
  due: number
  order: number
  callback: () => void
}

/** A clock that stands still until a test moves it. Wall time can jump without monotonic time. */
export class VirtualClock implements Clock {
  #monotonic = 0
  #wall: number
  #order = 0
  readonly #timers = new Set<Timer>()

  constructor(wall = Date.UTC(2026, 0, 5, 20, 0, 0)) {
    this.#wall = wall
  }

  now = () => this.#wall
  monotonic = () => this.#monotonic

  after(ms: number, callback: () => void): () => void {
    const timer: Timer = { due: this.#monotonic + Math.max(0, ms), order: this.#order++, callback }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** The number of pending timers. */
  get waiting(): number {
    return this.#timers.size
  }

  /** Ms until each pending timer, in no particular order. */
  get dues(): number[] {
    return [...this.#timers].map(({ due }) => due - this.#monotonic)
  }

  /** Ms until the next timer, or null when none is pending. */
  get next(): number | null {
    const first = this.#first()
    return first ? first.due - this.#monotonic : null
  }

  /** Moves time on by `ms`, running each timer at its own time, in order. Synchronous: no I/O happens between. */
  advance(ms: number): void {
    const end = this.#monotonic + ms
    while (this.step(end));
    this.#moveTo(end)
  }

  /** Moves time on to the next timer and runs it alone; false when none is due by `end`. */
  step(end: number): boolean {
    const timer = this.#first()
    if (!timer || timer.due > end) return false
    this.#moveTo(timer.due)
    this.#timers.delete(timer)
    timer.callback()
    return true
  }

  /** Moves time on in steps, letting promises and sockets run between them. */
  async pass(ms: number, step = 250): Promise<void> {
    for (let left = ms; left > 0; left -= step) {
      this.advance(Math.min(step, left))
      await breathe()
    }
  }

  /** Wall time jumps, as when a computer's clock is set. */
  jump(ms: number): void {
    this.#wall += ms
  }

  #first(): Timer | undefined {
    let first: Timer | undefined
    for (const timer of this.#timers) {
      if (!first || timer.due < first.due || (timer.due === first.due && timer.order < first.order)) first = timer
    }
    return first
  }

  #moveTo(time: number): void {
    this.#wall += time - this.#monotonic
    this.#monotonic = time
  }
}

/** Lets microtasks and pending socket events run. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
