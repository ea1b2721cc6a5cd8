import {
  DEFAULT_DESKTOP,
  type DesktopState,
  HOTKEY_ACTIONS,
  type HotkeyAction,
  type HotkeyEntry,
} from '../../shared/desktop.ts'

/** A key each, as a system without surprises grants them. */
export const KEYS_BY_ACTION: Record<HotkeyAction, string> = {
  goLive: 'Control+Alt+F9',
  stop: 'Control+Alt+F10',
  sync: 'Control+Alt+F8',
  nextScene: 'Control+Alt+Right',
  previousScene: 'Control+Alt+Left',
  backToScene: 'Control+Alt+Backspace',
  scene1: 'Control+Alt+1',
  scene2: 'Control+Alt+2',
  scene3: 'Control+Alt+3',
  scene4: 'Control+Alt+4',
  scene5: 'Control+Alt+5',
  scene6: 'Control+Alt+6',
  scene7: 'Control+Alt+7',
  scene8: 'Control+Alt+8',
  scene9: 'Control+Alt+9',
  padlock: 'Control+Alt+P',
  showPanel: 'Control+Alt+C',
}

/** How one hotkey stands: registered, at its default, not proven yet. */
export function hotkey(accelerator: string | null, more: Partial<HotkeyEntry> = {}): HotkeyEntry {
  const status = accelerator === null ? 'off' : 'registered'
  return { accelerator, isDefault: true, status, clashesWith: null, provenAt: null, ...more }
}

/** All hotkeys, some of them as the test wants them. */
export function hotkeys(some: Partial<Record<HotkeyAction, HotkeyEntry>> = {}): DesktopState['hotkeys'] {
  const all = HOTKEY_ACTIONS.map((action) => [action, some[action] ?? hotkey(KEYS_BY_ACTION[action])])
  return Object.fromEntries(all) as DesktopState['hotkeys']
}

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
