/** What is news about a broadcast. Pure: what differs between two snapshots of the state, or has come nearer since. */

import { type AppState, isRunning, type ProjectState } from '../state.ts'
import { forcedEnd } from '../tally.ts'
import { MINUTE_MS } from '../util/clock.ts'
import { END_WARNINGS_MS } from '../view/clock.ts'
import { NEWS } from '../words/desktop/notifications.ts'
import { ownNews } from './air.ts'
import type { News, Pair, Snapshot } from './news.ts'

/** News, and the project it is about. */
export type ProjectNews = News & { about: string }

/** What comes nearer: the forced end of a broadcast, and the next schedule. */

/** How long before a schedule. */
const NEAR_MS = 10 * MINUTE_MS

/** @param from wall time of the previous snapshot @param now of this one: whatever lies between was crossed */
function endNear({ was, is }: Pair, from: number, now: number): News[] {
  const end = forcedEnd(is)
  const liveId = is.live?.liveId ?? null
  // The time left of a broadcast that was not seen running before is not news.
  if (!end || !isRunning(was.live) || was.live?.liveId !== liveId) return []
  const [before, left] = [(forcedEnd(was)?.at ?? Number.POSITIVE_INFINITY) - from, end.at - now]
  // After a sleep several warnings were crossed: only the nearest one is shown.
  const crossed = END_WARNINGS_MS.find((warning) => before > warning && left <= warning)
  if (crossed === undefined || left <= 0) return []
  const once = `end ${liveId} ${crossed}`
  return [{ kind: 'forcedEnd', once, ...NEWS.forcedEnd(is, end, left), alarm: true }]
}

function scheduleNear({ was, is }: Pair, from: number, now: number): News[] {
  const at = is.nextScheduleAt
  // While something runs, a schedule is what ends it, and is reported as that.
  if (at === null || was.nextScheduleAt === null || isRunning(is.live)) return []
  const [before, left] = [was.nextScheduleAt - from, at - now]
  if (!(before > NEAR_MS && left <= NEAR_MS) || left <= 0) return []
  return [{ kind: 'scheduleNear', once: `schedule ${is.id} ${at}`, ...NEWS.scheduleNear(is, at, left) }]
}

/** The earliest wall time at which time alone makes news; null: there is none. */
export function nextChangeAt(state: AppState, now: number): number | null {
  const times = Object.values(state.projects)
    .flatMap(timesOf)
    .filter((at) => at > now)
  return times.length ? Math.min(...times) : null
}

function timesOf(project: ProjectState): number[] {
  const end = forcedEnd(project)
  const schedule = isRunning(project.live) ? null : project.nextScheduleAt
  return [
    ...(end ? END_WARNINGS_MS.map((warning) => end.at - warning) : []),
    ...(schedule === null ? [] : [schedule - NEAR_MS]),
  ]
}

/** The news that is seen and heard at once. Whatever draws it marks a rehearsal. */
export function alarmsBetween(before: Snapshot, after: Snapshot): News[] {
  if (worldOf(before.state) !== worldOf(after.state)) return []
  const muted = after.state.desktop?.settings.mutedNotifications ?? []
  return projectNews(before, after).filter(({ kind, alarm }) => alarm && !muted.includes(kind))
}

/** Snapshots of different accounts have no news between them. */
export const worldOf = ({ profileId, service }: AppState) => `${profileId} ${service.baseUrl} ${service.account}`

/** A new project has no earlier snapshot: what is true of it may have been true for long. */
function pairs({ state: before }: Snapshot, { state: after }: Snapshot): Pair[] {
  return Object.values(after.projects).flatMap((is) => {
    const was = before.projects[is.id]
    return was ? [{ was, is }] : []
  })
}

/** All news of the projects that both snapshots know. */
export const projectNews = (before: Snapshot, after: Snapshot): ProjectNews[] =>
  pairs(before, after).flatMap((pair) => newsOf(pair, before, after))

function newsOf(pair: Pair, before: Snapshot, after: Snapshot): ProjectNews[] {
  const news = [
    ...(pair.was === pair.is ? [] : ownNews(pair, before, after)),
    ...endNear(pair, before.at, after.at),
    ...scheduleNear(pair, before.at, after.at),
  ]
  return news.map((one) => ({ ...one, about: pair.is.id }))
}
