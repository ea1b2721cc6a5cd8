/** What comes nearer: the end that nobody has to ask for, and the next schedule. */
import { type AppState, isRunning, type ProjectState } from '../../../shared/state.ts'
import { forcedEnd } from '../../../shared/tally.ts'
import { tellForcedEnd, tellScheduleNear } from '../../../shared/words/notifications.ts'
import type { Told } from './notification.ts'
import type { Pair } from './rules.ts'

const MINUTE_MS = 60_000
/** Before a forced end. */
const WARNINGS_MS = [2, 10, 30].map((minutes) => minutes * MINUTE_MS)
/** Before a schedule. */
const NEAR_MS = 10 * MINUTE_MS

/** @param from wall time of the look before @param now of this one: whatever lies between was crossed */
export function timelyNews(pair: Pair, from: number, now: number): Told[] {
  return [...endNear(pair, from, now), ...scheduleNear(pair, from, now)]
}

function endNear({ was, is }: Pair, from: number, now: number): Told[] {
  const end = forcedEnd(is)
  const liveId = is.live?.liveId ?? null
  // Of a broadcast that was not seen running it is no news how short it is.
  if (!end || !isRunning(was.live) || was.live?.liveId !== liveId) return []
  const [before, left] = [(forcedEnd(was)?.at ?? Number.POSITIVE_INFINITY) - from, end.at - now]
  // After a sleep several were crossed: the nearest one says all.
  const crossed = WARNINGS_MS.find((warning) => before > warning && left <= warning)
  if (crossed === undefined || left <= 0) return []
  const once = `end ${liveId} ${crossed}`
  return [{ kind: 'forcedEnd', once, ...tellForcedEnd(is, end, left), action: null }]
}

function scheduleNear({ was, is }: Pair, from: number, now: number): Told[] {
  const at = is.nextScheduleAt
  // While something runs, a schedule is what ends it, and told so.
  if (at === null || was.nextScheduleAt === null || isRunning(is.live)) return []
  const [before, left] = [was.nextScheduleAt - from, at - now]
  if (!(before > NEAR_MS && left <= NEAR_MS) || left <= 0) return []
  return [{ kind: 'scheduleNear', once: `schedule ${is.id} ${at}`, ...tellScheduleNear(is, at, left), action: null }]
}

/** The earliest wall time at which time alone makes news; null: there is none to come. */
export function nextNewsAt(state: AppState, now: number): number | null {
  const times = Object.values(state.projects)
    .flatMap(timesOf)
    .filter((at) => at > now)
  return times.length ? Math.min(...times) : null
}

function timesOf(project: ProjectState): number[] {
  const end = forcedEnd(project)
  const schedule = isRunning(project.live) ? null : project.nextScheduleAt
  return [
    ...(end ? WARNINGS_MS.map((warning) => end.at - warning) : []),
    ...(schedule === null ? [] : [schedule - NEAR_MS]),
  ]
}
