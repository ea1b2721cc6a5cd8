import { isRunning, type ProjectState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Store } from '../state/store.ts'

interface Options {
  clock: Clock
  store: Store
  isFollowed(projectId: string): boolean
  /** Ms to the next reading. */
  interval(projectId: string): number
  /** Reads what runs; never rejects. */
  read(projectId: string, lane: 'show' | 'refresh'): Promise<unknown>
}

/**
 * Reads what runs in projects that are not followed, for as long as something does or may: a lost start or stop is found out
 * wherever it was sent, and a broadcast that was started beside the show target is watched until it is off.
 */
export function createBeside({ clock, store, isFollowed, interval, read }: Options) {
  const timers = new Map<string, () => void>()
  let stopped = false

  function watch(projectId: string, inMs = interval(projectId)): void {
    timers.get(projectId)?.()
    timers.delete(projectId)
    const project = store.get().projects[projectId]
    if (stopped || !project || isFollowed(projectId) || !mayRun(project)) return
    // What settles a command belongs to the show.
    const lane = project.pending ? 'show' : 'refresh'
    const again = () => read(projectId, lane).finally(() => watch(projectId))
    timers.set(projectId, clock.after(inMs, again))
  }

  return {
    /** From now on, if there is anything to watch. @param inMs until it is read, where that is not its pace */
    watch,
    /** All of them. @returns which are watched now */
    watchAll(inMs?: number): string[] {
      for (const projectId of Object.keys(store.get().projects)) watch(projectId, inMs)
      return [...timers.keys()]
    },
    stop(): void {
      stopped = true
      for (const stop of timers.values()) stop()
    },
  }
}

const mayRun = ({ live, pending }: ProjectState): boolean => isRunning(live) || pending !== null
