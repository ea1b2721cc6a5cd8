import { edited, statusOf } from '../air.ts'
import { assertQuery, fieldsOf, flag, invalid, isRecord, oneOf, Refusal, text, texts, whole } from '../refusal.ts'
import { blankProject } from '../seed.ts'
import { projectView, syncedView } from '../views.ts'
import type { Content, Project, World } from '../world.ts'
import { type Call, created, newestFirst, ok, page, projectOf, type Route } from './call.ts'

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

function list(call: Call) {
  const { world, query } = call
  assertQuery(query, ['status', 'limit', 'offset'])
  const wanted = query.get('status')
  const status = wanted === null ? null : oneOf(wanted, 'status', ['live', 'scheduled', 'offline'])
  const found = world.projects.filter((project) => status === null || kindOf(project) === status).sort(newestFirst)
  return page(call, 'projects', found, (project) => projectView(world, project))
}

function kindOf(project: Project): 'live' | 'scheduled' | 'offline' {
  if (project.run) return 'live'
  return statusOf(project) === 'SCHEDULED' ? 'scheduled' : 'offline'
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
  const synced = apply(call.world, project, fields)
  return ok({ ...projectView(call.world, project), ...syncedView(call.world, synced) })
}

/** Checks every field before it changes one: a refused request changes nothing. True when it reached the air. */
function apply(world: World, project: Project, fields: Record<string, unknown>): boolean {
  const changes = projectChanges(world, fields)
  const content = contentChanges(fields)
  Object.assign(project, changes)
  Object.assign(project.content, content)
  return Object.keys(content).length > 0 && edited(world, project)
}

function projectChanges(world: World, fields: Record<string, unknown>): Partial<Project> {
  const { name, format, audioQuality, autoSynch, duration, destinationIds } = fields
  const changes: Partial<Project> = {}
  if (name !== undefined) changes.name = text(name, 'name', 1, 60)
  if (format !== undefined) changes.format = formatOf(world, format)
  if (audioQuality !== undefined) changes.audioQuality = text(audioQuality, 'audioQuality', 1, 40)
  if (autoSynch !== undefined) changes.autoSynch = flag(autoSynch, 'autoSynch')
  if (duration !== undefined) changes.plannedSeconds = plannedSeconds(duration)
  if (destinationIds !== undefined) changes.outletIds = outletIds(world, destinationIds)
  return changes
}

function formatOf(world: World, value: unknown): string {
  const format = oneOf(value, 'format', FORMATS)
  const isLarge = format.endsWith('2160p')
  if (isLarge && world.plan !== 'pro') throw new Refusal('FORMAT_NOT_AVAILABLE', 'The plan has no 2160p.')
  return format
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
