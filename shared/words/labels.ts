/** The names of the panel's controls and headings, and texts for empty areas. */

export const PRODUCT = 'Cuelight'

/** Exact names: screen readers and scripts find the controls by them. */
export const NAMES = {
  goLive: 'Go live',
  goLiveAnyway: 'Go live anyway',
  notNow: 'Not now',
  unlock: 'I checked, unlock',
  stop: 'Stop',
  sync: 'Sync',
  autoSync: 'Auto-sync',
  back: 'Back',
  previousScene: 'Previous scene',
  nextScene: 'Next scene',
  padlock: 'Padlock',
  refresh: 'Refresh',
  checkAgain: 'Check again',
  check: 'All checks',
  chooseProject: 'Change project',
  close: 'Close',
  confirm: 'Confirm',
  allow: 'Allow',
  refuse: 'Refuse',
  cancel: 'Cancel',
  change: 'Change',
  putAway: 'Dismiss',
  allNews: 'All notices',
  report: 'See its report',
  dates: 'See its dates',
} as const

export const HEADINGS = {
  controls: 'Show controls',
  check: 'Before it goes live',
  checkRunning: 'While it runs',
  scenes: 'Scenes',
  target: 'Show target',
  projects: 'Choose the project to show',
  destinations: 'Destinations',
  budget: 'Request budget',
  journal: 'Journal',
  notices: 'Notices',
} as const

/** What a control does, for its description. */
export const ABOUT = {
  goLive: 'Starts the broadcast of the show target.',
  sync: 'Shows viewers the project as it is now.',
  autoSync: 'On: changes reach viewers at once. Off: changes wait for Sync.',
  padlock: 'Closed: live controls are off, and dates within the next hour stay as they are.',
  refresh: 'Reads everything again.',
  checkAgain: 'Asks the platforms whether the logins are still valid.',
} as const

export const STOP_WORDS = {
  hint: 'hold',
  holding: 'Keep holding to stop…',
  arming: 'Asking to stop…',
  hold: 'Hold to stop. Nothing was sent.',
  cancelled: 'Cancelled. Nothing was sent.',
  goneElsewhere: 'The stop was cancelled elsewhere. Nothing was sent.',
  linkLost: 'The link to Cuelight broke while Stop was armed. It was not stopped from here.',
} as const

export const PRESS_WORDS = {
  sent: 'Sent…',
  again: 'Still waiting for the reply. This press was not sent.',
  notSent: 'Not sent: no link to Cuelight.',
  linkLost: 'The link broke before the reply came. Check the journal.',
} as const

export const KEYS_HOW_TO = 'Keys 1 to 9 switch scenes.'

/** The mark on a scene. Short: it must be read in passing. */
export const MARKS = {
  onAir: 'ON AIR',
  wasOnAir: 'WAS ON AIR',
  running: 'RUNNING',
  notYet: 'NOT YET',
  next: 'NEXT',
  active: 'ACTIVE',
} as const

export const MARKS_EXPLAINED = {
  onAir: 'On air.',
  wasOnAir: 'Was on air when last seen. No contact now.',
  running: 'Running, but every destination reports a fault.',
  notYet: 'Not on air yet. Press Sync.',
  next: 'Up next: first on air.',
  active: 'Selected. Viewers may or may not see it.',
} as const

export const LINK_WORDS = {
  connecting: 'Connecting to Cuelight…',
  startingMore: 'Cuelight is starting the local studio, or asking the keychain for the key.',
  connectingMore: 'Asking Cuelight on this machine what is on air.',
  lost: 'The link to Cuelight is lost',
  neverUp: 'Cuelight is not running',
  neverUpMore: 'Start it (from a checkout: npm start). Any live broadcast continues. The panel keeps trying.',
  refused: 'This address has been used or has expired',
  refusedMore: 'Get a new one: cuelight panel (from a checkout: npm run --silent cuelight -- panel).',
  accessEnded: 'This browser has no access any more',
  accessEndedMore:
    'To get in again, open a new address: cuelight panel (from a checkout: npm run --silent cuelight -- panel).',
} as const

export const EMPTY = {
  projectsLoading: 'Reading the list of projects…',
  projectsUnread: 'The list of projects has not been read yet.',
  noScenes: 'This project has no scene. Add one in Build.',
  scenesUnread: 'The scenes have not been read yet.',
  destinationsUnread: 'The destinations have not been read yet.',
  noDestinations: 'This project has no destination. Choose one in Projects.',
  journal: 'Nothing has happened yet.',
  nameless: '(no name)',
} as const

/** The characters of the show's keys. None may be a second key after G. */
export const SHOW_KEYS = { sync: 'y', back: 'Backspace', next: 'n' } as const

export const CLOCK = {
  onAirFor: 'On air for',
  /** Beside a clock that runs on although the state is unknown. */
  ifStill: 'if it is still on air',
} as const

export const CHECK_ROWS = {
  scene: 'Active scene',
  destinations: 'Destinations',
  end: 'Planned end',
  schedule: 'Schedule',
  noScene: 'no scene is active',
  unread: 'not read yet',
} as const

export const PROJECT_FILTER = 'Find a project'
export const VIEWERS_NOT_KNOWN = 'viewers not known'
export const REHEARSAL_MARK = 'REHEARSAL'
export const OPENS_NEW_TAB = 'Watch'
export const FEWER_ENTRIES = 'Show fewer entries'
export const LAST_END_TODO = {
  plan: null,
  elsewhere: 'Nobody stopped it here. Check the studio.',
  lateStop: 'Perhaps an earlier Stop of yours arrived late. If it was not meant to end, go live again.',
} as const
export const LAST_ERROR_TODO = 'Check the studio for details.'
