/** The time this server lives by. A test may bring its own; nothing else here asks the machine for the time. */
export interface Clock {
  now(): number
  /** Calls back once after `ms`; the function returned forgets it. */
  after(ms: number, callback: () => void): () => void
}

/** The machine's own time. */
export const realTime: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** Every delay of one server, so that closing it leaves none behind. */
export class Waits {
  readonly #clock: Clock
  readonly #pending = new Set<() => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Runs `callback` after `ms`, unless the server closes first. */
  later(ms: number, callback: () => void): void {
    const forget = this.#clock.after(ms, () => {
      this.#pending.delete(forget)
      callback()
    })
    this.#pending.add(forget)
  }

  /** Resolves after `ms`; at once for 0, so that a test's clock need not move for an ordinary answer. */
  wait(ms: number): Promise<void> {
    return ms > 0 ? new Promise((resolve) => this.later(ms, resolve)) : Promise.resolve()
  }

  /** Forgets every delay that has not run out. */
  cancelAll(): void {
    for (const forget of this.#pending) forget()
    this.#pending.clear()
  }
}
