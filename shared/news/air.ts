/** What happened to a broadcast: on air, off air, ended with an error, a failing destination. */
import { type DestinationState, isRunning, type LiveState, type ProjectState } from '../state.ts'
import { onAirFor } from '../view/clock.ts'
import { NEWS } from '../words/desktop/notifications.ts'
import { endedSince, type News, type Pair, type Snapshot } from './news.ts'

type Read = ProjectState & { live: LiveState }
const isRead = (project: ProjectState): project is Read => project.live !== null

interface Look {
  was: Read
  is: Read
  /** Both readings are of the same broadcast. */
  same: boolean
  before: Snapshot
  after: Snapshot
}

const RULES: readonly ((look: Look) => News | null)[] = [onAir, badEnd, endedElsewhere, offAir, faulty]

/** @returns nothing before the first reading: what it finds may have been true for long */
export function ownNews({ was, is }: Pair, before: Snapshot, after: Snapshot): News[] {
  if (!isRead(was) || !isRead(is)) return []
  const look = { was, is, same: was.live.liveId === is.live.liveId, before, after }
  return RULES.map((rule) => rule(look)).filter((one) => one !== null)
}

/** Reported each time: a user who was told that it went off must hear that it is on again. */
function onAir({ was, is, same, after }: Look): News | null {
  if (is.live.status !== 'LIVE' || (was.live.status === 'LIVE' && same)) return null
  return { kind: 'live', once: `live ${is.id} ${after.at}`, ...NEWS.live(is) }
}

function badEnd({ was, is }: Look): News | null {
  if (!is.lastError || was.lastError) return null
  const { message, at } = is.lastError
  return { kind: 'failed', once: `ended ${is.id} ${at}`, ...NEWS.badEnd(is, message), alarm: true }
}

/** Ended by another client, neither by ours nor as planned. */
function endedElsewhere({ was, is, after }: Look): News | null {
  if (!is.lastEnd || is.lastEnd.by === 'plan' || is.lastEnd.at === was.lastEnd?.at) return null
  const news = NEWS.endedElsewhere(is, onAirFor(was, after.at))
  return { kind: 'stopped', once: `elsewhere ${is.id} ${is.lastEnd.at}`, ...news, alarm: true }
}

function offAir(look: Look): News | null {
  const { was, is, same, after } = look
  const over = isRunning(was.live) && !(isRunning(is.live) && same)
  // An end with an error or by another client has its own notification; a stop from our own window was shown there.
  if (!over || badEnd(look) || endedElsewhere(look) || stoppedBeforeOurEyes(look)) return null
  const news = NEWS.stopped(was, onAirFor(was, after.at), was.live.status === 'PREPARING')
  return { kind: 'stopped', once: `stopped ${is.id} ${after.at}`, ...news }
}

const stoppedBeforeOurEyes = ({ is, before, after }: Look): boolean =>
  endedSince(before, after).some(
    ({ source, projectId, outcome }) =>
      (source === 'panel' || source === 'window') &&
      projectId === is.id &&
      outcome.result === 'done' &&
      outcome.done.what === 'stopped',
  )

/** A fault that comes and goes is reported once per broadcast. */
function faulty({ was, is, same }: Look): News | null {
  if (!isRunning(is.live)) return null
  const had = same ? was.live.destinations.map(faultKey) : []
  const found = is.live.destinations.filter((one) => one.error !== null && !had.includes(faultKey(one)))
  if (found.length === 0) return null
  const once = `faults ${is.live.liveId} ${found.map(faultKey).join(' ')}`
  return { kind: 'destinationError', once, ...NEWS.faulty(is, found), alarm: true }
}

const faultKey = ({ id, name, error }: DestinationState): string => `${id ?? name}=${error}`
