import type { OperationName } from '../../../shared/contract/operations.ts'
import { type ProjectState, unreadProject } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import type { Store } from '../state/store.ts'
import { AFTER_MS } from './dueDates.ts'

/**
 * When a project is looked at, in ms from its date: before the notice of a near date; right before it begins, when
 * nothing runs yet; and after it, for as long as a service may begin late. At the first and the last of
 * these its dates are read anew, too.
 */
const LOOKS_MS = [-11 * 60_000, -30_000, 3_000, 30_000, AFTER_MS]
const WITH_DATES_MS = [LOOKS_MS[0], LOOKS_MS.at(-1)]
const lastLook = (at: number): number => at + AFTER_MS
/** A last look without an answer is repeated after this, in ms: the network may be away. */
const AGAIN_MS = 30_000
/** A near date is shown from the moment it is known, in ms before it. */
const NEAR_MS = 30 * 60_000
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
 * and viewers see it. Costs nine requests a date if all are answered, and only for dates that anybody has read or made
 * here.
 */
export function createDateWatch({ clock, store, read }: Options) {
  /** The known dates of each project, in wall ms. */
  const dates = new Map<string, readonly number[]>()
  /** Projects whose last look has no answer yet, and when it was asked for, in wall ms. */
  const unanswered = new Map<string, number>()
  let cancel = (): void => {}
  let isStopped = false
  let lookedAt = clock.now()

  function plan(): void {
    cancel()
    // A response may come after the session has ended.
    if (isStopped) return
    // The clock was set back.
    lookedAt = Math.min(lookedAt, clock.now())
    const all = [...dates.values()].flat().flatMap((at) => LOOKS_MS.map((ms) => at + ms))
    const again = unanswered.size > 0 ? [lookedAt + AGAIN_MS] : []
    const next = Math.min(...all.filter((at) => at > lookedAt), ...again)
    if (Number.isFinite(next)) cancel = clock.after(Math.min(Math.max(0, next - clock.now()), LONGEST_MS), look)
  }

  function look(): void {
    const now = clock.now()
    for (const [projectId, askedAt] of unanswered) {
      if (isAnswered(store.get().projects[projectId], askedAt, now)) unanswered.delete(projectId)
      else show(projectId, [AFTER_MS])
    }
    for (const [projectId, those] of dates) {
      const due = LOOKS_MS.filter((ms) => those.some((at) => at + ms > lookedAt && at + ms <= now))
      if (due.includes(AFTER_MS)) unanswered.set(projectId, now)
      if (due.length > 0) show(projectId, due)
      keep(projectId, those)
    }
    lookedAt = now
    plan()
  }

  function keep(projectId: string, those: readonly number[]): void {
    const ahead = those.filter((at) => lastLook(at) > clock.now())
    if (ahead.length > 0) dates.set(projectId, ahead)
    else dates.delete(projectId)
  }

  function show(projectId: string, due: readonly number[]): void {
    if (projectId === store.get().targetId) return
    const isNew = takeIn(projectId, store)
    if (isNew) showNext(projectId, dates.get(projectId) ?? [], store)
    void read(projectId, 'live')
    if (isNew || due.some((ms) => WITH_DATES_MS.includes(ms))) void read(projectId, 'project')
  }

  return {
    /** Takes the dates of a project from a response. @param input of the request @param answer its response */
    took(name: OperationName, input: { params?: object }, answer: object): void {
      const projectId = projectIn(input)
      if (projectId === null) return
      const known = dates.get(projectId) ?? []
      // One that has passed is listed no more, and begins in these very minutes.
      if (name === 'listSchedules' && 'schedules' in answer)
        keep(projectId, [...known.filter((at) => at <= clock.now()), ...datesIn(answer.schedules)])
      else if (name === 'scheduleLive' && 'scheduled' in answer)
        keep(projectId, [...known, ...datesIn(answer.scheduled)])
      else return
      const ahead = (dates.get(projectId) ?? []).filter((at) => at > clock.now())
      const isNear = ahead.some((at) => at - clock.now() < NEAR_MS)
      if (isNear && !store.get().projects[projectId]) show(projectId, [])
      else showNext(projectId, ahead, store)
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

/** Is its live status known from after that time? A project that was deleted has none. */
function isAnswered(project: ProjectState | undefined, askedAt: number, now: number): boolean {
  const readAt = project?.live?.readAt ?? 0
  return project?.failure?.code === 'PROJECT_NOT_FOUND' || (readAt >= askedAt && readAt <= now)
}

/** Puts a project into the state, if it is not there. @returns whether it is new */
function takeIn(projectId: string, store: Store): boolean {
  const { projects, projectList } = store.get()
  if (projects[projectId]) return false
  const name = projectList.items.find(({ id }) => id === projectId)?.name ?? ''
  store.change((draft) => {
    draft.projects[projectId] = unreadProject(projectId, name)
  })
  return true
}

/** Of a project that is not followed, nobody else reads when it begins next. */
function showNext(projectId: string, ahead: readonly number[], store: Store): void {
  if (projectId === store.get().targetId) return
  store.change((draft) => {
    const project = draft.projects[projectId]
    if (project) project.nextScheduleAt = ahead.length > 0 ? Math.min(...ahead) : null
  })
}

/** The planned starts of a list of scheduled broadcasts, in wall ms. */
function datesIn(list: unknown): number[] {
  const all = Array.isArray(list) ? list : []
  return all.map((one: { scheduledDate?: unknown }) => Date.parse(String(one.scheduledDate))).filter(Number.isFinite)
}

function projectIn({ params = {} }: { params?: object }): string | null {
  return 'projectId' in params ? String(params.projectId) : null
}
