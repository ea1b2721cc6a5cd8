/** The project being viewed, and choosing another one. */
export const SWITCHER_NAMES = {
  choose: 'Choose a project',
  onAir: 'On air',
  lately: 'Looked at lately',
  others: 'All others',
  back: 'Back to the show target',
  makeTarget: 'Make show target',
} as const

export const SWITCHER_WORDS = {
  loading: 'Reading the projects…',
  failed: 'The list of projects could not be read',
  none: 'No project has that name.',
} as const

/** How the viewed project relates to the show target. */
export const SHOW_TARGET_WORDS = {
  onAir: 'SHOW TARGET, ON AIR',
  target: 'SHOW TARGET',
  other: 'Not the show target: your show is not touched here.',
} as const
