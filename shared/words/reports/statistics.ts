/** A project's past broadcasts: views, what played, and two of them side by side. */
import { counted, numeral, shortDayOf, span, timeOfDay } from '../format.ts'
import { LANGUAGE } from '../language.ts'
import type { StateWords } from '../panel/states.ts'

export const REPORT_NAMES = {
  title: 'Reports',
  project: 'Project',
  broadcasts: 'Past broadcasts',
  allShows: 'Last shows of all projects',
  peaks: 'Peak viewers, broadcast by broadcast',
  journal: 'Journal',
  close: 'Close',
  table: 'As a table',
  compareWith: 'Compare with',
  compareProject: 'Project to compare with',
  nothing: 'No other',
  csv: { statisticsCsv: 'Statistics as CSV', playedCsv: 'What played as CSV' },
  earlier: 'Earlier hour',
  later: 'Later hour',
  further: 'Read further',
  otherChannel: 'Another channel',
} as const

export const REPORT_ABOUT = { journal: 'What was pressed here, and the show report, are in the journal.' } as const

export const NUMBER_NAMES = {
  views: 'Views',
  watchTime: 'Watch time',
  perView: 'Time per view',
  peak: 'Peak viewers',
  average: 'Average viewers',
  likes: 'Likes',
  revenue: 'Estimated revenue, YouTube only',
} as const

export const COLUMN_NAMES = {
  broadcast: 'Broadcast',
  length: 'Length',
  day: 'Day (UTC)',
  hour: 'Time',
  file: 'File',
  scene: 'Scene',
  action: 'What happened',
  viewers: 'Viewers',
  number: 'Number',
  difference: 'A compared with B',
} as const

export const READING = {
  projects: 'Reading the projects…',
  broadcasts: 'Reading the broadcasts…',
  statistics: 'Reading the statistics…',
  played: 'Reading what played…',
} as const

export const HEADINGS_OF = {
  days: 'Views day by day',
  played: 'What played',
  compared: 'Side by side',
} as const

/** For screen readers: the table under a heading. */
export const tableOf = (heading: string): string => `${heading}: table`

/** For the figures of a rehearsal. */
export const MADE_UP = 'Made up for rehearsing: nobody watched.'
export const NOT_KNOWN = 'not known'
export const START_NOT_KNOWN = 'Start not known'
export const NO_SCENE = 'No scene named'
export const PLAYED_ACTIONS: Record<string, string> = { start: 'started', stop: 'stopped' }

/** When it began, in local time. */
export function startOf(date: string | null): string {
  const at = Date.parse(date ?? '')
  return Number.isNaN(at) ? (date ?? START_NOT_KNOWN) : `${shortDayOf(at)}, ${timeOfDay(at, false)}`
}

/** The two that are compared, wherever there is no space for more. */
export const SIDES = ['A', 'B'] as const
export const sideOf = (nth: 0 | 1, date: string | null): string => `${SIDES[nth]}: ${startOf(date)}`

/** A moment to the second, in local time. */
export function momentOf(timestamp: string): string {
  const at = Date.parse(timestamp)
  return Number.isNaN(at) ? timestamp : `${shortDayOf(at)}, ${timeOfDay(at)}`
}

/** A day as the service counts it, in UTC. */
export function utcDay(date: string): string {
  const at = Date.parse(date)
  if (Number.isNaN(at)) return date
  return new Date(at).toLocaleDateString(LANGUAGE.tag, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
}

export const watchTime = (minutes: number): string =>
  minutes < 60 ? `${numeral(minutes)} min` : `${numeral(Math.round(minutes / 60))} h`
export const perView = (seconds: number): string => span(seconds * 1000)

/** An amount in its currency; an unknown currency code follows the amount unchanged. */
export function money(amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat(LANGUAGE.tag, { style: 'currency', currency }).format(amount)
  } catch {
    return `${numeral(amount)} ${currency}`
  }
}

export const EACH = { day: 'a day', hour: 'an hour' } as const
export const named = (name: string, each: keyof typeof EACH): string => `${name} ${EACH[each]}`

/** From this factor on, a multiple is shown instead of a percentage. */
const TIMES = 10
/** By how much A is above or below B. */
export const difference = (a: number, b: number): string =>
  b === 0
    ? NOT_COMPARED
    : a / b >= TIMES
      ? `${numeral(Math.round(a / b))} times`
      : new Intl.NumberFormat(LANGUAGE.tag, {
          style: 'percent',
          signDisplay: 'exceptZero',
          maximumFractionDigits: 0,
        }).format(a / b - 1)
export const NOT_COMPARED = 'not comparable'

export const unlike = (each: keyof typeof EACH): string =>
  `They ran for different lengths of time. Compare the numbers ${EACH[each]}.`
export const dayNr = (nr: number): string => `Day ${numeral(nr)}`

export const zoneText = (zone: string): string => `Times: ${zone}. The service counts days in UTC.`
export const statisticsRead = (ageMs: number): string => `Statistics, ${readAgo(ageMs)}`
export const readAgo = (ageMs: number): string => `read ${span(ageMs)} ago`
export const readSoFar = (read: number, total: number, what: 'broadcast' | 'entry'): string => {
  const many = what === 'entry' ? 'entries' : 'broadcasts'
  return read < total ? `${numeral(read)} of ${counted(total, what, many)} read` : counted(total, what, many)
}
export const peakOf = (viewers: number): string => `peak ${numeral(viewers)}`
export const hourOf = (from: number, to: number): string =>
  `${shortDayOf(from)}, ${timeOfDay(from, false)} to ${timeOfDay(to, false)}`
/** The part of the hour that is not read yet; null: all is read. */
export function notRead(known: { from: number; until: number }, from: number, to: number): string | null {
  if (known.from >= to || known.until <= from) return 'not read yet'
  if (known.from >= from) return `before ${timeOfDay(known.from, false)} not read yet`
  return known.until < to ? `after ${timeOfDay(known.until, false)} not read yet` : null
}

type Why = StateWords

/** Why a part of a report is missing, by the service's code. */
export const MISSING: Record<string, Why> = {
  YOUTUBE_ANALYTICS_CONSENT_REQUIRED: {
    headline: 'Statistics need your consent',
    now: 'YouTube shows them only to those the channel has allowed.',
    todo: 'Allow it once in the studio, then read again.',
  },
  ACCOUNT_SELECTION_REQUIRED: {
    headline: 'Which channel?',
    now: 'This account has several channels, each with its own numbers.',
    todo: 'Choose one to see its statistics.',
  },
  FEATURE_NOT_AVAILABLE: {
    headline: 'The log of played files is not enabled for this account',
    now: 'The service switches it on when asked. It starts that day and adds nothing from before. The journal has your scene switches.',
    todo: 'Ask the service’s support for it.',
  },
  LIVE_NOT_FOUND: {
    headline: 'Nothing to report yet',
    now: 'The service has numbers only for broadcasts that have ended.',
    todo: 'Come back after the show, then read again.',
  },
}
export const FAILED = {
  statistics: 'The statistics could not be read',
  played: 'What played could not be read',
  broadcasts: 'The broadcasts could not be read',
  projects: 'The projects could not be read',
} as const

export const NO_PROJECT: Why = {
  headline: 'Choose a project',
  now: 'Each project has its own past broadcasts.',
  todo: null,
}
export const NO_BROADCASTS: Why = {
  headline: 'No past broadcasts yet',
  now: null,
  todo: 'Its first report comes when its first show has ended.',
}
/** How many projects were searched for their last shows. */
export const looked = (read: number, all: number): string =>
  read < all ? `${numeral(read)} of ${counted(all, 'project')} looked through` : counted(all, 'project')
export const NO_SHOWS: Why = {
  headline: 'Nothing has been on air yet',
  now: 'No project looked through has a past broadcast.',
  todo: 'The first report comes when the first show has ended.',
}
export const GONE: Why = {
  headline: 'This broadcast is not among those read',
  now: 'It may belong to another project, or be gone.',
  todo: 'Choose one from the list.',
}
export const NOTHING_PLAYED = 'No file is in the log.'

/** The name of a file about a broadcast: by project and date. */
export const fileName = (project: string | null, date: string | null, what: keyof typeof FILES): string =>
  [project, date?.slice(0, 10), FILES[what]].filter(Boolean).join(' ')
const FILES = { statisticsCsv: 'statistics', playedCsv: 'played files' } as const
