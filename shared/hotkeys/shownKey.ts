import { type Modifier, readAccelerator } from './accelerator.ts'

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

function keyName(name: Modifier | string): string {
  return NAMES[name] ?? (/^num\d$/.test(name) ? `Num ${name.slice(3)}` : name)
}
