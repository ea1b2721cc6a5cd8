/** Global hotkeys: the defaults, and clashes between actions. Pure: the editor displays it, the shell binds it. */

import { forMacros, forScenes, HOTKEY_ACTIONS, type HotkeyAction } from '../settings/desktopNames.ts'
import { readAccelerator } from './accelerator.ts'

export { type Caution, type NoAccelerator, type ReadAccelerator, readAccelerator } from './accelerator.ts'
export { acceleratorOf, type PressedKey, shownAccelerator, shownKeys } from './shownKey.ts'

/** The actions needed to run a show from within another program. */
export const FIRST_HOTKEYS: readonly HotkeyAction[] = ['goLive', 'stop', 'sync']

export type Bindings = Readonly<Record<HotkeyAction, string | null>>

/**
 * Windows and X11: two rows of function keys, because these type nothing on any layout. Ctrl+Shift selects a scene by
 * its number, Alt+Shift acts. Not used, and why: Ctrl+Alt+F1…F12 (the X server reserves them for its consoles),
 * Ctrl+Alt with a letter or digit (AltGr on Windows, which types), Ctrl+Shift with a letter or digit (browsers),
 * Alt+Shift with Page Up/Down (Xfce raises windows), F12 (Windows reserves it for debuggers, KDE uses Alt+Shift+F12),
 * F4 with Alt (closes windows when Shift is missed), Super (belongs to the desktop).
 */
export const DEFAULT_HOTKEYS: Bindings = {
  goLive: 'Alt+Shift+F11',
  stop: 'Alt+Shift+F10',
  sync: 'Alt+Shift+F9',
  nextScene: 'Alt+Shift+F7',
  previousScene: 'Alt+Shift+F6',
  backToScene: 'Alt+Shift+F8',
  ...forScenes((place) => `Control+Shift+F${place}`),
  ...forMacros(() => null),
  padlock: 'Alt+Shift+F5',
  showPanel: 'Alt+Shift+F3',
}

/**
 * macOS: function keys need fn there, so ⌥⇧⌘ with keys in the same place on every layout. Not used, and why: ⌃⌥
 * (VoiceOver), ⌃⌘ and ⌃⌥⌘ with digits (Finder sorts), ⇧⌘3…6 (screenshots), ⌥⇧⌘ with ⌫ (empties the bin without asking),
 * Q (logs out), S, V and W (saving, pasting and closing in many programs).
 */
export const MAC_HOTKEYS: Bindings = {
  goLive: 'Alt+Shift+Super+L',
  stop: 'Alt+Shift+Super+0',
  sync: 'Alt+Shift+Super+Return',
  nextScene: 'Alt+Shift+Super+Right',
  previousScene: 'Alt+Shift+Super+Left',
  backToScene: 'Alt+Shift+Super+Down',
  ...forScenes((place) => `Alt+Shift+Super+${place}`),
  ...forMacros(() => null),
  padlock: 'Alt+Shift+Super+K',
  showPanel: 'Alt+Shift+Super+Up',
}

/**
 * Wayland's portal: only keys that it can distinguish, which excludes function keys. Ctrl+Alt+Shift with a letter or
 * digit types nothing and is rarely used; but not R (records the screen on GNOME) and no arrow (moves windows there).
 */
export const PORTAL_HOTKEYS: Bindings = {
  goLive: 'Control+Alt+Shift+L',
  stop: 'Control+Alt+Shift+0',
  sync: 'Control+Alt+Shift+S',
  nextScene: 'Control+Alt+Shift+N',
  previousScene: 'Control+Alt+Shift+P',
  backToScene: 'Control+Alt+Shift+B',
  ...forScenes((place) => `Control+Alt+Shift+${place}`),
  ...forMacros(() => null),
  padlock: 'Control+Alt+Shift+K',
  showPanel: 'Control+Alt+Shift+O',
}

/**
 * Which rules apply to keys: those of the platform, as Node names it, or `portal` if keys come through the desktop
 * portal of Wayland.
 */
export const rulesOfKeys = (platform: string, way: 'grab' | 'portal' | 'none'): string =>
  way === 'portal' ? 'portal' : platform

/** A system's default keys. @param platform as `rulesOfKeys` names it */
export const defaultHotkeys = (platform: string): Bindings =>
  ({ darwin: MAC_HOTKEYS, portal: PORTAL_HOTKEYS })[platform] ?? DEFAULT_HOTKEYS

/** Actions whose key an earlier action (in the order of `HOTKEY_ACTIONS`) already uses, and that action. */
export function clashesIn(bindings: Bindings, platform: string): Partial<Record<HotkeyAction, HotkeyAction>> {
  const owners = new Map<string, HotkeyAction>()
  const clashes: Partial<Record<HotkeyAction, HotkeyAction>> = {}
  for (const action of HOTKEY_ACTIONS) {
    const key = canonical(bindings[action], platform)
    if (key === null) continue
    const owner = owners.get(key)
    if (owner) clashes[action] = owner
    else owners.set(key, action)
  }
  return clashes
}

/** Normalises spellings, so that equal keys compare equal; invalid accelerators clash with nothing. */
function canonical(accelerator: string | null, platform: string): string | null {
  const read = accelerator === null ? null : readAccelerator(accelerator, platform)
  return read?.ok ? read.accelerator : null
}
