/** What the set-up is called and says: its frame, why a file could not be saved, and ending Cuelight. */
import { theyAre } from './format.ts'

/** The sections of the set-up, in their order. */
export const SECTION_WORDS = {
  accounts: 'Accounts',
  running: 'Show',
  rehearsal: 'Rehearsal',
  appearance: 'Appearance',
  hotkeys: 'Hotkeys',
  desktop: 'Desktop',
  interface: 'API',
  support: 'Support',
  about: 'About',
} as const

export const SETUP_NAMES = {
  back: 'Back to the show',
  sections: 'Sections of the settings',
  quit: 'Quit Cuelight',
  leave: 'Leave on air',
  stopAndQuit: 'Stop and quit',
  stay: 'Stay',
  quitNow: 'Quit',
  saveSupport: 'Save the support bundle',
  saveSettings: 'Export settings',
  importSettings: 'Import settings',
  saveOpenapi: 'Save openapi.json',
} as const

export const SETUP_LOADING = 'Opening…'

export const QUIT_WORDS = {
  title: 'Quit Cuelight?',
  leaveMore: 'Cuelight ends. The broadcast continues, and the next start finds it again.',
  everywhere: 'The panel, the tray and every hotkey end with it, in all windows and browsers.',
  quitMore: 'Cuelight ends. Start it again whenever you need it.',
  stayMore: 'Nothing happens.',
  severalRun: 'More than one is on air: stop them one by one, or leave them on air.',
} as const

/** What the question before quitting says is on air. */
export function onAirNow(names: readonly string[]): string {
  if (names.length === 0)
    return 'Whether anything is on air is not known right now: what would say so does not answer. What should become of it?'
  return `${theyAre(names)} on air. What should become of ${names.length === 1 ? 'it' : 'them'}?`
}

export const stoppingAndQuittingIn = (leftMs: number): string =>
  `Stopping and quitting in ${Math.max(1, Math.ceil(leftMs / 1000))} s`

export const ENDED_WORDS = {
  title: 'Cuelight has ended',
  nothing: 'It left nothing on air.',
  again: 'Start Cuelight again: this page then goes on by itself.',
} as const

/** What a Cuelight that was quit from here left on air. */
export function leftOnAir(names: readonly string[]): string {
  if (names.length === 0) return ENDED_WORDS.nothing
  return `${theyAre(names)} still on air, and will stay on air without Cuelight.`
}

export const SAVE_WORDS = {
  saving: 'Saving…',
  saved: 'Saved where you chose.',
  noAnswer: 'Cuelight does not answer, so nothing was saved. Try again once the link stands.',
  noSession:
    'This browser has no session any more, so nothing was saved. A new address: cuelight panel (from a checkout: npm run --silent cuelight -- panel).',
  notOffered: 'This Cuelight does not hand out that file. Nothing was saved.',
  gone: 'That is not there any more. Nothing was saved.',
} as const

/** Words for an answer other than the file. */
export function notSaved(status: number): string {
  if (status === 401 || status === 403) return SAVE_WORDS.noSession
  if (status === 404) return SAVE_WORDS.notOffered
  return `Cuelight could not make the file (${status}). Nothing was saved: try again, and look at its log.`
}

/** Where the desktop app could not write a file. @param why the system's own word */
export const fileNotSaved = (why: string): string => `Nothing was saved: ${why}. Choose another place and try again.`

/** What can be taken out of Cuelight and into it again. */

export const SUPPORT_HEADINGS = {
  bundle: 'Support bundle',
  settings: 'Settings',
} as const

export const SUPPORT_WORDS = {
  bundle: 'One file with everything a helper needs:',
  holds: [
    'the version of Cuelight and the system it runs on',
    'the journal: what was asked for and what came of it',
    'the log, and that of the local studio',
    'the state as this panel shows it, and the settings',
    'the contract with the service, and how each operation went last',
  ],
  noSecret:
    'No API key is in it. Names of your projects, scenes and destinations are: look through it before you pass it on.',
  exporting:
    'Profiles, show targets, the padlock and the times you chose, to take to another machine. Keys are not part of it.',
  importing:
    'Adds profiles, show targets and times where none was chosen here. Nothing here is replaced; keys are never in the file.',
  file: 'Settings file',
  tooLarge: 'That file is too large to be exported settings. Nothing was changed.',
  unreadable: 'That file cannot be read. Nothing was changed.',
} as const

export const handedToBrowser = (file: string): string =>
  `${file} was handed to the browser: it lies among your downloads.`

/** What was picked is something else, of a newer Cuelight, or was changed by hand. @param field where it differs */
export function notSettings(field: string): string {
  const where = field === 'version' || field === 'text' ? '' : ` (look at “${field}”)`
  return `These are no settings that this Cuelight can read${where}. Nothing was changed.`
}
