/**
 * Texts for every state that is not "all is well": what happened, what is true now, what to do. One table, so that no
 * state shows only a spinner.
 */
import type { Failure, FailureKind } from '../../failures.ts'
import { type AppState, isRunning, type ProjectState, type ServiceState, targetOf } from '../../state.ts'
import { hostOf } from '../accounts/profiles.ts'
import { capitalised, span } from '../format.ts'
import { LINK_WORDS } from '../labels.ts'
import { describeFailure } from '../outcomes/failures.ts'

/** What happened, what is true now, what to do. Null: another part of the screen tells it. */
export interface StateWords {
  headline: string
  now: string | null
  todo: string | null
}

export const STATE_NAMES = {
  tryNow: 'Try now',
  accounts: 'Accounts',
  useStudio: 'Rehearse on the local studio',
  loadAgain: 'Reload',
} as const

/** The screens without a show. */
export const SCREEN_WORDS = {
  connecting: {
    headline: 'Connecting to Cuelight on this machine',
    now: 'What is on air is not known here yet.',
    todo: 'The show appears by itself. If this stays, check that Cuelight is still running.',
  },
  startingStudio: {
    headline: 'Getting the local studio ready',
    now: 'It is for rehearsing: it broadcasts nothing.',
    todo: 'The show appears by itself, in a few seconds.',
  },
  startingKey: {
    headline: 'Asking the keychain for the key',
    now: 'Nothing was sent to the service yet.',
    todo: 'Your system may ask you to allow it. The show appears by itself then.',
  },
  neverUp: {
    headline: 'Cuelight is not answering on this machine',
    now: 'Any live broadcast continues.',
    todo: 'Start it (from a checkout: npm start). This page keeps trying, and resumes by itself.',
  },
  refused: {
    headline: 'This address works once, in one browser',
    now: 'Any live broadcast continues.',
    todo: LINK_WORDS.refusedMore,
  },
  accessEnded: {
    headline: 'The access of this browser has ended',
    now: 'Somebody ended it, it was not used for 30 days, or it was used from two places. Any live broadcast continues.',
    todo: LINK_WORDS.accessEndedMore,
  },
  phoneEnded: {
    headline: 'The access of this phone has ended',
    now: 'It was ended at the computer, it was not used for 30 days, or it was used from two places. Any live broadcast continues.',
    todo: 'To get in again, show a new code on the computer: Settings, Access, Phones.',
  },
} as const satisfies Record<string, StateWords>

/** The local studio could not start. @param why as the core reports it */
export const studioFailedWords = (why: string): StateWords => ({
  headline: 'The local studio could not start',
  now: capitalised(why),
  todo: 'Cuelight tries again every few seconds. Until then you can use your own account.',
})

/** A separately loaded script is missing: the core is not running, or is another version by now. */
export const NOT_LOADED_WORDS: StateWords = {
  headline: 'This screen could not be loaded',
  now: 'Cuelight is not answering, or is another version by now. Any live broadcast continues.',
  todo: 'Reload this page once it is running.',
}

/** A rendering fault of our own. */
export const BROKEN_WORDS: StateWords = {
  headline: 'This part of the page failed',
  now: 'Any live broadcast continues. The rest of the page still works.',
  todo: 'Reload the page to bring it back.',
}
/** A fault in the sentence about what is on air. */
export const SENTENCE_BROKEN = 'What is on air cannot be shown here. Reload the page.'

/** The core was running and is not any more. */
export const LINK_LOST_WORDS: StateWords = {
  headline: 'Cuelight was closed or is not answering',
  now: 'Any live broadcast continues.',
  todo: 'The panel keeps trying. If this stays, start Cuelight again.',
}

/** What is empty, and what to do next. */
export const EMPTY_WORDS = {
  noScenes: {
    headline: 'This project has no scene',
    now: 'There is nothing to put on air.',
    todo: 'Add one in Build, then refresh.',
  },
  noDestinations: {
    headline: 'This project has no destination',
    now: 'A broadcast would reach nobody.',
    todo: 'Choose one in Projects, then refresh.',
  },
} as const satisfies Record<string, StateWords>

/** What is true during each kind of failure. */
const NOW_TABLE: Partial<Record<FailureKind, string>> = {
  unauthorised: 'Nothing can be read or sent with this key.',
  revoked: 'Nothing can be read or sent with this key.',
  plan: 'Nothing can be read or sent: scenes, Go live and Stop are all part of API access.',
}

/** For a local studio that is about to be restarted. */
const STUDIO_SILENT: StateWords = {
  headline: 'The local studio is not answering',
  now: 'It broadcasts nothing, so nobody misses anything.',
  todo: 'Cuelight restarts it by itself.',
}

/** On the rehearsal screen, where its settings matter. */
export const STUDIO_SILENT_WORDS: StateWords = { ...STUDIO_SILENT, now: 'What is set there is not known now.' }

const UNREACHED: readonly FailureKind[] = ['offline', 'timeout', 'disconnected', 'serverFault', 'unreadable']

/** The service as a whole fails, as far as we know. */
export function serviceWords(state: AppState, failure: Failure): StateWords {
  const { what, todo } = describeFailure(failure)
  const isUnreached = UNREACHED.includes(failure.kind)
  // A studio that reports the rehearsal's state is running: if it does not respond, a fault is or was rehearsed.
  if (state.service.rehearsal && isUnreached && state.rehearsal === null) return STUDIO_SILENT
  return { headline: what, now: NOW_TABLE[failure.kind] ?? airNow(targetOf(state)), todo }
}

/** What is true of the air while nothing can be read, beside the sentence at the top, which tells what is unknown. */
const airNow = (target: ProjectState | null): string | null =>
  isRunning(target?.live ?? null) ? 'Any live broadcast continues.' : null

/** The account's requests are used up: what still works comes first. */
export const limitedWords = (untilMs: number): StateWords => ({
  headline: 'The account has used up its requests for this minute',
  now: 'What you see may be old. Show commands still go first.',
  todo: untilMs > 0 ? `Resumes in ${span(untilMs)}.` : 'Resuming now.',
})

/** Nothing failed, but nothing was read for too long. @param ageMs of the last reading */
export const staleWords = (ageMs: number): StateWords => ({
  headline: `No contact for ${span(ageMs)}`,
  now: 'This computer was asleep, or reading had to wait. Any live broadcast continues.',
  todo: 'Cuelight keeps trying.',
})

/** When the next try is. @param leftMs null: unknown */
export function nextTry(leftMs: number | null): string | null {
  if (leftMs === null) return null
  return leftMs < 500 ? 'Trying now…' : `Next try in ${span(leftMs)}.`
}

/** The profile in use has no key or no service. */
export const keylessHeadline = (service: ServiceState): string =>
  service.baseUrl === '' ? 'Nothing to connect to yet' : `Cannot connect to ${hostOf(service.baseUrl)} yet`

/** Opens the service's own page. */
export const openPlace = (page: string): string => `Open ${hostOf(page)}`

/** For what was not read while the service is down: the news gives the rest. */
export const UNREAD_TODO = 'Comes by itself once the service answers.'

export const READING = {
  scenes: 'Reading the scenes…',
  destinations: 'Reading the destinations…',
} as const
