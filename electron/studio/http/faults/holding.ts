import type { Clock } from '../../../../shared/util/clock.ts'
import type { Core } from '../../core.ts'
import { find } from '../../rules/world/find.ts'
import type { World } from '../../rules/world/world.ts'

/** A held response, with the fault that holds it. */
interface Held {
  readonly faultId: string
  readonly release: () => void
}

/**
 * Responses that are held because of a fault. They are released when their time is up, when the fault ends or is
 * removed, when the client is gone, and when the studio closes.
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
   * Resolves when the response may be sent.
   *
   * @param ms the longest wait, in ms; null: no limit
   * @param whenGone calls back when the client is gone
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

  /** Returns whether any response is held because of that fault. */
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
