import type { Clock } from '../../shared/util/clock.ts'
import type { Core } from './core.ts'
import { nextDue } from './rules/broadcasts/timeline.ts'

/** The longest timer, in ms. Timers stop while the machine sleeps, so a change may be this late after it wakes up. */
const LONGEST_WAIT_MS = 10_000
/** Delay before retrying after a change could not be stored, in ms: the disk may be full for a while. */
const RETRY_MS = 1_000

/**
 * Advances broadcasts, faults and scenarios: wakes up when one becomes due, and stores the result.
 *
 * @param log called once when the result cannot be stored; storing is retried until it succeeds
 * @returns a function that stops the scheduler
 */
export function startScheduler(core: Core, clock: Clock, log: (line: string) => void): () => void {
  let cancelDue = () => {}
  let cancelStore: (() => void) | null = null

  const arm = () => {
    // Reading may apply what is due, which calls `arm` again, so the previous timer is cancelled only afterwards.
    const due = nextDue(core.read())
    cancelDue()
    cancelDue = due === null ? () => {} : clock.after(Math.min(due - core.now(), LONGEST_WAIT_MS), wake)
  }
  const store = (isAgain: boolean) => {
    cancelStore = null
    try {
      core.store()
      if (isAgain) log('What had changed by itself is stored.')
    } catch (error) {
      if (!isAgain) log(`What changed by itself cannot be stored: ${String(error)}. It is tried again every second.`)
      cancelStore = clock.after(RETRY_MS, () => store(true))
    }
  }
  const wake = () => {
    arm()
    if (!cancelStore) store(false)
  }

  wake()
  const unsubscribe = core.onChange(wake)
  return () => {
    unsubscribe()
    cancelDue()
    cancelStore?.()
  }
}
