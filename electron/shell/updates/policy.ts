/**
 * May an update be installed now? Installing ends Cuelight for some seconds: nobody could stop a broadcast meanwhile.
 * So it waits whenever something is, or may be, on air, when that is not known, and shortly before a schedule. Pure.
 */
import type { AppState, ProjectState } from '../../../shared/state.ts'
import { isRunning, isStale, unreadProject } from '../../../shared/state.ts'
import { HELD_WORDS } from '../../../shared/words/updates.ts'
import { onAirOf } from '../../core/commands/guard.ts'

/** Ms around the beginning of a schedule in which nothing is installed: that long before it, and after it should be on air. */
export const SCHEDULE_NEAR_MS = 30 * 60_000

/** Ms a list of projects is believed where no project is followed: as long as a reading of one. */
const LIST_FRESH_MS = unreadProject('', '').staleAfterMs

/**
 * @param now wall time in ms
 * @returns in plain words why an update must wait, or null: it may be installed
 */
export function whyHeld(state: AppState, now: number): string | null {
  if (state.arm) return HELD_WORDS.armed
  return onAirSays(state) ?? listSays(state, now) ?? projectsSay(state, now)
}

/** The projects followed, and whatever else the list of the account showed on air when it was last read. */
function onAirSays(state: AppState): string | null {
  const listedOnAir = state.projectList.items.filter(
    ({ id, liveStatus }) => !(id in state.projects) && isRunning({ status: liveStatus, liveId: id }),
  )
  const names = [...onAirOf(state), ...listedOnAir.map(({ name }) => name)]
  return names.length === 0 ? null : HELD_WORDS.onAir(names)
}

/** Where nothing is followed, the list is all there is to go by. */
function listSays({ projects, projectList }: AppState, now: number): string | null {
  if (Object.keys(projects).length > 0) return null
  const isFresh = projectList.readAt !== null && isWithin(now - projectList.readAt, LIST_FRESH_MS)
  return isFresh ? null : HELD_WORDS.unread
}

function projectsSay({ projects }: AppState, now: number): string | null {
  for (const project of Object.values(projects)) {
    const why = readingSays(project, now) ?? scheduleSays(project, now)
    if (why !== null) return why
  }
  return null
}

/** Every project followed has to be off by a reading that is still good: a project left an hour ago may be on air by now. */
function readingSays(project: ProjectState, now: number): string | null {
  const isKnown = project.live !== null && project.live.readAt <= now && !isStale(project, now)
  return isKnown ? null : HELD_WORDS.stale(project.name)
}

function scheduleSays({ name, nextScheduleAt, settings }: ProjectState, now: number): string | null {
  // Schedules come with the settings: read long ago, a new one may stand there by now.
  if (!settings || !isWithin(now - settings.readAt, SCHEDULE_NEAR_MS / 2)) return HELD_WORDS.scheduleUnread(name)
  if (nextScheduleAt === null) return settings.scheduledLives ? HELD_WORDS.scheduleUnread(name) : null
  const left = nextScheduleAt - now
  return Math.abs(left) < SCHEDULE_NEAR_MS ? HELD_WORDS.schedule(name, left) : null
}

/** An age below zero is a clock that was set back: then the age is not known. */
const isWithin = (age: number, limit: number): boolean => age >= 0 && age <= limit
