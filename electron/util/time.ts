import type { Clock } from '../../shared/util/clock.ts'

/** The only code that reads the system's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms` of the clock's time; rejects with the signal's reason if it aborts first. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const stop = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    const onAbort = () => {
      stop()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** In how many ms the next of these times comes, `passed` ms after they began; null: none is left. */
export function untilNext(times: readonly number[], passed: number): number | null {
  const next = times.find((after) => after > passed)
  return next === undefined ? null : next - passed
}
