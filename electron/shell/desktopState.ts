import {
  type DesktopSettings,
  type DesktopState,
  HOTKEY_ACTIONS,
  type HotkeyEntry,
} from '../../shared/settings/desktop.ts'

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
