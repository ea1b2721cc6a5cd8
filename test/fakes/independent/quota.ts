/** How the minute is counted: started by its first request, or looking back from now. */
export type QuotaWindow = 'fixed' | 'sliding'

/** What the account may still send. */
export interface QuotaReading {
  limit: number
  remaining: number
  resetInMs: number
}

const WINDOW_MS = 60_000

/** The request limit of the one account, over all of its keys. A refused request costs nothing. */
export class Quota {
  limit: number
  readonly #window: QuotaWindow
  readonly #now: () => number
  #taken: number[] = []

  constructor(limit: number, window: QuotaWindow, now: () => number) {
    this.limit = limit
    this.#window = window
    this.#now = now
  }

  /** Counts one request; false when none is left. */
  take(): boolean {
    this.#expire()
    if (this.#taken.length >= this.limit) return false
    this.#taken.push(this.#now())
    return true
  }

  /** Another tool on the account sends `count` requests, as far as the limit lets it. */
  spend(count: number): void {
    for (let left = count; left > 0 && this.take(); left--);
  }

  /** What remains, and when that grows again. */
  read(): QuotaReading {
    this.#expire()
    const oldest = this.#taken[0]
    const resetInMs = oldest === undefined ? WINDOW_MS : oldest + WINDOW_MS - this.#now()
    return { limit: this.limit, remaining: Math.max(0, this.limit - this.#taken.length), resetInMs }
  }

  #expire(): void {
    const edge = this.#now() - WINDOW_MS
    const oldest = this.#taken[0]
    if (oldest === undefined || oldest > edge) return
    this.#taken = this.#window === 'fixed' ? [] : this.#taken.filter((at) => at > edge)
  }
}
