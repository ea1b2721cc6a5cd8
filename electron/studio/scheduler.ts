import type { Clock } from '../../shared/util/clock.ts'
import type { Core } from './core.ts'
import { nextDue } from './rules/timeline.ts'

/** A timer stands still while the machine sleeps: what comes due meanwhile is late by this much after it woke. */
const LONGEST_WAIT_MS = 10_000
/** After a change could not be stored: the disk may be full for a while. */
const RETRY_MS = 1_000

/**
 * Lets broadcasts, faults and scenarios go on by themselves: wakes up when one becomes due, and stores what came of it.
 * Returns what stops it.
 *
 * @param log told once when something cannot be stored; it is tried again until it is
 */
export function startScheduler(core: Core, clock: Clock, log: (line: string) => void): () => void {
  let cancelDue = () => {}
  let cancelStore: (() => void) | null = null

  const arm = () => {
    // Reading may do what is due, which arms in turn: only then is the timer of before let go.
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
