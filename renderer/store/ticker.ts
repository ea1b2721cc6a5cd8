/** A time that moves in steps and tells when it did. It stands still while nobody listens. */
export interface Ticker {
  now(): number
  subscribe(listener: () => void): () => void
}

export function createTicker(periodMs: number): Ticker {
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined

  function tick(): void {
    now = Date.now()
    for (const listener of listeners) listener()
  }

  return {
    now: () => (timer === undefined ? Date.now() : now),
    subscribe(listener) {
      listeners.add(listener)
      if (timer === undefined) {
        now = Date.now()
        timer = setInterval(tick, periodMs)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
