import { isRunning, type LiveState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Recorder } from '../journal/recorder.ts'
import { changeProject, type Store } from '../state/store.ts'

export type Freshness = ReturnType<typeof createFreshness>

interface Age {
  askedAt: number
  stopTimer: () => void
  /** Monotonic ms since when a running broadcast is out of sight. */
  lostSince: number | null
}

/** Clocks are kept in time in steps of less than this, in ms. */
const JUMP_MS = 2_000

/** The wall clock was set since it was read: its times are told by the new one, so that ages stay what they are. */
function shift(live: LiveState, ms: number): void {
  if (Math.abs(ms) < JUMP_MS) return
  live.readAt += ms
  if (live.startedAt !== null) live.startedAt += ms
  if (live.endsAt !== null) live.endsAt += ms
}

/**
 * Marks the live status of a project as stale when it was not read for too long: by the monotonic clock, for the wall
 * clock may be set back while nothing answers. Tells the journal when contact to something that runs is lost, and when
 * it is back.
 */
export function createFreshness(clock: Clock, store: Store, recorder: Recorder) {
  const ages = new Map<string, Age>()

  function watch(projectId: string, age: Age): void {
    age.stopTimer()
    const project = store.get().projects[projectId]
    if (!project || project.stale) return
    const left = age.askedAt + project.staleAfterMs - clock.monotonic()
    age.stopTimer = clock.after(Math.max(0, left) + 1, () => lose(projectId, age))
  }

  function lose(projectId: string, age: Age): void {
    const project = store.get().projects[projectId]
    if (!project) return
    const readAt = clock.now() - (clock.monotonic() - age.askedAt)
    changeProject(store, projectId, (draft) => {
      draft.stale = true
      if (draft.live) shift(draft.live, readAt - draft.live.readAt)
    })
    if (!isRunning(project.live) || age.lostSince !== null) return
    age.lostSince = age.askedAt
    recorder.event(project, { event: 'lostContact' })
  }

  return {
    /** The live status was read, and believed. @param askedAt monotonic ms */
    read(projectId: string, askedAt: number): void {
      const age = ages.get(projectId) ?? { askedAt, stopTimer: () => {}, lostSince: null }
      ages.set(projectId, age)
      age.askedAt = askedAt
      const project = store.get().projects[projectId]
      if (project && age.lostSince !== null)
        recorder.event(project, { event: 'backInContact', ms: Math.round(clock.monotonic() - age.lostSince) })
      age.lostSince = null
      watch(projectId, age)
    },
    /** From now on a reading is stale after so many ms. */
    setLife(projectId: string, ms: number): void {
      if (store.get().projects[projectId]?.staleAfterMs === ms) return
      changeProject(store, projectId, { staleAfterMs: ms })
      const age = ages.get(projectId)
      if (age) watch(projectId, age)
    },
    /** Something happened that what is known cannot know of: it is stale until it is read. */
    distrust(projectId: string): void {
      changeProject(store, projectId, { stale: true })
    },
    stop(): void {
      for (const { stopTimer } of ages.values()) stopTimer()
    },
  }
}
