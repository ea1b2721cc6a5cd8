/** Global hotkeys: the defaults, and which action has a key that two want. Pure: the editor draws with it, the shell binds. */

import { forMacros, forScenes, HOTKEY_ACTIONS, type HotkeyAction } from '../settings/desktopNames.ts'
import { readAccelerator } from './accelerator.ts'

export { type Caution, type NoAccelerator, type ReadAccelerator, readAccelerator } from './accelerator.ts'
export { acceleratorOf, type PressedKey, shownAccelerator, shownKeys } from './shownKey.ts'

/** Without these nobody runs a show from another program. */
export const FIRST_HOTKEYS: readonly HotkeyAction[] = ['goLive', 'stop', 'sync']

export type Bindings = Readonly<Record<HotkeyAction, string | null>>

/**
 * Windows and X11: two rows of function keys, because these type nothing on any layout. Ctrl+Shift is a scene by its
 * number, Alt+Shift acts. Not used, and why: Ctrl+Alt+F1…F12 (the X server keeps them for its consoles), Ctrl+Alt with a
 * letter or digit (that is AltGr on Windows, and types), Ctrl+Shift with a letter or digit (browsers), Alt+Shift with
 * Page Up/Down (Xfce raises windows), F12 (Windows keeps it for debuggers, KDE has Alt+Shift+F12), F4 with Alt (closes
 * windows when Shift is missed), Super (the desktop's own).
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
 * macOS: function keys need fn there, so ⌥⇧⌘ with keys that lie alike on every layout. Not used, and why: ⌃⌥ (that is
 * VoiceOver), ⌃⌘ and ⌃⌥⌘ with digits (Finder sorts), ⇧⌘3…6 (screenshots), ⌥⇧⌘ with ⌫ (empties the bin unasked), Q (logs
 * out), S, V and W (saving, pasting and closing of many programs).
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
 * Wayland's portal: keys that it can tell apart, which no function key is. Ctrl+Alt+Shift with a letter or digit types
 * nothing and is hardly anybody's; not R (records the screen on GNOME) and no arrow (moves windows there).
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
 * Whose rules keys follow: those of the platform, as Node names it, or `portal`, where they come through the desktop
 * portal of Wayland.
 */
export const rulesOfKeys = (platform: string, way: 'grab' | 'portal' | 'none'): string =>
  way === 'portal' ? 'portal' : platform

/** The keys of a system where nobody chose others. @param platform as `rulesOfKeys` names it */
export const defaultHotkeys = (platform: string): Bindings =>
  ({ darwin: MAC_HOTKEYS, portal: PORTAL_HOTKEYS })[platform] ?? DEFAULT_HOTKEYS

/** Actions whose key an action before them (in the order of `HOTKEY_ACTIONS`) has already, and which one that is. */
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

/** Two ways to write a key are one key; what is no key clashes with nothing. */
function canonical(accelerator: string | null, platform: string): string | null {
  const read = accelerator === null ? null : readAccelerator(accelerator, platform)
  return read?.ok ? read.accelerator : null
}
