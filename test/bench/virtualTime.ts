import type { Clock } from '../../shared/util/clock.ts'

interface Timer {
  due: number
  order: number
  callback: () => void
  every: number | null
}

const START = Date.UTC(2026, 0, 5, 20)

/**
 * Time for simulations: runs as fast as the machine can, and can stand in for the global timers and `Date`, so that
 * libraries with real timers run in it unchanged. The timers lie in a heap: a simulated hour has hundreds of thousands.
 */
export class VirtualTime implements Clock {
  #now = 0
  #order = 0
  readonly #heap: Timer[] = []
  readonly #live = new Set<Timer>()

  now = () => START + this.#now
  monotonic = () => this.#now

  after(ms: number, callback: () => void): () => void {
    const timer = this.#add(ms, callback, null)
    return () => this.#live.delete(timer)
  }

  /** Runs timer after timer until `end`; between two of them all promises get their turn. */
  async run(end: number): Promise<void> {
    for (let first = this.#pop(); first && first.due <= end; first = this.#pop()) {
      if (!this.#live.has(first)) continue
      this.#now = first.due
      if (first.every === null) this.#live.delete(first)
      else this.#push(first, first.every)
      first.callback()
      await settled()
    }
  }

  /** Puts this time in the place of the global timers and clocks; the answer puts them back. */
  installGlobally(): () => void {
    const saved = { setTimeout, clearTimeout, setInterval, clearInterval, now: Date.now, measured: performance.now }
    const handle = (timer: Timer) => ({ timer, ref() {}, unref() {}, hasRef: () => true })
    const clear = (given?: { timer?: Timer }) => given?.timer && this.#live.delete(given.timer)
    Object.assign(globalThis, {
      setTimeout: (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        handle(this.#add(ms, () => callback(...args), null)),
      setInterval: (callback: () => void, ms = 0) => handle(this.#add(ms, callback, ms)),
      clearTimeout: clear,
      clearInterval: clear,
    })
    Date.now = () => this.now()
    performance.now = () => this.#now
    return () => {
      const { now, measured, ...timers } = saved
      Object.assign(globalThis, timers)
      Date.now = now
      performance.now = measured
    }
  }

  #add(ms: number, callback: () => void, every: number | null): Timer {
    const timer = { due: 0, order: 0, callback, every }
    return this.#push(timer, ms)
  }

  #push(timer: Timer, ms: number): Timer {
    // Node counts no less than 1 ms either.
    timer.due = this.#now + Math.max(timer.every === null ? 0 : 1, ms || 0)
    timer.order = this.#order++
    this.#live.add(timer)
    let index = this.#heap.push(timer) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.#isBefore(index, parent)) break
      this.#swap(index, parent)
      index = parent
    }
    return timer
  }

  #pop(): Timer | undefined {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (!first || !last || first === last) return first
    this.#heap[0] = last
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2]
      let least = index
      if (left < this.#heap.length && this.#isBefore(left, least)) least = left
      if (right < this.#heap.length && this.#isBefore(right, least)) least = right
      if (least === index) return first
      this.#swap(index, least)
      index = least
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]]
    return !!a && !!b && (a.due < b.due || (a.due === b.due && a.order < b.order))
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]]
    if (!a || !b) return
    this.#heap[one] = b
    this.#heap[other] = a
  }
}

/** Until every promise that can go on has gone on. Captured before any patching. */
const immediate = setImmediate
function settled(): Promise<void> {
  return new Promise((resolve) => immediate(resolve))
}
