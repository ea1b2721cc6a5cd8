import type { Failure, FailureKind } from '../../failures.ts'
import type { AppState, Notice } from '../../state.ts'
import { asSentence, numeral, span } from '../format.ts'

export interface Description {
  /** What happened. */
  what: string
  /** What to do. */
  todo: string
}

/** The words for failures of the service or the connection. */
const failureTable: Record<FailureKind, (failure: Failure) => Description> = {
  offline: () => ({ what: 'The service cannot be reached.', todo: 'Check the network and the base URL.' }),
  timeout: () => ({ what: 'The service did not answer in time.', todo: 'Cuelight keeps checking.' }),
  disconnected: () => ({
    what: 'The connection broke before the service answered.',
    todo: 'Cuelight keeps checking.',
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
    todo: 'Make a new key in the studio, under Developer, and add it to this account.',
  }),
  plan: () => ({
    what: "The service knows this API key, but the account's plan does not include API access.",
    todo: 'Every paid plan includes it: change the plan in the studio. Keep the key.',
  }),
  rateLimited: (failure) => ({
    what: 'The account has used up its requests for this minute.',
    todo: failure.retryAfterMs ? `Try again in ${span(failure.retryAfterMs)}.` : 'Try again in a minute.',
  }),
  refused: refusedByService,
  notFound({ code, operation }) {
    const todo = 'It may have been deleted. Refresh.'
    if (code === 'PROJECT_NOT_FOUND') return { what: 'The service no longer knows this project.', todo }
    if (operation !== 'cancelSchedule') return { what: 'The service no longer knows it.', todo }
    return {
      what: 'That date is no longer scheduled: it was moved or cancelled elsewhere.',
      todo: 'Nothing was changed.',
    }
  },
  serverFault: () => ({ what: 'The service has a fault.', todo: 'Cuelight keeps checking.' }),
  unreadable: () => ({
    what: 'The service sent an unreadable reply.',
    todo: 'Cuelight keeps checking.',
  }),
  contradictory: (failure) => ({
    what: failure.detail ?? 'The service answered otherwise than asked.',
    todo: 'Cuelight keeps checking.',
  }),
  tooLarge: (failure) => ({
    what: `Too much to read: ${failure.detail ?? 'the answer is too large'}.`,
    todo: failure.operation === 'listProjects' ? 'The list stops there.' : 'Check it in the studio.',
  }),
  cancelled: () => ({ what: 'Cancelled before it was sent.', todo: 'Try again.' }),
  noBudget: (failure) => ({
    what: 'Not sent: request limit reached.',
    todo: failure.retryAfterMs ? `Try again in ${span(failure.retryAfterMs)}.` : 'Try again shortly.',
  }),
}

/** How a response contradicts the request: the detail of a `contradictory`. */
export const CONTRADICTIONS = {
  start: 'The service took Go live, but answered that nothing runs.',
  stop: 'The service took Stop, but answered that it is still running.',
  notEnded: 'The service answered Stop, but did not confirm that the broadcast ended.',
  scene: 'The service took the switch, but answered with another scene.',
  other: 'The service took the change, but answered about something else.',
} as const

/** Why reading a list or a response stopped: the detail of a `tooLarge`. */
export const moreThan = (most: number, what: string): string => `more than ${numeral(most)} ${what}`

/** Words for refusals that are common during a show; others are shown in the service's own words. */
const refusalTable: Record<string, Description> = {
  PROJECT_ALREADY_LIVE: { what: 'Already on air.', todo: 'Nothing more was started.' },
  NO_ACTIVE_STREAM: { what: 'Nothing was running.', todo: 'It was already off.' },
  NO_ACTIVE_LIVE: { what: 'Nothing was running.', todo: 'It was already off.' },
  NO_DESTINATIONS: { what: 'The project has no destination.', todo: 'Choose one in Projects.' },
  DESTINATION_TOKEN_INVALID: { what: 'A destination’s login has expired.', todo: 'Reconnect it in the studio.' },
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

function refusedByService(failure: Failure): Description {
  const known = failure.code ? refusalTable[failure.code] : undefined
  if (known) return known
  return {
    what: failure.detail ? `The service refused it: ${asSentence(failure.detail)}` : 'The service refused it.',
    todo: 'Nothing was changed.',
  }
}

/** What happened and what to do, in plain words. */
export const describeFailure = (failure: Failure): Description => failureTable[failure.kind](failure)

/** Shown on every surface while nothing can be written to the journal; null: it can. */
export function journalProblem({ notices }: Pick<AppState, 'notices'>): string | null {
  const notice = notices.find(({ kind }) => kind === 'journalUnwritable')
  return notice ? NOTICE_WORDS.journalUnwritable(notice.about) : null
}

/** Where a key goes when no keychain responds. The system's own reason is in the log and the support bundle. */
export const KEY_THIS_RUN = 'No keychain: you will need to enter the key again next time.'

/** What Cuelight did automatically, in plain words. */
export const NOTICE_WORDS: Record<Notice['kind'], (about: string) => string> = {
  settingsSetAside: (about) =>
    `The settings file could not be read. Cuelight set it aside as ${about} and started with fresh settings.`,
  sessionCopied: (about) =>
    `The access of one browser (${about}) was used from two places: somebody may have a copy of it. Both have lost their access. Where you want the panel, open a new address: cuelight panel.`,
  portTaken: (about) => `The usual port was not available, so the panel is on port ${about} this time.`,
  journalDamaged: (about) => `Some of the journal could not be read (lines: ${about}). The rest of it is shown.`,
  journalSetAside: (about) =>
    `Part of the journal could not be used and was set aside: ${about}. Cuelight may not know of a start or stop that was still open: check what is on air before you go live.`,
  journalUnwritable: (about) =>
    `The journal cannot be written: ${asSentence(about)} After a crash, Cuelight will not remember what you do now. Free up space or fix the disk: Cuelight resumes by itself.`,
  runUnreadable: (about) =>
    `Cuelight cannot read its record of a change that was under way, so it will not finish it: ${about}. Check the dates, scenes and auto-sync of your projects, then delete the file.`,
  studioFailed: (about) => `The local studio could not start: ${about}`,
  studioRestarted: (about) =>
    `The local studio ended unexpectedly and was restarted (${about}). What ran on it continues.`,
  studioSetAside: (about) =>
    `Some of the local studio’s data could not be read. The damaged file was set aside as ${about}. What could be read is still there; if no project could, the studio started over with its example shows. Check your projects before you rehearse.`,
  overrideRefused: (about) => `The override file is not in use: ${about}. The contract applies as it stands.`,
  keyThisRun: () => KEY_THIS_RUN,
  windowCrashed: (about) =>
    `${about} crashed three times within a minute and was closed. The show is not affected: Cuelight carries on. Open it again; if it crashes again, save the support bundle.`,
  noTray: () =>
    'Your desktop shows no tray icons, so Cuelight’s window stays in the taskbar: closing it only minimizes it. On GNOME, install the extension “AppIndicator and KStatusNotifierItem Support”, then log in again.',
  restarted: () =>
    'Cuelight ran into a fault of its own and started again. The show was not touched, and what was sent is in the journal. If it happens again, save the support bundle.',
  targetChosen: (about) => `Showing ${about}, your newest project.`,
}

/** A notice's text. For a kind from a newer core that this page does not know, the notice's own text. */
export const noticeText = (kind: string, about: string): string =>
  (NOTICE_WORDS as Partial<Record<string, (about: string) => string>>)[kind]?.(about) ?? about
