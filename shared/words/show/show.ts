/** Sentences of the show screen that contain a number, a name or a time. */

import type { Arm } from '../../commands/arm.ts'
import type { Source } from '../../commands/commands.ts'
import type { GuardTimes } from '../../settings/preferences.ts'
import type { DestinationCheck, DestinationState, ProjectSettings, ServiceState } from '../../state.ts'
import { DAY_MS } from '../../util/clock.ts'
import type { KnownEdit, PendingEdits } from '../../view/notSeen.ts'
import { hostOf } from '../accounts/profiles.ts'
import {
  asSentence,
  capitalised,
  clockTime,
  counted,
  exactSpan,
  listed,
  numeral,
  onPlaces,
  span,
  timeOfDay,
  when,
} from '../format.ts'
import { describeFailure } from '../outcomes/failures.ts'
import { BY_WORDS } from '../outcomes/reasons.ts'
import { DESTINATION_STATES, destinationsText, errorWords } from '../projects/destinations.ts'

export { timeOfDay } from '../format.ts'

export const watching = (viewers: number): string => `${numeral(viewers)} watching`

/** How long until the broadcast ends automatically, and why. */
export function endsIn(leftMs: number, by: 'planned' | 'schedule'): string {
  const why = by === 'planned' ? 'planned' : 'next schedule'
  if (leftMs <= 0) return `should have ended by now (${why})`
  return `ends in ${clockTime(leftMs / 1000)} (${why})`
}

export const RUNS_UNTIL_STOPPED = 'runs until stopped'

/** When it would end, for the check before going live. */
export function plannedEnd(settings: ProjectSettings): string {
  if (settings.manual) return RUNS_UNTIL_STOPPED
  return settings.planned === null ? 'not known' : `${span(settings.planned * 1000)} after its start`
}

/** Hours are given within a day, the date beyond that. */
export const nextSchedule = (at: number, now: number): string =>
  at - now < DAY_MS
    ? `the next scheduled broadcast begins in ${span(at - now)}, at ${timeOfDay(at, false)}`
    : `the next scheduled broadcast begins on ${when(at)}`

/** How many destinations are chosen, the result of their last check, and its age. */
export function checkSentence(
  count: number,
  check: DestinationCheck | null,
  faulty: readonly string[],
  now: number,
): string {
  if (!check) return `${count}, not verified yet`
  const ago = `${span(now - check.at)} ago`
  if (check.failure) return `${count}, checking failed ${ago}: ${describeFailure(check.failure).what}`
  if (faulty.length) return `reconnect ${listed(faulty)}, checked ${ago}`
  return `${count}, verified ${ago}: ${DESTINATION_STATES.noKnownFault}`
}

/** What the destinations of a running broadcast report. */
export const runningFaults = (count: number, faulty: number): string =>
  faulty === 0 ? `${count}: ${DESTINATION_STATES.noKnownFault}` : destinationsText(count, faulty)

/** Destinations of a running broadcast that report a fault. */
export const failingSentence = (failing: readonly DestinationState[]): string =>
  failing
    .map(({ name, error, provider }) => asSentence(`${name}: ${errorWords(error ?? 'UNKNOWN_ERROR', provider)}`))
    .join(' ')

/** What is armed and waits for its second step, and what turned out to be wrong since. @param fields of a proposed edit */
export const armSentence = (arm: Arm, fields: readonly string[] = arm.proposed?.fields ?? []): string => {
  const asked = arm.proposed ? [...fields.map(asSentence), whyProposed(arm.proposed.why)] : []
  return [armQuestion(arm), ...asked, expiredLogins(arm) ?? ''].filter((one) => one !== '').join(' ')
}

export const expiredLogins = ({ expired = [] }: Pick<Arm, 'expired'>): string | null =>
  expired.length ? `Login expired: reconnect ${listed(expired)} in the studio.` : null

export const armQuestion = ({ act, macro, proposed, projectName, destinations }: Arm): string =>
  proposed
    ? `Agent ${proposed.by} asks: ${proposed.about}?`
    : macro
      ? `Run ${macro.name}?`
      : act === 'stop'
        ? `Stop ${projectName}?`
        : `Go live with ${projectName}${onPlaces(destinations)}?`

/** An agent's own words, marked as such. */
export const whyProposed = (why: string): string => `Its reason: ${why}`

export const stoppingIn = (leftMs: number): string => `Stopping in ${Math.max(1, Math.ceil(leftMs / 1000))} s`

/** Where a first step came from, if known. */
export const armedBy = (source: Source | null): string =>
  source === null ? 'From elsewhere.' : `${capitalised(BY_WORDS[source])}.`

export const lapsesIn = (leftMs: number): string =>
  leftMs <= 0 ? 'Expired.' : `Expires in ${Math.ceil(leftMs / 1000)} s.`

/** Since when the service fails, and what is still true. */
export function failingSince(service: ServiceState, now: number): string | null {
  if (service.failingSince === null) return null
  const answered = service.answeredAt === null ? '' : ` Last answer ${span(now - service.answeredAt)} ago.`
  return `Failing for ${span(now - service.failingSince)}.${answered}`
}

export const editsWaiting = (edits: number | null): string => (edits === null ? 'changes' : counted(edits, 'change'))

export const backTo = (scene: string): string => `to ${scene}`

/** The service's host, for display. */
export const servicePlace = (service: ServiceState): string =>
  service.rehearsal ? 'local studio' : hostOf(service.baseUrl)

export const sceneLook = (favourite?: boolean, colour?: string | null): string =>
  `${favourite ? 'Favourite. ' : ''}${colour ? `Colour ${colour}.` : ''}`

export const sceneKey = (key: number): string => `Key ${key}.`

export const moreEntries = (count: number): string => `Show ${counted(count, 'older entry', 'older entries')}`

export const budgetLeft = (remaining: number, limit: number): string =>
  `${Math.max(0, Math.floor(remaining))} of ${limit} left`

export const projectFailing = (name: string): string => `${name} cannot be read. What you see may be old.`

/** How to use Stop. */
export const stopAbout = ({ holdMs, cancelWindowMs }: GuardTimes): string =>
  `Hold for ${exactSpan(holdMs)}. With the keyboard: press, then ${exactSpan(cancelWindowMs)} to cancel.`

export const stopHowTo = ({ holdMs }: GuardTimes): string => `Hold Stop for ${exactSpan(holdMs)}.`

/** What "Stop and quit" does. */
export const stopAndQuitAbout = (guard: GuardTimes): string =>
  `Ends the broadcast, then Cuelight. ${stopAbout(guard)}`

/** Finding, sorting and viewing scenes: names and texts. */

export const SCENE_NAMES = {
  find: 'Find a scene',
  arrange: 'Find and arrange',
  showAll: 'Show all scenes',
  keys: 'Keys',
} as const

/** Short: they share one line with everything else. */
export const ORDER_WORDS = { project: 'Project', name: 'By name' } as const
export const SIZE_WORDS = { small: 'Small tiles', medium: 'Medium tiles', large: 'Large tiles' } as const

/** Leads to a scene that is out of sight. Without the scene's name, because only its tile may have that name. */
export const MARKER_NAMES = {
  onAir: 'ON AIR: where it is',
  running: 'RUNNING: where it is',
  wasOnAir: 'WAS ON AIR: where it is',
  notYet: 'NOT YET: where it is',
} as const

export const TOOLS_NOT_LOADED =
  'Search, order and key help could not be loaded: Cuelight is not answering. Reload this page once it runs.'

/** How many scenes there are, or how many match, and what Enter would do. */
export function foundSentence(found: number, all: number, sought: boolean): string {
  if (!sought) return counted(all, 'scene')
  return found === 1 ? `1 of ${all}. Enter switches to it.` : `${found} of ${all} scenes.`
}

/** Why Enter did nothing. */
export const notOne = (found: number): string =>
  `${found} match. Type more of the name, or pick one with the arrow keys.`

export const noneCalled = (sought: string): string => `No scene is called “${sought}”.`

export const NOT_SEEN_HEADING = 'Not on air yet'
export const NOT_SEEN_NOT_KNOWN_HEADING = 'Do viewers see everything?'
export const NOTHING_WAITS = {
  live: 'Nothing: viewers see every change.',
  off: 'Nothing is on air.',
  notKnown: 'Not known: no contact.',
  notYet: 'Not known yet.',
} as const

/** The waiting scene, and what viewers see instead. */
export const editWords = ({ scene, insteadOf }: KnownEdit): string =>
  insteadOf === null ? scene : `${scene} instead of ${insteadOf}`

/** Who switched, and when. */
export function editBy({ by }: KnownEdit): string {
  if (by === null) return 'not switched from here'
  return `switched ${timeOfDay(by.at, false)} ${BY_WORDS[by.source]}`
}

/** What is known of the remaining edits. */
export function morePendingEdits({ kind, known, more, own }: PendingEdits): string | null {
  if (kind === 'notKnown') return 'Not known: the service does not say. Sync shows viewers the project as it is now.'
  if (more === 0) return null
  if (more === null)
    return known.length ? 'How many more is not known.' : 'The service does not say which changes, or how many.'
  const rest = counted(more, known.length ? 'more change' : 'change', known.length ? 'more changes' : 'changes')
  return own ? `${rest}, made here.` : `${rest}: see Build.`
}
