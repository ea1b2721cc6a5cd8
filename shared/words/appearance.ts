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
