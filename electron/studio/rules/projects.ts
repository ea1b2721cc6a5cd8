import { PLANNED_DURATION } from '../../../shared/contract/limits.ts'
import type { Body, Query } from '../../../shared/contract/operations.ts'
import { editShow } from './air.ts'
import { requireDestinations } from './destinations.ts'
import { newestFirst, projectIn, Refusal } from './find.ts'
import type { Live, Moment, Project, ProjectDraft, World, WorldDraft } from './world.ts'

/** Fields that a running broadcast holds fast. */
const LOCKED = ['format', 'duration', 'audioQuality', 'destinationIds'] as const

type Fields = Body<'updateProject'>

/** Creates a project and answers its id. */
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
    lastLiveId: null,
  }
  setFields(world, project, fields)
  world.projects[project.id] = project
  return project.id
}

/** Changes the fields that are given; all of them or, refused, none. */
export function updateProject(world: WorldDraft, projectId: string, fields: Fields): void {
  const project = projectIn(world, projectId)
  const locked = LOCKED.filter((field) => fields[field] !== undefined)
  const live = world.lives[project.id]
  if (live && locked.length > 0) throw lockedFields(locked, live)
  setFields(world, project, fields)
}

function lockedFields(fields: readonly string[], live: Live): Refusal {
  const message = `While the project is ${live.status}, ${fields.join(', ')} cannot be changed. Stop it first.`
  return new Refusal('LIVE_PROJECT_RESTRICTION', message, { fields, liveId: live.liveId, status: live.status })
}

function setFields(world: WorldDraft, project: ProjectDraft, fields: Fields): void {
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
  setTexts(world, project, fields)
}

/** Title and description are part of the show. Turning auto-sync on is not: alone, it pushes nothing. */
function setTexts(world: WorldDraft, project: ProjectDraft, { title, description }: Fields): void {
  if (title === undefined && description === undefined) return
  editShow(world, project, (show) => {
    show.title = title ?? show.title
    show.description = description ?? show.description
  })
}

type StatusFilter = Query<'listProjects'>['status']

/** Projects newest first, those of one status only when asked for. */
export function listProjects(world: World, status: StatusFilter): Project[] {
  const isAsked = (project: Project) => !status || status === (world.lives[project.id] ? 'live' : 'offline')
  return Object.values(world.projects).filter(isAsked).sort(newestFirst)
}
