/** The places of the panel. */
export const PLACE_NAMES = {
  places: 'Places',
  skip: 'Skip to the screen',
  show: 'Show',
  projects: 'Projects',
  build: 'Build',
  schedule: 'Schedule',
  files: 'Files',
  reports: 'Reports',
  setUp: 'Settings',
  more: 'More',
} as const

/** With the keys that lead there. */
export const PLACE_KEYS = {
  show: 'Show: G, then S',
  projects: 'Projects: G, then P',
  build: 'Build: G, then B',
  schedule: 'Schedule: G, then C',
  files: 'Files: G, then F',
  reports: 'Reports: G, then R',
  setUp: 'Settings: G, then U',
} as const

/** What Build is marked with. @param changes e.g. "3 changes" */
export const PLACE_WAITS = (changes: string): string => `${changes} not on air yet`

/** What is to be found behind More. */
export const PLACE_ABOUT = {
  projects: 'Find one, make one, look at its past',
  reports: 'Views, revenue, what played',
  setUp: 'Accounts, rehearsal, appearance',
} as const
