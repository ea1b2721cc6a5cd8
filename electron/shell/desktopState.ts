import type { DesktopSettings, DesktopState, HotkeyEntry } from '../../shared/settings/desktop.ts'
import { HOTKEY_ACTIONS } from '../../shared/settings/desktopNames.ts'
import type { Desktop } from '../core/commands/ports.ts'
import type { Core } from '../core/core.ts'
import { changeDesktop } from '../core/state/store.ts'

/** What runs us: the parts of `process` that people ask for. */
export interface Machine {
  platform: string
  versions: Record<string, string | undefined>
}

/** What is known of the desktop before any of its parts has said how it stands. */
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
    command: { path: null, about: null },
    update: { state: 'idle', version: null, about: null, checkedAt: null },
  }
}

const unasked = (): HotkeyEntry => ({
  ...{ accelerator: null, isDefault: true, status: 'off', clashesWith: null, provenAt: null },
})

/** In the order people look for them. */
function madeOf({ electron, chrome, node }: Machine['versions']): Record<string, string> {
  const parts = Object.entries({ Electron: electron, Chromium: chrome, 'Node.js': node })
  return Object.fromEntries(parts.filter((part): part is [string, string] => part[1] !== undefined))
}

/** What puts a changed setting in force. What throws leaves everything as it was. */
export type InForce = {
  [Name in keyof Omit<DesktopSettings, 'hotkeys'>]?: (value: DesktopSettings[Name]) => void | Promise<void>
}

/** In force first, then saved, then shown. What the system or the disk refuses is none of it: all is as it was. */
export function changing(core: Pick<Core, 'settings' | 'store'>, inForce: InForce): Desktop['change'] {
  // Each setting goes to what puts that one in force: the names are the same.
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
