/** The places of the panel. */
export const PLACE_NAMES = {
  places: 'Places',
  show: 'Show',
  projects: 'Projects',
  files: 'Files',
  setUp: 'Settings',
} as const

/** With the keys that lead there. */
export const PLACE_KEYS = {
  show: 'Show: G, then S',
  projects: 'Projects: G, then P',
  files: 'Files: G, then F',
  setUp: 'Settings: G, then U',
} as const
