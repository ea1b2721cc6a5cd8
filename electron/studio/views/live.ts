import type { WireAnswer } from '../../../shared/contract/operations.ts'
import { isSent, isWatchPage } from '../rules/account/servers.ts'
import { secondsOnAir } from '../rules/broadcasts/lives.ts'
import { layersSent } from '../rules/broadcasts/pictures.ts'
import { playingNow } from '../rules/broadcasts/runs.ts'
import { runsOf } from '../rules/broadcasts/schedules.ts'
import { find } from '../rules/world/find.ts'
import type { Broadcast, Live, Project, World } from '../rules/world/world.ts'
import { isUnsynced, timesOf } from './project.ts'
import { destinationState, isoTime, NOBODY, type Targets, viewersOf, viewingState } from './records.ts'
import { peakOf } from './statistics.ts'

type Wire = WireAnswer<'getLive'>

/** What a project is broadcasting, in the contract's format. */
export function liveRecord(world: World, project: Project, now: number, targets: Targets): Wire {
  const live = world.lives[project.id]
  if (!live) return nothingLive(world, project)
  const { elapsed, remaining } = timesOf(live, now)
  return {
    ...viewersOf(live, targets),
    liveId: live.liveId,
    status: live.status,
    destinations: liveDestinations(world, live, now, targets),
    elapsedSeconds: elapsed,
    remainingSeconds: remaining,
    unsyncedLive: isUnsynced(world, project),
    onAirSceneId: live.onAir.activeSceneId,
    unsyncedEdits: live.unsyncedEdits,
    onAir: sentNow(world, live, now, targets).map((one) => ({ ...one, startedAt: isoTime(world, one.startedAt) })),
    preparingStartedAt: isoTime(world, live.startedAt),
    error: null,
    stopInitiator: null,
  }
}

/** What plays, layer by layer: of a rehearsal all that would; of a broadcast what its viewers see and hear. */
function sentNow(world: World, live: Live, now: number, targets: Targets) {
  const { isSlateFor, isPlaylistSilentFor, layersIn } = targets
  const playing = playingNow(live, now)
  if (
    !isSent(
      world,
      live.destinations.map(({ id }) => id),
    )
  )
    return playing
  const { shown, heard } = layersSent(live)
  const { liveId } = live
  // For a moment after a switch, those of the scene before are reported.
  const composed = playing.filter(({ layerId }) => layersIn(liveId)?.includes(layerId))
  if (composed.length > 0) return composed
  return playing.filter(
    ({ layerId }) =>
      (layerId === shown && !isSlateFor(liveId)) || (layerId === heard && !isPlaylistSilentFor(liveId)),
  )
}

/** An error is reported until the next start, so that clients can see why nothing is running. */
function nothingLive(world: World, project: Project): Wire {
  const last = find(world.broadcasts, project.lastLiveId ?? '')
  const times = { elapsedSeconds: null, remainingSeconds: null, preparingStartedAt: null }
  const air = { unsyncedLive: isUnsynced(world, project), onAirSceneId: null, unsyncedEdits: 0, onAir: [] }
  return {
    ...NOBODY,
    ...times,
    ...air,
    liveId: null,
    status: runsOf(world, project.id).length > 0 ? 'SCHEDULED' : 'OFFLINE',
    destinations: [],
    error: last?.error ?? null,
  }
}

function liveDestinations(world: World, live: Live, now: number, targets: Targets): Wire['destinations'] {
  const { elapsed } = timesOf(live, now)
  return live.destinations.map(({ id, provider, name }) => ({
    ...viewingState(id, live, targets),
    ...destinationState(world, id, live, targets),
    id,
    provider,
    name,
    startedAt: live.status === 'LIVE' ? isoTime(world, live.liveAt) : null,
    stoppedAt: null,
    durationSeconds: elapsed,
  }))
}

/** The response to a start. */
export function startedRecord(live: Live): WireAnswer<'startLive'> {
  const { liveId, status, destinations } = live
  return { liveId, status, destinations: destinations.map(({ provider, name }) => ({ provider, name })) }
}

/** A past broadcast in the contract's format. */
export function broadcastRecord(world: World, past: Broadcast): WireAnswer<'listBroadcasts'>['broadcasts'][number] {
  const duration = secondsOnAir(past.liveAt, past.endedAt)
  const [startedAt, endedAt] = [isoTime(world, past.liveAt), isoTime(world, past.endedAt)]
  const error = past.error === null ? null : 'STREAM_ERROR'
  const ended = { ...NOBODY, status: past.status, startedAt, stoppedAt: endedAt, viewingUrl: null, error }
  return {
    liveId: past.liveId,
    date: isoTime(world, past.liveAt ?? past.startedAt),
    endedAt,
    duration,
    peakViewers: past.watched?.peak ?? (peakOf(past) || null),
    status: past.status,
    destinations: past.destinations.map((one) => ({
      ...{ ...one, ...ended, durationSeconds: duration },
      ...(isWatchPage(one) && past.watched && { peakViewers: past.watched.peak }),
    })),
  }
}

/** A scheduled date in the contract's format: it goes to the project's destinations. */
export function scheduleRecord(
  world: World,
  { id, destinationIds }: Project,
  { liveId, at }: { readonly liveId: string; readonly at: number },
): WireAnswer<'listSchedules'>['schedules'][number] {
  const destinations = destinationIds.map((one) => ({
    id: one,
    provider: world.destinations[one]?.provider ?? 'unknown',
    name: world.destinations[one]?.name ?? one,
  }))
  const createdAt = isoTime(world, world.schedules[id]?.createdAt ?? null)
  // Returned as it was given: it does not come from the service's clock.
  return { liveId, status: 'SCHEDULED', scheduledDate: new Date(at).toISOString(), createdAt, destinations }
}
