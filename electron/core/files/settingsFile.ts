import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { Invalid } from '../../../shared/commands/commands.ts'
import { DEFAULT_SETTINGS, readSettings, Settings } from '../../../shared/settings/settings.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { diskReason } from '../../../shared/words/outcomes/disk.ts'
import { clearTempFiles } from '../../util/tempFiles.ts'
import { readTextIfAny } from '../../util/textFile.ts'
import { createTurns } from '../../util/turns.ts'

export type SettingsFile = ReturnType<typeof openSettings>

/** The changed fields, or a function that derives them from the settings at the time the change is saved. */
type Change = Partial<Settings> | ((held: Settings) => Partial<Settings>)

/** The disk refused a change, which is undone. The message says why, in plain words. */
export class NotSaved extends Error {
  override readonly name = 'NotSaved'
}

/** Opens the settings of a data dir. A damaged or newer file is set aside, not overwritten, and defaults apply. */
export function openSettings(dir: string, now: () => number) {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, 'settings.json')
  clearTempFiles(path)
  const { settings, setAside, problem } = read(path, now)
  const queued = createTurns()
  let saved = settings
  let unsaved: readonly Change[] = []
  let held = settings

  async function save(change: Change): Promise<void> {
    const next = applied(saved, change)
    try {
      await writeFileAtomic(path, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 })
      saved = next
    } catch (error) {
      throw new NotSaved(diskReason(error))
    } finally {
      unsaved = unsaved.filter((one) => one !== change)
      held = unsaved.reduce(applied, saved)
    }
  }

  return {
    get: (): Settings => held,
    setAside,
    problem,
    /**
     * Changes the settings in memory at once and on disk atomically, one change after the other. If the disk refuses,
     * only this change is undone, and it rejects with `NotSaved`: a change that is not saved does not apply.
     */
    change(change: Change): Promise<void> {
      held = applied(held, change)
      unsaved = [...unsaved, change]
      return queued(() => save(change))
    },
    /** Resolves once every change so far is on disk, or was refused by it; await this before the process ends. */
    written: (): Promise<void> => queued(async () => {}),
  }
}

function applied(settings: Settings, change: Change): Settings {
  return Settings.parse({ ...settings, ...(typeof change === 'function' ? change(settings) : change) })
}

/**
 * For the few settings that must work in this session even if they cannot be saved, such as the padlock.
 *
 * @returns why it is not saved; empty if it is
 */
export async function whyUnsaved(change: Promise<void>): Promise<{ unsaved?: string }> {
  try {
    await change
    return {}
  } catch (error) {
    if (error instanceof NotSaved) return { unsaved: error.message }
    throw error
  }
}

interface Read {
  settings: Settings
  /** Where an unreadable file was moved; null: nowhere. */
  setAside: string | null
  /** Which field could not be read, and why; null if no file was set aside. */
  problem: Invalid | null
}

function read(path: string, now: () => number): Read {
  const text = readTextIfAny(path)
  if (text === null) return { settings: DEFAULT_SETTINGS, setAside: null, problem: null }
  const kept = readSettings(parseJson(text))
  if ('settings' in kept) return { ...kept, setAside: null, problem: null }
  const setAside = `${path}.unreadable-${now()}`
  renameSync(path, setAside)
  // A user who has an unreadable file is not new here.
  return { settings: { ...DEFAULT_SETTINGS, welcomed: true }, setAside, problem: kept.invalid }
}
