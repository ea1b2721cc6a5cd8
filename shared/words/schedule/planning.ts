/** The schedule of all projects: upcoming broadcasts; adding, moving and cancelling dates. */
import { capitalised, counted, dayName, inARow, listed, numeral, span, timeOfDay, when } from '../format.ts'
import { EMPTY } from '../labels.ts'
import { LANGUAGE } from '../language.ts'
import type { StateWords } from '../panel/states.ts'

export const PLAN_NAMES = {
  add: 'Add dates',
  view: 'View',
  addOn: (day: string) => `Add a date on ${day}`,
  days: 'Days',
  toAll: 'All dates',
} as const
export const VIEW_NAMES = { month: '28 days', hours: '24 hours', list: 'List' } as const

export { when }
/** Wed, 14 Oct: of a calendar day. */
export const calendarDay = (day: string): string => dayName(Date.parse(`${day}T00:00Z`), true)
export const today = (day: string): string => `Today, ${day}`
/** 14, or 1 Nov on the first of a month. */
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
/** The name of the zone's time at that moment: "British Summer Time". */
export const timeName = (at: number, zone: string): string =>
  new Intl.DateTimeFormat(LANGUAGE.tag, { timeZone: zone, timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone
const zoneThen = (at: number, zone: string, ms: number) => `${timeName(at, zone)} (${offset(ms)})`
export const ZONE_WORDS = {
  now: (at: number, zone: string, ms: number) => zoneThen(at, zone, ms),
  until: (jumpAt: number, zone: string, ms: number) =>
    `until ${when(jumpAt - 60_000)}, then ${zoneThen(jumpAt, zone, ms)}`,
  /** A short mark on the day. */
  mark: (ms: number) => `clocks ${ms < 0 ? '−' : '+'}${span(Math.abs(ms))}`,
  jump: (ms: number) => `Clocks go ${ms < 0 ? 'back' : 'forward'} ${span(Math.abs(ms))}.`,
} as const

export const lastsTo = (time: string): string => `to ${time}`
export const moreThatDay = (count: number): string => `${numeral(count)} more`

/** How long it runs, and its destinations. */
export function runFacts(end: number | null, at: number, outlets: readonly string[]): string {
  const length = end === null ? 'no end known' : Number.isFinite(end) ? span(end - at) : 'until stopped'
  return inARow([length, ...outlets])
}
export const ON_AIR = 'ON AIR'
/** A date that is only entered so far. */
export const NOT_SENT = 'not sent yet'
/** A date that the user's input would move or cancel. */
export const LEAVING = 'leaves here: not sent yet'
interface Clashing {
  name: string
  isRunning: boolean
  at: number
  end: number | null
}
/** How many clashes are named. */
const CLASHES_NAMED = 3
/** @param others runs that use one of its destinations at the same time, each with its day */
export function clash(others: readonly Clashing[]): string {
  const named = others.slice(0, CLASHES_NAMED).map((one) => `${one.name}, ${spanOf(one)}`)
  const more = others.length - named.length
  const all = `${named.join('; ')}${more > 0 ? `; and ${numeral(more)} more` : ''}`
  return `Clash, same destination: ${all}. Neither ends the other.`
}
const spanOf = ({ isRunning, at, end }: Clashing) => `${isRunning ? 'on air' : when(at)} ${endOf(end, at)}`
const endOf = (end: number | null, at: number) =>
  end === null ? '(no end known)' : Number.isFinite(end) ? `until ${endTime(end, at)}` : 'until stopped'
/** Includes the day if it differs from the day of the start. */
const endTime = (end: number, at: number) => (dayName(end) === dayName(at) ? timeOfDay(end, false) : when(end))
/** When a running broadcast is planned to end. */
export const endsAt = (end: number | null, now: number): string => (end === null ? 'no end known' : endOf(end, now))
/** On the day a broadcast is planned to end. */
export const endsThen = (end: number): string => `ends ${timeOfDay(end, false)}`

export const PLAN_WORDS = {
  loading: 'Reading the schedule…',
  failed: 'The schedule could not be read',
  stale: 'The schedule could not be read again',
  runningFailed: 'What is on air could not be read',
  lengthsFailed: 'The lengths of the dates could not be read',
  none: {
    headline: 'Nothing is scheduled',
    now: 'No project has a date coming up.',
    todo: 'Choose a day to add a date: the show then starts by itself.',
  },
} as const

/** How much has been read, and how old that is. */
export function readSoFar(count: number, { read, of }: { read: number; of: number }, ageMs: number): string {
  const dates = counted(count, 'date')
  if (read < of) return `${dates} so far: ${numeral(read)} of ${counted(of, 'project')} read`
  if (count === 0) return `No dates, read ${span(ageMs)} ago`
  return `${dates} in ${counted(of, 'project')}, read ${span(ageMs)} ago`
}

export const DATES_NAMES = {
  project: 'Project',
  day: 'First date',
  onlyDay: 'Date',
  time: 'At',
  repeat: 'Repeat',
  times: 'How many dates',
  takeOut: 'Take out',
  earliest: 'Take the earliest time',
  latest: 'Take the latest time',
  send: (count: number) => (count === 0 ? 'Schedule' : `Schedule ${counted(count, 'date')}`),
  addAnother: 'Add another date',
  weekdays: 'On',
  dayOf: (nth: string) => `Day of ${nth}`,
  timeOf: (nth: string) => `Time of ${nth}`,
  tryAgain: (count: number) => (count === 1 ? 'Try that one again' : `Try the ${numeral(count)} again`),
  openMove: 'Change dates',
  keep: 'Leave as they are',
  cancel: 'Cancel this date',
  cancelAll: (count: number) => (count === 1 ? 'Cancel the date…' : `Cancel all ${numeral(count)} dates…`),
  cancelYes: 'Cancel it',
  cancelAllYes: 'Cancel all',
  cancelNo: 'Keep',
  /** For dates that were just cancelled. */
  putBack: (dates: readonly number[]) =>
    `Put ${dates.length === 1 ? listed(dates.map(when)) : counted(dates.length, 'date')} back`,
} as const
export const REPEAT_NAMES = {
  each: 'Each by itself',
  once: 'Once',
  daily: 'Daily',
  weekly: 'Weekly',
  days: 'By weekday',
  same: 'All together',
} as const

/** What sending does to the existing dates, and the name of the button. */
export interface Changes {
  stay: readonly number[]
  moved: readonly { from: number; to: number }[]
  added: readonly number[]
  gone: readonly number[]
}
export function changeNames({ moved, added, gone }: Changes): string {
  const parts = [
    moved.length ? `move ${counted(moved.length, 'date')}` : '',
    added.length ? `add ${counted(added.length, 'date')}` : '',
    gone.length ? `cancel ${counted(gone.length, 'date')}` : '',
  ].filter(Boolean)
  return parts.length ? capitalised(listed(parts)) : 'Nothing changed'
}
export const isUnchanged = ({ moved, added, gone }: Changes): boolean =>
  moved.length + added.length + gone.length === 0
export const stays = (count: number): string => (count === 0 ? '' : `${counted(count, 'date')} unchanged.`)
/** Where a moved date was before. */
export const movedFrom = (from: number): string => `was ${when(from)}`
export const NEW_DATE = 'new'
export const goneDates = (gone: readonly number[]): string => `Cancelled: ${listed(gone.map(when))}.`
/** The dates were changed elsewhere while their form is open. */
export const changedElsewhere = (now: readonly number[]): string =>
  `The dates were changed elsewhere. ${scheduledNow(now)} Check yours against them.`
export const scheduledNow = (dates: readonly number[]): string =>
  `Scheduled now: ${dates.length === 0 ? 'none' : listed(dates.map(when))}.`
/** In the list of projects: the dates a project already has. */
export function standing(count: number, next: number | null): string | null {
  if (count === 0) return null
  return `${counted(count, 'date')} already${next === null ? '' : `, next ${when(next)}`}`
}
export const BLOCKED = {
  onAir: (end: number | null, now: number): StateWords => ({
    headline: end === null ? 'On air now' : `On air ${endOf(end, now)}`,
    now: 'The service takes no dates for a project while it is on air.',
    todo: 'Set them after the show, or stop it first.',
  }),
  pluginMode: {
    headline: 'This project runs in plugin mode',
    now: 'Its shows start from the plugin, so it cannot be scheduled here.',
    todo: 'Start it in the studio, or choose another project.',
  },
  noDestinations: {
    headline: 'This project has no destination',
    now: 'The service takes no dates for a project that reaches nobody.',
    todo: 'Choose a destination in Projects, then add the dates.',
  },
} as const
export const BLOCKED_NAMES = {
  onAir: 'On air now',
  pluginMode: 'Starts from its plugin: takes no dates here',
  noDestinations: 'No destination: cannot be scheduled yet',
} as const

export const DATES_WORDS = {
  choose: 'Which project gets the dates?',
  notRead: 'Still reading its dates.',
  none: 'No dates are scheduled.',
  skipped: 'The clocks skip this time that day. Choose another time.',
  twice: 'This time comes twice that day. Which one?',
  some: (count: number, all: number) => `${numeral(count)} of ${counted(all, 'date')} can be scheduled.`,
  nothing: 'No date here can be scheduled yet.',
  unchanged: 'Nothing is changed yet.',
  noDay: 'Choose a day and a time.',
  noTimes: 'Say how often: at least once.',
  noWeekday: 'Choose at least one day of the week.',
  noneLeft: 'No date is left.',
  empty: 'Day or time is missing.',
  wait: 'Still checking the last one. Wait, so that there are not two sets.',
  cancelOne: (at: number) => `Cancel ${when(at)}?`,
  cancelAll: (count: number, name: string) => `Cancel ${counted(count, 'date')} of ${name}?`,
  partly: {
    headline: (taken: number, sent: number) => `${numeral(taken)} of ${counted(sent, 'date')} were accepted`,
    now: (missing: readonly number[]) => `Not scheduled: ${listed(missing.map(when))}.`,
    todo: 'The service takes a set whole: trying again writes the accepted ones anew, too.',
  },
} as const

/** How long each run lasts. @param ms infinity: until stopped; null: unknown */
export function runsFor(ms: number | null): string {
  if (ms === null) return 'How long it runs is not known.'
  if (!Number.isFinite(ms)) return 'It runs until stopped, so it can have only one date.'
  return `Each run ends by itself after ${span(ms)}.`
}
export const dateCount = (count: number, most: number): string => {
  if (most === 1) return ''
  return count < most
    ? `${counted(count, 'date')}. Up to ${numeral(most)} are possible.`
    : `${counted(count, 'date')}, the most there can be.`
}
/** A date as entered. */
export const typed = (wall: string): string => `${calendarDay(wall.slice(0, 10))}, ${wall.slice(11)}`
/** Which moment is meant, if a local time occurs twice. */
export const whichOne = (wall: string, at: number, zone: string): string => `${wall.slice(11)} ${timeName(at, zone)}`

/** What viewers see in the next 24 hours. */
export const playsIn = (name: string) => `What plays in ${name || EMPTY.nameless}`

export const HOURS_WORDS = {
  heading: 'Next 24 hours, project by project',
  none: 'Nothing runs or starts in the next 24 hours.',
  columns: ['Project', 'From', 'Until'],
  onAir: 'on air now',
  noEnd: 'no end known',
  manual: 'until stopped',
  plays: 'What plays',
  playsOthers: 'Open another project to see what plays in it.',
  guide: 'What plays, layer by layer',
  scene: 'Scene',
  showAt: 'Show from',
  earlier: 'An hour earlier',
  later: 'An hour later',
  to: (at: number) => `to ${timeOfDay(at, false)}`,
  from: (at: number, end: number | null) =>
    end !== null && Number.isFinite(end)
      ? `${timeOfDay(at, false)} to ${timeOfDay(end, false)}`
      : `from ${timeOfDay(at, false)}`,
  shuffledKey: 'shuffled, order not known',
  playsNotThen: 'Nothing is known to play then.',
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

/** How the forecast ends within these hours, and why. */
export const END_WORDS = {
  planned: (at: number) => `Ends ${when(at)}: its planned length is over.`,
  schedule: (at: number) => `Ends ${when(at)}: another date begins.`,
  service: (at: number) => `Ends ${when(at)}: the service ends even open-ended shows by then.`,
  deadAir: (at: number) => `Dead air from ${when(at)}: the last list ends and nothing follows.`,
  unknownLength: (at: number) => `Not known from ${when(at)}: how long a file plays is not known.`,
} as const
