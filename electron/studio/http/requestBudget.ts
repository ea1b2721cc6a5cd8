import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../../shared/contract/limits.ts'
import type { Clock } from '../../../shared/util/clock.ts'

/**
 * The requests of one account over a SLIDING window: never more than the limit in any 60 seconds, wherever they begin.
 * It is the strictest of the windows a service may use; whoever keeps to it keeps to all of them.
 *
 * Every request with a key of the account counts, whatever its answer, but for those refused here: they cost nothing,
 * so that a caller who keeps asking still gets through in the end.
 */
export class RequestBudget {
  readonly #clock: Clock
  /** When each request still counted was made, oldest first, in monotonic ms. */
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

  /** What every response tells. `t` is when the whole budget is back if nothing more is asked. */
  headers(): Record<string, string> {
    this.#forgetOld()
    const remaining = REQUESTS_PER_MINUTE - this.#made.length
    return {
      'RateLimit-Policy': `"account";q=${REQUESTS_PER_MINUTE};w=${RATE_WINDOW_MS / 1_000}`,
      RateLimit: `"account";r=${remaining};t=${this.#secondsUntilGone(this.#made.at(-1))}`,
    }
  }

  /** A request counts for exactly the window: at its end it is gone. */
  #forgetOld(): void {
    const end = this.#clock.monotonic() - RATE_WINDOW_MS
    const first = this.#made.findIndex((time) => time > end)
    this.#made = first < 0 ? [] : this.#made.slice(first)
  }

  #secondsUntilGone(made: number | undefined): number {
    return made === undefined ? 0 : Math.ceil((made + RATE_WINDOW_MS - this.#clock.monotonic()) / 1_000)
  }
}
