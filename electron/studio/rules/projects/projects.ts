import { PLANNED_DURATION } from '../../../../shared/contract/limits.ts'
import type { Body, Query } from '../../../../shared/contract/operations.ts'
import { accountIn, refuseIf } from '../account/account.ts'
import { requireDestinations } from '../account/destinations.ts'
import { editShow } from '../broadcasts/air.ts'
import { upcoming } from '../broadcasts/lives.ts'
import { newestFirst, projectIn, Refusal } from '../world/find.ts'
import type { Moment, Project, ProjectDraft, World, WorldDraft } from '../world/world.ts'

/** Fields that cannot be changed during a broadcast or while dates are scheduled. */
const LOCKED = ['format', 'duration', 'audioQuality', 'destinationIds'] as const

type Fields = Body<'updateProject'>

/** Creates a project and returns its id. */
export function createProject(world: WorldDraft, fields: Body<'createProject'>, { now, newId }: Moment): string {
  const project: ProjectDraft = {
    id: newId(),
    name: fields.name,
    createdAt: now,
    format: '16:9_720p',
    audioQuality: 128,
    planned: PLANNED_DURATION.default,
    destinationIds: [],
    autoSync: false,
    show: { title: fields.name, description: '', scenes: [], activeSceneId: null },
    pluginMode: false,
    lastLiveId: null,
  }
  setFields(world, project, fields, now)
  world.projects[project.id] = project
  return project.id
}

/** Changes the given fields: all of them or, if refused, none. Returns whether that changed what is on air. */
export function updateProject(world: WorldDraft, projectId: string, fields: Fields, { now }: Moment): boolean {
  const project = projectIn(world, projectId)
  const locked = LOCKED.filter((field) => fields[field] !== undefined)
  const state = upcoming(world, project.id)
  if (state && locked.length > 0) throw lockedFields(locked, state)
  return setFields(world, project, fields, now)
}

function lockedFields(
  fields: readonly string[],
  state: { readonly liveId: string; readonly status: string },
): Refusal {
  const { liveId, status } = state
  const first = status === 'SCHEDULED' ? 'Cancel its dates first.' : 'Stop it first.'
  const message = `While the project is ${status}, ${fields.join(', ')} cannot be changed. ${first}`
  return new Refusal('LIVE_PROJECT_RESTRICTION', message, { fields, liveId, status })
}

function setFields(world: WorldDraft, project: ProjectDraft, fields: Fields, now: number): boolean {
  if (fields.format?.endsWith('_2160p')) refuseIf('planLimits', accountIn(world), { field: 'format' })
  if (fields.destinationIds) {
    const unique = [...new Set(fields.destinationIds)]
    requireDestinations(world, unique)
    project.destinationIds = unique
  }
  if (fields.duration) project.planned = fields.duration.manual ? null : fields.duration.planned
  project.name = fields.name ?? project.name
  project.format = fields.format ?? project.format
  project.audioQuality = fields.audioQuality ?? project.audioQuality
  project.autoSync = fields.autoSync ?? project.autoSync
  return setTexts(world, project, fields, now)
}

/** Title and description are part of the show. The auto-sync setting is not: turning it on alone pushes nothing. */
function setTexts(world: WorldDraft, project: ProjectDraft, { title, description }: Fields, now: number): boolean {
  if (title === undefined && description === undefined) return false
  return editShow(world, project, now, (show) => {
    show.title = title ?? show.title
    show.description = description ?? show.description
  })
}

type StatusFilter = Query<'listProjects'>['status']

/** Projects newest first, optionally only those of one status. */
export function listProjects(world: World, status: StatusFilter): Project[] {
  const statusOf = ({ id }: Project) => (world.lives[id] ? 'live' : world.schedules[id] ? 'scheduled' : 'offline')
  const isAsked = (project: Project) => !status || status === statusOf(project)
  return Object.values(world.projects).filter(isAsked).sort(newestFirst)
}
