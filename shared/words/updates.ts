/** What is said of updates: why one waits, why one is by hand, what went wrong. */
import { listed, span } from './format.ts'

/** Why an update is not installed now. Each ends an "it waits, because". */
export const HELD_WORDS = {
  onAir: (names: readonly string[]) =>
    `${listed(names)} ${names.length === 1 ? 'is, or may be,' : 'are, or may be,'} on air`,
  armed: 'a start or stop is armed',
  unread: 'what is on air has not been read yet',
  stale: (name: string) => `what ${name} does is not known right now. Refresh it first`,
  schedule: (name: string, ms: number) =>
    ms > 0 ? `a scheduled broadcast of ${name} begins in ${span(ms)}` : `a scheduled broadcast of ${name} is due`,
  scheduleUnread: (name: string) => `when the next scheduled broadcast of ${name} begins is not known yet`,
} as const

/** Why this Cuelight does not update itself, and what to do instead. */
export const BY_HAND_WORDS = {
  unpackaged: 'This Cuelight runs from its sources. Fetch the newer ones and start it again.',
  noFeed:
    'This Cuelight was built without an address for updates. Install a newer one over it; settings and keys stay.',
  unsigned:
    'This Cuelight is not signed, and macOS lets only signed programs update themselves. Install a newer one over it; settings and keys stay.',
  package: (kind: string) =>
    `This Cuelight was installed as a ${kind} package. Install the newer package the same way; settings and keys stay.`,
  folder: 'This Cuelight runs from a folder. Put the newer one in its place; settings and keys stay.',
  portable: 'This is the portable Cuelight. Put the newer file in its place; settings and keys stay.',
} as const

export const UPDATE_WORDS = {
  nothingReady: 'No newer version is loaded. Look for one first.',
  /** With whatever the system or the address of updates said. */
  failed: (what: string) => `Looking for a newer version failed: ${what}`,
  loadFailed: (version: string, what: string) => `Version ${version} could not be loaded: ${what}`,
  notInstalled: (what: string) => `The update could not be installed: ${what}`,
} as const
