import type { OperationName } from '../../../shared/contract/operations.ts'
import { unreadProject } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Store } from '../state/store.ts'
import { AFTER_MS } from './dueDates.ts'
import { mayRun } from './policy.ts'

/**
 * When a project is looked at, in ms from its date: before the notice of a near date; right before it begins, when
 * nothing runs yet; and after it, for as long as a service may begin late. At the first and the last of
 * these its dates are read anew, too.
 */
const LOOKS_MS = [-11 * 60_000, -30_000, 3_000, 30_000, AFTER_MS]
const WITH_DATES_MS = [LOOKS_MS[0], LOOKS_MS.at(-1)]
const timesOf = (at: number) => LOOKS_MS.map((ms) => at + ms)
/** Timers hold no more than this, in ms. */
const LONGEST_MS = 24 * 3_600_000

interface Options {
  clock: Clock
  store: Store
  /** Reads the live status, or the project with its dates; never rejects. */
  read(projectId: string, topic: 'live' | 'project'): Promise<unknown>
}

/**
 * Looks at projects that are not followed when one of their dates comes: it begins by itself, beside the show target,
 * and viewers see it. Costs nine requests a date at most, and only for dates that anybody has read or made here.
 */
export function createDateWatch({ clock, store, read }: Options) {
  /** The known dates of each project, in wall ms. */
  const dates = new Map<string, readonly number[]>()
  /** Projects that were taken into the state only for their dates. */
  const taken = new Set<string>()
  let cancel = (): void => {}
  let isStopped = false
  let lookedAt = clock.now()

  function plan(): void {
    cancel()
    // A response may come after the session has ended.
    if (isStopped) return
    // The clock was set back.
    lookedAt = Math.min(lookedAt, clock.now())
    const times = [...dates.values()].flat().flatMap(timesOf)
    const next = Math.min(...times.filter((at) => at > lookedAt))
    if (Number.isFinite(next)) cancel = clock.after(Math.min(Math.max(0, next - clock.now()), LONGEST_MS), look)
  }

  function look(): void {
    const now = clock.now()
    for (const [projectId, those] of dates) {
      const due = LOOKS_MS.filter((ms) => those.some((at) => at + ms > lookedAt && at + ms <= now))
      const reading = due.length > 0 && projectId !== store.get().targetId ? show(projectId, due) : null
      const ahead = those.filter((at) => (timesOf(at).at(-1) ?? at) > now)
      if (ahead.length > 0) dates.set(projectId, ahead)
      else forget(projectId, reading)
    }
    lookedAt = now
    plan()
  }

  function show(projectId: string, due: readonly number[]): Promise<unknown> {
    if (!store.get().projects[projectId]) taken.add(projectId)
    const name = store.get().projectList.items.find(({ id }) => id === projectId)?.name ?? ''
    store.change((draft) => {
      draft.projects[projectId] ??= unreadProject(projectId, name)
    })
    const topics = due.some((ms) => WITH_DATES_MS.includes(ms)) ? (['live', 'project'] as const) : (['live'] as const)
    return Promise.all(topics.map((topic) => read(projectId, topic)))
  }

  /** Nobody reads it any more: left in the state, it would be of unknown age for ever. */
  function forget(projectId: string, reading: Promise<unknown> | null): void {
    dates.delete(projectId)
    if (!taken.delete(projectId)) return
    void Promise.resolve(reading).then(() => {
      const { targetId, projects } = store.get()
      const project = projects[projectId]
      if (!project || projectId === targetId || mayRun(project)) return
      store.change((draft) => {
        delete draft.projects[projectId]
      })
    })
  }

  return {
    /** Takes the dates of a project from a response. @param input of the request @param answer its response */
    took(name: OperationName, input: { params?: object }, answer: object): void {
      const projectId = projectIn(input)
      if (projectId === null) return
      const known = dates.get(projectId) ?? []
      // One that has passed is listed no more, and begins in these very minutes.
      if (name === 'listSchedules' && 'schedules' in answer)
        dates.set(projectId, [...known.filter((at) => at <= clock.now()), ...datesIn(answer.schedules)])
      else if (name === 'scheduleLive' && 'scheduled' in answer)
        dates.set(projectId, [...known, ...datesIn(answer.scheduled)])
      else return
      if (dates.get(projectId)?.length === 0) forget(projectId, null)
      plan()
    },
    /** Looks at what has become due: timers stand still while the computer sleeps. */
    look,
    stop(): void {
      isStopped = true
      cancel()
    },
  }
}

/** The planned starts of a list of scheduled broadcasts, in wall ms. */
function datesIn(list: unknown): number[] {
  const all = Array.isArray(list) ? list : []
  return all.map((one: { scheduledDate?: unknown }) => Date.parse(String(one.scheduledDate))).filter(Number.isFinite)
}

function projectIn({ params = {} }: { params?: object }): string | null {
  return 'projectId' in params ? String(params.projectId) : null
}
