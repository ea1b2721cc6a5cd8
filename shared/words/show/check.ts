/** What is checked before going live, and the results. */
import type { Run } from '../../schedule/runs.ts'
import { fileIssues } from '../files/files.ts'
import { clockTime, counted, inARow, listed, numeral, span, timeOfDay } from '../format.ts'

export const CHECK_NAMES = {
  renew: 'Renew login',
  projects: 'Choose destinations',
  build: 'Make a scene',
  schedule: 'Schedule',
  files: 'Files',
  rehearse: 'Rehearse instead',
  begins: 'Shows begin with',
} as const

/** Beside a scene: shows of its project begin with it. */
export const OPENING_NAMES = {
  here: 'Shows begin here',
  active: 'Begin with the active scene',
  isHere: 'Shows of this project begin with this scene.',
} as const

/** The items of the check. */
export const CHECK_TERMS = {
  destinations: 'Destinations',
  date: 'Date',
  late: 'Earlier Stop',
  clashes: 'Clashes',
  files: 'Files',
  end: 'End',
  first: 'First on air',
} as const

/** What would start, repeated beside the button. */
export const CHECK_FACTS = {
  goesTo: 'Goes to',
  begins: 'Begins with',
  ends: 'Ends',
  autoSync: 'Auto-sync',
  autoSyncOn: 'on: changes reach viewers at once',
  autoSyncOff: 'off: changes wait for Sync',
  notKnown: 'not known',
  nowhere: 'nowhere yet',
} as const

/** Shown after Go live was requested. */
export const FAULTS_ASK = { question: 'Fix this before going live:' } as const
export const CHECKING_ASK =
  'No reply to Go live. Checking whether it worked. If the studio shows nothing on air, unlock.'

/** The states of a login, and that it was not checked yet. */
export const LOGIN_WORDS = {
  valid: 'login valid',
  expired: 'needs renewing',
  cannot: 'no login to check',
  unasked: 'not checked yet',
} as const

export const LATE_STOP = {
  head: 'An earlier Stop may still arrive',
  more: 'It got no reply. Within half a minute it could end this broadcast.',
} as const

export const CHECK_WORDS = {
  reading: 'Reading…',
  waits: 'It cannot go live before. Cancel its dates to go live now.',
  first: 'This account has never gone live from here. Check what would start.',
  left: 'To leave a destination out, remove it from the project first: the service always starts them all.',
  noDestinations: 'This project has no destination',
  noClash: 'No other broadcast goes to these destinations meanwhile',
  noFiles: 'No files in this scene',
  noScene: 'No scene is active',
  noScenes: 'This project has no scene',
  chooseScene: 'Choose the scene shows begin with.',
  untilStopped: 'Runs until stopped',
  endNotKnown: 'When it ends is not known',
  loops: 'It plays over and over.',
  nothingFollows: 'Nothing follows it.',
} as const

export const problemsKnown = (count: number): string => `${counted(count, 'problem')} to fix first.`
export const readAgo = (ms: number): string => `read ${span(ms)} ago`
export const encodeName = (count: number): string => (count === 1 ? 'Encode it' : `Encode ${numeral(count)} files`)
/** Why encoding is not requested again. */
export const ENCODING = 'It is already encoding.'
export const activeScene = (name: string | null): string =>
  name === null ? 'The active scene' : `The active scene (${name})`
export const goneScene = (name: string): string => `${name} is gone`

/** Another broadcast to the same destinations. */
export const clashText = ({ name, isRunning, at }: Run): string =>
  isRunning ? `${name} is on air there now` : `${name} begins there at ${timeOfDay(at, false)}`
export const clashOn = (outlets: readonly string[]): string => `Both would go to ${listed(outlets)}.`
export const moreClashes = (count: number): string => `${numeral(count)} more in the schedule.`

/** @param unread how many were not found among the files read so far */
export function filesText(all: number, unusable: number, unread: number): string {
  if (unusable > 0) return `${numeral(all - unusable - unread)} of ${numeral(all)} can be used`
  if (unread > 0) return `${numeral(all - unread)} of ${numeral(all)} checked: no known problem`
  return all === 1 ? 'Its file can be used' : `All ${numeral(all)} can be used`
}
export const unreadFiles = (count: number): string =>
  `${counted(count, 'file')} not checked: there are too many files to look through.`

/** The first few, each with its error. */
export function unusableText(files: readonly { name: string; errors: readonly string[] }[]): string {
  const [first, ...more] = files
  if (!first) return ''
  const rest = more.length > 0 ? ` ${counted(more.length, 'more', 'more')}.` : ''
  return `${first.name}: ${fileIssues(first.errors)}.${rest}`
}

/** @param seconds null: unknown */
export const opensWith = (scene: string, files: number, seconds: number | null): string =>
  inARow([`${scene}: ${counted(files, 'file')}`, ...(seconds === null ? [] : [clockTime(seconds)])])

/** @param round the chain returns to one of these scenes */
export const thenScenes = (names: readonly string[], round: boolean): string =>
  `Then ${inARow(names)}${round ? ', and round again' : ''}.`

export const endsAt = (at: number, now: number): string =>
  `${at - now > 20 * 3_600_000 ? '' : `${timeOfDay(at, false)}, `}in ${span(at - now)}`
export const endBySchedule = (plannedMs: number | null): string =>
  `Its own next scheduled broadcast begins then.${plannedMs === null ? '' : ` It was planned to last ${span(plannedMs)}.`}`
export const endByPlan = (plannedMs: number): string => `Its planned length is ${span(plannedMs)}.`
export const endByService = (ms: number): string => `The service ends every broadcast after ${span(ms)}.`
