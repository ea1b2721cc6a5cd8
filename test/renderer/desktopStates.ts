import { defaultHotkeys } from '../../shared/hotkeys/hotkeys.ts'
import {
  DEFAULT_DESKTOP,
  type DesktopState,
  HOTKEY_ACTIONS,
  type HotkeyAction,
  type HotkeyEntry,
} from '../../shared/settings/desktop.ts'
import { NOW } from './states.ts'

/** How one hotkey stands: registered, at its default, not proven yet. */
export function hotkey(accelerator: string | null, more: Partial<HotkeyEntry> = {}): HotkeyEntry {
  const status = accelerator === null ? 'off' : 'registered'
  return { accelerator, isDefault: true, status, clashesWith: null, provenAt: null, ...more }
}

/** All hotkeys at their defaults, some of them as the test wants them. */
export function hotkeys(
  some: Partial<Record<HotkeyAction, HotkeyEntry>> = {},
  platform = 'linux',
): DesktopState['hotkeys'] {
  const defaults = defaultHotkeys(platform)
  return each((action) => some[action] ?? hotkey(defaults[action]))
}

function each(make: (action: HotkeyAction) => HotkeyEntry): DesktopState['hotkeys'] {
  return Object.fromEntries(HOTKEY_ACTIONS.map((action) => [action, make(action)])) as DesktopState['hotkeys']
}

const changed = { isDefault: false }

/** One hotkey for each way it can stand. */
export const VARIED_HOTKEYS = hotkeys({
  goLive: hotkey('Alt+Shift+F11', { provenAt: NOW - 95_000 }),
  stop: hotkey('Control+Alt+F9', { ...changed }),
  sync: hotkey('Control+Alt+Shift+Super+PrintScreen', { ...changed, status: 'taken' }),
  nextScene: hotkey('Alt+Shift+F11', { ...changed, status: 'clash', clashesWith: 'goLive' }),
  previousScene: hotkey('Control+Nonsense', { ...changed, status: 'notAKey' }),
  backToScene: hotkey('MediaPreviousTrack', { ...changed, provenAt: NOW - 5_000 }),
  scene1: hotkey(null, changed),
  scene2: hotkey('Control+Shift+F2', { status: 'paused' }),
  scene3: hotkey('Control+Shift+F3', { status: 'failed' }),
})

export const PORTAL_HOTKEYS = each((action) => hotkey(defaultHotkeys('linux')[action], { status: 'portal' }))
export const NO_HOTKEYS = each((action) => hotkey(defaultHotkeys('linux')[action], { status: 'failed' }))

const { hotkeys: _, ...settings } = DEFAULT_DESKTOP

/** The desktop app with nothing changed, on Linux, with all keys granted. */
export function desktopState(more: Partial<DesktopState> = {}): DesktopState {
  return {
    platform: 'linux',
    versions: { Electron: '45.4.1', Chromium: '150.0.7871.46', Node: '24.9.0' },
    settings,
    hotkeys: hotkeys(),
    keys: { way: 'grab', about: null },
    selfTestUntil: null,
    recordingUntil: null,
    flash: null,
    login: { enabled: false, about: null },
    command: { path: null, about: null },
    update: { state: 'idle', version: null, about: null, checkedAt: null },
    ...more,
  }
}
