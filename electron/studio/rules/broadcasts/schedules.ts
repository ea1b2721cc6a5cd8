/** Dates of a project: one set of runs that start automatically. */
import { checkDates, type DateProblem } from '../../../../shared/schedule/rules.ts'
import { refuseTakenServers } from '../account/servers.ts'
import { faultAtWork } from '../faults/faults.ts'
import { projectIn, Refusal } from '../world/find.ts'
import {
  type Moment,
  meaningsOf,
  type Schedule,
  type ShowDraft,
  type World,
  type WorldDraft,
} from '../world/world.ts'
import { copyOf, showToStart } from './air.ts'
import { end, nextNth, prepare, refuseUnready, remember, upcoming } from './lives.ts'

type Run = Schedule['runs'][number]

/** Schedules a set of dates (ms since 1970), and returns the accepted ones; a fault may drop every other one. */
export function scheduleLive(
  world: WorldDraft,
  projectId: string,
  dates: readonly number[],
  { now, newId }: Moment,
): Run[] {
  const project = projectIn(world, projectId)
  const state = upcoming(world, project.id)
  if (state?.status === 'SCHEDULED') {
    throw new Refusal('ACTIVE_SCHEDULES_EXIST', 'The project has dates already. Cancel them first.', state)
  }
  if (state) throw new Refusal('PROJECT_ALREADY_LIVE', `The project is ${state.status}.`, state)
  refuseUnready(world, project)
  const plannedMs = project.planned === null ? null : project.planned * 1_000
  const [problem] = checkDates(dates, { now, plannedMs })
  if (problem) throw dateRefused(problem, dates)
  const sorted = dates.toSorted((one, other) => one - other)
  const taken = sorted.filter((_, place) => place % 2 === 0 || !faultAtWork(world, 'datesPartlyTaken'))
  const runs = taken.map((at) => ({ liveId: newId(), at }))
  world.schedules[project.id] = {
    projectId: project.id,
    createdAt: now,
    show: copyOf(project.show),
    nextShow: null,
    runs,
  }
  return runs
}

function dateRefused(problem: DateProblem, dates: readonly number[]): Refusal {
  if (problem.why === 'manual') {
    const message = 'A project that runs until it is stopped can have one date only. Give it a duration for several.'
    return new Refusal('MANUAL_DURATION_MULTI_SCHEDULE', message, { field: 'dates' })
  }
  if (!('at' in problem)) return new Refusal('VALIDATION_ERROR', 'dates: 1 to 50 are possible', { field: 'dates' })
  const field = `dates.${dates.lastIndexOf(problem.at)}`
  const date = new Date(problem.at).toISOString()
  if (problem.why === 'tooClose') {
    const message = `${date} is too close: a run begins 3 minutes after the one before it has ended, or later.`
    return new Refusal('SCHEDULING_CONFLICT', message, { field, earliest: new Date(problem.earliest).toISOString() })
  }
  const rule = problem.why === 'tooSoon' ? 'less than 3 minutes ahead' : 'more than 28 days ahead'
  return new Refusal('VALIDATION_ERROR', `${field}: ${date} is ${rule}`, { field })
}

/** Future dates of a project, the next one first. */
export function runsOf(world: World, projectId: string): readonly Run[] {
  return world.schedules[projectIn(world, projectId).id]?.runs ?? []
}

/** Cancels all dates of a project, and returns how many there were. */
export function cancelSchedules(world: WorldDraft, projectId: string): number {
  const { length } = runsOf(world, projectId)
  delete world.schedules[projectId]
  return length
}

/**
 * Cancels one date.
 * @throws Refusal if there is no such date
 */
export function cancelSchedule(world: WorldDraft, projectId: string, liveId: string): void {
  if (!runsOf(world, projectId).some((run) => run.liveId === liveId)) {
    throw new Refusal('SCHEDULE_NOT_FOUND', `The project has no date ${liveId} to come.`, { liveId })
  }
  takeOut(world, projectId, liveId)
}

/** Edits reach only the next run: when that is removed, the one after it has the scheduled content. */
function takeOut(world: WorldDraft, projectId: string, liveId: string): void {
  const schedule = world.schedules[projectId]
  if (!schedule) return
  if (schedule.runs[0]?.liveId === liveId) schedule.nextShow = null
  schedule.runs = schedule.runs.filter((run) => run.liveId !== liveId)
  if (schedule.runs.length === 0) delete world.schedules[projectId]
}

/** What the next run of a project would show; undefined: there is none. */
export function nextShow(world: World, projectId: string): Schedule['show'] | undefined {
  const schedule = world.schedules[projectId]
  if (!schedule) return undefined
  const followsProject = meaningsOf(world).scheduledContent === 'allRuns'
  return followsProject ? showToStart(world, projectIn(world, projectId)) : (schedule.nextShow ?? schedule.show)
}

/**
 * While nothing is running, brings the next date to the project's current state, and returns its id; undefined: there
 * is no date, or it does not accept a sync.
 */
export function syncNextRun(world: WorldDraft, projectId: string): string | undefined {
  const schedule = world.schedules[projectId]
  const { scheduledContent, syncReachesDate } = meaningsOf(world)
  if (!schedule || world.lives[projectId] || scheduledContent === 'asScheduled' || syncReachesDate === 'no')
    return undefined
  schedule.nextShow = copyOf(projectIn(world, projectId).show)
  return schedule.runs[0]?.liveId
}

/** When the next date is due; infinity: there is none. */
export function nextOfSchedules(world: World): number {
  return Math.min(...Object.values(world.schedules).map(({ runs }) => runs[0]?.at ?? Number.POSITIVE_INFINITY))
}

/** Starts the runs that are due. They are late if the machine was asleep at their date. */
export function advanceSchedules(world: WorldDraft, due: number, now: number): void {
  for (const { projectId, runs } of Object.values(world.schedules)) {
    const run = runs[0]
    if (run && run.at <= due) startRun(world, projectId, { ...run }, due, now)
  }
}

const MISSED = 'The studio did not run at its date, and by now it would be over.'

/**
 * Starts a run. A broadcast that is still running ends at the date, unless the run cannot be started. A run that cannot
 * be started becomes a past broadcast with the reason as its error.
 */
function startRun(world: WorldDraft, projectId: string, run: Run, due: number, now: number): void {
  const show = nextShow(world, projectId) as ShowDraft
  const copy = copyOf(show)
  takeOut(world, projectId, run.liveId)
  try {
    const project = projectIn(world, projectId)
    const seconds = project.planned ?? meaningsOf(world).manualEnds
    if (seconds !== null && run.at + seconds * 1_000 <= now) throw new Refusal('CONFLICT', MISSED)
    refuseUnready(world, project)
    refuseTakenServers(world, project)
    const live = world.lives[projectId]
    if (live) end(world, live, due, 'plannedEnd')
    prepare(world, projectId, run.liveId, copy, now)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const times = { startedAt: run.at, liveAt: null, endedAt: now }
    const over = { liveId: run.liveId, projectId, nth: nextNth(world, projectId), ...times, destinations: [] }
    remember(world, { ...over, status: 'ERROR', stopInitiator: 'platform', error: error.message })
  }
}
