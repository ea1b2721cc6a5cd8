/** The command palette: finds everything by name. */
export const PALETTE_WORDS = {
  title: 'Do or find anything',
  find: 'Command, scene, project, file or screen',
  none: 'Nothing matches.',
  more: 'Type more to narrow it down.',
  groups: {
    commands: 'Commands',
    actions: 'Actions',
    scenes: 'Scenes',
    places: 'Screens',
    projects: 'Projects',
    files: 'Files',
  },
  stop: 'Stop the show',
  goLive: 'Go live',
  sync: 'Sync: show viewers the project as it is now',
  next: 'Next scene',
  previous: 'Previous scene',
  back: 'Back to the scene before',
  autoSyncOn: 'Auto-sync on',
  autoSyncOff: 'Auto-sync off',
  padlockClose: 'Close the padlock',
  padlockOpen: 'Open the padlock',
  checkDestinations: 'Check the logins again',
} as const

/** Actions of other screens. `also`: synonyms. */
export const ACTION_WORDS = {
  import: { name: 'Import files', also: 'upload add videos music images links media' },
  addDates: { name: 'Add dates', also: 'schedule plan date calendar new' },
  cancelDate: { name: 'Cancel or move a date', also: 'schedule calendar delete remove dates unschedule reschedule' },
  whatPlays: { name: 'What plays in the next 24 hours', also: 'now playing next up rundown guide schedule timeline' },
  pastBroadcasts: { name: 'Past broadcasts', also: 'reports history earlier shows recordings last statistics' },
  createProject: { name: 'Create a project', also: 'new channel add' },
  compare: { name: 'Compare two broadcasts', also: 'reports statistics stats' },
  keys: { name: 'All keys', also: 'keyboard shortcuts hotkeys help' },
} as const

export const THEME_WORDS = {
  dark: { name: 'Dark theme', also: 'appearance night mode' },
  light: { name: 'Light theme', also: 'appearance day mode' },
  system: { name: 'Theme as the system has it', also: 'appearance dark light auto' },
} as const

/** Synonyms for screens. */
export const ALSO_CALLED: Readonly<Record<string, string>> = {
  show: 'live on air home control',
  build: 'layers playlists scenes editor',
  schedule: 'calendar dates plan',
  files: 'library media videos music',
  reports: 'statistics stats numbers analytics views revenue',
  accounts: 'profiles keys login api key',
  appearance: 'dark light theme text size contrast',
  hotkeys: 'keys keyboard shortcuts',
  broadcasting: 'rtmp server stream key watch page destination',
  rehearsal: 'faults scenarios local studio',
  support: 'help bundle log',
}

export const switchTo = (scene: string) => `Switch to ${scene}`
