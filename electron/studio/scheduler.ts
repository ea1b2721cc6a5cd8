import type { Clock } from '../../shared/util/clock.ts'
import type { Core } from './core.ts'
import { nextDue } from './rules/timeline.ts'

/** A timer stands still while the machine sleeps: what comes due meanwhile is late by this much after it woke. */
const LONGEST_WAIT_MS = 10_000
/** After a change could not be stored: the disk may be full for a while. */
const RETRY_MS = 1_000

/**
 * Lets broadcasts, faults and scenarios go on by themselves: wakes up when one becomes due. Returns what stops it.
 *
 * @param log told when a change that was due could not be stored; it is tried again
 */
export function startScheduler(core: Core, clock: Clock, log: (line: string) => void): () => void {
  let cancel = () => {}

  const arm = () => {
    // Reading may do what is due, which arms in turn: only then is the timer of before let go.
    const due = nextDue(core.read())
    cancel()
    cancel = due === null ? () => {} : clock.after(Math.min(due - core.now(), LONGEST_WAIT_MS), wake)
  }
  const wake = () => {
    try {
      arm()
    } catch (error) {
      log(`A change that was due could not be stored: ${String(error)}`)
      cancel = clock.after(RETRY_MS, wake)
    }
  }

  wake()
  const unsubscribe = core.onChange(wake)
  return () => {
    unsubscribe()
    cancel()
  }
}
