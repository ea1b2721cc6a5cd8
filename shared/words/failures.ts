import type { Failure, FailureKind } from '../failures.ts'
import type { AppState, Notice } from '../state.ts'
import { asSentence, numeral, span } from './format.ts'

export interface Told {
  /** What happened. */
  what: string
  /** What to do. */
  todo: string
}

/** The one table of words for failures of the service or the way there. */
const failureTable: Record<FailureKind, (failure: Failure) => Told> = {
  offline: () => ({ what: 'The service cannot be reached.', todo: 'Check the network and the base URL.' }),
  timeout: () => ({ what: 'The service did not answer in time.', todo: 'Cuelight keeps asking what is true.' }),
  disconnected: () => ({
    what: 'The connection to the service broke before it answered.',
    todo: 'Cuelight keeps asking what is true.',
  }),
  unauthorised: (failure) =>
    failure.status === undefined
      ? { what: 'There is no API key.', todo: 'Make one in the studio, under Developer, and add it here.' }
      : {
          what: 'The service does not accept this API key.',
          todo: 'It may be mistyped, or from another service: enter it again, or make a new one in the studio.',
        },
  revoked: () => ({
    what: 'The service no longer accepts this API key. It did before, so it has probably been revoked.',
    todo: 'Make a new key in the studio, under Developer, and add it to this profile.',
  }),
  plan: () => ({
    what: "The service knows this API key, but the account's plan does not include API access.",
    todo: 'Every paid plan includes it: change the plan in the studio. The key can stay.',
  }),
  rateLimited: (failure) => ({
    what: 'The account has used up its requests for this minute.',
    todo: failure.retryAfterMs ? `Try again in ${span(failure.retryAfterMs)}.` : 'Try again in a minute.',
  }),
  refused: refusedByService,
  notFound: () => ({ what: 'The service does not know it any more.', todo: 'It may have been deleted. Refresh.' }),
  serverFault: () => ({ what: 'The service has a fault.', todo: 'Cuelight keeps asking what is true.' }),
  unreadable: () => ({
    what: 'The service gave an answer that cannot be read.',
    todo: 'Cuelight keeps asking what is true.',
  }),
  tooLarge: (failure) => ({
    what: `Too much to read: ${failure.detail ?? 'the answer is too large'}.`,
    todo: failure.operation === 'listProjects' ? 'Only what came before that is listed.' : 'Check it in the studio.',
  }),
  cancelled: () => ({ what: 'It was given up before it was sent.', todo: 'Try again.' }),
  noBudget: (failure) => ({
    what: 'Not sent: request limit reached.',
    todo: failure.retryAfterMs ? `Try again in ${span(failure.retryAfterMs)}.` : 'Try again shortly.',
  }),
}

/** Why a list or an answer is not read any further: the detail of a `tooLarge`. */
export const moreThan = (most: number, what: string): string => `more than ${numeral(most)} ${what}`

/** Words for the refusals people meet during a show; the others are told with the service's own words. */
const refusalTable: Record<string, Told> = {
  PROJECT_ALREADY_LIVE: { what: 'It is on air already.', todo: 'Nothing more was started.' },
  NO_ACTIVE_STREAM: { what: 'Nothing was running.', todo: 'It was off already.' },
  NO_ACTIVE_LIVE: { what: 'Nothing was running.', todo: 'It was off already.' },
  NO_DESTINATIONS: { what: 'The project has no destination.', todo: 'Choose one in the studio.' },
  DESTINATION_TOKEN_INVALID: { what: 'The login of a destination has expired.', todo: 'Reconnect it in the studio.' },
  PLUGIN_MODE_NOT_SUPPORTED: {
    what: 'A plugin-mode project cannot be started from here.',
    todo: 'Start it in the studio.',
  },
  LIVE_PROJECT_RESTRICTION: {
    what: 'That cannot be changed while on air or scheduled.',
    todo: 'Change it after the show.',
  },
  PLATFORM_ERROR: { what: 'The platform has a fault.', todo: 'Try again shortly.' },
  NOT_IMPLEMENTED: { what: 'The local studio cannot do that yet.', todo: 'Nothing was changed.' },
}

function refusedByService(failure: Failure): Told {
  const known = failure.code ? refusalTable[failure.code] : undefined
  if (known) return known
  return {
    what: failure.detail ? `The service refused it: ${asSentence(failure.detail)}` : 'The service refused it.',
    todo: 'Nothing was changed.',
  }
}

/** What happened and what to do, in plain words. */
export const tellFailure = (failure: Failure): Told => failureTable[failure.kind](failure)

/** What every surface says for as long as it is so: nothing is written down now; null: it is. */
export function journalProblem({ notices }: Pick<AppState, 'notices'>): string | null {
  const told = notices.find(({ kind }) => kind === 'journalUnwritable')
  return told ? NOTICE_WORDS.journalUnwritable(told.about) : null
}

/** Where a key goes when no keychain answers. The system's own reason is for the log and the support bundle. */
export const KEY_THIS_RUN = 'No keychain: you will need to enter the key again next time.'

/** What Cuelight did by itself, in plain words. */
export const NOTICE_WORDS: Record<Notice['kind'], (about: string) => string> = {
  settingsSetAside: (about) =>
    `The settings file could not be read. It was set aside as ${about}, and Cuelight started with fresh settings.`,
  portTaken: (about) => `The usual port could not be had, so the panel is at port ${about} this time.`,
  journalDamaged: (about) => `Some of the journal could not be read (lines: ${about}). The rest of it is shown.`,
  journalUnwritable: (about) =>
    `The journal cannot be written: ${asSentence(about)} What is done now is not remembered over a crash. Make room, or mend the disk: Cuelight goes on writing by itself.`,
  studioFailed: (about) => `The local studio could not be started: ${about}`,
  studioRestarted: (about) =>
    `The local studio had ended unexpectedly and was started again (${about}). What ran on it continues.`,
  studioSetAside: (about) =>
    `What the local studio had kept could not be read. It was set aside as ${about}, and the studio started anew with its example shows.`,
  overrideRefused: (about) => `The override file is not in force: ${about}. The contract is used as it stands.`,
  keyThisRun: () => KEY_THIS_RUN,
  windowCrashed: (about) =>
    `${about} crashed three times within a minute and was closed. The show is not touched by that: Cuelight goes on. Open it again; if it crashes again, save the support bundle.`,
  targetChosen: (about) => `Showing ${about}, your newest project.`,
}
