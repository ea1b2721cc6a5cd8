import type { Clock } from '../../../shared/util/clock.ts'
import type { Store } from '../state/store.ts'
import { createDateWatch } from './dateWatch.ts'
import { mayRun } from './policy.ts'

interface Options {
  clock: Clock
  store: Store
  isFollowed(projectId: string): boolean
  /** Ms until the next reading. */
  interval(projectId: string): number
  /** Reads the live status, or the project with its dates; never rejects. */
  read(projectId: string, lane: 'show' | 'refresh', topic?: 'live' | 'project'): Promise<unknown>
}

/**
 * Polls the live status of projects that are not followed, for as long as something runs or may run in them. This
 * settles a lost start or stop in any project, and watches a broadcast outside the show target until it is off air.
 */
export function createBeside({ clock, store, isFollowed, interval, read }: Options) {
  const timers = new Map<string, () => void>()
  let last: Promise<unknown> = Promise.resolve()
  const dates = createDateWatch({
    ...{ clock, store },
    // One after the other: many projects may have one date, and the show target is read in between.
    read(projectId, topic) {
      last = last.then(() => read(projectId, 'refresh', topic))
      return last
    },
  })
  let stopped = false

  function watch(projectId: string, inMs = interval(projectId)): void {
    timers.get(projectId)?.()
    timers.delete(projectId)
    const project = store.get().projects[projectId]
    if (stopped || !project || isFollowed(projectId) || !mayRun(project)) return
    // A reading that settles a command belongs to the show lane.
    const lane = project.pending ? 'show' : 'refresh'
    const again = () => read(projectId, lane).finally(() => watch(projectId))
    timers.set(projectId, clock.after(inMs, again))
  }

  return {
    /** Watches a project from now on, if something may run in it. @param inMs ms until the first reading */
    watch,
    /** Watches all projects. @returns the ids of the projects now watched */
    watchAll(inMs?: number): string[] {
      dates.look()
      for (const projectId of Object.keys(store.get().projects)) watch(projectId, inMs)
      return [...timers.keys()]
    },
    /** Called with each response of the service: it may name dates, at which something begins by itself. */
    took: dates.took,
    stop(): void {
      stopped = true
      dates.stop()
      for (const stop of timers.values()) stop()
    },
  }
}
