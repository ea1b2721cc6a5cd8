/** What the choices of how the panel looks are called, and what each means. */

export const APPEARANCE_WORDS = {
  about:
    'Applies at once, in this browser only: a dark dock and a light second monitor can differ. Nothing of it reaches viewers or the service.',
  aboutInApp: 'Applies at once, in the windows of this app only. Nothing of it reaches viewers or the service.',
  notKept: 'This browser keeps nothing for the panel: what you choose holds until the page is closed.',
} as const

export const APPEARANCE_HEADINGS = {
  colours: 'Colours and text',
  scenes: 'Scenes',
} as const

/** Each choice: its name, what one would not guess, and what can be chosen, in order. */
export const CHOICE_WORDS = {
  theme: {
    name: 'Theme',
    about: 'Red, amber and blue mean the same in both.',
    options: { system: 'As the system', light: 'Light', dark: 'Dark' },
  },
  contrast: {
    name: 'Contrast',
    about: 'More contrast: stronger lines, and no grey text.',
    options: { system: 'As the system', more: 'More' },
  },
  motion: {
    name: 'Motion',
    about: 'Reduced: nothing moves or pulses. What fills while Stop is held still fills.',
    options: { system: 'As the system', reduce: 'Reduced' },
  },
  textSize: {
    name: 'Text size',
    about: "Everything grows with it. The browser's own zoom comes on top.",
    options: { small: 'Small', normal: 'Normal', large: 'Large' },
  },
  sceneSize: {
    name: 'Tile size',
    about: 'Small is a line each, for a narrow dock. Large is read from across the room.',
    options: { small: 'Small', medium: 'Medium', large: 'Large' },
  },
  sceneOrder: {
    name: 'Scene order',
    about: 'Keys 1 to 9 stay with the first nine scenes of the project, in either order.',
    options: { project: 'As in the project', name: 'By name' },
  },
} as const

/** The keys of the panel, as its help lists them. */

export const KEYS_WORDS = {
  title: 'Keys of this panel',
  reach: 'What viewers could see',
  find: 'Finding a scene',
  leave: 'Leaving',
  about:
    'They count while this panel has the focus, never while you write in a field, and once however long they are held.',
  elsewhere: 'Keys that work everywhere, whatever has the focus, are set under',
  hotkeys: 'Hotkeys',
  noApp: 'Keys that work everywhere, whatever has the focus, come with the desktop app.',
  notLoaded: 'The list of keys did not come, because Cuelight does not answer. Load this page again once it runs.',
} as const

interface KeyRow {
  /** Caps as they stand on the keyboard. Several: either one. */
  keys: readonly string[]
  /** Where a row of keys ends that begins with the one above. */
  to?: string
  does: string
}

/** The key of the search field. */
export const SEARCH_KEY = '/'

/** In groups, in the order they are needed. */
export const KEY_ROWS: Record<'reach' | 'find' | 'leave', readonly KeyRow[]> = {
  reach: [
    { keys: ['1'], to: '9', does: 'Switch to one of the first nine scenes of the project.' },
    { keys: ['Y'], does: 'Sync.' },
    { keys: ['Backspace'], does: 'Back to the scene before.' },
    { keys: ['N'], does: 'Next scene.' },
    { keys: ['Enter', 'Space'], does: 'Do what has the focus: a scene, Go live, Sync.' },
    { keys: ['Enter'], does: 'On Stop: stops after 3 s, in which Escape or Cancel calls it off.' },
    { keys: ['Enter'], does: 'In the search, with one scene left: switch to it.' },
  ],
  find: [
    { keys: ['Ctrl K'], does: 'Do or find anything by its name.' },
    { keys: [SEARCH_KEY], does: 'Search, where there are many scenes.' },
    { keys: ['←', '↑', '↓', '→'], does: 'From tile to tile.' },
    { keys: ['Home', 'End'], does: 'To the first tile, to the last.' },
    { keys: ['Tab'], does: 'Into the tiles, and on to what comes after them.' },
  ],
  leave: [
    { keys: ['Escape'], does: 'Cancel a stop; else empty the search, close what is open, leave the settings.' },
    { keys: ['G'], does: 'Then S, P, B, C, F, R or U: show, projects, build, schedule, files, reports, settings.' },
    { keys: ['?'], does: 'This list.' },
  ],
}

/** Between the first and the last of a row of keys. */
export const KEYS_TO = 'to'
