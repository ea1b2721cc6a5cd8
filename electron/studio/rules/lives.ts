/** A broadcast's life: OFFLINE → PREPARING → LIVE → OFFLINE. */
import { copyOf, push } from './air.ts'
import { requireDestinations } from './destinations.ts'
import { projectIn } from './find.ts'
import { Refusal } from './refusal.ts'
import type { Broadcast, Destination, Live, LiveDraft, Moment, Project, World, WorldDraft } from './world.ts'
import { timingsOf } from './world.ts'

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
  const expired = destinations.filter((one) => one.loginExpired)
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

/** When the next broadcast changes by itself, or null. */
export function nextDue(world: World): number | null {
  const due = Object.values(world.lives).map(dueAt)
  const first = Math.min(...due)
  return Number.isFinite(first) ? first : null
}

/**
 * Does everything that has become due, each at its own time: also what was missed while the studio did not run.
 */
export function settle(world: WorldDraft, now: number): void {
  for (const live of Object.values(world.lives)) {
    if (live.status === 'PREPARING' && dueAt(live) <= now) live.status = 'LIVE'
    if (live.status === 'LIVE' && dueAt(live) <= now) end(world, live, dueAt(live), 'plannedEnd')
  }
}

/** The planned duration counts from when it went LIVE; manual never ends by itself. */
function dueAt(live: Live): number {
  if (live.status === 'PREPARING') return live.liveAt
  return live.planned === null ? Number.POSITIVE_INFINITY : live.liveAt + live.planned * 1_000
}

function end(
  world: WorldDraft,
  live: LiveDraft,
  endedAt: number,
  stopInitiator: Broadcast['stopInitiator'],
): Broadcast {
  const { liveId, projectId, startedAt, status } = live
  const destinations = live.destinations.map((one) => ({ ...one }))
  const liveAt = status === 'LIVE' ? live.liveAt : null
  const broadcast = { liveId, projectId, startedAt, liveAt, endedAt, stopInitiator, destinations }
  world.broadcasts[liveId] = { ...broadcast, status: 'COMPLETED' }
  delete world.lives[projectId]
  return { ...broadcast, status: 'COMPLETED' }
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
