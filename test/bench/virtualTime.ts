import { breathe, VirtualClock } from '../fakes/virtualClock.ts'

/**
 * Simulated time: runs as fast as the machine can, and can replace the global timers and `Date`, so that libraries with
 * real timers run in it unchanged.
 */
export class VirtualTime extends VirtualClock {
  /** Runs timer after timer until `end`; all pending promises run between two timers. */
  async run(end: number): Promise<void> {
    while (this.step(end)) await breathe()
  }

  /** Replaces the global timers and clocks; the returned function restores them. */
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

  /** Node's shortest interval is 1 ms too. */
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
