/**
 * May an update be installed now? Installing ends Cuelight for some seconds: nobody could stop a broadcast meanwhile.
 * So it waits whenever something is, or may be, on air, when that is not known, and shortly before a schedule. Pure.
 */

import type { UpdateState } from '../../../shared/settings/desktop.ts'
import { type AppState, isRunning, isStale, type ProjectState, unreadProject } from '../../../shared/state.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { HELD_WORDS, UPDATE_WORDS } from '../../../shared/words/updates.ts'
import { onAirOf } from '../../core/commands/guard.ts'
import { Refused } from '../../core/commands/ports.ts'
import type { Updater } from './updater.ts'

/** Ms around the beginning of a schedule in which nothing is installed: that long before it, and after it should be on air. */
export const SCHEDULE_NEAR_MS = 30 * 60_000

/** Ms a list of projects is believed where no project is followed: as long as a reading of one. */
const LIST_FRESH_MS = unreadProject('', '').staleAfterMs

/** In plain words why an update must wait, or null: it may be installed. @param now wall time in ms */
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

export interface SearchOptions {
  clock: Clock
  updater: () => Promise<Updater>
  show: (part: Partial<UpdateState>) => void
  /** A search or a loading is over: what is loaded may be shown again. */
  onOver: () => void
}

/** Looks for a newer version and loads it, one search at a time; shows how far it is. */
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
    /** Answers the version found, or null; rejects with `Refused`. It is loaded meanwhile. */
    check(): Promise<string | null> {
      search ??= look().finally(() => {
        search = null
        onOver()
      })
      return search
    },
    /** The version that lies here whole; null: none, or it is being looked whether there is a newer one. */
    ready: (): string | null => (search === null ? loaded : null),
  }
}

/** Servers answer errors with whole pages: the first line of it, and not too much of that. */
export function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n')[0] ?? '').slice(0, 200)
}
