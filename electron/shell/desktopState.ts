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
const PARTS = { electron: 'Electron', chrome: 'Chromium', node: 'Node.js' } as const

function madeOf(versions: Machine['versions']): Record<string, string> {
  const known = Object.entries(PARTS).flatMap(([part, name]) => {
    const version = versions[part]
    return version === undefined ? [] : [[name, version]]
  })
  return Object.fromEntries(known)
}

/** What puts a changed setting in force. What throws leaves everything as it was. */
export type InForce = {
  [Name in keyof Omit<DesktopSettings, 'hotkeys'>]?: (value: DesktopSettings[Name]) => void | Promise<void>
}

/**
 * Changes settings of the desktop: in force first, then kept, then shown. One that the system refuses is neither kept nor
 * shown, and those after it are not tried.
 */
export function changing(core: Pick<Core, 'settings' | 'store'>, inForce: InForce): Desktop['change'] {
  return async (part) => {
    for (const name of Object.keys(part) as (keyof typeof part)[]) await putInForce(inForce, name, part)
    await core.settings.change({ desktop: { ...core.settings.get().desktop, ...part } })
    changeDesktop(core.store, (desktop) => void Object.assign(desktop.settings, part))
  }
}

function putInForce<Name extends keyof InForce>(
  inForce: InForce,
  name: Name,
  part: Partial<Omit<DesktopSettings, 'hotkeys'>>,
): void | Promise<void> {
  const value = part[name]
  const put = inForce[name] as ((value: unknown) => void | Promise<void>) | undefined
  if (value !== undefined) return put?.(value)
}
