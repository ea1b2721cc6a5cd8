/** The account's projects: finding, viewing, changing and creating one. */
import type { LiveStatus } from '../../contract/records.ts'
import { counted, numeral, shortDayOf, span } from '../format.ts'
import type { StateWords } from '../panel/states.ts'

export const PROJECT_NAMES = {
  title: 'Projects',
  create: 'New project',
  createThis: 'Create project',
  createCalled: 'New project with this name',
  showAll: 'Show all',
  makeTarget: 'Make show target',
  save: 'Save',
  /** Auto-sync is on, and the project is on air. */
  saveOnAir: 'Save, viewers see it now',
  discard: 'Discard changes',
  cancel: 'Cancel',
  takeTheirs: 'Take theirs',
  saveMine: 'Save yours instead',
  build: 'Build it',
  dates: 'Its dates',
  reports: 'Its reports',
  allBroadcasts: (count: number) => `Show all ${numeral(count)}`,
} as const

/** Beside a project in the list. Short: it must be read in passing. */
export const STATE_TAGS: Record<LiveStatus, string> = {
  LIVE: 'LIVE',
  PREPARING: 'PREPARING',
  SCHEDULED: 'SCHEDULED',
  OFFLINE: 'OFF',
  COMPLETED: 'OFF',
  ERROR: 'OFF',
  UNKNOWN: 'NOT KNOWN',
}
export const TARGET_TAG = 'SHOW TARGET'

export const GROUP_NAMES = { all: 'All', live: 'On air', scheduled: 'Scheduled', off: 'Off air' } as const
export const GROUPS_NAME = 'State'
export const withCount = (name: string, count: number): string => `${name} ${numeral(count)}`

export const watching = (viewers: number): string => `${numeral(viewers)} watching`
export const dates = (count: number): string => counted(count, 'date')
/** @param at as the service reports it; returns null for an invalid time */
export function made(at: string): string | null {
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? null : `created ${shortDayOf(ms)}`
}

export const findLabel = (count: number): string => `Find in ${counted(count, 'project')} by name or destination`

/** How much has been read, and how old that is. */
export function readSoFar(read: number, total: number, ageMs: number): string {
  if (read < total) return `${numeral(read)} of ${numeral(total)} read`
  return `${counted(total, 'project')}, read ${span(ageMs)} ago`
}

export const LIST_WORDS = {
  failed: 'The list of projects could not be read',
  failedFurther: 'The rest of the list could not be read',
  none: {
    headline: 'This account has no project yet',
    now: 'There is nothing to show.',
    todo: 'Create one here, or make one in the studio and refresh.',
  },
} as const

export function noneFound(sought: string, searched: number): StateWords {
  const called = sought ? `No project is called “${sought}”` : 'No project is in that state'
  return { headline: called, now: `${counted(searched, 'project')} searched, by name and destination.`, todo: null }
}

export const ONE_WORDS = {
  loading: 'Reading the project…',
  failed: 'The project could not be read',
  failedHeading: 'Project',
  unknownHeading: 'Unknown project',
  unknown: {
    headline: 'The service does not know this project',
    now: 'It may have been deleted, or belong to another account.',
    todo: null,
  } as StateWords,
  toAll: 'All projects',
  open: 'Can be changed now',
  locked: 'Locked for now',
  lockedWhy: {
    LIVE: 'It is on air. Stop it to change these.',
    PREPARING: 'It is going on air. Stop it to change these.',
    SCHEDULED: 'It has dates ahead. Cancel them to change these.',
    UNKNOWN: 'Its state is not known. These can be changed while it is off air.',
  } as Partial<Record<LiveStatus, string>>,
  unsaved: 'Not saved yet.',
  broadcasts: 'Past broadcasts',
  broadcastsLoading: 'Reading the broadcasts…',
  noBroadcasts: 'None yet.',
  peak: (viewers: number) => `peak ${numeral(viewers)}`,
} as const

export const FIELD_NAMES = {
  name: 'Name',
  title: 'Title on the platforms',
  description: 'Description',
  duration: 'How long it runs',
  hours: 'Hours',
  minutes: 'Minutes',
  destinations: 'Destinations',
  shape: 'Shape',
  resolution: 'Resolution',
  format: 'Format',
  audioQuality: 'Sound quality',
  autoSync: 'Auto-sync',
} as const

export const FIELD_ABOUT = {
  name: 'Only you see it.',
  untilStopped: 'For 24/7. It can have one date only.',
  fixed: '30 s to 365 days, then it ends by itself. Several dates need this.',
  later: 'Length, format and destinations can be changed while it is off air and has no dates.',
  destinations: 'A broadcast without a destination cannot start.',
  studioDestinations: 'On the local studio, only the watch page and servers you added are really broadcast to.',
  noDestinations: 'No destination is connected. Connect one in the studio.',
  destinationsLoading: 'Reading the destinations…',
  autoSync: { on: 'Viewers see every change at once.', off: 'Changes wait for Sync.' },
} as const

export const DURATIONS = { manual: 'Until stopped', planned: 'Fixed length' } as const
export const letters = (count: number, most: number): string => `${numeral(count)} of ${numeral(most)} characters`
export const NOT_SET = '–'

/** A write whose response was lost, shown where its result would appear. */
export const LOST_WORDS = {
  mayArrive: 'It may still go through for half a minute, and undo what is changed meanwhile. Dismiss it after that.',
  looking: 'Sent once. Cuelight never resends it by itself, so there cannot be two.',
  lookingTodo: 'Looking for it now.',
  found: 'Found: it worked, once.',
  foundTodo: 'Nothing left to do.',
  open: 'Open it',
  notDone: 'It did not go through: all is as it was before.',
  notDoneTodo: 'Send it again if you still want it.',
  notKnown: 'It was not found. It may still have worked.',
  notKnownTodo: 'Check the studio before you send it again.',
  form: 'Back to the form',
  wait: 'Still checking the last one. Wait, so that there cannot be two.',
} as const
/** An edit that waits for the request budget. */
export const HELD_WORDS = {
  now: 'The request limit is reached. It has not been sent yet.',
  todo: 'It goes out by itself.',
  cancel: 'Cancel',
  cancelled: 'Cancelled before it was sent. Nothing was changed.',
  late: 'It has waited for too long, and was not sent. Nothing was changed.',
} as const
export const heldHeadline = (about: string): string => `Waiting: ${about}`
/** @param ms until it is sent */
export const heldFor = (ms: number): string => (ms > 0 ? `Goes out in about ${span(ms)}.` : 'Goes out now.')

/** @param about what was sent, in words */
export const lostHeadline = (about: string, time: string): string => `No reply: ${about}, ${time}`

/** @param value what another client made of it; null: there is no value to show */
export const changedElsewhere = (name: string, value: string | null): string =>
  value === null || value === ''
    ? `${name} was changed elsewhere meanwhile.`
    : `${name} was changed elsewhere meanwhile: it is now “${value}”.`

/** The same of a field of a project. */
export function fieldChanged(field: string, value: unknown): string {
  const name = FIELD_NAMES[field as keyof typeof FIELD_NAMES] ?? CHANGED_NAMES[field] ?? field
  return changedElsewhere(name, typeof value === 'string' ? value : null)
}

/** Fields that have another name in the form. */
const CHANGED_NAMES: Readonly<Record<string, string>> = { destinationIds: FIELD_NAMES.destinations }
