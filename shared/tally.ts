/** The tally: one word for what is on air, computed from the state and the time, identical on every surface. */
import { SCHEDULING } from './contract/limits.ts'
import { type AppState, isRunning, isStale, type ProjectState, type ServiceState } from './state.ts'

export const TALLIES = ['off', 'preparing', 'live', 'unsynced', 'unknown', 'error', 'stale'] as const
export type Tally = (typeof TALLIES)[number]

/** @param project null: none is chosen @param now wall time in ms */
export function tallyOf(state: AppState, project: ProjectState | null, now: number): Tally {
  if (!project) return targetlessTally(state)
  if (project.pending?.phase === 'checking' || startIsOverdue(project, now)) return 'unknown'
  if (!project.live) return state.service.failure || project.failure ? 'error' : 'unknown'
  if (isStale(project, now)) return 'stale'
  const tally = liveTally(project)
  // It may have been started since, and no reading would show it.
  return tally === 'off' && cannotBeRead(state.service) ? 'stale' : tally
}

/** Is the service down, or does it let us read nothing? A rate limit does not count: it passes within the minute. */
export const cannotBeRead = ({ failure }: Pick<ServiceState, 'failure'>): boolean =>
  failure !== null && failure.kind !== 'rateLimited'

/** A start without a response after this long (ms) may be on air already: "off" would be a guess. */
export const ANSWER_EXPECTED_MS = 1_000

function startIsOverdue({ pending, live }: ProjectState, now: number): boolean {
  const waits = pending?.act === 'start' && pending.phase === 'sending' && !isRunning(live)
  return waits && now - pending.sentAt > ANSWER_EXPECTED_MS
}

/** Never `off`: that is claimed only of a target that was read as off. */
function targetlessTally(state: AppState): Tally {
  // Before any service is set up, nothing is known.
  if (state.service.baseUrl === '') return 'unknown'
  return state.service.failure || !state.service.keyPresent ? 'error' : 'unknown'
}

function liveTally(project: ProjectState): Tally {
  const { live, lastError } = project
  if (live?.status === 'PREPARING') return 'preparing'
  if (live?.status === 'UNKNOWN') return 'unknown'
  if (live?.status === 'LIVE') {
    if (reachesNobody(project)) return 'error'
    return project.unsynced.some ? 'unsynced' : 'live'
  }
  return lastError || live?.status === 'ERROR' ? 'error' : 'off'
}

/** Running, and every destination reports an error: nobody can be watching. */
export function reachesNobody(project: ProjectState): boolean {
  const destinations = project.live?.destinations ?? []
  return isRunning(project.live) && destinations.length > 0 && destinations.every((one) => one.error !== null)
}

/** The earliest time at which the broadcast ends without a user action, and what ends it. */
export function forcedEnd(project: ProjectState): { at: number; by: 'planned' | 'schedule' } | null {
  if (!project.live || !isRunning(project.live)) return null
  const { endsAt, startedAt, readAt } = project.live
  const next = project.nextScheduleAt
  // The date that started this broadcast stays listed until the schedule is read again.
  const isOwn = next !== null && next <= (startedAt ?? readAt) + SCHEDULING.preparesAheadMs
  if (next !== null && !isOwn && (endsAt === null || next < endsAt)) return { at: next, by: 'schedule' }
  return endsAt === null ? null : { at: endsAt, by: 'planned' }
}
