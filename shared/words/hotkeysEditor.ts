/** The editor of global hotkeys: what it is called, how a key stands, and the way out where keys cannot be had. */
import type { DesktopState, HotkeyEntry } from '../settings/desktop.ts'
import { HOTKEY_STATUS_WORDS, HOTKEY_WORDS } from './desktop.ts'
import { asSentence, counted, timeOfDay } from './format.ts'

export const EDITOR_HEADINGS = {
  keys: 'Keys',
  answers: 'Answers to a key',
  wayOut: 'Keys by command',
} as const

export const EDITOR_COLUMNS = {
  action: 'Action',
  key: 'Key',
  status: 'State',
  change: 'Change',
} as const

export const EDITOR_NAMES = {
  record: 'Record',
  cancel: 'Cancel',
  noKey: 'No key',
  useDefault: 'Default',
  allDefaults: 'All defaults',
  keepMine: 'Keep mine',
  setAll: 'Set all defaults',
  test: 'Test keys',
  endTest: 'End the test',
} as const

export const EDITOR_WORDS = {
  none: 'none',
  hasNone: 'It has no key already.',
  press: 'Press the keys you want…',
  how: 'Escape leaves it as it is. Backspace or Delete alone: no key.',
  taken: 'Let go to take it.',
  left: 'The window lost the focus while keys were recorded. Nothing was changed.',
  allDefault: 'All keys are the default ones.',
  askAll: 'Give every action its default key again? What you chose instead is gone then.',
  testAbout: 'Test keys: until the test ends, a press only shows that it reaches Cuelight. Nothing is sent.',
  answersAbout: 'Each press is answered at once: what was sent, what is on air, or why nothing was done.',
  wayOutAbout:
    'The way out: in the settings of your desktop, give one of these commands a key of its own. Cuelight must be running.',
  toCommand: 'Install command',
} as const

/** What to enter in the desktop's own settings. */
export const COMMANDS_TO_BIND = [
  { name: 'Go live', command: 'cuelight go-live' },
  { name: 'Stop', command: 'cuelight stop --confirm' },
  { name: 'Sync', command: 'cuelight sync' },
  { name: 'A scene', command: 'cuelight scene "Main show"' },
] as const

/** How keys reach Cuelight on this system. */
export function waySentence({ way, about }: DesktopState['keys']): string {
  const said = about === null ? '' : ` ${asSentence(about)}`
  switch (way) {
    case 'grab':
      return `These keys work whichever program is in front, as long as Cuelight runs.${said}`
    case 'portal':
      return `Your desktop gives keys to programs itself: what is recorded here is a wish, and your desktop decides.${said}`
    case 'none':
      return `This desktop lets no program have global keys: the keys below do not work.${said}`
  }
}

/** How a hotkey stands, in words. */
export function hotkeySentence({ status, clashesWith, provenAt }: HotkeyEntry): string {
  if (isProven({ status, provenAt })) return `works: pressed at ${timeOfDay(provenAt ?? 0)}`
  if (status === 'clash' && clashesWith !== null) return `${HOTKEY_WORDS[clashesWith]} has this key already`
  return HOTKEY_STATUS_WORDS[status]
}

/** Only a key that reached us is proven, and only as long as it is still ours. */
export function isProven({ status, provenAt }: Pick<HotkeyEntry, 'status' | 'provenAt'>): boolean {
  return provenAt !== null && (status === 'registered' || status === 'portal')
}

/** How far a test of the keys has come. */
export function testSentence(proven: number, all: number, leftMs: number): string {
  const left = Math.max(0, Math.ceil(leftMs / 1000))
  return `Press each key. ${proven} of ${counted(all, 'key')} proven, ${left} s left.`
}

/** How long keys are still recorded. */
export const recordingLeft = (leftMs: number): string => `${Math.max(0, Math.ceil(leftMs / 1000))} s left.`
