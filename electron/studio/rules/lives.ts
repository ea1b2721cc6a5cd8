/** A broadcast's life: OFFLINE → PREPARING → LIVE → OFFLINE. */
import { copyOf, push } from './air.ts'
import { requireDestinations } from './destinations.ts'
import { faultAtWork, isLoginExpired } from './faults.ts'
import { projectIn, Refusal } from './find.ts'
import {
  type Broadcast,
  type Destination,
  type Live,
  type LiveDraft,
  type Moment,
  type Project,
  timingsOf,
  type World,
  type WorldDraft,
} from './world.ts'

/** Starts a broadcast on all destinations of the project, with the show as it stands. */
export function startLive(world: WorldDraft, projectId: string, { now, newId }: Moment): Live {
  const project = projectIn(world, projectId)
  refuseSecond(world.lives[project.id])
  const destinations = readyDestinations(world, project)
  const live: LiveDraft = {
    liveId: newId(),
    projectId: project.id,
    startedAt: now,
    liveAt: now + timingsOf(world).preparingMs,
    status: 'PREPARING',
    planned: project.planned,
    destinations: destinations.map(({ id, provider, name }) => ({ id, provider, name })),
    onAir: copyOf(project.show),
    unsyncedEdits: 0,
    failing: faultAtWork(world, 'failedPreparing') !== undefined,
  }
  world.lives[project.id] = live
  return live
}

function refuseSecond(live: Live | undefined): void {
  if (!live) return
  const { liveId, status } = live
  throw new Refusal('PROJECT_ALREADY_LIVE', `The project is ${status} already.`, { liveId, status })
}

function readyDestinations(world: World, project: Project): Destination[] {
  if (project.destinationIds.length === 0) {
    throw new Refusal('NO_DESTINATIONS', 'The project has no destination to broadcast to.')
  }
  const destinations = requireDestinations(world, project.destinationIds)
  const expired = destinations.filter((one) => isLoginExpired(world, one))
  if (expired.length > 0) {
    const names = expired.map((one) => one.name).join(', ')
    const details = { destinationIds: expired.map((one) => one.id) }
    throw new Refusal('DESTINATION_TOKEN_INVALID', `The login of ${names} has expired. Connect it again.`, details)
  }
  return destinations
}

/** Stops what runs, PREPARING too, and answers what was. */
export function stopLive(world: WorldDraft, projectId: string, { now }: Moment): Broadcast {
  const project = projectIn(world, projectId)
  const live = world.lives[project.id]
  if (!live) throw new Refusal('NO_ACTIVE_STREAM', 'Nothing of this project is on air or being prepared.')
  return end(world, live, Math.max(now, live.startedAt), 'user')
}

/** Brings what runs to the project as it stands, and answers how many edits that were. */
export function syncLive(world: WorldDraft, projectId: string): { liveId: string; edits: number } {
  const project = projectIn(world, projectId)
  const live = world.lives[project.id]
  if (!live) throw new Refusal('NO_ACTIVE_LIVE', 'Nothing of this project is on air or being prepared.')
  const edits = live.unsyncedEdits
  push(project, live)
  return { liveId: live.liveId, edits }
}

type Initiator = Broadcast['stopInitiator']

/** Ends a broadcast and remembers it; with an error when a sentence says which. */
export function end(
  world: WorldDraft,
  live: LiveDraft,
  endedAt: number,
  stopInitiator: Initiator,
  error: string | null = null,
): Broadcast {
  const { liveId, projectId, startedAt } = live
  const destinations = live.destinations.map((one) => ({ ...one }))
  const liveAt = live.status === 'LIVE' ? live.liveAt : null
  const status: Broadcast['status'] = error === null ? 'COMPLETED' : 'ERROR'
  const broadcast = { liveId, projectId, startedAt, liveAt, endedAt, status, stopInitiator, error, destinations }
  world.broadcasts[liveId] = broadcast
  projectIn(world, projectId).lastLiveId = liveId
  delete world.lives[projectId]
  return { ...broadcast }
}

/** Past broadcasts of a project, newest first. */
export function listBroadcasts(world: World, projectId: string): Broadcast[] {
  const project = projectIn(world, projectId)
  return Object.values(world.broadcasts)
    .filter((broadcast) => broadcast.projectId === project.id)
    .sort((one, other) => other.startedAt - one.startedAt || (one.liveId < other.liveId ? -1 : 1))
}

/** Whole seconds on air up to a time; null before it was on air. */
export function secondsOnAir(liveAt: number | null, until: number): number | null {
  return liveAt === null ? null : Math.max(0, Math.floor((until - liveAt) / 1_000))
}
