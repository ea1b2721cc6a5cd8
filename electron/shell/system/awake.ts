import { type AppState, isRunning } from '../../../shared/state.ts'
import { mayBeOnAir } from '../../core/commands/guard.ts'
import type { Store } from '../../core/state/store.ts'

/** What is needed of the system; Electron's `powerSaveBlocker` is one. */
export interface SleepBlocker {
  start(type: 'prevent-app-suspension'): number
  stop(id: number): unknown
}

/** Is somebody counting on us just now: something is or may be on air, or is about to be? */
export const mustStayAwake = ({ arm, projects, projectList }: AppState): boolean =>
  arm !== null ||
  Object.values(projects).some(mayBeOnAir) ||
  projectList.items.some(({ id, liveStatus }) => isRunning({ status: liveStatus, liveId: id }))

/**
 * Keeps the computer from sleeping by itself, and macOS from putting our timers off (App Nap), while somebody counts on us.
 *
 * @returns what ends it
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
