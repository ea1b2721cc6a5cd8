/** The desktop app's settings except hotkeys, and what the system reports about them. */
import type { DesktopState, UpdateState } from '../../settings/desktop.ts'
import type { Bounds } from '../../settings/preferences.ts'
import type { PreferenceName } from '../../settings/profileIds.ts'
import { afterwards, asSentence, exactSpan, timeOfDay } from '../format.ts'

export const DESKTOP_HEADINGS = {
  starting: 'Starting',
  windows: 'Windows',
  notifications: 'Notifications',
  command: 'Command line',
  updates: 'Updates',
} as const

/** Switches: name and explanation. */
export const SWITCH_WORDS = {
  launchAtLogin: { name: 'Start at login', about: 'Cuelight is there as soon as you are.' },
  startHidden: { name: 'Start hidden', about: 'Cuelight starts in the tray, with no window.' },
  hideFromCapture: {
    name: 'Hide from screen capture',
    about: 'Screenshots, recordings and shared screens leave Cuelight’s windows out. You still see them.',
  },
  overlay: { name: 'Show the answer', about: 'It pops up for a moment, over other programs.' },
  sound: { name: 'Sound the answer', about: 'A short sound for sent, on air and refused.' },
} as const

export const DESKTOP_NAMES = {
  installCommand: 'Install command',
  installAgain: 'Install command again',
  look: 'Check for updates',
  install: 'Install and restart',
} as const

/** How far a system can exclude windows from captures. `null`: completely. */
export function captureLimit(platform: string): string | null {
  if (platform === 'win32') return null
  if (platform === 'darwin') return 'Recorders made for newer versions of macOS may still show them: try yours.'
  return 'Linux cannot do this: here it changes nothing.'
}

export const NOTIFICATIONS_ABOUT =
  'Your system shows these, outside Cuelight’s windows. What you turn off here is still in the journal.'

/** @param failed the system's own words */
export const notificationFailed = (failed: string): string =>
  `Your system did not show Cuelight’s last notification. Check the system’s notification settings.${afterwards(failed)}`

/** What the system reports about starting at login, if that differs from the setting or needs an explanation. */
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
  none: 'The command is not installed, so no program can find it by name.',
} as const

/** Where the command is installed. */
export function commandSentence({ path, about }: DesktopState['command']): string {
  const said = afterwards(about)
  return path === null ? `${COMMAND_WORDS.none}${said}` : `Installed: ${path}${said && `. ${said.trim()}`}`
}

export const UPDATE_REASONS = {
  unpackaged: 'This Cuelight runs from source: update the source.',
  checking: 'Already checking.',
  loading: 'Already downloading an update.',
} as const

/** The state of updates, in plain words. */
export function updateSentence({ state, version, about, checkedAt }: UpdateState): string {
  const why = afterwards(about)
  const found = version === null ? 'An update' : `Version ${version}`
  const at = checkedAt === null ? '' : ` Checked at ${timeOfDay(checkedAt, false)}.`
  const sentences: Record<typeof state, string> = {
    unpackaged: about === null ? UPDATE_REASONS.unpackaged : asSentence(about),
    manual: `${version === null ? 'On this system, install updates by hand.' : `${found} is available. On this system, install it by hand.`}${why}${at}`,
    idle: `Not checked since Cuelight started.${why}`,
    checking: 'Checking for updates…',
    none: `This is the latest version.${why}${at}`,
    loading: `${found} is downloading. Nothing is installed until you say so.${why}`,
    ready: `${found} is ready. Installing it restarts Cuelight.${why}`,
    held: `${found} is ready and waiting.${why || ' It is not installed while something is on air or a scheduled start is near.'}`,
    failed: `Checking for updates failed.${why} This version keeps running.${at}`,
  }
  return sentences[state]
}

/** Preferences for running shows: name, explanation and cost. */

export const SHOW_HEADINGS = {
  guard: 'Stop and hotkeys',
  pace: 'Refresh rate',
  cost: 'Requests used',
} as const

/** Name and explanation. */
export const CHOICE_WORDS: Record<PreferenceName, { name: string; about: string }> = {
  holdMs: {
    name: 'Hold Stop for',
    about: 'Hold Stop this long to end the broadcast. Let go earlier, and nothing is sent.',
  },
  cancelWindowMs: {
    name: 'Time to cancel',
    about: 'By keyboard or screen reader, press Stop once. It goes out after this time unless you cancel.',
  },
  pressUntilMs: {
    name: 'Time for the second press',
    about: 'With hotkeys, going live and stopping take two presses. A second one later than this starts over.',
  },
  liveMs: {
    name: 'On air, every',
    about: 'How soon you see what you did not do: a destination fault, a stop by somebody else.',
  },
  idleMs: {
    name: 'Off air, every',
    about: 'How soon you see somebody else go live. Half as often while no window is open.',
  },
}

export const SHOW_WORDS = {
  guard: 'Changes apply from the next press. Presses less than 0.4 s apart always count as one.',
  pace: 'Your own presses never wait for this: they go out at once, and Cuelight reads right after.',
  unit: 's',
  less: 'Less',
  more: 'More',
  isDefault: 'This is the default.',
  running: 'On air',
  idle: 'Off air',
} as const

/** The name of a step button beside a field. */
export const stepName = (way: 'less' | 'more', name: PreferenceName): string =>
  `${SHOW_WORDS[way]}: ${CHOICE_WORDS[name].name}`

/** The allowed range. */
export const boundsText = ({ least, most }: Bounds): string => `${least / 1_000} to ${most / 1_000} s`

export const defaultText = (ms: number): string => `Default: ${exactSpan(ms)}`

export const backToDefault = (ms: number): string => `Back to ${exactSpan(ms)}`

/** When what is on air counts as unknown. */
export const staleText = (ms: number): string =>
  `After ${exactSpan(ms)} without an answer, what is on air counts as not known.`

/** How many of the account's requests the readings of the show target use. */
export const costText = (requests: number, limit: number): string =>
  `about ${Math.ceil(requests)} of ${limit} a minute`

export const reserveText = (reserve: number): string =>
  `The last ${reserve} a minute are kept for your presses: refreshing never uses them. When the budget runs short, refreshing waits.`

/** Which values a field accepts, shown for invalid input. */
export const durationText = (bounds: Bounds): string => `It takes ${boundsText(bounds)}.`
