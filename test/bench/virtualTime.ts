import { breathe, VirtualClock } from '../fakes/virtualClock.ts'

/**
 * Time for simulations: runs as fast as the machine can, and can stand in for the global timers and `Date`, so that
 * libraries with real timers run in it unchanged.
 */
export class VirtualTime extends VirtualClock {
  /** Runs timer after timer until `end`; between two of them all promises get their turn. */
  async run(end: number): Promise<void> {
    while (this.step(end)) await breathe()
  }

  /** Puts this time in the place of the global timers and clocks; the answer puts them back. */
  installGlobally(): () => void {
    const saved = { setTimeout, clearTimeout, setInterval, clearInterval, now: Date.now, measured: performance.now }
    const handle = (forget: () => void) => ({ forget, ref() {}, unref() {}, hasRef: () => true })
    const clear = (given?: { forget?: () => void }) => given?.forget?.()
    Object.assign(globalThis, {
      setTimeout: (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        handle(this.after(ms, () => callback(...args))),
      setInterval: (callback: () => void, ms = 0) => handle(this.#every(ms, callback)),
      clearTimeout: clear,
      clearInterval: clear,
    })
    Date.now = () => this.now()
    performance.now = () => this.monotonic()
    return () => {
      const { now, measured, ...timers } = saved
      Object.assign(globalThis, timers)
      Date.now = now
      performance.now = measured
    }
  }

  /** Node counts no less than 1 ms either. */
  #every(ms: number, callback: () => void): () => void {
    let forget = () => {}
    const again = () => {
      forget = this.after(Math.max(1, ms), again)
      callback()
    }
    forget = this.after(Math.max(1, ms), again)
    return () => forget()
  }
}
