/** Why a key cannot be had, and what to know of one that can. */
import type { Caution, NoAccelerator } from '../hotkeys/accelerator.ts'

export const NO_ACCELERATOR_WORDS: Record<NoAccelerator, string> = {
  goOn: 'Now one more key.',
  unknownModifier: 'There is no such modifier. Use Control, Alt, Shift or Super.',
  unknownKey: 'No system can give this key to a program. Choose another one.',
  needsModifier: 'Alone this key is for typing: every program would lose it. Hold Ctrl, Alt or ⌘ with it.',
  altGr: 'AltGr is for typing characters. Choose other modifiers.',
  layout: 'This key is another one on other keyboards. Choose a letter, a digit or a function key.',
}

export const CAUTION_WORDS: Record<Caution, string> = {
  x11: 'The X server keeps Ctrl+Alt with F1 to F12 for its consoles: this key will not reach Cuelight.',
  altGr: 'On many keyboards AltGr types a character with this key, and would press it.',
  everywhere: 'Without a modifier every other program loses this key.',
  debugger: 'Windows keeps F12 for debuggers: it may not reach Cuelight.',
}

export const PORTAL_ABOUT =
  'Your desktop decides which keys Cuelight gets, and does not say which. Where none arrives, bind a command to a key in its keyboard settings: cuelight go-live, cuelight stop --confirm, cuelight sync or cuelight scene NAME.'
