import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { Invalid } from '../../../shared/commands/commands.ts'
import { DEFAULT_SETTINGS, readSettings, Settings } from '../../../shared/settings/settings.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { clearTempFiles } from '../../util/tempFiles.ts'
import { readTextIfAny } from '../../util/textFile.ts'

export type SettingsFile = ReturnType<typeof openSettings>

/** Opens the settings of a data dir. A damaged or newer file is kept aside, never overwritten, and defaults are used. */
export function openSettings(dir: string, now: () => number) {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, 'settings.json')
  clearTempFiles(path)
  const { settings, setAside, problem } = read(path, now)
  let held = settings
  let last: Promise<unknown> = Promise.resolve()
  return {
    get: (): Settings => held,
    setAside,
    problem,
    /** Changes the settings in memory at once and on disk atomically; rejects when the disk refuses. */
    change(part: Partial<Settings>): Promise<void> {
      held = Settings.parse({ ...held, ...part })
      const write = writeFileAtomic(path, `${JSON.stringify(held, null, 2)}\n`, { mode: 0o600 })
      last = Promise.allSettled([last, write])
      return write
    },
    /** Resolves once every change so far is on disk, or was refused by it: to be waited for before this process ends. */
    async written(): Promise<void> {
      await last
    },
  }
}

interface Read {
  settings: Settings
  /** Where a file that could not be read was put, or null. */
  setAside: string | null
  /** Which field could not be read, and why; null when nothing was set aside. */
  problem: Invalid | null
}

function read(path: string, now: () => number): Read {
  const text = readTextIfAny(path)
  if (text === null) return { settings: DEFAULT_SETTINGS, setAside: null, problem: null }
  const kept = readSettings(parseJson(text))
  if ('settings' in kept) return { ...kept, setAside: null, problem: null }
  const setAside = `${path}.unreadable-${now()}`
  renameSync(path, setAside)
  // Whoever has a file that cannot be read is not new here.
  return { settings: { ...DEFAULT_SETTINGS, welcomed: true }, setAside, problem: kept.invalid }
}
