import type { Clock } from '../../shared/util/clock.ts'
import { systemClock } from './time.ts'

interface Waiting {
  who: object
  job: () => void
}

/** How far a client that was idle for long may get ahead of those that never stop asking, in ms. */
const AHEAD_MS = 50

/**
 * Shares the event loop fairly: one job per turn of the loop, from the client that has used the least time so far; on a
 * tie, from the one that asked first. So a client that asks now and then waits for one job at most, however many others
 * never stop asking and however long their jobs take. If nothing else is running, a job runs at once.
 */
export function createRoundRobin(clock: Pick<Clock, 'monotonic'> = systemClock) {
  const waiting: Waiting[] = []
  const taken = new WeakMap<object, number>()
  /** The time that the client served last had used before its job, in ms. */
  let level = 0
  let busy = false
  const takenBy = ({ who }: Waiting) => Math.max(taken.get(who) ?? 0, level - AHEAD_MS)

  function next(): void {
    const [one] = waiting.toSorted((a, b) => takenBy(a) - takenBy(b))
    busy = one !== undefined
    if (!one) return
    waiting.splice(waiting.indexOf(one), 1)
    run(one)
  }

  function run(one: Waiting): void {
    setImmediate(next)
    const before = takenBy(one)
    level = Math.max(level, before)
    const from = clock.monotonic()
    try {
      one.job()
    } finally {
      taken.set(one.who, before + clock.monotonic() - from)
    }
  }

  return function take(who: object, job: () => void): void {
    const one = { who, job }
    if (busy) waiting.push(one)
    else {
      busy = true
      run(one)
    }
  }
}
