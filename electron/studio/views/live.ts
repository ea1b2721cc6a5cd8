import type { WireAnswer } from '../../../shared/contract/operations.ts'
import { secondsOnAir } from '../rules/lives.ts'
import type { Broadcast, Live, World } from '../rules/world.ts'
import { destinationState } from './destination.ts'
import { NOBODY, timesOf } from './project.ts'

type Wire = WireAnswer<'getLive'>

const isoTime = (time: number | null) => (time === null ? null : new Date(time).toISOString())

/** What runs, as the contract writes it. */
export function liveRecord(world: World, live: Live | undefined, now: number): Wire {
  if (!live) return nothingLive()
  const { elapsed, remaining } = timesOf(live, now)
  return {
    ...NOBODY,
    liveId: live.liveId,
    status: live.status,
    destinations: liveDestinations(world, live, now),
    elapsedSeconds: elapsed,
    remainingSeconds: remaining,
    unsyncedLive: live.unsyncedEdits > 0,
    onAirSceneId: live.onAir.activeSceneId,
    unsyncedEdits: live.unsyncedEdits,
    preparingStartedAt: isoTime(live.startedAt),
    error: null,
    stopInitiator: null,
  }
}

function nothingLive(): Wire {
  const times = { elapsedSeconds: null, remainingSeconds: null, preparingStartedAt: null }
  const air = { unsyncedLive: false, onAirSceneId: null, unsyncedEdits: 0 }
  return { ...NOBODY, ...times, ...air, liveId: null, status: 'OFFLINE', destinations: [], error: null }
}

function liveDestinations(world: World, live: Live, now: number): Wire['destinations'] {
  const { elapsed } = timesOf(live, now)
  return live.destinations.map(({ id, provider, name }) => ({
    ...NOBODY,
    ...destinationState(world, id, live),
    id,
    provider,
    name,
    viewingUrl: null,
    startedAt: live.status === 'LIVE' ? isoTime(live.liveAt) : null,
    stoppedAt: null,
    durationSeconds: elapsed,
  }))
}

/** What a start answers. */
export function startedRecord(live: Live): WireAnswer<'startLive'> {
  const { liveId, status, destinations } = live
  return { liveId, status, destinations: destinations.map(({ provider, name }) => ({ provider, name })) }
}

/** A past broadcast as the contract writes it. */
export function broadcastRecord(past: Broadcast): WireAnswer<'listBroadcasts'>['broadcasts'][number] {
  const duration = secondsOnAir(past.liveAt, past.endedAt)
  const ended = { status: past.status, startedAt: isoTime(past.liveAt), stoppedAt: isoTime(past.endedAt) }
  const nobody = { viewingUrl: null, error: null, ...NOBODY }
  return {
    liveId: past.liveId,
    date: isoTime(past.liveAt ?? past.startedAt),
    endedAt: isoTime(past.endedAt),
    duration,
    peakViewers: null,
    status: past.status,
    destinations: past.destinations.map((one) => ({ ...one, ...ended, ...nobody, durationSeconds: duration })),
  }
}
