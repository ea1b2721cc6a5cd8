import { activate } from '../air.ts'
import { assertNoBody, assertQuery, fieldsOf, page, texts } from '../refusal.ts'
import { sceneView, scheduleView, syncedView } from '../views.ts'
import type { Schedule } from '../world.ts'
import { type Call, created, ok, projectOf, type Route } from './call.ts'

export const sceneRoutes: Route[] = [
  { method: 'GET', pattern: '/projects/:project/scenes', handle: list },
  { method: 'POST', pattern: '/projects/:project/scenes/:scene/activate', handle: makeActive },
]

function list(call: Call) {
  assertQuery(call.query, ['limit', 'offset'])
  const project = projectOf(call)
  return ok(page(call.query, 'scenes', project.content.scenes, (scene) => sceneView(call.world, project, scene)))
}

function makeActive(call: Call) {
  assertNoBody(call.body)
  const activeSceneId = call.params.scene ?? ''
  return ok({ activeSceneId, ...syncedView(call.world, activate(projectOf(call), activeSceneId)) })
}

export const scheduleRoutes: Route[] = [
  { method: 'GET', pattern: '/projects/:project/schedules', handle: listSchedules },
  { method: 'POST', pattern: '/projects/:project/schedules', handle: createSchedule },
]

function listSchedules(call: Call) {
  assertQuery(call.query, [])
  const project = projectOf(call)
  const schedules = project.schedules.map((schedule) => scheduleView(call.world, project, schedule))
  return ok({ schedules, total: schedules.length })
}

/** What dates the service would refuse is the studio's concern: the product only reads them. */
function createSchedule(call: Call) {
  const { world } = call
  const project = projectOf(call)
  const starts = texts(fieldsOf(call.body, ['dates']).dates, 'dates', 1, 50).map(Date.parse)
  const createdAt = world.now()
  project.schedules = starts
    .sort((one, other) => one - other)
    .map((startsAt): Schedule => ({ liveId: world.newId('live'), startsAt, createdAt }))
  const scheduled = project.schedules.map((schedule) => scheduleView(world, project, schedule))
  return created({ scheduled, count: scheduled.length })
}
