/** The interface screen: the sources of each operation of the contract, and its last result. */
import type { Air, OperationClass, Repeat, Source } from '../../contract/operations.ts'
import type { FailureKind } from '../../failures.ts'
import type { OperationEntry } from '../../state.ts'
import { beside, counted } from '../format.ts'

export const SOURCE_OF: Record<Source, { name: string; about: string }> = {
  S: { name: 'documented', about: 'The service’s specification says so.' },
  P: { name: 'precedent', about: 'As in comparable public APIs.' },
  A: { name: 'assumed', about: 'Our assumption: the service’s first reply decides.' },
}

export const PART_WORDS = { path: 'path', request: 'request', response: 'response' } as const

export const CLASS_WORDS: Record<OperationClass, string> = {
  show: 'goes first',
  edit: 'a person is waiting',
  refresh: 'in the background',
}

export const REPEAT_WORDS: Record<Repeat, string> = {
  auto: 'retried by itself',
  ask: 'retried on request',
  never: 'never retried',
}

export const AIR_WORDS: Record<Air, string> = {
  yes: 'viewers see it',
  ifAutoSync: 'seen with auto-sync',
  ifSoon: 'as on air within the hour',
  no: 'viewers never see it',
}

/** A failure in a word or two, for tables. */
export const FAILURE_SHORT: Record<FailureKind, string> = {
  offline: 'not reached',
  timeout: 'no reply in time',
  disconnected: 'connection broke',
  unauthorised: 'key not accepted',
  revoked: 'key revoked',
  plan: 'not in the plan',
  rateLimited: 'budget used up',
  refused: 'refused',
  notFound: 'not found',
  serverFault: 'service fault',
  unreadable: 'unreadable reply',
  contradictory: 'says otherwise',
  tooLarge: 'too much to read',
  cancelled: 'cancelled unsent',
  noBudget: 'request limit',
}

export const COLUMNS = {
  operation: 'Operation',
  sources: 'What it rests on',
  nature: 'How it is sent',
  sent: 'Sent',
  last: 'Last answer',
} as const

export const INTERFACE_WORDS = {
  about: 'API operations, and how each last went in this run.',
  none: 'Cuelight has not listed its operations yet.',
  noMatch: 'No operation matches.',
  never: 'not sent yet',
  overridden: 'OVERRIDDEN',
  legend: 'What the words mean',
  filter: 'Find an operation',
  show: 'Show',
  sort: 'Sort by',
  contract: 'Contract',
  noOverride: 'No file overrides the contract: it applies as it stands.',
  openapiAbout: 'The contract as used now, for other tools.',
} as const

export const SHOWN_WORDS = {
  all: 'All',
  sent: 'Sent in this run',
  failed: 'Failed last',
  assumed: 'Assumed in part',
  overridden: 'Overridden',
} as const

export const SORT_WORDS = {
  contract: 'Contract',
  name: 'Name',
  sent: 'Times sent',
  latest: 'Latest first',
  slowest: 'Slowest first',
} as const

export const overrideSentence = (override: { file: string; problem: string | null }): string =>
  override.problem === null
    ? `In use: ${override.file}`
    : `NOT in use: ${override.file}. ${override.problem} The contract applies as it stands.`

/** The last result of an operation: its meaning and the status. */
export const lastResult = ({ failure, status }: NonNullable<OperationEntry['last']>): string =>
  beside([failure === null ? 'done' : FAILURE_SHORT[failure], status])

/** Cuelight's components and their licences. */

export const ABOUT_HEADINGS = {
  cuelight: 'Cuelight',
  licences: 'Third-party licences',
} as const

export const ABOUT_WORDS = {
  what: 'A cue light for live streams: shows what is on air, and acts on one key.',
  version: 'Version',
  licence: 'Licence',
  own: 'MIT',
  licencesAbout: 'Thank you to everybody who made these.',
  filter: 'Find a part',
  loading: 'Reading the licences…',
  missing:
    'The list of licences is missing here: building Cuelight makes it. In a checkout, each part keeps its licence in its own folder in node_modules.',
  noMatch: 'No part or licence matches.',
  noText: 'It has no text of its own: the licence named above applies.',
} as const

export const partsCounted = (count: number): string => counted(count, 'part')
