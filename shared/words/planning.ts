/** The schedule of all projects: what is ahead, adding dates, moving and cancelling them. */
import { counted, dayName, inARow, numeral, span, timeOfDay, when } from './format.ts'
import { LANGUAGE } from './language.ts'

export const PLAN_NAMES = {
  add: 'Add dates',
  view: 'View',
} as const
export const VIEW_NAMES = { month: '28 days', hours: '24 hours', list: 'List' } as const

export { when }
/** Wed, 14 Oct: of a day of the calendar. */
export const calendarDay = (day: string): string => dayName(Date.parse(`${day}T00:00Z`), true)
export const today = (day: string): string => `Today, ${day}`
/** 14, or 1 Nov where a month begins. */
export const dayNumber = (day: string, withMonth: boolean): string =>
  new Date(`${day}T00:00Z`).toLocaleDateString(LANGUAGE.tag, {
    ...{ day: 'numeric', timeZone: 'UTC' },
    ...(withMonth && { month: 'short' }),
  })
export const weekdayName = (day: string): string =>
  new Date(`${day}T00:00Z`).toLocaleDateString(LANGUAGE.tag, { weekday: 'short', timeZone: 'UTC' })

const offset = (ms: number) => {
  const minutes = Math.abs(ms) / 60_000
  const [h, m] = [Math.floor(minutes / 60), minutes % 60]
  return `UTC${ms < 0 ? '−' : '+'}${h}${m ? `:${String(m).padStart(2, '0')}` : ''}`
}
/** What a clock is set to then: "British Summer Time". */
export const timeName = (at: number, zone: string): string =>
  new Intl.DateTimeFormat(LANGUAGE.tag, { timeZone: zone, timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone
const zoneThen = (at: number, zone: string, ms: number) => `${timeName(at, zone)} (${offset(ms)})`
export const ZONE_WORDS = {
  now: (at: number, zone: string, ms: number) => zoneThen(at, zone, ms),
  until: (jumpAt: number, zone: string, ms: number) =>
    `until ${when(jumpAt - 60_000)}, then ${zoneThen(jumpAt, zone, ms)}`,
  /** At its day, in few letters. */
  mark: (ms: number) => `clocks ${ms < 0 ? '−' : '+'}${span(Math.abs(ms))}`,
  jump: (ms: number) => `Clocks go ${ms < 0 ? 'back' : 'forward'} ${span(Math.abs(ms))}.`,
} as const

export const lastsTo = (time: string): string => `to ${time}`
export const moreThatDay = (count: number): string => `${numeral(count)} more`

/** How long it runs, and where to. */
export function runFacts(end: number | null, at: number, outlets: readonly string[]): string {
  const length = end === null ? 'no end known' : Number.isFinite(end) ? span(end - at) : 'until stopped'
  return inARow([length, ...outlets])
}
export const ON_AIR = 'ON AIR'
/** Of a date that is only typed yet. */
export const NOT_SENT = 'not sent yet'
/** @param others those that use a destination of it meanwhile, each with its end */
export const clash = (others: readonly { name: string; end: number | null }[]): string =>
  `Clash, same destination: ${inARow(others.map(({ name, end }) => `${name} ${endOf(end)}`))}.`
const endOf = (end: number | null) =>
  end === null ? '(no end known)' : Number.isFinite(end) ? `until ${timeOfDay(end, false)}` : 'until stopped'

export const PLAN_WORDS = {
  loading: 'Reading the schedule…',
  failed: 'The schedule could not be read',
  stale: 'The schedule could not be read again',
  runningFailed: 'What is on air could not be read',
  lengthsFailed: 'The lengths of the dates could not be read',
  none: {
    headline: 'Nothing is scheduled',
    now: 'No project has a date coming up.',
    todo: 'Add dates, and the show starts by itself.',
  },
} as const

/** How much is read, and how old that is. */
export function readSoFar(count: number, { read, of }: { read: number; of: number }, ageMs: number): string {
  const dates = counted(count, 'date')
  if (read < of) return `${dates} so far: ${numeral(read)} of ${counted(of, 'project')} read`
  return `${dates} in ${counted(of, 'project')}, read ${span(ageMs)} ago`
}

export const DATES_NAMES = {
  project: 'Project',
  day: 'First date',
  time: 'At',
  repeat: 'Repeat',
  times: 'How often',
  takeOut: 'Take out',
  earliest: 'Take the earliest time',
  send: (count: number) => `Schedule ${numeral(count)}`,
  move: (count: number) => `Move to ${counted(count, 'date')}`,
  openMove: 'Move dates',
  keep: 'Keep as they are',
  cancel: 'Cancel this date',
  cancelAll: (count: number) => `Cancel all ${numeral(count)}`,
  cancelYes: 'Cancel it',
  cancelAllYes: 'Cancel all',
  cancelNo: 'Keep',
} as const
export const REPEAT_NAMES = { once: 'Once', daily: 'Daily', weekly: 'Weekly', same: 'As now' } as const

export const DATES_WORDS = {
  choose: 'Which project gets the dates?',
  loading: 'Reading the project…',
  failed: 'The project could not be read',
  notRead: 'Still reading its dates.',
  skipped: 'The clocks skip this time that day. Choose another time.',
  twice: 'This time comes twice that day. Which one?',
  oneSet: 'A project holds one set of dates. To add more later, move them.',
  some: (count: number, all: number) => `${numeral(count)} of ${numeral(all)} can be sent.`,
  nothing: 'None of these can be sent.',
  wait: 'Still checking the last one. Wait, so that there are not two sets.',
  cancelOne: (at: number) => `Cancel ${when(at)}?`,
  cancelAll: (count: number, name: string) => `Cancel ${counted(count, 'date')} of ${name}?`,
  taken: 'accepted',
  notTaken: 'not accepted',
  partly: {
    headline: (taken: number, sent: number) => `${numeral(taken)} of ${counted(sent, 'date')} were accepted`,
    now: 'The others are not in the schedule.',
    todo: 'A project holds one set, so move its dates to send them all again.',
  },
} as const

/** How long each run is. @param ms infinity: until stopped; null: not known */
export function runsFor(ms: number | null): string {
  if (ms === null) return 'How long it runs is not known.'
  if (!Number.isFinite(ms)) return 'It runs until stopped, so it can have one date only.'
  return `Each run ends by itself after ${span(ms)}.`
}
export const dateCount = (count: number, most: number): string =>
  `${counted(count, 'date')} of ${numeral(most)} at most`
/** A date as it was typed. */
export const typed = (wall: string): string => `${calendarDay(wall.slice(0, 10))}, ${wall.slice(11)}`
/** Which of the two a time is, where it comes twice. */
export const whichOne = (wall: string, at: number, zone: string): string => `${wall.slice(11)} ${timeName(at, zone)}`

/** What viewers get in the next 24 hours. */
export const HOURS_WORDS = {
  heading: 'Next 24 hours, project by project',
  none: 'Nothing runs or starts in the next 24 hours.',
  columns: ['Project', 'From', 'Until'],
  onAir: 'on air now',
  noEnd: 'no end known',
  manual: 'until stopped',
  plays: 'What plays',
  playsLoading: 'Reading what plays…',
  playsFailed: 'What plays could not be read',
  playsNone: 'Nothing plays: no list has a file in it.',
  notRunning: (at: number) => `As it would play from ${when(at)}.`,
  readAgo: (ms: number) => `Read ${span(ms)} ago.`,
  dates: 'Its dates',
  known: 'known',
  estimated: 'estimated',
  about: 'Known: only what the service says is playing now. Later times are worked out from file lengths.',
  seam: 'starts over',
  shuffled: 'Shuffled, order not known',
  lengthNotKnown: 'length not known',
  more: (count: number) => `Show ${numeral(count)} more`,
  unread: (read: number, of: number) => `${numeral(read)} of ${counted(of, 'scene')} read.`,
  columnsOfPlays: ['At', 'File', 'Scene'],
} as const

/** How it ends within these hours, with what ends it. */
export const END_WORDS = {
  planned: (at: number) => `Ends ${when(at)}: its planned length is over.`,
  schedule: (at: number) => `Ends ${when(at)}: another date begins.`,
  service: (at: number) => `Ends ${when(at)}: the service ends even open-ended shows by then.`,
  deadAir: (at: number) => `Dead air from ${when(at)}: the last list ends and nothing follows.`,
  unknownLength: (at: number) => `Not known from ${when(at)}: how long a file plays is not known.`,
} as const
