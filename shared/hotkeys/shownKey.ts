import { type NoAccelerator, type ReadAccelerator, readAccelerator } from './accelerator.ts'

interface Key {
  /** Its `KeyboardEvent.code` if not Electron's name: the physical key, in the same place on every layout. */
  codes?: readonly string[]
  mac?: string
  name?: string
}

/** Keys and modifiers by Electron's names. Keys not listed are displayed by that name. */
const KEYS: Readonly<Record<string, Key>> = {
  Control: { mac: '⌃', name: 'Ctrl' },
  Alt: { mac: '⌥' },
  Shift: { mac: '⇧' },
  Super: { mac: '⌘' },
  Return: { codes: ['Enter', 'NumpadEnter'], mac: '↩', name: 'Enter' },
  Tab: { mac: '⇥' },
  Backspace: { mac: '⌫' },
  Delete: { mac: '⌦' },
  Escape: { mac: '⎋', name: 'Esc' },
  Up: { codes: ['ArrowUp'], mac: '↑' },
  Down: { codes: ['ArrowDown'], mac: '↓' },
  Left: { codes: ['ArrowLeft'], mac: '←' },
  Right: { codes: ['ArrowRight'], mac: '→' },
  Home: { mac: '↖' },
  End: { mac: '↘' },
  PageUp: { mac: '⇞', name: 'Page Up' },
  PageDown: { mac: '⇟', name: 'Page Down' },
  PrintScreen: { name: 'Print Screen' },
  Scrolllock: { codes: ['ScrollLock'], name: 'Scroll Lock' },
  VolumeUp: { codes: ['AudioVolumeUp'], name: 'Volume Up' },
  VolumeDown: { codes: ['AudioVolumeDown'], name: 'Volume Down' },
  VolumeMute: { codes: ['AudioVolumeMute'], name: 'Mute' },
  MediaNextTrack: { codes: ['MediaTrackNext'], name: 'Next Track' },
  MediaPreviousTrack: { codes: ['MediaTrackPrevious'], name: 'Previous Track' },
  MediaStop: { name: 'Media Stop' },
  MediaPlayPause: { name: 'Play/Pause' },
  numdec: { codes: ['NumpadDecimal'], name: 'Num .' },
  numadd: { codes: ['NumpadAdd'], name: 'Num +' },
  numsub: { codes: ['NumpadSubtract'], name: 'Num -' },
  nummult: { codes: ['NumpadMultiply'], name: 'Num *' },
  numdiv: { codes: ['NumpadDivide'], name: 'Num /' },
}
const BY_CODE = new Map(Object.entries(KEYS).flatMap(([key, { codes = [] }]) => codes.map((code) => [code, key])))

/**
 * For display: "⌥⇧⌘1" on macOS, "Ctrl+Shift+F1" elsewhere; invalid ones are unchanged. `platform`: as Node names it.
 */
export function shownAccelerator(accelerator: string, platform: string): string {
  const read = readAccelerator(accelerator, platform)
  if (!read.ok) return accelerator
  return shownKeys([...read.modifiers, read.key], platform).join(platform === 'darwin' ? '' : '+')
}

/** The display names of modifiers and keys: "⌥" on macOS, "Alt" elsewhere. @param platform as Node names it */
export function shownKeys(names: readonly string[], platform: string): string[] {
  if (platform === 'darwin') return names.map((name) => KEYS[name]?.mac ?? keyName(name))
  return names.map((name) => (name === 'Super' && platform === 'win32' ? 'Win' : keyName(name)))
}

const keyName = (name: string): string => KEYS[name]?.name ?? (/^num\d$/.test(name) ? `Num ${name.slice(3)}` : name)

/** From a key pressed in the recording editor to the accelerator that grabs that key. */

/** The required part of a `KeyboardEvent`. */
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

/** Punctuation of a US keyboard, without and with Shift: Electron names the keys by these characters. */
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
 * The accelerator of a pressed key, or why it has none (`goOn`: only modifiers so far).
 *
 * A letter is resolved as the system resolves it: macOS grabs by the key's position on a US keyboard
 * (github.com/electron/electron/issues/19747), Windows and X11 by its letter in the current layout. Resolved by
 * position there, the A of a French keyboard would be recorded as Q, and a different key grabbed than was pressed.
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
  const named = BY_CODE.get(code)
  if (named !== undefined) return { key: named }
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
  // Layouts of non-Latin scripts keep the letters of a US keyboard underneath.
  if (place !== undefined && /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key)) return { key: place }
  const [plain] = PUNCTUATION[code] ?? ''
  return plain !== undefined && PUNCTUATION[code]?.includes(key) ? { key: plain } : { why: 'layout' }
}
