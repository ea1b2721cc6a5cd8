/** Connecting an account: testing it before it is saved, and what a failed test means for each field. */

import { KEY_PREFIX } from '../../contract/limits.ts'
import type { Failure, FailureKind } from '../../failures.ts'
import { FIRST_HOTKEYS } from '../../hotkeys/hotkeys.ts'
import { shownAccelerator } from '../../hotkeys/shownKey.ts'
import type { DesktopState } from '../../settings/desktop.ts'
import { HOTKEY_WORDS } from '../desktop/desktop.ts'
import { asHeadline, capitalised, counted, span, took } from '../format.ts'
import { type Description, describeFailure, KEY_THIS_RUN } from '../outcomes/failures.ts'

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
  addressNeeded: 'is needed. Find it in the studio, under Developer',
  keyNeeded: 'is needed. Make one in the studio, under Developer',
  nothingKept: 'Not saved.',
  /** Nothing was saved: the entered key is still in its field. */
  mend: 'Fix it and retry.',
  onAir: 'Until then it is only saved.',
  name: 'What you call it here. Taken from the address.',
  linkLost: 'The link to Cuelight broke before the reply came. Not saved.',
} as const

/** A test in progress. */
export const asking = (host: string): string => `Asking ${host || 'the service'}…`

/** A successful test. */
export const worked = (projects: number, ms: number): string =>
  `It works: ${counted(projects, 'project')}, ${took(ms)}.`

export interface FailedTry extends Description {
  /** The field that is wrong; null: neither. */
  field: 'baseUrl' | 'key' | null
  /** The entered values may be correct as far as we know: they can be saved anyway. */
  isPassing: boolean
}

type Mended = Partial<FailedTry> & Pick<FailedTry, 'field'>

const BROKEN_OFF: Mended = { field: 'baseUrl', isPassing: true, todo: 'Check the address, or test again.' }

const NOT_THIS_INTERFACE: Mended = {
  field: 'baseUrl',
  what: 'Something answers there, but it is not this API.',
  todo: 'Copy the base URL from the studio, under Developer.',
}

const TRY_TABLE: Partial<Record<FailureKind, (failure: Failure) => Mended>> = {
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
  timeout: () => BROKEN_OFF,
  disconnected: () => BROKEN_OFF,
  unreadable: () => NOT_THIS_INTERFACE,
  tooLarge: () => NOT_THIS_INTERFACE,
  notFound: () => NOT_THIS_INTERFACE,
  unauthorised: () => ({ field: 'key' }),
  revoked: () => ({ field: 'key', todo: 'Make a new key in the studio, under Developer.' }),
  plan: () => ({ field: null, isPassing: true }),
  rateLimited: (failure) => ({ field: null, isPassing: true, todo: `The key may well be right. ${waitOf(failure)}` }),
  noBudget: (failure) => ({ field: null, isPassing: true, todo: waitOf(failure) }),
  serverFault: () => ({ field: null, isPassing: true, todo: 'Test again shortly.' }),
}

const waitOf = ({ retryAfterMs }: Failure) =>
  retryAfterMs ? `Test again in ${span(retryAfterMs)}.` : 'Test again in a minute.'

/** The certificate is not trusted, or there is no TLS. The transport gives a code, never a message. */
const isTls = ({ detail = '' }: Failure) => /CERT|TLS|SSL|SIGNED|ISSUER|EPROTO|UNABLE_TO/.test(detail)
const isNameless = ({ detail = '' }: Failure) => /ENOTFOUND|EAI_AGAIN/.test(detail)

/** What went wrong, which field is concerned, and what to do. */
export function describeTry(failure: Failure): FailedTry {
  const description = { ...describeFailure(failure), isPassing: false, field: null }
  return { ...description, ...TRY_TABLE[failure.kind]?.(failure) }
}

/** An unused name for an account there. @param taken lower-case names of the other accounts */
export function nameFor(host: string, taken: ReadonlySet<string>): string {
  const name = host.slice(0, 56)
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`
    if (!taken.has(free.toLowerCase())) return free
  }
}

/** The first minute: two ways to begin, and what users would not discover on their own. */

export const WELCOME_NAMES = {
  rehearse: 'Rehearse on the local studio',
  loop: 'Loop my videos 24/7',
  connect: 'Connect your account',
  close: 'Close the welcome',
  back: 'Back',
} as const

export const WELCOME_WORDS = {
  title: 'Welcome to Cuelight',
  short: 'New here? Try it out, or connect.',
  rehearse: 'A demo project is ready. It behaves like the real service, and none of it is broadcast.',
  loop: 'Five steps from your own videos to a channel that browsers on this computer can watch.',
  connect: 'A base URL and a key: tested before anything is saved. The key goes into your keychain.',
  connecting: 'Connect your account',
  /** A complete show in order. */
  tryThis: 'Try this: Go live, wait for red, press 4, look at what viewers still see, Sync, then hold Stop.',
} as const

/** Where the app remains when its window is closed. @param platform as Node names it */
export function trayPlace(platform: string): string {
  if (platform === 'darwin') return 'Cuelight stays in the menu bar, at the top of the screen.'
  if (platform === 'win32')
    return 'Cuelight stays in the tray, beside the clock. Hidden? Click the arrow and drag it out.'
  return 'Cuelight stays in your desktop’s tray, if it has one.'
}

/** The most important keys that work here: what each does, and how it is written. */
export function firstKeys({ hotkeys, platform, keys }: DesktopState): { name: string; key: string }[] {
  if (keys.way === 'none') return []
  return FIRST_HOTKEYS.flatMap((action) => {
    const { accelerator, status } = hotkeys[action]
    const isOurs = accelerator !== null && (status === 'registered' || status === 'paused')
    return isOurs ? [{ name: HOTKEY_WORDS[action], key: shownAccelerator(accelerator, platform) }] : []
  })
}

export const FIRST_KEYS_WORDS = 'In any program (Go live and Stop: press twice):'

/** Form fields: their names, valid values and errors. */

export const FIELD_WORDS = {
  name: 'Name',
  baseUrl: 'Base URL',
  account: 'Account label',
  key: 'API key',
} as const

export const FIELD_HINTS = {
  name: 'What you call it here.',
  baseUrl: 'As the studio shows it: https://…/v1/external',
  account: 'Keys of one account share one request budget: give them the same label.',
  key: 'Goes into your system’s keychain. It is never shown again, and nobody can read it back.',
  keyThisRun: KEY_THIS_RUN,
  keyKept: 'Leave it empty to keep the current key.',
  keyAnew: 'For another address, enter the key again.',
  keyPrefix: `Keys begin with ${KEY_PREFIX}: is this the whole key?`,
  keySent: 'Enter the key again.',
} as const

/** Which values a field accepts: shown for invalid input, because schema messages are for programs. */
const TAKES: Record<string, string> = {
  name: 'It needs 1 to 60 characters.',
  account: 'It needs 1 to 60 characters.',
  label: 'It needs 1 to 60 characters.',
  title: 'It takes at most 100 characters.',
  description: 'It takes at most 5,000 characters.',
  planned: 'It takes 30 s to 365 days.',
  baseUrl: 'Enter a full https:// address.',
  key: 'It takes at most 500 characters.',
  times: 'It takes a whole number from 1 to 1,000, or nothing.',
  forMs: 'It takes up to 24 hours, or nothing.',
  ms: 'It takes up to 24 hours.',
}

/** @param message from a schema or the core: ours continue a sentence, a schema's begin with a capital letter */
export function fieldProblem(field: string, message: string): string {
  const ofPrograms = /^[A-Z]/.test(message) || message === '' || message.includes('http(s)')
  if (ofPrograms) return TAKES[field] ?? 'That does not fit here. Check it.'
  return /^(is|must|needs|does|has|begins|cannot)\b/.test(message)
    ? `It ${message}.`
    : `${capitalised(asHeadline(message))}.`
}
