import type { Clock } from '../../../../shared/util/clock.ts'
import type { Core } from '../../core.ts'
import { find } from '../../rules/find.ts'
import type { World } from '../../rules/world.ts'

/** What waits, and because of which fault. */
interface Held {
  readonly faultId: string
  readonly release: () => void
}

/**
 * Answers that wait because of a fault. They are let go when their time has come, when the fault is over or taken away,
 * when nobody waits for them any more, and when the studio closes.
 */
export class Holding {
  readonly #core: Core
  readonly #clock: Clock
  readonly #held = new Set<Held>()
  readonly #unsubscribe: () => void
  #closed = false

  constructor(core: Core, clock: Clock) {
    this.#core = core
    this.#clock = clock
    this.#unsubscribe = core.onChange((world) => this.#releaseOver(world))
  }

  /**
   * Waits.
   *
   * @param ms how long at most; null has no end of its own
   * @param whenGone calls back when the caller is gone
   */
  hold(faultId: string, ms: number | null, whenGone: (callback: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const release = () => {
        this.#held.delete(held)
        cancel()
        resolve()
      }
      const held = { faultId, release }
      const cancel = ms === null ? () => {} : this.#clock.after(ms, release)
      this.#held.add(held)
      whenGone(release)
      this.#releaseOver(this.#core.read())
    })
  }

  /** Does anything wait because of that fault? */
  isHeld(faultId: string): boolean {
    return [...this.#held].some((held) => held.faultId === faultId)
  }

  get closed(): boolean {
    return this.#closed
  }

  close(): void {
    this.#closed = true
    this.#unsubscribe()
    for (const { release } of [...this.#held]) release()
  }

  #releaseOver({ faults }: World): void {
    for (const { faultId, release } of [...this.#held]) if (this.#closed || !find(faults, faultId)) release()
  }
}
