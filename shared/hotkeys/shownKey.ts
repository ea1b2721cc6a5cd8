import { type Modifier, type NoAccelerator, type ReadAccelerator, readAccelerator } from './accelerator.ts'

const MAC_SYMBOLS: Readonly<Record<string, string>> = {
  Control: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Super: '⌘',
  Return: '↩',
  Tab: '⇥',
  Backspace: '⌫',
  Delete: '⌦',
  Escape: '⎋',
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  Home: '↖',
  End: '↘',
  PageUp: '⇞',
  PageDown: '⇟',
}

const NAMES: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  Return: 'Enter',
  Escape: 'Esc',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  PrintScreen: 'Print Screen',
  Scrolllock: 'Scroll Lock',
  VolumeUp: 'Volume Up',
  VolumeDown: 'Volume Down',
  VolumeMute: 'Mute',
  MediaNextTrack: 'Next Track',
  MediaPreviousTrack: 'Previous Track',
  MediaStop: 'Media Stop',
  MediaPlayPause: 'Play/Pause',
  numdec: 'Num .',
  numadd: 'Num +',
  numsub: 'Num -',
  nummult: 'Num *',
  numdiv: 'Num /',
}

/**
 * An accelerator as people write it: "⌥⇧⌘1" on macOS, "Ctrl+Shift+F1" elsewhere. What is none is shown as it is.
 *
 * @param platform as Node names it
 */
export function shownAccelerator(accelerator: string, platform: string): string {
  const read = readAccelerator(accelerator, platform)
  if (!read.ok) return accelerator
  return shownKeys([...read.modifiers, read.key], platform).join(platform === 'darwin' ? '' : '+')
}

/** Each of these modifiers and keys as people know it: "⌥" on macOS, "Alt" elsewhere. @param platform as Node names it */
export function shownKeys(names: readonly string[], platform: string): string[] {
  if (platform === 'darwin') return names.map((name) => MAC_SYMBOLS[name] ?? keyName(name))
  return names.map((name) => (name === 'Super' ? superName(platform) : keyName(name)))
}

const superName = (platform: string): string => (platform === 'win32' ? 'Win' : 'Super')

const keyName = (name: Modifier | string): string =>
  NAMES[name] ?? (/^num\d$/.test(name) ? `Num ${name.slice(3)}` : name)

/** From a key pressed in the recording editor to the accelerator that grabs the same key. */

/** What is needed of a `KeyboardEvent`. */
export interface PressedKey {
  code: string
  key: string
  ctrlKey: boolean
  altKey: boolean
  shiftKey: boolean
  metaKey: boolean
  getModifierState?(name: string): boolean
}

const MODIFIER_KEYS = ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'OS', 'Super', 'Fn', 'FnLock', 'Hyper']

/** Keys that lie in the same place, with the same name, on every layout. */
const BY_CODE: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Enter: 'Return',
  NumpadEnter: 'Return',
  ScrollLock: 'Scrolllock',
  AudioVolumeUp: 'VolumeUp',
  AudioVolumeDown: 'VolumeDown',
  AudioVolumeMute: 'VolumeMute',
  MediaTrackNext: 'MediaNextTrack',
  MediaTrackPrevious: 'MediaPreviousTrack',
  NumpadDecimal: 'numdec',
  NumpadAdd: 'numadd',
  NumpadSubtract: 'numsub',
  NumpadMultiply: 'nummult',
  NumpadDivide: 'numdiv',
}

/** Punctuation of a US keyboard, plain and with Shift: by these names Electron knows the keys. */
const PUNCTUATION: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
}

/**
 * The accelerator of a key that is pressed, or why it has none (`goOn`: modifiers alone so far).
 *
 * A letter is taken as the system will: macOS grabs by the place of the key on a US keyboard
 * (github.com/electron/electron/issues/19747), Windows and X11 by the letter it has in the layout in use. Taken by place
 * there, the A of a French keyboard would be recorded as Q and another key grabbed than was pressed.
 *
 * @param platform as Node names it
 */
export function acceleratorOf(pressed: PressedKey, platform: string): ReadAccelerator {
  if (MODIFIER_KEYS.includes(pressed.key)) return { ok: false, why: 'goOn' }
  if (pressed.getModifierState?.('AltGraph')) return { ok: false, why: 'altGr' }
  const named = placed(pressed.code) ?? (platform === 'darwin' ? byPlace(pressed) : byLayout(pressed))
  if ('why' in named) return { ok: false, why: named.why }
  return readAccelerator([...modifiersOf(pressed), named.key].join('+'), platform)
}

const modifiersOf = ({ ctrlKey, altKey, shiftKey, metaKey }: PressedKey): string[] =>
  [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super'].filter((one) => one !== false)

type Named = { key: string } | { why: NoAccelerator }

function placed(code: string): Named | null {
  if (Object.hasOwn(BY_CODE, code)) return { key: BY_CODE[code] ?? code }
  const digit = /^(Digit|Numpad)(\d)$/.exec(code)
  if (digit) return { key: digit[1] === 'Digit' ? (digit[2] ?? '') : `num${digit[2]}` }
  return /^Key[A-Z]$/.test(code) || Object.hasOwn(PUNCTUATION, code) || code === 'IntlBackslash'
    ? null
    : { key: code }
}

function byPlace({ code }: PressedKey): Named {
  const key = /^Key([A-Z])$/.exec(code)?.[1] ?? PUNCTUATION[code]?.[0]
  return key === undefined ? { why: 'layout' } : { key }
}

function byLayout({ code, key }: PressedKey): Named {
  if (/^[a-z]$/i.test(key)) return { key }
  const place = /^Key([A-Z])$/.exec(code)?.[1]
  // Layouts of other scripts keep the letters of a US keyboard beneath their own.
  if (place !== undefined && /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key)) return { key: place }
  const [plain] = PUNCTUATION[code] ?? ''
  return plain !== undefined && PUNCTUATION[code]?.includes(key) ? { key: plain } : { why: 'layout' }
}
