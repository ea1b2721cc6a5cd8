/** Why a key is not available, and cautions about available ones. */

import type { Arm } from '../../commands/arm.ts'
import type { Caution, NoAccelerator } from '../../hotkeys/accelerator.ts'
import type { DesktopState, HotkeyEntry, ToastTone } from '../../settings/desktop.ts'
import { forMacros, forScenes, type HotkeyAction } from '../../settings/desktopNames.ts'
import { afterwards, counted, exactSpan, listed, onPlaces, timeOfDay } from '../format.ts'
import { HOTKEY_STATUS_WORDS, HOTKEY_WORDS } from './desktop.ts'

export const NO_ACCELERATOR_WORDS: Record<NoAccelerator, string> = {
  goOn: 'Now add a key.',
  unknownModifier: 'There is no such modifier. Use Control, Alt, Shift or Super.',
  unknownKey: 'No system lets a program have this key. Choose another.',
  needsModifier: 'On its own this key is for typing: every other program would lose it. Hold Ctrl, Alt or ⌘ with it.',
  altGr: 'AltGr is for typing characters. Choose other modifiers.',
  portal: 'Your desktop cannot tell this key from others. Choose a letter, a digit, an arrow or a media key.',
  layout: 'This key differs between keyboards. Choose a letter, a digit or a function key.',
}

export const CAUTION_WORDS: Record<Caution, string> = {
  x11: 'The X server keeps Ctrl+Alt with F1 to F12 for its consoles: this key will not reach Cuelight.',
  altGr: 'On many keyboards AltGr types a character with this key, and would trigger it.',
  everywhere: 'Without a modifier, every other program loses this key.',
  debugger: 'Windows keeps F12 for debuggers: it may not reach Cuelight.',
}

export const PORTAL_ABOUT =
  'Your desktop decides which keys Cuelight gets, and does not say which. If none works, bind a command to a key in its keyboard settings: cuelight go-live, cuelight stop --confirm, cuelight sync or cuelight scene NAME.'

/** The overlay's texts for a hotkey press, read out of the corner of the eye: the title suffices, the detail adds. */

export const TOAST_WORDS = {
  pressAgain: (ms: number) => `Press again within ${exactSpan(ms)}`,
  confirm: (ms: number) => `Confirm within ${exactSpan(ms)}`,
  /** What turned out to be wrong while it is armed, and what the second step would do. */
  reconnect: (names: readonly string[]) => `Reconnect ${listed(names)}: login expired`,
  againAnyway: 'Press again to go live anyway.',
  confirmAnyway: 'Confirm to go live anyway.',
  letGo: 'Let go of the key',
  held: 'Held down: counts once',
  heldMore: 'Let go, and press again.',
  onItsWay: 'Already on its way',
  onItsWayMore: 'Nothing more was sent.',
  notOnAir: (scene: string) => `${scene}: NOT on air`,
  stray: 'Old key: nothing was sent',
  strayMore: (key: string) =>
    `${key} has no action in Cuelight any more, but your desktop still sends it. It stops when Cuelight restarts.`,
  starting: (project: string) => `${project} is starting`,
  unknownMore: 'No reply. Checking whether it worked. It will not be sent again.',
  proven: 'This key works',
  padlockClosed: 'The padlock is already closed. Open it in the panel, the window or the tray.',
  noSuchScene: (nr: number, count: number) => `There is no scene ${nr}: the project has ${count}. Nothing was sent.`,
} as const

/** For outcomes of commands from other sources. */
export const ENDED_WORDS_ELSEWHERE = {
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Checking',
} as const

/** What the second step would do, after "Press again within 3 s". */
export const toDo = ({ act, macro, projectName, destinations }: Arm): string =>
  macro
    ? `to run ${macro.name}`
    : act === 'stop'
      ? `to stop ${projectName}`
      : `to go live with ${projectName}${onPlaces(destinations)}`

/** Shown on the press itself, before any response. */
export const SENT_WORDS: Record<HotkeyAction, string> = {
  goLive: 'Going live…',
  stop: 'Stopping…',
  sync: 'Syncing…',
  nextScene: 'Next scene…',
  previousScene: 'Previous scene…',
  backToScene: 'Back…',
  ...forScenes((place) => `Scene ${place}…`),
  ...forMacros((place) => `Macro ${place}…`),
  padlock: 'Closing the padlock…',
  showPanel: 'Opening the panel…',
}

/** The word beside each tone's shape: no tone depends on colour alone. */
export const TONE_WORDS: Record<ToastTone, string> = {
  armed: 'ARMED',
  sent: 'SENT',
  onAir: 'ON AIR',
  done: 'DONE',
  refused: 'NOT DONE',
  unknown: 'NOT KNOWN',
  alarm: 'LOOK',
}

/** The editor of global hotkeys: names, statuses, and the alternative when keys are not available. */

export const EDITOR_HEADINGS = {
  keys: 'Keys',
  answers: 'When you press a key',
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
  hasNone: 'It already has no key.',
  press: 'Press the keys you want…',
  how: 'Escape leaves it as it is. Backspace or Delete alone: no key.',
  taken: 'Let go to set it.',
  left: 'The window lost the focus during recording. Nothing was changed.',
  allDefault: 'All keys are at their defaults.',
  askAll: 'Reset every key to its default? You lose the keys you chose.',
  testAbout: 'Test keys: until the test ends, a press only shows that it reaches Cuelight. Nothing is sent.',
  answersAbout: 'Every press gets an answer at once: what was sent, what is on air, or why nothing was done.',
  wayOutAbout: 'Instead, give these commands keys in your desktop’s settings. Cuelight must be running.',
  toCommand: 'Install command',
} as const

/** The commands to bind in the desktop's own settings. */
export const COMMANDS_TO_BIND = [
  { name: 'Go live', command: 'cuelight go-live' },
  { name: 'Stop', command: 'cuelight stop --confirm' },
  { name: 'Sync', command: 'cuelight sync' },
  { name: 'A scene', command: 'cuelight scene "Main show"' },
] as const

/** How keys reach Cuelight on this system. */
export function waySentence({ way, about }: DesktopState['keys']): string {
  return `${WAYS[way]}${afterwards(about)}`
}

const WAYS: Record<DesktopState['keys']['way'], string> = {
  grab: 'These keys work in any program, as long as Cuelight is running.',
  portal:
    'Your desktop hands out keys itself: what you record here is a request, and your desktop decides. A key that you replace stays taken until Cuelight restarts.',
  none: 'This desktop lets no program have global keys: the keys below do not work.',
}

/** A hotkey's status, in words. */
export function hotkeySentence({ status, clashesWith, provenAt }: HotkeyEntry): string {
  if (isProven({ status, provenAt })) return `works: pressed at ${timeOfDay(provenAt ?? 0)}`
  if (status === 'clash' && clashesWith !== null) return `${HOTKEY_WORDS[clashesWith]} already has this key`
  return HOTKEY_STATUS_WORDS[status]
}

/** Only a key press that reached us proves a key, and only while the key is still ours. */
export const isProven = ({ status, provenAt }: Pick<HotkeyEntry, 'status' | 'provenAt'>): boolean =>
  provenAt !== null && (status === 'registered' || status === 'portal')

/** The progress of a key test. */
export function testSentence(proven: number, all: number, leftMs: number): string {
  const left = Math.max(0, Math.ceil(leftMs / 1000))
  return `Press each key. ${proven} of ${counted(all, 'key')} proven, ${left} s left.`
}

/** How long the recording of keys still lasts. */
export const recordingLeft = (leftMs: number): string => `${Math.max(0, Math.ceil(leftMs / 1000))} s left.`
