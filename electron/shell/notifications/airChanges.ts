/** What happened to a broadcast: on air, off air, ended badly, a destination that fails. */
import { type DestinationState, isRunning, type JournalEntry, type LiveState } from '../../../shared/state.ts'
import { onAirFor } from '../../../shared/view/clock.ts'
import { NEWS } from '../../../shared/words/notifications.ts'
import { endedSince } from './commandChanges.ts'
import type { NotificationText, Pair, Snapshot } from './notification.ts'

/** @returns nothing before the first reading: what it finds may have been so for long */
export function ownNews({ was, is }: Pair, before: Snapshot, after: Snapshot): NotificationText[] {
  if (!was.live || !is.live) return []
  const lives = { was: was.live, is: is.live }
  return [
    ...onAir({ was, is }, lives, after.at),
    ...badEnd({ was, is }),
    ...endedElsewhere({ was, is }, after.at),
    ...offAir({ was, is }, lives, before, after),
    ...faulty({ was, is }, lives),
  ]
}

interface Lives {
  was: LiveState
  is: LiveState
}

const same = ({ was, is }: Lives): boolean => was.liveId === is.liveId

/** Told each time: who was told that it went off must hear that it is on again. */
function onAir({ is }: Pair, lives: Lives, at: number): NotificationText[] {
  if (lives.is.status !== 'LIVE' || (lives.was.status === 'LIVE' && same(lives))) return []
  return [{ kind: 'live', once: `live ${is.id} ${at}`, ...NEWS.live(is), action: null }]
}

function badEnd({ was, is }: Pair): NotificationText[] {
  if (!is.lastError || was.lastError) return []
  const { message, at } = is.lastError
  return [{ kind: 'failed', once: `ended ${is.id} ${at}`, ...NEWS.badEnd(is, message), action: null, alarm: true }]
}

/** Ended by another hand, and neither by ours nor as planned. */
const isEndedElsewhere = ({ was, is }: Pair): boolean =>
  is.lastEnd?.by === 'elsewhere' && is.lastEnd.at !== was.lastEnd?.at

function endedElsewhere({ was, is }: Pair, at: number): NotificationText[] {
  if (!isEndedElsewhere({ was, is })) return []
  const once = `elsewhere ${is.id} ${is.lastEnd?.at}`
  return [{ kind: 'stopped', once, ...NEWS.endedElsewhere(is, onAirFor(was, at)), action: null, alarm: true }]
}

function offAir({ was, is }: Pair, lives: Lives, before: Snapshot, after: Snapshot): NotificationText[] {
  const over = isRunning(lives.was) && !(isRunning(lives.is) && same(lives))
  // An end with an error, or by another hand, is told as such; a stop from our own window was answered there.
  if (
    !over ||
    (is.lastError && !was.lastError) ||
    isEndedElsewhere({ was, is }) ||
    stoppedBeforeOurEyes(is.id, before, after)
  )
    return []
  const wasPreparing = lives.was.status === 'PREPARING'
  const told = NEWS.stopped(was, onAirFor(was, after.at), wasPreparing)
  return [{ kind: 'stopped', once: `stopped ${is.id} ${after.at}`, ...told, action: null }]
}

const WINDOWS: readonly JournalEntry['source'][] = ['panel', 'window']

function stoppedBeforeOurEyes(projectId: string, before: Snapshot, after: Snapshot): boolean {
  return endedSince(before, after).some(
    ({ source, outcome, ...entry }) =>
      WINDOWS.includes(source) &&
      entry.projectId === projectId &&
      outcome.result === 'done' &&
      outcome.done.what === 'stopped',
  )
}

/** A fault that comes and goes is told once a broadcast. */
function faulty({ is }: Pair, lives: Lives): NotificationText[] {
  if (!isRunning(lives.is)) return []
  const had = same(lives) ? lives.was.destinations.map(faultKey) : []
  const found = lives.is.destinations.filter((one) => one.error !== null && !had.includes(faultKey(one)))
  if (found.length === 0) return []
  const once = `faults ${lives.is.liveId} ${found.map(faultKey).join(' ')}`
  return [{ kind: 'destinationError', once, ...NEWS.faulty(is, found), action: null, alarm: true }]
}

const faultKey = ({ id, name, error }: DestinationState): string => `${id ?? name}=${error}`
