import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../../shared/contract/limits.ts'
import type { Clock } from '../../../shared/util/clock.ts'

/**
 * The requests of one account over a SLIDING window: never more than the limit in any 60 seconds, wherever they begin.
 * It is the strictest window a service may use, so a client that respects it respects all of them.
 *
 * Every request with a key of the account counts, whatever the response. Those refused here cost nothing, so that a
 * client that keeps asking still gets through in the end.
 */
export class RequestBudget {
  readonly #clock: Clock
  /** When each request that still counts was made, oldest first, in monotonic ms. */
  #made: number[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes one request out of the budget, or refuses it. */
  take() {
    this.#forgetOld()
    const granted = this.#made.length < REQUESTS_PER_MINUTE
    if (granted) this.#made.push(this.#clock.monotonic())
    const wait = granted ? {} : { 'Retry-After': String(this.#secondsUntilGone(this.#made[0])) }
    return { granted, headers: { ...this.headers(), ...wait } as Record<string, string> }
  }

  /**
   * The budget headers of every response. `t` is the seconds until the whole budget is back if no more requests follow.
   */
  headers(): Record<string, string> {
    this.#forgetOld()
    const remaining = REQUESTS_PER_MINUTE - this.#made.length
    return {
      'RateLimit-Policy': `"account";q=${REQUESTS_PER_MINUTE};w=${RATE_WINDOW_MS / 1_000}`,
      RateLimit: `"account";r=${remaining};t=${this.#secondsUntilGone(this.#made.at(-1))}`,
    }
  }

  /** A request counts for exactly one window: at its end, it no longer does. */
  #forgetOld(): void {
    const end = this.#clock.monotonic() - RATE_WINDOW_MS
    const first = this.#made.findIndex((time) => time > end)
    this.#made = first < 0 ? [] : this.#made.slice(first)
  }

  #secondsUntilGone(made: number | undefined): number {
    return made === undefined ? 0 : Math.ceil((made + RATE_WINDOW_MS - this.#clock.monotonic()) / 1_000)
  }
}
