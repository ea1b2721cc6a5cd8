/** The fields of forms: what they are called, what they take, and what is wrong with one. */
import { KEY_PREFIX } from '../contract/limits.ts'
import { asHeadline, capitalised } from './format.ts'
import { KEY_THIS_RUN } from './keychain.ts'

export const FIELD_WORDS = {
  name: 'Name',
  baseUrl: 'Base URL',
  account: 'Account label',
  key: 'API key',
} as const

export const FIELD_HINTS = {
  name: 'What you call it here.',
  baseUrl: 'Where the service is, as its studio shows it: https://…/v1/external',
  account: 'Profiles of one account share one request budget: give them the same label.',
  key: 'Goes into the system’s keychain. It is never shown again and cannot be read back.',
  keyThisRun: KEY_THIS_RUN,
  keyKept: 'Leave it empty to keep the one there is.',
  keyAnew: 'Enter the key again for another address.',
  keyPrefix: `Keys begin with ${KEY_PREFIX}: is this the whole key?`,
  keySent: 'Enter the key again.',
} as const

/** What a field takes: said when it got something else, because a schema speaks to programs. */
const TAKES: Record<string, string> = {
  name: 'It needs 1 to 60 characters.',
  account: 'It needs 1 to 60 characters.',
  label: 'It needs 1 to 60 characters.',
  baseUrl: 'Enter a full https:// address.',
  key: 'It takes at most 500 characters.',
  times: 'It takes a whole number from 1 to 1,000, or nothing.',
  forMs: 'It takes up to 24 hours, or nothing.',
  ms: 'It takes up to 24 hours.',
}

/**
 * A field's problem in a sentence.
 *
 * @param field the field's own name
 * @param message what a schema or the core said of it: ours continue a sentence, a schema's begin with a capital letter
 */
export function fieldProblem(field: string, message: string): string {
  const ofPrograms = /^[A-Z]/.test(message) || message === '' || message.includes('http(s)')
  if (ofPrograms) return TAKES[field] ?? 'That cannot be taken. Look at it again.'
  return /^(is|must|needs|does|has|begins|cannot)\b/.test(message)
    ? `It ${message}.`
    : `${capitalised(asHeadline(message))}.`
}

export function nameTaken(name: string): string {
  return `Another profile is called ${name} already.`
}
