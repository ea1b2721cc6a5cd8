import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { parseJson } from '../../shared/json.ts'
import { DEFAULT_SETTINGS, KeptSettings, Settings } from '../../shared/settings.ts'
import { clearLeftovers } from './leftovers.ts'
import { readTextIfAny } from './textFile.ts'

export interface SettingsFile {
  get(): Settings
  /** Changes the settings in memory at once and on disk atomically; rejects when the disk refuses. */
  change(part: Partial<Settings>): Promise<void>
  /** Where a file that could not be read was put, or null. */
  readonly setAside: string | null
}

/** Opens the settings of a data dir. A damaged or newer file is kept aside, never overwritten, and defaults are used. */
export function openSettings(dir: string, now: () => number): SettingsFile {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, 'settings.json')
  clearLeftovers(path)
  const { settings, setAside } = read(path, now)
  let held = settings
  return {
    get: () => held,
    setAside,
    change(part) {
      held = Settings.parse({ ...held, ...part })
      return writeFileAtomic(path, `${JSON.stringify(held, null, 2)}\n`, { mode: 0o600 })
    },
  }
}

function read(path: string, now: () => number): { settings: Settings; setAside: string | null } {
  const text = readTextIfAny(path)
  if (text === null) return { settings: DEFAULT_SETTINGS, setAside: null }
  const parsed = KeptSettings.safeParse(parseJson(text))
  if (parsed.success) return { settings: parsed.data, setAside: null }
  const aside = `${path}.unreadable-${now()}`
  renameSync(path, aside)
  return { settings: DEFAULT_SETTINGS, setAside: aside }
}
