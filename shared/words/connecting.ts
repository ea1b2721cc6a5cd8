/** Connecting an account: trying it before it is kept, and what a failed try means for what was filled in. */
import type { Failure, FailureKind } from '../failures.ts'
import { type Told, tellFailure } from './failures.ts'
import { counted, span, took } from './format.ts'

export const CONNECT_NAMES = {
  test: 'Test',
  cancelTest: 'Cancel the test',
  testAndUse: 'Test and use',
  saveAndUse: 'Save and use',
  testAndSave: 'Test and save',
  save: 'Save',
  saveAnyway: 'Save anyway',
  more: 'More',
} as const

export const CONNECT_WORDS = {
  addressNeeded: 'is needed. Its studio shows it, under Developer',
  keyNeeded: 'is needed. Make one in the studio, under Developer',
  nothingKept: 'Not saved.',
  /** The key is still there: it was only tried. */
  mend: 'Fix it and retry.',
  onAir: 'Until then it is only saved.',
  name: 'What you call it here. Taken from the address.',
  linkLost: 'The link to Cuelight broke, so the answer did not come. Not saved.',
} as const

/** A test that is on its way. */
export function asking(host: string): string {
  return `Asking ${host || 'the service'}…`
}

/** A test that went well. */
export function worked(projects: number, ms: number): string {
  return `It works: ${counted(projects, 'project')}, ${took(ms)}.`
}

export interface FailedTry extends Told {
  /** The field it is about; null: it is about neither. */
  field: 'baseUrl' | 'key' | null
  /** Nothing is wrong with what was filled in, as far as is known: it may be kept all the same. */
  isPassing: boolean
}

type Mend = (failure: Failure) => Partial<FailedTry> & Pick<FailedTry, 'field'>

const TRY_TABLE: Partial<Record<FailureKind, Mend>> = {
  offline: (failure) => ({
    field: 'baseUrl',
    isPassing: true,
    ...(isTls(failure)
      ? {
          what: 'The service has no certificate that this computer trusts.',
          todo: 'Check the address, and the date of this computer. The key was not sent.',
        }
      : isNameless(failure)
        ? { what: 'There is no such address.', todo: 'Check its spelling, and the network.' }
        : { todo: 'Check the address and the network. The key was not sent.' }),
  }),
  timeout: brokenOff,
  disconnected: brokenOff,
  unreadable: notThisInterface,
  tooLarge: notThisInterface,
  notFound: notThisInterface,
  unauthorised: () => ({ field: 'key' }),
  revoked: () => ({ field: 'key', todo: 'Make a new key in the studio, under Developer.' }),
  plan: () => ({ field: null, isPassing: true }),
  rateLimited: (failure) => ({
    field: null,
    isPassing: true,
    todo: `The key may well be right. ${waitOf(failure)}`,
  }),
  noBudget: (failure) => ({ field: null, isPassing: true, todo: waitOf(failure) }),
  serverFault: () => ({ field: null, isPassing: true, todo: 'Test again shortly.' }),
}

function brokenOff(): Pick<FailedTry, 'field' | 'isPassing' | 'todo'> {
  return { field: 'baseUrl', isPassing: true, todo: 'Check the address, or test again.' }
}

function notThisInterface(): Pick<FailedTry, 'field' | 'what' | 'todo'> {
  return {
    field: 'baseUrl',
    what: 'Something answers there, but it is not this API.',
    todo: 'Take the base URL as the studio shows it, under Developer.',
  }
}

const waitOf = ({ retryAfterMs }: Failure) =>
  retryAfterMs ? `Test again in ${span(retryAfterMs)}.` : 'Test again in a minute.'

/** No trust, or no TLS at all. The transport tells a code, never a message. */
const isTls = ({ detail = '' }: Failure) => /CERT|TLS|SSL|SIGNED|ISSUER|EPROTO|UNABLE_TO/.test(detail)
const isNameless = ({ detail = '' }: Failure) => /ENOTFOUND|EAI_AGAIN/.test(detail)

/** What went wrong with a try, at which field, and what to do. */
export function tellTry(failure: Failure): FailedTry {
  const told = { ...tellFailure(failure), isPassing: false, field: null }
  return { ...told, ...TRY_TABLE[failure.kind]?.(failure) }
}

/** A free name for an account there. @param taken lower-case names that others have */
export function nameFor(host: string, taken: ReadonlySet<string>): string {
  const name = host.slice(0, 56)
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`
    if (!taken.has(free.toLowerCase())) return free
  }
}
