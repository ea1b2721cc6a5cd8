/** The upcoming broadcasts of all projects side by side: when, how long, where to, and which conflict. Pure. */
import type { Project } from '../contract/records.ts'
import type { AccountSchedule, RunningBroadcast } from '../query/views.ts'

interface Outlet {
  id: string | null
  name: string | null
  provider: Project['destinations'][number]['provider']
}

/** A running or planned broadcast. Times are wall ms. */
export interface Run {
  key: string
  liveId: string | null
  projectId: string
  name: string
  isRunning: boolean
  at: number
  /** Infinity: until stopped; null: unknown. */
  end: number | null
  outlets: readonly Outlet[]
  /** Entered by the user, and not sent yet. */
  isTyped?: true
  /** The user's input would move or cancel it; it remains in force until that is sent. */
  isLeaving?: boolean
}

type Planned = Pick<Project, 'id' | 'duration' | 'destinations'>

/** How long a project runs once started, in ms; infinity: until stopped; null: unknown. */
export function lengthOfRun({ duration: { manual, planned } }: Pick<RunningBroadcast, 'duration'>): number | null {
  if (manual) return Number.POSITIVE_INFINITY
  return planned === null ? null : planned * 1_000
}

/** The same length for the scheduling rules; null: it runs until stopped, or the length is unknown. */
export function plannedMsOf(project: Pick<RunningBroadcast, 'duration'>): number | null {
  const length = lengthOfRun(project)
  return length !== null && Number.isFinite(length) ? length : null
}

/** The runs of dates that the user has only entered so far. */
export function typedRuns(
  project: Pick<Project, 'id' | 'name' | 'duration' | 'destinations'>,
  dates: readonly number[],
): Run[] {
  const { id: projectId, name, destinations: outlets } = project
  const length = lengthOfRun(project)
  const of = { liveId: null, projectId, name, isRunning: false, outlets, isTyped: true } as const
  return dates.map((at) => ({ ...of, key: `typed ${at}`, at, end: length === null ? null : at + length }))
}

/** @param readAt when the running broadcasts were read */
export function runsOf(
  schedules: readonly AccountSchedule[],
  running: readonly RunningBroadcast[],
  readAt: number,
  projects: readonly Planned[],
): Run[] {
  // The list of planned projects lacks running ones, which may have dates as well.
  const byId = new Map<string, Pick<RunningBroadcast, 'duration' | 'destinations'>>([
    ...running.map((one) => [one.projectId, one] as const),
    ...projects.map((project) => [project.id, project] as const),
  ])
  const planned = schedules.map((one): Run => {
    const project = byId.get(one.projectId)
    const at = Date.parse(one.scheduledDate)
    const length = project ? lengthOfRun(project) : null
    const outlets =
      project?.destinations ?? (one.destinations ?? []).map((outlet) => ({ ...outlet, id: outlet.id ?? null }))
    const { liveId, projectId, projectName: name } = one
    return {
      key: liveId,
      liveId,
      projectId,
      name,
      isRunning: false,
      at,
      end: length === null ? null : at + length,
      outlets,
    }
  })
  const now = running.map((one): Run => {
    const { liveId, projectId, projectName: name, remainingSeconds, elapsedSeconds, destinations: outlets } = one
    const at = readAt - (elapsedSeconds ?? 0) * 1_000
    const endless = one.duration.manual ? Number.POSITIVE_INFINITY : null
    const end = remainingSeconds === null ? endless : readAt + remainingSeconds * 1_000
    return { key: `now ${projectId}`, liveId, projectId, name, isRunning: true, at, end, outlets }
  })
  return [...now, ...planned.filter(({ at }) => !Number.isNaN(at))].sort((one, other) => one.at - other.at)
}

/** Until when a run may conflict. Running without a known end: forever; a date of unknown length: only at its start. */
const inWayUntil = ({ isRunning, at, end }: Pick<Run, 'at' | 'end'> & { isRunning?: boolean }): number =>
  end ?? (isRunning ? Number.POSITIVE_INFINITY : at + 1)

/** Runs of other projects that use one of the same destinations at the same time. */
export function clashesOf(run: Omit<Run, 'key' | 'liveId' | 'name' | 'isRunning'>, all: readonly Run[]): Run[] {
  const ids = new Set(run.outlets.flatMap(({ id }) => id ?? []))
  return all.filter(
    (other) =>
      other.projectId !== run.projectId &&
      other.at < inWayUntil(run) &&
      run.at < inWayUntil(other) &&
      other.outlets.some(({ id }) => id !== null && ids.has(id)),
  )
}
