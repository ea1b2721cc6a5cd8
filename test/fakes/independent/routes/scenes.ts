import { activate, edited, newScene, removeScene } from '../air.ts'
import { assertNoBody, assertQuery, fieldsOf, flag, invalid, page, Refusal, text, texts } from '../refusal.ts'
import { sceneView, scheduleView, syncedView } from '../views.ts'
import { type Project, type Schedule, sceneOf } from '../world.ts'
import { type Call, created, ok, projectOf, type Route } from './call.ts'

export const sceneRoutes: Route[] = [
  { method: 'GET', pattern: '/projects/:project/scenes', handle: list },
  { method: 'POST', pattern: '/projects/:project/scenes', handle: create },
  { method: 'PATCH', pattern: '/projects/:project/scenes/:scene', handle: rename },
  { method: 'DELETE', pattern: '/projects/:project/scenes/:scene', handle: remove },
  { method: 'POST', pattern: '/projects/:project/scenes/:scene/activate', handle: makeActive },
]

function list(call: Call) {
  assertQuery(call.query, ['limit', 'offset'])
  const project = projectOf(call)
  return ok(page(call.query, 'scenes', project.content.scenes, (scene) => sceneView(call.world, project, scene)))
}

function create(call: Call) {
  const { world } = call
  const project = projectOf(call)
  const fields = fieldsOf(call.body, ['name', 'setActive'])
  const name = text(fields.name, 'name', 1, 60)
  const setActive = fields.setActive === undefined ? false : flag(fields.setActive, 'setActive')
  const scene = newScene(world, project, name)
  if (setActive) project.content.activeSceneId = scene.id
  return created({ ...sceneView(world, project, scene), ...syncedView(world, edited(project)) })
}

/** A scene's name is for the people who run the show: the audience never sees it, so no sync is owed. */
function rename(call: Call) {
  const project = projectOf(call)
  const scene = sceneOf(project, call.params.scene ?? '')
  scene.name = text(fieldsOf(call.body, ['name']).name, 'name', 1, 60)
  return ok(sceneView(call.world, project, scene))
}

function remove(call: Call) {
  assertNoBody(call.body)
  const project = projectOf(call)
  const deletedSceneId = call.params.scene ?? ''
  const affectedLayers = removeScene(project, deletedSceneId)
  return ok({ deletedSceneId, affectedLayers, ...syncedView(call.world, edited(project)) })
}

function makeActive(call: Call) {
  assertNoBody(call.body)
  const activeSceneId = call.params.scene ?? ''
  return ok({ activeSceneId, ...syncedView(call.world, activate(projectOf(call), activeSceneId)) })
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
  const createdAt = world.now()
  project.schedules = starts
    .sort((one, other) => one - other)
    .map((startsAt): Schedule => ({ liveId: world.newId('live'), startsAt, createdAt }))
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
