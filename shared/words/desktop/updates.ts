/** Texts about updates: why one waits, why one is manual, what went wrong. */

import type { PageName } from '../../bridge/shellBridge.ts'
import { hostOf } from '../accounts/profiles.ts'
import { span, theyAre } from '../format.ts'

/** Why an update is not installed now. Each follows "it waits, because". */
export const HELD_WORDS = {
  onAir: (names: readonly string[]) => `${theyAre(names, true)} on air`,
  armed: 'a start or stop is armed',
  unread: 'what is on air has not been read yet',
  stale: (name: string) => `what ${name} does is not known right now. Refresh it first`,
  schedule: (name: string, ms: number) =>
    ms > 0 ? `a scheduled broadcast of ${name} begins in ${span(ms)}` : `a scheduled broadcast of ${name} is due`,
  scheduleUnread: (name: string) => `when the next scheduled broadcast of ${name} begins is not known yet`,
} as const

/** Why this Cuelight does not update itself, and what to do instead. */
export const BY_HAND_WORDS = {
  unpackaged: 'This Cuelight runs from source. Get the newer source and start it again.',
  noFeed:
    'This Cuelight was built without an address for updates. Install a newer one over it; settings and keys stay.',
  unsigned:
    'This Cuelight is not signed, and macOS lets only signed programs update themselves. Install a newer one over it; settings and keys stay.',
  package: (kind: string) =>
    `This Cuelight was installed as a ${kind} package. Install the newer package the same way; settings and keys stay.`,
  folder: 'This Cuelight runs from a folder. Put the newer one in its place; settings and keys stay.',
  options:
    'This Cuelight was started with options of its own, which an update would drop. Quit it, start Cuelight without options, and update that one.',
  portable: 'This is the portable Cuelight. Put the newer file in its place; settings and keys stay.',
} as const

export const UPDATE_WORDS = {
  nothingReady: 'No update is downloaded. Check for one first.',
  /** With the message of the system or the update server. */
  failed: (what: string) => `Checking for updates failed: ${what}`,
  loadFailed: (version: string, what: string) => `Version ${version} could not be downloaded: ${what}`,
  notInstalled: (what: string) => `The update could not be installed: ${what}`,
} as const

/** Texts about installing the `cuelight` command on the PATH. */
export const INSTALL_WORDS = {
  /** Contained in every launcher that Cuelight writes: only such a file is ever replaced. */
  marker: 'Written by Cuelight, which replaces this file only while this line stands in it.',
  notOurs: (path: string) =>
    `There is another program at ${path}. It was left alone: move it away first, or call Cuelight's by its own path.`,
  notWritten: (path: string, why: string) => `${path} could not be written: ${why}. Nothing was changed.`,
  addToPath: (line: string, profile: string) =>
    `If a terminal does not find it, add this line to ${profile}: ${line}`,
  notInApplications:
    'Move Cuelight to the Applications folder and start it from there. Where it is now, macOS may run it from another place each time.',
  otherCopy: 'It starts another copy of Cuelight: install it again',
  shadowed: (path: string) => `A terminal finds another program first: ${path}`,
} as const

/** What a program that is not installed is called in Windows' Start menu and above its notifications. */
export const INSTALL_NAMES = { portable: 'Cuelight (portable)', checkout: 'Cuelight (from source)' } as const

/** Texts about starting at login. */
export const LOGIN_WORDS = {
  noWay: 'Cuelight knows no way to start at login on this system.',
  notDone: 'The system did not do it, and does not say why.',
  toBeApproved: 'The system is waiting for your approval: System Settings, General, Login Items.',
  turnedOff: 'Windows was told not to start it: Settings, Apps, Startup.',
  /** @param line the command line that is started instead */
  another: (line: string) => `Another program starts in its place: ${line}`,
} as const

/** The desktop app's windows, at the beginning of a sentence. */
export const WINDOW_WORDS: Record<PageName, string> = {
  main: 'The main window',
  quick: 'The quick panel',
  overlay: 'The overlay that answers hotkeys',
}

/** The names of profiles that the user did not name. */
export const STUDIO_NAME = 'Local studio'
export const runName = (baseUrl: string): string => `${hostOf(baseUrl)} (this run)`
