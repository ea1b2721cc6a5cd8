import type { AppState } from '../state.ts'
import type { Clock } from '../util/clock.ts'
import type { News, Snapshot } from './news.ts'
import { alarmsBetween, nextChangeAt } from './rules.ts'

/**
 * Reports what must not wait until someone looks, each once: when the state shows it, or when time alone brings it
 * near.
 */
export function createAlarms(
  { state: current, clock }: { state: () => AppState; clock: Pick<Clock, 'now' | 'after'> },
  tell: (news: News) => void,
) {
  const sounded = new Set<string>()
  let last: Snapshot = { state: current(), at: clock.now() }
  let stopWaiting = waitForNews()

  function look(state: AppState): void {
    const now = { state, at: clock.now() }
    const moved = state.projects !== last.state.projects
    for (const one of alarmsBetween(last, now)) {
      // An end that is moved a little is not reported again.
      if (!sounded.has(one.once)) tell(one)
      sounded.add(one.once)
    }
    last = now
    if (!moved) return
    stopWaiting()
    stopWaiting = waitForNews()
  }

  function waitForNews(): () => void {
    const next = nextChangeAt(last.state, last.at)
    if (next === null) return () => {}
    return clock.after(next - last.at, () => {
      look(current())
      stopWaiting = waitForNews()
    })
  }

  return { look, stop: () => stopWaiting() }
}
