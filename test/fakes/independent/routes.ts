import { activate, assertCanStart, begin, edited, push, secondsLive, settle } from './air.ts'
import { optional } from './options.ts'
import {
  type Answer,
  assertNoBody,
  assertQuery,
  errorAnswer,
  fieldsOf,
  flag,
  page,
  Refusal,
  text,
  texts,
} from './refusal.ts'
import { blankProject } from './seed.ts'
import { liveView, pastView, projectView, sceneView, scheduleView, startedView, syncedView } from './views.ts'
import type { Content, Project, Schedule, World } from './world.ts'

/** One request, as an operation sees it. */
export interface Call {
  world: World
  /** The parts of the path that the pattern names, decoded. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  body: unknown
}

/** Carries out one operation, or throws a refusal and leaves everything as it was. */
export type Handler = (call: Call) => Answer

/** An operation's place: `:name` in the pattern is a part of the path that differs. */
export interface Route {
  method: string
  pattern: string
  handle: Handler
}

/** The project the path names. */
function projectOf({ world, params }: Call): Project {
  return world.project(params.project ?? '')
}

const ok = (body: object): Answer => ({ status: 200, body })
const created = (body: object): Answer => ({ status: 201, body })

const EDITABLE = ['name', 'title', 'description', 'autoSynch']

export const projectRoutes: Route[] = [
  { method: 'GET', pattern: '/projects', handle: list },
  { method: 'POST', pattern: '/projects', handle: create },
  { method: 'GET', pattern: '/projects/:project', handle: (call) => ok(projectView(call.world, projectOf(call))) },
  { method: 'PATCH', pattern: '/projects/:project', handle: update },
]

function list({ world, query }: Call) {
  assertQuery(query, ['limit', 'offset'])
  return ok(page(query, 'projects', world.projects.toSorted(newestFirst), (project) => projectView(world, project)))
}

function newestFirst(one: Project, other: Project): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1)
}

function create({ world, body }: Call) {
  const fields = fieldsOf(body, EDITABLE)
  const project = blankProject(world, text(fields.name, 'name', 1, 60), world.now())
  apply(project, fields)
  world.projects.push(project)
  return created(projectView(world, project))
}

function update(call: Call) {
  const project = projectOf(call)
  apply(project, fieldsOf(call.body, EDITABLE))
  return ok(projectView(call.world, project))
}

/** Checks every field before it changes one: a refused request changes nothing. */
function apply(project: Project, fields: Record<string, unknown>): void {
  const changes = projectChanges(fields)
  const content = contentChanges(fields)
  Object.assign(project, changes)
  Object.assign(project.content, content)
  if (Object.keys(content).length > 0) edited(project)
}

function projectChanges({ name, autoSynch }: Record<string, unknown>): Partial<Project> {
  const changes: Partial<Project> = {}
  if (name !== undefined) changes.name = text(name, 'name', 1, 60)
  if (autoSynch !== undefined) changes.autoSynch = flag(autoSynch, 'autoSynch')
  return changes
}

function contentChanges({ title, description }: Record<string, unknown>): Partial<Content> {
  const changes: Partial<Content> = {}
  if (title !== undefined) changes.title = text(title, 'title', 0, 100)
  if (description !== undefined) changes.description = text(description, 'description', 0, 5000)
  return changes
}

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

export const accountRoutes: Route[] = [
  { method: 'POST', pattern: '/destinations/verify', handle: verify },
  { method: 'GET', pattern: '/account', handle: account },
]

function verify({ world, body }: Call) {
  const ids = texts(fieldsOf(body, ['destinationIds']).destinationIds, 'destinationIds', 1, 50)
  return ok({ results: ids.map((id) => verdict(world, id)) })
}

/** A custom RTMP destination is not contacted: being on the account is all there is to check. */
function verdict(world: World, id: string): object {
  const outlet = world.outlet(id)
  if (!outlet) throw new Refusal('DESTINATION_NOT_FOUND', `No destination ${id} is connected.`)
  const valid = outlet.provider === 'rtmp' || outlet.tokenValid
  return valid ? { id, valid } : { id, valid, ...optional(world.settings.shape, { error: 'AUTH_ERROR' }) }
}

/** A service that says as little as it may has no such resource. */
function account({ world }: Call): Answer {
  if (world.settings.shape === 'minimal') return errorAnswer(404, undefined, 'Not here.')
  return ok({ plan: world.plan, apiAccess: true, playedFileLog: false })
}

export const sceneRoutes: Route[] = [
  { method: 'GET', pattern: '/projects/:project/scenes', handle: listScenes },
  { method: 'POST', pattern: '/projects/:project/scenes/:scene/activate', handle: makeActive },
]

function listScenes(call: Call) {
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
