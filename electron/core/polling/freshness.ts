import { isRunning, type LiveState } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Recorder } from '../journal/recorder.ts'
import { changeProject, type Store } from '../state/store.ts'

export type Freshness = ReturnType<typeof createFreshness>

interface Age {
  askedAt: number
  stopTimer: () => void
  /** The life requested last, in ms. */
  life: number
  /** Monotonic ms since contact with a running broadcast was lost; null: it is not lost. */
  lostSince: number | null
}

/** Time synchronisation moves the clock in steps smaller than this, in ms. */
const JUMP_MS = 2_000

/** The wall clock was set since the reading: its times are moved to the new clock, so that ages stay correct. */
function shift(live: LiveState, ms: number): void {
  if (Math.abs(ms) < JUMP_MS) return
  live.readAt += ms
  if (live.startedAt !== null) live.startedAt += ms
  if (live.endsAt !== null) live.endsAt += ms
}

/**
 * Marks a project's live status as stale when it was not read for too long. It uses the monotonic clock, because the
 * wall clock may be set back while the service does not respond. Records in the journal when contact with a running
 * broadcast is lost, and when it is back.
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
    /** The live status was read and accepted. @param askedAt monotonic ms */
    read(projectId: string, askedAt: number): void {
      const life = store.get().projects[projectId]?.staleAfterMs ?? 0
      const age = ages.get(projectId) ?? { askedAt, life, stopTimer: () => {}, lostSince: null }
      ages.set(projectId, age)
      age.askedAt = askedAt
      if (age.life !== life) changeProject(store, projectId, { staleAfterMs: age.life })
      const project = store.get().projects[projectId]
      if (project && age.lostSince !== null)
        recorder.event(project, { event: 'backInContact', ms: Math.round(clock.monotonic() - age.lostSince) })
      age.lostSince = null
      watch(projectId, age)
    },
    /**
     * Sets the age, in ms, from which a reading is stale. A shorter one counts from now for the present reading, which
     * was made when a later one was due.
     */
    setLife(projectId: string, ms: number): void {
      const before = store.get().projects[projectId]?.staleAfterMs ?? ms
      const age = ages.get(projectId)
      if ((age?.life ?? before) === ms) return
      const aged = age ? clock.monotonic() - age.askedAt : 0
      changeProject(store, projectId, { staleAfterMs: ms < before ? Math.min(before, aged + ms) : ms })
      if (!age) return
      age.life = ms
      watch(projectId, age)
    },
    /** Something happened that the known state cannot reflect: it is stale until it is read again. */
    distrust(projectId: string): void {
      changeProject(store, projectId, { stale: true })
    },
    stop(): void {
      for (const { stopTimer } of ages.values()) stopTimer()
    },
  }
}
