/** The panel's appearance settings: their names and explanations. */
import { SHOW_KEYS } from '../labels.ts'
import { PLACES_KEY, placesByKeys } from './places.ts'

export const APPEARANCE_WORDS = {
  about:
    'Applies at once, in this browser only: your dock can be dark and your second monitor light. Viewers see none of it.',
  aboutInApp: 'Applies at once, in this app’s windows only. Viewers see none of it.',
  notKept: 'This browser saves nothing for the panel: your choices last until you close the page.',
} as const

export const APPEARANCE_HEADINGS = {
  colours: 'Colours and text',
  scenes: 'Scenes',
  sound: 'Sound',
} as const

/** Each setting: its name, an explanation if it is not obvious, and its options in order. */
export const CHOICE_WORDS = {
  theme: {
    name: 'Theme',
    about: 'Red, amber and blue mean the same in both.',
    options: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  contrast: {
    name: 'Contrast',
    about: 'More contrast: stronger lines, and no grey text.',
    options: { system: 'System', more: 'More' },
  },
  motion: {
    name: 'Motion',
    about: 'Reduced: nothing moves or pulses, except the fill while you hold Stop.',
    options: { system: 'System', reduce: 'Reduced' },
  },
  textSize: {
    name: 'Text size',
    about: "Everything grows with it. The browser's own zoom comes on top.",
    options: { small: 'Small', normal: 'Normal', large: 'Large' },
  },
  sceneSize: {
    name: 'Tile size',
    about: 'Small: a line each, for a narrow dock. Large: easy to read across the room.',
    options: { small: 'Small', medium: 'Medium', large: 'Large' },
  },
  sceneOrder: {
    name: 'Scene order',
    about: 'Either way, keys 1 to 9 pick the first nine scenes of the project.',
    options: { project: 'Project order', name: 'By name' },
  },
  alarm: {
    name: 'Alarm',
    about:
      'A short sound when the show ended without you, a destination failed or the end is near. A browser plays it only after you pressed something on the page.',
    options: { on: 'On', off: 'Off' },
  },
  preview: {
    name: 'Preview of what is on air',
    about: 'A small picture on the show screen, without sound, while the local studio broadcasts to the watch page.',
    options: { off: 'Off', on: 'On' },
  },
} as const

/** The panel's keys, as its help lists them. */

export const KEYS_WORDS = {
  title: 'Keyboard shortcuts',
  here: 'On this screen',
  reach: 'On Show: running it',
  find: 'On Show: finding a scene',
  leave: 'On every screen',
  about: 'They work while this panel has the focus, never while you type in a field. Holding one counts once.',
  elsewhere: 'Set keys that work in any program under',
  hotkeys: 'Hotkeys',
  noApp: 'Keys that work in any program come with the desktop app.',
  notLoaded: 'The list of keys could not be loaded: Cuelight is not answering. Reload this page once it is running.',
} as const

interface KeyRow {
  /** Key caps as printed on the keyboard. Several: any of them. */
  keys: readonly string[]
  /** The last key of a range that begins with `keys`. */
  to?: string
  does: string
}

/** The keys for the search field and for this list. */
export const SEARCH_KEY = '/'
export const KEYS_KEY = '?'
/** The key cap of a typed character. */
const capOf = (key: string): string => (key.length === 1 ? key.toUpperCase() : key)

/** In groups, in the order users need them. */
export const KEY_ROWS: Record<'reach' | 'find' | 'leave', readonly KeyRow[]> = {
  reach: [
    { keys: ['1'], to: '9', does: 'Switch to one of the first nine scenes of the project.' },
    { keys: [capOf(SHOW_KEYS.sync)], does: 'Sync.' },
    { keys: [capOf(SHOW_KEYS.back)], does: 'Back to the scene before.' },
    { keys: [capOf(SHOW_KEYS.next)], does: 'Next scene.' },
    { keys: ['Enter', 'Space'], does: 'Press what has the focus: a scene, Go live, Sync.' },
    { keys: ['Enter'], does: 'On Stop: stops after 3 s. Until then, Escape or Cancel calls it off.' },
    { keys: ['Enter'], does: 'In the search, with one match: switch to it.' },
  ],
  find: [
    { keys: [SEARCH_KEY], does: 'Search, where there are many scenes.' },
    { keys: ['←', '↑', '↓', '→'], does: 'From tile to tile.' },
    { keys: ['Home', 'End'], does: 'To the first tile, to the last.' },
    { keys: ['Shift F10'], does: 'On a tile: its colour, and whether it is a favourite.' },
    { keys: ['Tab'], does: 'Into the tiles, then on past them.' },
  ],
  leave: [
    { keys: ['Ctrl K'], does: 'Do or find anything by its name.' },
    { keys: ['Escape'], does: 'Cancel a stop; otherwise clear the search, close what is open, leave Settings.' },
    { keys: [capOf(PLACES_KEY)], does: placesByKeys() },
    { keys: [KEYS_KEY], does: 'This list.' },
  ],
}

const DAYS = ['←', '↑', '↓', '→']
const FIND: KeyRow = { keys: [SEARCH_KEY], does: 'Search.' }
const ROWS: KeyRow = { keys: ['↑', '↓'], does: 'From row to row.' }
/** The additional keys of individual screens. */
export const SCREEN_KEYS: Readonly<Record<string, readonly KeyRow[]>> = {
  projects: [FIND, { keys: ['Enter'], does: 'In the search, with one match: open it.' }, ROWS],
  build: [
    { ...ROWS, does: 'In a playlist: from file to file.' },
    { keys: ['Space'], does: 'Mark a file.' },
    { keys: ['Alt ↑', 'Alt ↓'], does: 'Move it, and what is marked.' },
    { keys: ['Delete'], does: 'Take it out, and what is marked.' },
    { keys: ['Ctrl S'], does: 'Save the playlist.' },
    { keys: ['Ctrl Z'], does: 'Back a step; then undo the last save.' },
    { keys: DAYS, does: 'In the frame: move the layer. With Shift in large steps, with Alt its size.' },
  ],
  schedule: [
    { keys: DAYS, does: 'In the 28 days: from day to day.' },
    { keys: ['Home', 'End'], does: 'To the first day of the week, to the last.' },
    { keys: ['Alt ←', 'Alt ↑', 'Alt ↓', 'Alt →'], does: 'Put a date on another day. Nothing is sent yet.' },
  ],
  files: [
    FIND,
    ROWS,
    { keys: ['Space'], does: 'Mark a file.' },
    { keys: ['Ctrl A'], does: 'Mark all that are shown.' },
    { keys: ['Escape'], does: 'Unmark.' },
  ],
  reports: [ROWS],
}

/** Between the first and the last key of a range. */
export const KEYS_TO = 'to'
