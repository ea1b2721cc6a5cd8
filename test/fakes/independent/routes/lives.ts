import { assertCanStart, begin, push, secondsLive, settle } from '../air.ts'
import { assertNoBody } from '../check.ts'
import { assertQuery, page } from '../paging.ts'
import { Refusal } from '../refusal.ts'
import { liveView, pastView, startedView } from '../views.ts'
import { type Call, created, ok, projectOf, type Route } from './call.ts'

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
  if (!project.run) throw new Refusal('NO_ACTIVE_LIVE', 'There is no broadcast to sync to.')
  push(project)
  return ok({ success: true, message: 'The broadcast shows the project as it is now.', liveId: project.run.liveId })
}

function listPast(call: Call) {
  assertQuery(call.query, ['limit', 'offset'])
  return ok(page(call.query, 'broadcasts', projectOf(call).past, (run) => pastView(call.world, run)))
}
