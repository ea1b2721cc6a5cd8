import type { DesktopSettings, DesktopState, HotkeyEntry } from '../../shared/settings/desktop.ts'
import { HOTKEY_ACTIONS } from '../../shared/settings/desktopNames.ts'
import type { Desktop } from '../core/commands/ports.ts'
import type { Core } from '../core/core.ts'
import { changeDesktop } from '../core/state/store.ts'

/** The parts of `process` that describe what runs us and that users ask for. */
export interface Machine {
  platform: string
  versions: Record<string, string | undefined>
}

/** The desktop state before any of its parts has reported. */
export function firstDesktopState({ platform, versions }: Machine, settings: DesktopSettings): DesktopState {
  const { hotkeys: _, ...chosen } = settings
  return {
    platform,
    versions: madeOf(versions),
    settings: chosen,
    hotkeys: Object.fromEntries(HOTKEY_ACTIONS.map((action) => [action, unasked()])) as DesktopState['hotkeys'],
    keys: { way: 'none', about: null },
    selfTestUntil: null,
    recordingUntil: null,
    flash: null,
    login: { enabled: null, about: null },
    notifications: { failed: null },
    command: { path: null, about: null },
    update: { state: 'idle', version: null, about: null, checkedAt: null },
  }
}

const unasked = (): HotkeyEntry => ({
  ...{ accelerator: null, isDefault: true, status: 'off', clashesWith: null, provenAt: null },
})

/** In the order users look for them. */
function madeOf({ electron, chrome, node }: Machine['versions']): Record<string, string> {
  const parts = Object.entries({ Electron: electron, Chromium: chrome, 'Node.js': node })
  return Object.fromEntries(parts.filter((part): part is [string, string] => part[1] !== undefined))
}

/** What applies a changed setting. If one throws, nothing changes. */
export type InForce = {
  [Name in keyof Omit<DesktopSettings, 'hotkeys'>]?: (value: DesktopSettings[Name]) => void | Promise<void>
}

/**
 * Applies settings first, then saves, then shows them. If the system or the disk refuses, everything is left unchanged.
 */
export function changing(core: Pick<Core, 'settings' | 'store'>, inForce: InForce): Desktop['change'] {
  // Each setting is applied by the function of the same name.
  const putters: Partial<Record<string, (value: never) => void | Promise<void>>> = inForce
  const put = async (part: Partial<DesktopSettings>): Promise<void> => {
    for (const [name, value] of Object.entries(part)) if (value !== undefined) await putters[name]?.(value as never)
  }
  return async (part) => {
    await put(part)
    try {
      await core.settings.change(({ desktop }) => ({ desktop: { ...desktop, ...part } }))
    } catch (error) {
      const { desktop } = core.settings.get()
      await put(Object.fromEntries(Object.keys(part).map((name) => [name, desktop[name as keyof DesktopSettings]])))
      throw error
    }
    changeDesktop(core.store, (desktop) => void Object.assign(desktop.settings, part))
  }
}
