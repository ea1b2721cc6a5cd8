import type { Clock } from '../../shared/util/clock.ts'

/**
 * Wall time that does not jump while it matters: it runs on monotonic time from the last moment it followed the wall.
 * The studio lets it follow only while nothing runs, so that setting the computer's clock neither ends a broadcast nor
 * makes it longer.
 */
export class SteadyTime {
  readonly #clock: Clock
  #offset = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.followWall()
  }

  /** Whole ms since 1970. */
  now(): number {
    return Math.round(this.#offset + this.#clock.monotonic())
  }

  followWall(): void {
    this.#offset = this.#clock.now() - this.#clock.monotonic()
  }
}
