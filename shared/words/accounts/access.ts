/** Panel access: who has it, and how to end it. */
import type { BROWSERS, BrowserName, PanelSessionShown, PanelSessions, SYSTEMS } from '../../query/panelSessions.ts'
import { beside, counted, shortDayOf, timeOfDay } from '../format.ts'

export const ACCESS_NAMES = {
  end: 'End access',
  endAll: 'End all access',
  keep: 'Keep',
} as const

export const ACCESS_SETTING_WORDS = {
  about:
    'A browser that opened an address of this panel has access from then on, also after a restart. Access ends when you end it here, or when the browser has not used it for 30 days.',
  browsers: 'Browsers with access',
  none: 'No browser has access.',
  here: 'this browser',
  endingAll:
    'End access for every browser, and make every address that was not opened yet useless? Each browser needs a new address then.',
  endingHere:
    'This page loses its access too. A new address: cuelight panel (from a checkout: npm run --silent cuelight -- panel).',
  app: 'The windows of the desktop app are not in this list: they stay as they are.',
} as const

const BROWSER_WORDS: Record<(typeof BROWSERS)[number], string> = {
  OBS: 'OBS',
  Edge: 'Edge',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
}
const SYSTEM_WORDS: Record<(typeof SYSTEMS)[number], string> = {
  Windows: 'Windows',
  macOS: 'macOS',
  Android: 'Android',
  iOS: 'iOS',
  Linux: 'Linux',
}

/** What a browser claims to be, e.g. "Firefox on Linux". */
export function browserText({ browser, system }: BrowserName): string {
  const name = browser === null ? 'A browser' : BROWSER_WORDS[browser]
  return system === null ? name : `${name} on ${SYSTEM_WORDS[system]}`
}

const momentSaid = (at: number): string => `${shortDayOf(at)}, ${timeOfDay(at, false)}`

/** When it last connected or disconnected, or how many of its panels are open. */
export const lastSeenText = ({ panels, lastSeen }: Pick<PanelSessionShown, 'panels' | 'lastSeen'>): string =>
  panels > 0 ? `${counted(panels, 'panel')} open now` : `last seen ${momentSaid(lastSeen)}`

/** Since when it has access, and when it was last seen. */
export const accessText = (one: PanelSessionShown): string =>
  beside([`since ${momentSaid(one.since)}`, lastSeenText(one)])

/** Identifies one of several for screen readers. */
export const whoseAccess = (one: PanelSessionShown): string => `of ${browserText(one)}, ${accessText(one)}`

/** How many issued addresses would still open the panel; null: none. */
export function unopenedText({ unopened }: Pick<PanelSessions, 'unopened'>): string | null {
  if (unopened === 0) return null
  const [addresses, each] = [counted(unopened, 'address', 'addresses'), unopened === 1 ? 'It works' : 'Each works']
  return `${addresses} not opened yet. ${each} for at most ten minutes.`
}

export const ACCESS_ON_THE_COMMAND_LINE = {
  since: momentSaid,
  howToEnd: 'To end one: cuelight sessions end ID. To end all: cuelight sessions end all.',
  noSuchSession: (typed: string) => `No browser with access has the id "${typed.slice(0, 40)}". Nothing was ended.`,
  severalSessions: (typed: string) =>
    `Several browsers with access have an id that begins with "${typed.slice(0, 40)}": type more of it. Nothing was ended.`,
} as const
