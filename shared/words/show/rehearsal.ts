/** Rehearsing: the names of faults and scenarios, and how long they last. */
import type { ActiveFault, FaultReach, RehearsalState } from '../../rehearsal/rehearsal.ts'
import type { AccountKind, FaultKind, ScenarioName } from '../../rehearsal/rehearsalKinds.ts'
import { beside, clockTime, counted, dayOf, inARow, listed, timeOfDay } from '../format.ts'

export interface Explained {
  name: string
  about: string
}

export const FAULT_WORDS: Record<FaultKind, Explained> = {
  latency: { name: 'Slow replies', about: 'Every reply comes later.' },
  rateStorm: { name: 'Budget used up', about: 'Every reply is a 429, as if another tool had used all requests.' },
  serverError: { name: 'Server errors', about: 'Replies 500, 502 and 503 in turn. Nothing is carried out.' },
  cutBefore: { name: 'Nobody there', about: 'The connection breaks before anything is carried out.' },
  cutAfter: {
    name: 'Replies lost',
    about: 'The request is carried out, but the connection breaks before the reply.',
  },
  hung: { name: 'No reply', about: 'The request is carried out, but no reply ever comes.' },
  malformed: {
    name: 'Garbled replies',
    about: 'The request is carried out; the reply is HTML, of the wrong types, or empty.',
  },
  truncated: { name: 'Replies cut short', about: 'The request is carried out; the reply ends in the middle.' },
  expiredLogin: { name: 'Login expired', about: 'A destination’s login has expired.' },
  endlessPreparing: { name: 'Endless preparing', about: 'A broadcast that is preparing never goes on air.' },
  failedPreparing: { name: 'Failed preparing', about: 'A broadcast that is preparing ends with an error.' },
  stopsByItself: { name: 'Ends by itself', about: 'What is on air ends with an error.' },
  clockJump: { name: 'Clock jumps', about: 'The service’s clock is wrong: its dates, not its broadcasts.' },
  importFails: { name: 'Import fails', about: 'An import stops with an error at 60 %.' },
  encodeVanishes: { name: 'Encode vanishes', about: 'An encode vanishes from the list, and the file is as it was.' },
  playlistByAnotherHand: {
    name: 'Another hand',
    about: 'Somebody else changes the next playlist right after it is read.',
  },
  datesPartlyTaken: { name: 'Dates partly taken', about: 'Of several dates, every other one is not scheduled.' },
  statisticsRefused: { name: 'No statistics', about: 'The platform refuses to give statistics.' },
  importsUnmended: {
    name: 'Imports as they are',
    about: 'A file whose index is at the end must be encoded first, as on a hosted service.',
  },
}

export const SCENARIO_WORDS: Record<ScenarioName, Explained> = {
  platformDown: { name: 'Platform down', about: 'Errors, then nobody there, then errors again.' },
  slowEvening: { name: 'Slow evening', about: 'Every reply takes two and a half seconds longer.' },
  lostAnswers: { name: 'Lost replies', about: 'The next start and the next stop happen, but no reply says so.' },
  budgetGone: { name: 'Budget gone', about: 'Another tool uses up all requests for a minute.' },
  badStart: { name: 'Bad start', about: 'A login expires; then starts hang; then starts fail.' },
  droppedMidShow: { name: 'Dropped mid-show', about: 'Unreachable, and meanwhile the platform ends the show.' },
  garbledService: { name: 'Garbled service', about: 'Replies that cannot be read, then replies cut short.' },
  wrongClock: { name: 'Wrong clock', about: 'The service’s clock is an hour fast, then an hour slow.' },
  troubledEdits: { name: 'Troubled edits', about: 'Imports, encodes, playlists, dates and statistics go wrong.' },
}

/** Shown wherever the show is watched. */
export const REHEARSED_WORDS = {
  endAll: 'End all',
  untilEnded: 'until ended',
  real: 'Rehearsed: nothing real is wrong.',
} as const

/** What is left of an active fault. */
export function faultLeft(fault: Pick<ActiveFault, 'until' | 'timesLeft'>, now: number): string {
  const parts = [
    // The last request it affects still waits for its response.
    fault.timesLeft === null ? null : fault.timesLeft === 0 ? 'ending' : `${counted(fault.timesLeft, 'time')} left`,
    fault.until === null ? null : `${clockTime((fault.until - now) / 1000)} left`,
  ].filter((part) => part !== null)
  return parts.length ? inARow(parts) : REHEARSED_WORDS.untilEnded
}

export const scenarioLeft = (endsAt: number, now: number): string => `${clockTime((endsAt - now) / 1000)} left`

/** With more faults than this, only their names are shown: the line must be read in passing. */
const MOST_TIMED = 3

/** The faults of a rehearsal in effect, so that nobody mistakes them for real ones; null while there are none. */
export function rehearsedNow({ faults, scenario }: RehearsalState, now: number): string | null {
  if (faults.length === 0 && !scenario) return null
  const faultText = (one: ActiveFault) => {
    const { name } = FAULT_WORDS[one.fault.kind]
    return faults.length > MOST_TIMED ? name : `${name} (${faultLeft(one, now)})`
  }
  const named = listed(faults.map(faultText))
  if (!scenario) return `${named}.`
  const played = `Scenario ${SCENARIO_WORDS[scenario.name].name}, ${scenarioLeft(scenario.endsAt, now)}`
  return named ? `${played}: ${named}.` : `${played}.`
}

/** Texts used only by the rehearsal screen: a separate script, loaded on demand. */

export const REACH_WORDS: Record<FaultReach, string> = {
  all: 'every request',
  reads: 'reads',
  writes: 'changes',
  start: 'going live',
  stop: 'stopping',
  scene: 'switching scenes',
  sync: 'syncing',
}

export const ACCOUNT_WORDS: Record<AccountKind, Explained> = {
  paid: { name: 'Paid plan', about: 'Everything is allowed.' },
  free: { name: 'Free plan', about: 'The key is known, but API access is refused (403).' },
  noPlayedFileLog: { name: 'No played-file log', about: 'Paid, but the played-file log is not enabled.' },
  noConsent: { name: 'No consent', about: 'Paid, but the consent for statistics is missing.' },
  severalChannels: { name: 'Several channels', about: 'Paid; statistics ask which channel is meant.' },
  storageFull: { name: 'Storage full', about: 'Paid, but there is no room for another file.' },
  planLimits: { name: 'Smaller plan', about: 'Paid, without 2160p.' },
  tooManyBroadcasts: { name: 'Too many broadcasts', about: 'Paid, but no further broadcast or date is allowed.' },
}

export const REHEARSAL_NAMES = {
  set: 'Set',
  setFault: 'Set fault',
  cancel: 'Cancel',
  end: 'End',
  play: 'Play',
  setPreparing: 'Set time',
  makeKey: 'Make key',
  revoke: 'Revoke',
  useStudio: 'Use the local studio',
  toRehearsal: 'Rehearsal',
} as const

export const REHEARSAL_HEADINGS = {
  atWork: 'Active now',
  requests: 'Faults of requests',
  broadcast: 'Faults of broadcasts and edits',
  scenarios: 'Scenarios',
  account: 'Account',
  preparing: 'Preparing',
  keys: 'Studio keys',
} as const

export const REHEARSAL_WORDS = {
  about:
    'Make the local studio misbehave, and see what Cuelight says. No real service is touched, and nothing can be rehearsed while the studio really broadcasts.',
  nothing: 'No faults active.',
  atWork: 'ACTIVE',
  on: 'Affects',
  times: 'How many times',
  forMs: 'For how long (s)',
  latencyMs: 'Delay (s)',
  jumpMs: 'Jumps by (min)',
  jumpHint: 'Minus goes back.',
  preparingMs: 'Preparing takes (s)',
  preparingAbout: 'How long the next start prepares before it is on air.',
  accountAbout: 'What the studio’s service allows.',
  keysAbout:
    'For other tools that rehearse on the local studio. A key is in a file only you can read, and is shown nowhere.',
  keyLabel: 'Label of the new key',
  noKeys: 'No keys yet.',
} as const

/** Why rehearsing is not possible while another profile is in use. */
export const rehearsesElsewhere = (profileName: string): string =>
  `${profileName} is in use. Rehearsing is for the local studio only: it never touches a real service.`

/** What an active fault affects, besides its name. */
export const faultDetail = ({ fault, scenario }: ActiveFault): string | null =>
  beside([
    fault.on === 'all' ? null : `affects ${REACH_WORDS[fault.on]}`,
    fault.ms === undefined ? null : byHowMuch(fault.kind, fault.ms),
    scenario === null ? null : `from ${scenarioName(scenario)}`,
  ]) || null

const byHowMuch = (kind: FaultKind, ms: number): string =>
  kind === 'clockJump' ? `${Math.abs(ms) / 60_000} min ${ms < 0 ? 'back' : 'forward'}` : `${ms / 1000} s later`

const scenarioName = (scenario: string): string =>
  scenario in SCENARIO_WORDS ? SCENARIO_WORDS[scenario as ScenarioName].name : scenario

/** When a studio key was made. */
export const keyMade = (at: number): string => `made ${dayOf(at)}, ${timeOfDay(at, false)}`
