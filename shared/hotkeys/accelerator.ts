/**
 * Accelerators: keys as Electron's `globalShortcut` writes them, such as "Control+Shift+F9". Parsing and validation.
 * Names of modifiers and keys: https://www.electronjs.org/docs/latest/tutorial/keyboard-shortcuts.
 */

/** In canonical order. `Super` is ⌘ on macOS and the Windows key elsewhere. */
export const MODIFIERS = ['Control', 'Alt', 'Shift', 'Super'] as const
export type Modifier = (typeof MODIFIERS)[number]

const OTHER_NAMES: Readonly<Record<string, Modifier>> = {
  ctrl: 'Control',
  option: 'Alt',
  meta: 'Super',
  command: 'Super',
  cmd: 'Super',
}

/** Keys that type or move the cursor: they need a modifier, or typing would be lost in every program. */
const TYPING: readonly string[] = [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...["'", '`', '-', '=', '[', ']', '\\', ';', ',', '.', '/'],
  ...['Space', 'Tab', 'Backspace', 'Delete', 'Insert', 'Return', 'Escape'],
  ...['Up', 'Down', 'Left', 'Right', 'Home', 'End', 'PageUp', 'PageDown'],
  ...Array.from({ length: 10 }, (_, digit) => `num${digit}`),
  ...['numdec', 'numadd', 'numsub', 'nummult', 'numdiv'],
]
const FUNCTION_KEYS = Array.from({ length: 24 }, (_, index) => `F${index + 1}`)
const VOLUME = ['VolumeUp', 'VolumeDown', 'VolumeMute']
/** Like F13 to F24, these may be used without a modifier: nobody types with them. */
const ALONE = ['MediaNextTrack', 'MediaPreviousTrack', 'MediaStop', 'MediaPlayPause', 'PrintScreen', 'Scrolllock']
const KEYS = [...TYPING, ...FUNCTION_KEYS, ...VOLUME, ...ALONE]

/**
 * Keys that the desktop portal of Wayland can distinguish. Chromium has no name for others, so they are all one key to
 * the portal, which reports it to the last one registered (electron#52223, Chromium's ui/base/accelerators/command.cc).
 */
const TOLD_APART: readonly string[] = [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,.',
  ...['Space', 'Tab', 'Delete', 'Insert', 'Up', 'Down', 'Left', 'Right', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['MediaNextTrack', 'MediaPreviousTrack', 'MediaStop', 'MediaPlayPause'],
]

const named = <T extends string>(names: readonly T[]) => new Map(names.map((name) => [name.toLowerCase(), name]))
const keyNames = named(KEYS).set('enter', 'Return').set('esc', 'Escape')
const modifierNames = named<Modifier>(MODIFIERS)

/**
 * What the user should know about an available key. `x11`: the X server reserves it for its consoles, so it never
 * arrives even if the grab succeeds. `altGr`: with it AltGr types a character on many keyboards. `everywhere`: every
 * other program loses it. `debugger`: Windows reserves F12 for debuggers.
 */
export const CAUTIONS = ['x11', 'altGr', 'everywhere', 'debugger'] as const
export type Caution = (typeof CAUTIONS)[number]

/**
 * Why something is no accelerator. `goOn`: only modifiers so far. `layout`: the key is elsewhere on other keyboards,
 * and the system would grab another key than the one pressed. `portal`: the desktop portal confuses it with other keys.
 */
export const NO_ACCELERATOR = [
  'goOn',
  'unknownModifier',
  'unknownKey',
  'needsModifier',
  'altGr',
  'layout',
  'portal',
] as const
export type NoAccelerator = (typeof NO_ACCELERATOR)[number]

export type ReadAccelerator =
  | { ok: true; accelerator: string; modifiers: readonly Modifier[]; key: string; caution: Caution | null }
  | { ok: false; why: NoAccelerator }

/**
 * The canonical form of any of Electron's spellings, or why it is invalid.
 * @param platform as `rulesOfKeys` names it
 */
export function readAccelerator(text: string, platform: string): ReadAccelerator {
  const parts = text.split('+').map((part) => part.trim().toLowerCase())
  const last = parts.pop() ?? ''
  if (modifierOf(last, platform)) return { ok: false, why: 'goOn' }
  const modifiers = parts.map((part) => modifierOf(part, platform))
  if (modifiers.includes(undefined)) return { ok: false, why: 'unknownModifier' }
  const key = keyNames.get(last)
  if (key === undefined) return { ok: false, why: 'unknownKey' }
  const held = MODIFIERS.filter((one) => modifiers.includes(one))
  if (!mayBeTaken(held, key, platform)) return { ok: false, why: 'needsModifier' }
  if (platform === 'portal' && !TOLD_APART.includes(key)) return { ok: false, why: 'portal' }
  const accelerator = [...held, key].join('+')
  return { ok: true, accelerator, modifiers: held, key, caution: cautionOf(held, key, platform) }
}

function modifierOf(name: string, platform: string): Modifier | undefined {
  if (name === 'commandorcontrol' || name === 'cmdorctrl') return platform === 'darwin' ? 'Super' : 'Control'
  return modifierNames.get(name) ?? (Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined)
}

/** Shift types; on macOS Option types too. */
function mayBeTaken(modifiers: readonly Modifier[], key: string, platform: string): boolean {
  const writes = platform === 'darwin' ? ['Shift', 'Alt'] : ['Shift']
  const isFree = !TYPING.includes(key) && !VOLUME.includes(key)
  return isFree || modifiers.some((one) => !writes.includes(one))
}

function cautionOf(modifiers: readonly Modifier[], key: string, platform: string): Caution | null {
  const controlAlt = modifiers.includes('Control') && modifiers.includes('Alt')
  const consoleKey = FUNCTION_KEYS.indexOf(key) >= 0 && FUNCTION_KEYS.indexOf(key) < 12
  if (platform === 'linux' && controlAlt && consoleKey) return 'x11'
  if (platform === 'win32' && controlAlt && key.length === 1) return 'altGr'
  if (platform === 'win32' && key === 'F12') return 'debugger'
  return modifiers.length === 0 && consoleKey ? 'everywhere' : null
}
