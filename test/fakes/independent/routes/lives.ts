import { assertCanStart, assertFree, assertWithin, begin, push, pushToDate, secondsLive, settle } from '../air.ts'
import { assertNoBody, assertQuery, fieldsOf, invalid, Refusal, texts } from '../refusal.ts'
import { liveView, pastView, scheduleView, startedView } from '../views.ts'
import type { Project, Schedule } from '../world.ts'
import { type Call, created, ok, page, projectOf, type Route } from './call.ts'

export const liveRoutes: Route[] = [
  { method: 'POST', pattern: '/projects/:project/live', handle: start },
  { method: 'GET', pattern: '/projects/:project/live', handle: (call) => ok(liveView(call.world, projectOf(call))) },
  { method: 'POST', pattern: '/projects/:project/live/stop', handle: stop },
  { method: 'POST', pattern: '/projects/:project/live/sync', handle: sync },
  { method: 'GET', pattern: '/projects/:project/broadcasts', handle: listPast },
]

function start(call: Call) {
  assertNoBody(call.body)
  const { world } = call
  const project = projectOf(call)
  assertCanStart(world, project)
  return created(startedView(world, begin(world, project, world.newId('live'), world.now())))
}

/** Works in PREPARING too. A second stop of a broadcast that is on its way down finds it still running. */
function stop(call: Call) {
  assertNoBody(call.body)
  const { world } = call
  const project = projectOf(call)
  const { run } = project
  if (!run) throw new Refusal('NO_ACTIVE_STREAM', 'Nothing is running.')
  run.stopAt ??= world.now() + world.settings.stoppingMs
  settle(world, project)
  const answer = { message: 'The broadcast was stopped.', liveId: run.liveId, status: 'COMPLETED' }
  return ok({ ...answer, actualDuration: secondsLive(run, run.stopAt) })
}

function sync(call: Call) {
  assertNoBody(call.body)
  const project = projectOf(call)
  const next = project.run ?? pushToDate(call.world, project)
  if (!next) throw new Refusal('NO_ACTIVE_LIVE', 'There is no broadcast to sync to.')
  push(call.world, project)
  return ok({ success: true, message: 'It has the project as it is now.', liveId: next.liveId })
}

function listPast(call: Call) {
  assertQuery(call.query, ['limit', 'offset'])
  return page(call, 'broadcasts', projectOf(call).past, (run) => pastView(call.world, run))
}

const MINUTE = 60_000
const SOONEST = 3 * MINUTE
const LATEST = 28 * 24 * 60 * MINUTE
const APART = 3 * MINUTE
const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

export const scheduleRoutes: Route[] = [
  { method: 'GET', pattern: '/projects/:project/schedules', handle: listSchedules },
  { method: 'POST', pattern: '/projects/:project/schedules', handle: createSchedule },
  { method: 'DELETE', pattern: '/projects/:project/schedules', handle: cancelAll },
  { method: 'DELETE', pattern: '/projects/:project/schedules/:live', handle: cancelOne },
]

function listSchedules(call: Call) {
  assertQuery(call.query, [])
  const project = projectOf(call)
  const schedules = project.schedules.map((schedule) => scheduleView(call.world, project, schedule))
  return ok({ schedules, total: schedules.length })
}

function createSchedule(call: Call) {
  const { world } = call
  const project = projectOf(call)
  const dates = texts(fieldsOf(call.body, ['dates']).dates, 'dates', 1, 50)
  const starts = dates.map((date, index) => startOf(date, `dates[${index}]`, world.now()))
  assertSchedulable(project, starts)
  assertWithin(world, starts.length)
  const refuses = world.refusesDate ?? (() => false)
  world.refusesDate = null
  project.schedules = starts
    .filter((_, index) => !refuses(index))
    .sort((one, other) => one - other)
    .map((startsAt): Schedule => {
      const date = { liveId: world.newId('live'), startsAt, createdAt: world.now() }
      return { ...date, copy: structuredClone(project.content), behind: false }
    })
  const scheduled = project.schedules.map((schedule) => scheduleView(world, project, schedule))
  return created({ scheduled, count: scheduled.length })
}

function startOf(date: string, field: string, now: number): number {
  const at = UTC_TIME.test(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(at)) throw invalid(field, 'an ISO 8601 time in UTC')
  if (at < now + SOONEST) throw invalid(field, 'a time at least 3 minutes ahead')
  if (at > now + LATEST) throw invalid(field, 'a time at most 28 days ahead')
  return at
}

function assertSchedulable(project: Project, starts: number[]): void {
  assertFree(project)
  if (project.outletIds.length === 0) throw new Refusal('NO_DESTINATIONS', 'The project has no destination.')
  if (project.schedules.length > 0) {
    throw new Refusal('ACTIVE_SCHEDULES_EXIST', 'The project has dates already: cancel them first.')
  }
  if (starts.length > 1)
    assertApart(
      project,
      [...starts].sort((one, other) => one - other),
    )
}

function assertApart({ plannedSeconds }: Project, starts: number[]): void {
  if (plannedSeconds === null) {
    throw new Refusal('MANUAL_DURATION_MULTI_SCHEDULE', 'Several dates need a fixed duration.')
  }
  const gap = plannedSeconds * 1000 + APART
  const tooClose = starts.some((start, index) => start - (starts[index - 1] ?? Number.NEGATIVE_INFINITY) < gap)
  if (tooClose) throw new Refusal('SCHEDULING_CONFLICT', 'The runs must be at least 3 minutes apart.')
}

function cancelAll(call: Call) {
  assertNoBody(call.body)
  const project = projectOf(call)
  const cancelled = project.schedules.length
  project.schedules = []
  return ok({ cancelled, failed: 0, message: `${cancelled} cancelled.` })
}

function cancelOne(call: Call) {
  assertNoBody(call.body)
  const project = projectOf(call)
  const found = project.schedules.find(({ liveId }) => liveId === call.params.live)
  if (!found) throw new Refusal('SCHEDULE_NOT_FOUND', 'There is no such date.')
  project.schedules = project.schedules.filter((schedule) => schedule !== found)
  return ok({ cancelled: 1, liveId: found.liveId })
}
