import type { UpdateState } from '../../../shared/settings/desktop.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { UPDATE_WORDS } from '../../../shared/words/updates.ts'
import { Refused } from '../../core/commands/context.ts'
import type { Updater } from './updater.ts'

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
