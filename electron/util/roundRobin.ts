import type { Clock } from '../../shared/util/clock.ts'
import { systemClock } from './time.ts'

interface Waiting {
  who: object
  job: () => void
}

/** Whoever was away for long is ahead of those who never stop by as much, in ms, and no more. */
const AHEAD_MS = 50

/**
 * Lets many do their work by turns: one job in each turn of the event loop, of whoever has taken the least time so far; of
 * several, whoever asked first. So whoever asks now and then waits for one job at most, however many never stop asking and
 * however long theirs take. The first job of a quiet moment is done at once.
 */
export function createRoundRobin(clock: Pick<Clock, 'monotonic'> = systemClock) {
  const waiting: Waiting[] = []
  const taken = new WeakMap<object, number>()
  /** What the one in turn had taken, in ms. */
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
