import { type AppState, isRunning } from '../../../shared/state.ts'
import { mayRun } from '../../core/polling/policy.ts'
import type { Store } from '../../core/state/store.ts'

/** What is needed of the system; Electron's `powerSaveBlocker` is one. */
export interface SleepBlocker {
  start(type: 'prevent-app-suspension'): number
  stop(id: number): unknown
}

/** Is the computer needed now: is something on air or armed, or may it be on air, or go on air by a request of ours? */
export const mustStayAwake = ({ arm, projects, projectList }: AppState): boolean =>
  arm !== null ||
  Object.values(projects).some(mayRun) ||
  projectList.items.some(({ id, liveStatus }) => isRunning({ status: liveStatus, liveId: id }))

/**
 * Prevents automatic sleep, and on macOS the throttling of our timers (App Nap), while the computer is needed.
 *
 * @returns a function that ends it
 */
export function keepAwake(store: Store, blocker: SleepBlocker): () => void {
  let blocked: number | null = null

  function look(wanted: boolean): void {
    if (wanted === (blocked !== null)) return
    if (blocked === null) blocked = blocker.start('prevent-app-suspension')
    else {
      blocker.stop(blocked)
      blocked = null
    }
  }

  look(mustStayAwake(store.get()))
  const unsubscribe = store.subscribe((_change, state) => look(mustStayAwake(state)))
  return () => {
    unsubscribe()
    look(false)
  }
}
