/** The settings of the desktop app, but for its hotkeys, and what the system says of them. */
import type { DesktopState, UpdateState } from '../settings/desktop.ts'
import type { Bounds } from '../settings/preferences.ts'
import type { PreferenceName } from '../settings/profileIds.ts'
import { afterwards, asSentence, exactSpan, timeOfDay } from './format.ts'

export const DESKTOP_HEADINGS = {
  starting: 'Starting',
  windows: 'Windows',
  notifications: 'Notifications',
  command: 'Command line',
  updates: 'Updates',
} as const

/** What can be on or off: its name, and what that means. */
export const SWITCH_WORDS = {
  launchAtLogin: { name: 'Start at login', about: 'Cuelight is there as soon as you are.' },
  startHidden: { name: 'Start hidden', about: 'No window opens when Cuelight starts: only the icon in the tray.' },
  hideFromCapture: {
    name: 'Hide from screen capture',
    about: 'Cuelight’s windows are left out of screenshots, recordings and shared screens, and you see them as ever.',
  },
  overlay: { name: 'Show the answer', about: 'A small sign on the screen for a moment, over other programs.' },
  sound: { name: 'Sound the answer', about: 'A short sound: it went out, it is on air, it was refused.' },
} as const

export const DESKTOP_NAMES = {
  installCommand: 'Install command',
  installAgain: 'Install command again',
  look: 'Look for updates',
  install: 'Install and restart',
} as const

/** How far a system can leave windows out of captures. `null`: as promised. */
export function captureLimit(platform: string): string | null {
  if (platform === 'win32') return null
  if (platform === 'darwin')
    return 'Recorders made for newer versions of macOS may show them all the same: try yours.'
  return 'Linux has no means for that: here it changes nothing.'
}

export const NOTIFICATIONS_ABOUT =
  'Told by your system, outside of Cuelight’s windows. What is turned off here still stands in the journal.'

/** What the system says of starting at login, where that differs from what was chosen or needs a word. */
export function loginSentence(wanted: boolean, { enabled, about }: DesktopState['login']): string | null {
  const said = afterwards(about)
  if (enabled === null) return `The system does not say whether it will.${said}`
  if (enabled !== wanted)
    return enabled
      ? `It is off here, but the system still starts Cuelight at login.${said}`
      : `It is on here, but the system does not start Cuelight at login.${said}`
  return about === null ? null : asSentence(about)
}

export const COMMAND_WORDS = {
  about:
    'For other programs, a Stream Deck or your window manager: cuelight status, cuelight sync, cuelight scene "Break".',
  none: 'The command is not installed: no program finds it by its name.',
} as const

/** Where the command is. */
export function commandSentence({ path, about }: DesktopState['command']): string {
  const said = afterwards(about)
  return path === null ? `${COMMAND_WORDS.none}${said}` : `Installed: ${path}${said && `. ${said.trim()}`}`
}

export const UPDATE_REASONS = {
  unpackaged: 'This Cuelight runs from its sources: it is updated with them.',
  checking: 'It is looking already.',
  loading: 'It is loading an update already.',
} as const

/** How it stands with updates, in plain words. */
export function updateSentence({ state, version, about, checkedAt }: UpdateState): string {
  const why = afterwards(about)
  const found = version === null ? 'An update' : `Version ${version}`
  const at = checkedAt === null ? '' : ` Looked at ${timeOfDay(checkedAt, false)}.`
  const sentences: Record<typeof state, string> = {
    unpackaged: about === null ? UPDATE_REASONS.unpackaged : asSentence(about),
    manual: `${version === null ? 'On this system updates are installed by hand.' : `${found} is there. On this system it is installed by hand.`}${why}${at}`,
    idle: `Not looked for since Cuelight started.${why}`,
    checking: 'Looking for an update…',
    none: `This is the latest version.${why}${at}`,
    loading: `${found} is being loaded. Nothing is installed before you say so.${why}`,
    ready: `${found} is ready. Installing it ends Cuelight and starts it again.${why}`,
    held: `${found} is ready, and waits.${why || ' It is not installed while something is on air or a schedule is near.'}`,
    failed: `Looking for an update failed.${why} What runs here goes on as it is.${at}`,
  }
  return sentences[state]
}

/** What can be chosen for running shows: what it is called, what it means, and what it costs. */

export const SHOW_HEADINGS = {
  guard: 'Stop and hotkeys',
  pace: 'Refresh rate',
  cost: 'Requests used',
} as const

/** Its name, and what it means. */
export const CHOICE_WORDS: Record<PreferenceName, { name: string; about: string }> = {
  holdMs: {
    name: 'Hold Stop for',
    about: 'The broadcast ends once Stop was held this long. Letting go earlier sends nothing.',
  },
  cancelWindowMs: {
    name: 'Time to cancel',
    about: 'By keyboard or screen reader, Stop is pressed once. It goes out after this time, unless you cancel it.',
  },
  pressUntilMs: {
    name: 'Time for the second press',
    about: 'With hotkeys, going live and stopping take two presses. A second one later than this begins anew.',
  },
  liveMs: {
    name: 'On air, every',
    about: 'How soon you see what happens without you: a fault of a destination, a stop by somebody else.',
  },
  idleMs: {
    name: 'Off air, every',
    about: 'How soon you see a start by somebody else. Half as often while no window is open.',
  },
}

export const SHOW_WORDS = {
  guard: 'A change counts from the next press on. Presses less than 0.4 s apart are one press, whatever you choose.',
  pace: 'Your own presses never wait for this: they go out at once, and what they did is read right after.',
  unit: 's',
  less: 'Less',
  more: 'More',
  isDefault: 'This is the default.',
  running: 'On air',
  idle: 'Off air',
} as const

/** What a button beside a field is called. */
export const stepName = (way: 'less' | 'more', name: PreferenceName): string =>
  `${SHOW_WORDS[way]}: ${CHOICE_WORDS[name].name}`

/** How far it goes. */
export const boundsSaid = ({ least, most }: Bounds): string => `${least / 1_000} to ${most / 1_000} s`

export const defaultSaid = (ms: number): string => `Default: ${exactSpan(ms)}`

export const backToDefault = (ms: number): string => `Back to ${exactSpan(ms)}`

/** When what is on air counts as not known any more. */
export const staleSaid = (ms: number): string =>
  `Without an answer for ${exactSpan(ms)}, what is on air counts as not known.`

/** What the readings of the show target take of the account's requests. */
export const costSaid = (requests: number, limit: number): string =>
  `about ${Math.ceil(requests)} of ${limit} a minute`

export const reserveSaid = (reserve: number): string =>
  `The last ${reserve} a minute are kept for what you press: refreshing never uses them. Where the budget runs short, refreshing waits.`

/** What a field takes, said when it got something else. */
export const takesSaid = (bounds: Bounds): string => `It takes ${boundsSaid(bounds)}.`
