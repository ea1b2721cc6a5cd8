/** A broadcast's life: OFFLINE → PREPARING → LIVE → OFFLINE. */
import { accountIn, refuseIf } from '../account/account.ts'
import { requireDestinations } from '../account/destinations.ts'
import { isSent, isWatchPage, refuseTakenServers } from '../account/servers.ts'
import { endFaults, faultAtWork, isLoginExpired } from '../faults/faults.ts'
import { itemsIn } from '../projects/items.ts'
import { find, projectIn, Refusal } from '../world/find.ts'
import {
  type Broadcast,
  type Destination,
  type Live,
  type LiveDraft,
  type Moment,
  type Project,
  type Show,
  type ShowDraft,
  timingsOf,
  type World,
  type WorldDraft,
} from '../world/world.ts'
import { copyOf, looksSame, playAll, push } from './air.ts'
import { putOnAir, stopPlaying } from './playing.ts'

/**
 * Starts a broadcast on all destinations of the project, with its current show.
 * @param gone files of the show that are no longer on the disk
 */
export function startLive(
  world: WorldDraft,
  projectId: string,
  { now, newId }: Moment,
  gone: readonly string[] = [],
): Live {
  refuseSecond(world, projectId)
  if (gone.length > 0) throw filesGone(projectIn(world, projectId).show, gone)
  return prepare(world, projectId, newId(), projectIn(world, projectId).show, now)
}

/** Prepares a broadcast of a project with the given show: its current one, or the one that was scheduled. */
export function prepare(world: WorldDraft, projectId: string, liveId: string, show: ShowDraft, now: number): Live {
  const project = projectIn(world, projectId)
  const destinations = refuseUnready(world, project)
  refuseTakenServers(world, project)
  if (isSent(world, project.destinationIds)) endFaults(world, now)
  const onAir = playAll(copyOf(show)) as ShowDraft
  project.show = playAll(copyOf(project.show)) as ShowDraft
  const chosenSceneId = project.show.activeSceneId
  // A date begins with its own scene: an edit of anything else must not push the project's other one.
  setActive(project.show, onAir.activeSceneId)
  const live: LiveDraft = {
    liveId,
    projectId: project.id,
    nth: nextNth(world, project.id),
    startedAt: now,
    liveAt: now + timingsOf(world).preparingMs,
    status: 'PREPARING',
    planned: project.planned,
    destinations: destinations.map(({ id, provider, name }) => ({ id, provider, name })),
    onAir,
    chosenSceneId,
    unsyncedEdits: looksSame(onAir, copyOf(project.show)) ? 0 : 1,
    playing: { sceneId: null, runs: [], switchAt: null },
    failing: faultAtWork(world, 'failedPreparing') !== undefined,
    watched: destinations.some(isWatchPage) ? { peak: 0, days: [] } : null,
  }
  world.lives[project.id] = live
  return live
}

/** Makes a scene the active one, if the show has it. */
function setActive(show: ShowDraft, sceneId: string | null): void {
  if (show.scenes.some(({ id }) => id === sceneId)) show.activeSceneId = sceneId
}

/** What a project is running, or will run next by its dates; undefined: nothing. */
export function upcoming(world: World, projectId: string) {
  const live = world.lives[projectId]
  if (live) return { liveId: live.liveId, status: live.status }
  const next = world.schedules[projectId]?.runs[0]
  return next && { liveId: next.liveId, status: 'SCHEDULED', scheduledFor: new Date(next.at).toISOString() }
}

/** A rehearsal must not play what no service could. */
function filesGone(show: Show, fileIds: readonly string[]): Refusal {
  const names = new Set(
    itemsIn(show)
      .filter(({ fileId }) => fileIds.includes(fileId))
      .map(({ name }) => `"${name}"`),
  )
  const message = `No longer on the disk: ${[...names].join(', ')}. Put them back, or take them out of their playlists.`
  return new Refusal('FILES_NOT_USABLE', message, { fileIds })
}

function refuseSecond(world: World, projectId: string): void {
  const state = upcoming(world, projectIn(world, projectId).id)
  if (state) throw new Refusal('PROJECT_ALREADY_LIVE', `The project is ${state.status} already.`, state)
}

/** Refuses a project that cannot be started, and returns the destinations it would broadcast to. */
export function refuseUnready(world: World, project: Project): Destination[] {
  refuseIf('tooManyBroadcasts', accountIn(world))
  return readyDestinations(world, project)
}

function readyDestinations(world: World, project: Project): Destination[] {
  if (project.pluginMode) {
    const message = 'The project is in plugin mode: it is started by the broadcasting software it is an overlay of.'
    throw new Refusal('PLUGIN_MODE_NOT_SUPPORTED', message)
  }
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

/** Stops the running broadcast, even if it is PREPARING, and returns it. */
export function stopLive(world: WorldDraft, projectId: string, { now }: Moment): Broadcast {
  const project = projectIn(world, projectId)
  const live = world.lives[project.id]
  if (!live) throw new Refusal('NO_ACTIVE_STREAM', 'Nothing of this project is on air or being prepared.')
  return end(world, live, now, 'user')
}

/** Brings the running broadcast to the project's current state, and returns how many edits that took. */
export function syncLive(world: WorldDraft, projectId: string, { now }: Moment): { liveId: string; edits: number } {
  const project = projectIn(world, projectId)
  const live = world.lives[project.id]
  if (!live) throw new Refusal('NO_ACTIVE_LIVE', 'Nothing of this project is on air or being prepared.')
  const edits = live.unsyncedEdits
  push(world, project, live, now)
  return { liveId: live.liveId, edits }
}

/** Makes the broadcast live, and starts its lists. */
export function getLive(world: WorldDraft, live: LiveDraft): void {
  live.status = 'LIVE'
  putOnAir(world, live, copyOf(live.onAir), live.liveAt)
}

type Initiator = Broadcast['stopInitiator']

/**
 * Ends a broadcast and stores it as a past one.
 * @param at no broadcast ends before it began: a date that ends it may lie before that, once a wrong clock was set right
 * @param error a sentence if it ended with an error
 */
export function end(
  world: WorldDraft,
  live: LiveDraft,
  at: number,
  stopInitiator: Initiator,
  error: string | null = null,
): Broadcast {
  const { liveId, projectId, nth, startedAt } = live
  const endedAt = Math.max(at, startedAt, live.status === 'LIVE' ? live.liveAt : startedAt)
  stopPlaying(world, live, endedAt)
  const destinations = live.destinations.map((one) => ({ ...one }))
  const liveAt = live.status === 'LIVE' ? live.liveAt : null
  const status: Broadcast['status'] = error === null ? 'COMPLETED' : 'ERROR'
  const times = { startedAt, liveAt, endedAt }
  const watched = live.watched && { ...live.watched, days: live.watched.days.map((day) => ({ ...day })) }
  const project = projectIn(world, projectId)
  const { show } = project
  // Where chains led, and which lists a person stopped, is over with the broadcast.
  setActive(show, live.chosenSceneId)
  project.show = playAll(copyOf(show)) as ShowDraft
  delete world.lives[projectId]
  return remember(world, { liveId, projectId, nth, ...times, status, stopInitiator, error, destinations, watched })
}

/** A broadcast that is over; `watched` left out: nobody could. */
type Over = Omit<WorldDraft['broadcasts'][string], 'audience' | 'watched'> &
  Partial<Pick<WorldDraft['broadcasts'][string], 'watched'>>

/** Stores a past broadcast, as the project's last one unless a failed date came after its start. */
export function remember(world: WorldDraft, over: Over): Broadcast {
  const broadcast = { watched: null, ...over, audience: 0 }
  const project = projectIn(world, over.projectId)
  const last = find(world.broadcasts, project.lastLiveId ?? '')
  world.broadcasts[over.liveId] = broadcast
  const cameSince = last && (last.nth ?? 0) > (over.nth ?? 0)
  if (!cameSince || last.error === null) project.lastLiveId = over.liveId
  return { ...broadcast }
}

/** The number of a project's next broadcast. */
export function nextNth(world: World, projectId: string): number {
  const past = listBroadcasts(world, projectId).map(({ nth = 0 }) => nth)
  return 1 + Math.max(world.lives[projectId]?.nth ?? 0, ...past)
}

const byBeginning = (one: Broadcast, other: Broadcast) =>
  (other.nth ?? 0) - (one.nth ?? 0) || other.startedAt - one.startedAt || (one.liveId < other.liveId ? -1 : 1)

/** Past broadcasts of a project, newest first. */
export function listBroadcasts(world: World, projectId: string): Broadcast[] {
  const project = projectIn(world, projectId)
  return Object.values(world.broadcasts)
    .filter((broadcast) => broadcast.projectId === project.id)
    .sort(byBeginning)
}

/** Whole seconds on air up to a time; null before it was on air. */
export function secondsOnAir(liveAt: number | null, until: number): number | null {
  return liveAt === null ? null : Math.max(0, Math.floor((until - liveAt) / 1_000))
}
