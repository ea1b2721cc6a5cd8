/** The set-up: its frame, why a file could not be saved, and quitting Cuelight. */
import { theyAre } from '../format.ts'

/** The sections of the set-up, in order. */
export const SECTION_WORDS = {
  accounts: 'Accounts',
  running: 'Show',
  macros: 'Macros',
  broadcasting: 'Broadcasting',
  rehearsal: 'Rehearsal',
  appearance: 'Appearance',
  hotkeys: 'Hotkeys',
  desktop: 'Desktop',
  access: 'Access',
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
  quitAnyway: 'Quit anyway',
  saveSupport: 'Save the support bundle',
  saveSettings: 'Export settings',
  importSettings: 'Import settings',
  saveOpenapi: 'Save openapi.json',
} as const

export const SETUP_LOADING = 'Opening…'

export const QUIT_WORDS = {
  title: 'Quit Cuelight?',
  leaveMore: 'Cuelight quits. The broadcast continues, and the next start finds it again.',
  everywhere: 'This ends the panel in every window and browser, the tray and all hotkeys.',
  quitMore: 'Cuelight quits. Start it again whenever you need it.',
  stayMore: 'Nothing happens.',
  severalRun: 'More than one is on air: stop them one by one, or leave them on air.',
} as const

/** What is on air, shown in the question before quitting. @param mayBe of some it is not certain */
export function onAirNow(names: readonly string[], mayBe = false): string {
  if (names.length === 0)
    return 'Cuelight cannot tell right now whether anything is on air: it gets no answer. What should happen to it?'
  return `${theyAre(names, mayBe)} on air. What should happen to ${names.length === 1 ? 'it' : 'them'}?`
}

export const stoppingAndQuittingIn = (leftMs: number): string =>
  `Stopping and quitting in ${Math.max(1, Math.ceil(leftMs / 1000))} s`

export const ENDED_WORDS = {
  title: 'Cuelight has quit',
  nothing: 'It left nothing on air.',
  again: 'Start Cuelight again, and this page resumes by itself.',
} as const

/** What Cuelight left on air when it quit from here. */
export function leftOnAir(names: readonly string[]): string {
  if (names.length === 0) return ENDED_WORDS.nothing
  return `${theyAre(names)} still on air, and will stay on air without Cuelight.`
}

export const SAVE_WORDS = {
  saving: 'Saving…',
  saved: 'Saved where you chose.',
  noAnswer: 'Cuelight is not answering, so nothing was saved. Try again once it is back.',
  noSession:
    'This browser’s session has ended, so nothing was saved. Get a new address: cuelight panel (from a checkout: npm run --silent cuelight -- panel).',
  notOffered: 'This Cuelight does not offer that file. Nothing was saved.',
  gone: 'That no longer exists. Nothing was saved.',
} as const

/** Why the panel got no file, by HTTP status. */
export function notSaved(status: number): string {
  if (status === 401 || status === 403) return SAVE_WORDS.noSession
  if (status === 404) return SAVE_WORDS.notOffered
  return `Cuelight could not make the file (${status}). Nothing was saved: try again, and check its log.`
}

/** The desktop app could not write a file. @param why the system's own words */
export const fileNotSaved = (why: string): string => `Nothing was saved: ${why}. Choose another place and try again.`

export const handedToBrowser = (file: string): string => `${file} was handed to the browser: look in your downloads.`
