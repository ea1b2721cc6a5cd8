import type { Clock } from '../../../shared/util/clock.ts'

/** A turn that did not come within its time. */
export class NoTurn extends Error {
  override readonly name = 'NoTurn'
}

/**
 * Runs jobs of one key one after the other, so that two quick scene switches reach the service in the order they were
 * pressed. A job whose turn does not come within `patienceMs` is never run: a late cue is worse than none.
 */
export function createSerialQueue(clock: Clock, patienceMs: number) {
  const last = new Map<string, Promise<unknown>>()

  return async function inTurn<T>(key: string, job: () => Promise<T>): Promise<T> {
    const before = last.get(key) ?? Promise.resolve()
    const mine = inTime(clock, before, patienceMs).then(job)
    // Whoever comes next waits for those before me as well, even when my own patience ended.
    const settled = Promise.allSettled([before, mine])
    last.set(key, settled)
    try {
      return await mine
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}

function inTime(clock: Clock, wait: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(ms, () => reject(new NoTurn('no turn in time')))
    const go = () => {
      stop()
      resolve()
    }
    wait.then(go, go)
  })
}
