/**
 * May an update be installed now? Installing ends Cuelight for some seconds, in which nobody could stop a broadcast. So
 * it waits if something is or may be on air, if that is unknown, and shortly before a schedule. Pure.
 */

import type { UpdateState } from '../../../shared/settings/desktop.ts'
import {
  type AppState,
  isRunning,
  isStale,
  type ProjectState,
  targetOf,
  unreadProject,
} from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { HELD_WORDS, UPDATE_WORDS } from '../../../shared/words/desktop/updates.ts'
import { onAirOf } from '../../core/commands/guard.ts'
import { Refused } from '../../core/commands/ports.ts'
import type { Updater } from './updater.ts'

/** In ms: nothing is installed this long before a schedule starts and this long after it should be on air. */
export const SCHEDULE_NEAR_MS = 30 * 60_000

/** In ms: how long a list of projects is trusted if no project is followed: as long as a reading of one. */
const LIST_FRESH_MS = unreadProject('', '').staleAfterMs

/** Why an update must wait, in plain words, or null: it may be installed. @param now wall time in ms */
export function whyHeld(state: AppState, now: number): string | null {
  if (state.arm) return HELD_WORDS.armed
  return onAirSays(state, now) ?? listSays(state, now) ?? projectsSay(state, now)
}

/** What was read of a project, and otherwise what the account's last list showed of it. */
function onAirSays(state: AppState, now: number): string | null {
  const listedOnAir = state.projectList.items.filter(
    ({ id, liveStatus }) => !isNewer(state.projects[id], state, now) && isRunning({ status: liveStatus, liveId: id }),
  )
  const names = [...onAirOf(state).names, ...listedOnAir.map(({ name }) => name)]
  return names.length === 0 ? null : HELD_WORDS.onAir(names)
}

/** If no project is followed, the list is the only source. */
function listSays({ targetId, projectList }: AppState, now: number): string | null {
  if (targetId !== null) return null
  const isFresh = projectList.readAt !== null && isWithin(now - projectList.readAt, LIST_FRESH_MS)
  return isFresh ? null : HELD_WORDS.unread
}

/** The show target is known by a recent reading. Of others, which nobody reads all the time, their dates are. */
function projectsSay(state: AppState, now: number): string | null {
  const target = targetOf(state)
  const why = target && (readingSays(target, now) ?? scheduleSays(target, now))
  if (why !== null) return why
  for (const project of Object.values(state.projects)) {
    const near = nearDateSays(project, now)
    if (near !== null) return near
  }
  return null
}

/** The later of reading and list counts. */
const isNewer = (project: ProjectState | undefined, { projectList }: AppState, now: number): boolean =>
  isRead(project, now) || (project?.live != null && project.live.readAt > (projectList.readAt ?? 0))

const isRead = (project: ProjectState | undefined, now: number): boolean =>
  project?.live != null && project.live.readAt <= now && !isStale(project, now)

/** A recent reading must show the show target as off: one that was left an hour ago may be on air now. */
const readingSays = (target: ProjectState, now: number): string | null =>
  isRead(target, now) ? null : HELD_WORDS.stale(target.name)

function scheduleSays({ name, nextScheduleAt, settings }: ProjectState, now: number): string | null {
  // Schedules come with the settings: if those were read long ago, there may be a new schedule.
  if (!settings || !isWithin(now - settings.readAt, SCHEDULE_NEAR_MS / 2)) return HELD_WORDS.scheduleUnread(name)
  return nextScheduleAt === null && settings.scheduledLives ? HELD_WORDS.scheduleUnread(name) : null
}

function nearDateSays({ name, nextScheduleAt }: ProjectState, now: number): string | null {
  const left = (nextScheduleAt ?? Number.POSITIVE_INFINITY) - now
  return Math.abs(left) < SCHEDULE_NEAR_MS ? HELD_WORDS.schedule(name, left) : null
}

/** A negative age means that the clock was set back: then the age is unknown. */
const isWithin = (age: number, limit: number): boolean => age >= 0 && age <= limit

export interface SearchOptions {
  clock: Clock
  updater: () => Promise<Updater>
  show: (part: Partial<UpdateState>) => void
  /** A search or download is over: a downloaded update may be shown again. */
  onOver: () => void
}

/** Looks for a newer version and downloads it, one search at a time; shows the progress. */
export function createSearch({ clock, updater, show, onOver }: SearchOptions) {
  let search: Promise<string | null> | null = null
  let loading: string | null = null
  let loaded: string | null = null

  async function look(): Promise<string | null> {
    show({ state: 'checking', about: null })
    try {
      const found = await (await updater()).checkForUpdates()
      const version = found?.isUpdateAvailable ? found.updateInfo.version : null
      show({ state: version === null ? 'none' : 'loading', version, checkedAt: clock.now() })
      if (version !== null && version !== loaded && version !== loading) void load(version)
      return version
    } catch (error) {
      const about = UPDATE_WORDS.failed(wordsOf(error))
      show({ state: 'failed', about, checkedAt: clock.now() })
      throw new Refused({ reason: 'desktop', message: about })
    }
  }

  async function load(version: string): Promise<void> {
    loading = version
    loaded = null
    try {
      await (await updater()).downloadUpdate()
      loaded = version
      onOver()
    } catch (error) {
      show({ state: 'failed', about: UPDATE_WORDS.loadFailed(version, wordsOf(error)) })
    } finally {
      loading = null
    }
  }

  return {
    /**
     * Looks for a newer version and starts to download it. @returns the version found, or null; rejects with `Refused`
     */
    check(): Promise<string | null> {
      search ??= look().finally(() => {
        search = null
        onOver()
      })
      return search
    },
    /** The version that is downloaded completely; null: there is none, or a search for a newer one is running. */
    ready: (): string | null => (search === null ? loaded : null),
  }
}

/** Servers return whole pages as errors: this takes the first line, up to 200 characters. */
export function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n')[0] ?? '').slice(0, 200)
}
