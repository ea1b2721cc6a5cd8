import {
  activate,
  assertCanStart,
  begin,
  edited,
  newScene,
  push,
  removeScene,
  secondsLive,
  settle,
  statusOf,
} from './air.ts'
import { optional } from './options.ts'
import {
  type Answer,
  assertNoBody,
  assertQuery,
  errorAnswer,
  fieldsOf,
  flag,
  invalid,
  isRecord,
  oneOf,
  page,
  Refusal,
  text,
  texts,
  whole,
} from './refusal.ts'
import { blankProject } from './seed.ts'
import {
  liveView,
  outletView,
  pastView,
  projectView,
  sceneView,
  scheduleView,
  startedView,
  syncedView,
} from './views.ts'
import { type Content, type Project, type Schedule, sceneOf, type World } from './world.ts'

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
export function projectOf({ world, params }: Call): Project {
  return world.project(params.project ?? '')
}

export const ok = (body: object): Answer => ({ status: 200, body })
export const created = (body: object): Answer => ({ status: 201, body })

const ASPECTS = ['16:9', '9:16', '1:1', '1:2']
const RESOLUTIONS = ['720p', '1080p', '2160p']
const FORMATS = ASPECTS.flatMap((aspect) => RESOLUTIONS.map((resolution) => `${aspect}_${resolution}`))
const LOCKED = ['format', 'duration', 'audioQuality', 'destinationIds']
const EDITABLE = ['name', 'title', 'description', 'autoSynch', ...LOCKED]

export const projectRoutes: Route[] = [
  { method: 'GET', pattern: '/projects', handle: list },
  { method: 'POST', pattern: '/projects', handle: create },
  { method: 'GET', pattern: '/projects/:project', handle: (call) => ok(projectView(call.world, projectOf(call))) },
  { method: 'PATCH', pattern: '/projects/:project', handle: update },
]

function list({ world, query }: Call) {
  assertQuery(query, ['status', 'limit', 'offset'])
  const wanted = query.get('status')
  const status = wanted === null ? null : oneOf(wanted, 'status', ['live', 'scheduled', 'offline'])
  const found = world.projects.filter((project) => status === null || kindOf(project) === status).sort(newestFirst)
  return ok(page(query, 'projects', found, (project) => projectView(world, project)))
}

function kindOf(project: Project): 'live' | 'scheduled' | 'offline' {
  if (project.run) return 'live'
  return statusOf(project) === 'SCHEDULED' ? 'scheduled' : 'offline'
}

function newestFirst(one: Project, other: Project): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1)
}

function create({ world, body }: Call) {
  const fields = fieldsOf(body, EDITABLE)
  if (fields.name === undefined) throw invalid('name', 'a text')
  const project = blankProject(world, '', world.now())
  project.content.title = text(fields.name, 'name', 1, 60)
  apply(world, project, fields)
  world.projects.push(project)
  return created(projectView(world, project))
}

function update(call: Call) {
  const project = projectOf(call)
  const fields = fieldsOf(call.body, EDITABLE)
  const locked = LOCKED.find((field) => fields[field] !== undefined)
  if (locked !== undefined && statusOf(project) !== 'OFFLINE') {
    throw new Refusal('LIVE_PROJECT_RESTRICTION', `${locked} can be changed only while offline.`, { field: locked })
  }
  apply(call.world, project, fields)
  return ok(projectView(call.world, project))
}

/** Checks every field before it changes one: a refused request changes nothing. */
function apply(world: World, project: Project, fields: Record<string, unknown>): void {
  const changes = projectChanges(world, fields)
  const content = contentChanges(fields)
  Object.assign(project, changes)
  Object.assign(project.content, content)
  if (Object.keys(content).length > 0) edited(project)
}

function projectChanges(world: World, fields: Record<string, unknown>): Partial<Project> {
  const { name, format, audioQuality, autoSynch, duration, destinationIds } = fields
  const changes: Partial<Project> = {}
  if (name !== undefined) changes.name = text(name, 'name', 1, 60)
  if (format !== undefined) changes.format = oneOf(format, 'format', FORMATS)
  if (audioQuality !== undefined) changes.audioQuality = text(audioQuality, 'audioQuality', 1, 40)
  if (autoSynch !== undefined) changes.autoSynch = flag(autoSynch, 'autoSynch')
  if (duration !== undefined) changes.plannedSeconds = plannedSeconds(duration)
  if (destinationIds !== undefined) changes.outletIds = outletIds(world, destinationIds)
  return changes
}

function contentChanges({ title, description }: Record<string, unknown>): Partial<Content> {
  const changes: Partial<Content> = {}
  if (title !== undefined) changes.title = text(title, 'title', 0, 100)
  if (description !== undefined) changes.description = text(description, 'description', 0, 5000)
  return changes
}

/** Null for "until stopped". */
function plannedSeconds(duration: unknown): number | null {
  if (!isRecord(duration)) throw invalid('duration', 'an object')
  const manual = flag(duration.manual, 'duration.manual')
  fieldsOf(duration, manual ? ['manual'] : ['manual', 'planned'])
  return manual ? null : whole(duration.planned, 'duration.planned', 30, 31_536_000)
}

function outletIds(world: World, value: unknown): string[] {
  const ids = [...new Set(texts(value, 'destinationIds', 0, 50))]
  const missing = ids.find((id) => !world.outlet(id))
  if (missing !== undefined) throw new Refusal('DESTINATION_NOT_FOUND', `No destination ${missing} is connected.`)
  return ids
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
  { method: 'GET', pattern: '/destinations', handle: listOutlets },
  { method: 'POST', pattern: '/destinations/verify', handle: verify },
  { method: 'GET', pattern: '/account', handle: account },
]

function listOutlets({ world, query }: Call) {
  assertQuery(query, ['limit', 'offset'])
  return ok(page(query, 'destinations', world.outlets, outletView))
}

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
  { method: 'POST', pattern: '/projects/:project/scenes', handle: createScene },
  { method: 'PATCH', pattern: '/projects/:project/scenes/:scene', handle: rename },
  { method: 'DELETE', pattern: '/projects/:project/scenes/:scene', handle: remove },
  { method: 'POST', pattern: '/projects/:project/scenes/:scene/activate', handle: makeActive },
]

function listScenes(call: Call) {
  assertQuery(call.query, ['limit', 'offset'])
  const project = projectOf(call)
  return ok(page(call.query, 'scenes', project.content.scenes, (scene) => sceneView(call.world, project, scene)))
}

function createScene(call: Call) {
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
