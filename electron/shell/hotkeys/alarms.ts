import type { AppState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Core } from '../../core/core.ts'
import type { NotificationText, Snapshot } from '../notifications/notification.ts'
import { alarmsBetween, nextChangeAt } from '../notifications/rules.ts'

/**
 * Reports what must not wait until someone looks, each once: when the state shows it, or when time alone brings it
 * near.
 */
export function createAlarms(
  { core, clock }: { core: Pick<Core, 'store'>; clock: Clock },
  tell: (text: NotificationText) => void,
) {
  const sounded = new Set<string>()
  let last: Snapshot = { state: core.store.get(), at: clock.now() }
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
      look(core.store.get())
      stopWaiting = waitForNews()
    })
  }

  return { look, stop: () => stopWaiting() }
}
