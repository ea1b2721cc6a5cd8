/** The list of accounts and their keys, in the settings. */
import type { KeyPlace } from '../../settings/profiles.ts'
import type { ProfileTest } from '../../state.ts'
import { counted, timeOfDay, took } from '../format.ts'
import { type Description, describeFailure, KEY_THIS_RUN } from '../outcomes/failures.ts'

export const PROFILE_WORDS = {
  list: 'Accounts',
  about: 'This panel shows the account in use.',
  inUse: 'IN USE',
  run: 'from the command line, for this run only',
  fixed: 'Built in',
  none: 'No accounts yet. The local studio needs none: rehearse there, or broadcast to its watch page and your own servers.',
  adding: 'Add an account',
  place: 'Base URL',
  account: 'Account label',
  key: 'API key',
  lastTest: 'Last test',
  neverTested: 'Not tested yet',
  testing: 'Testing…',
  noKeychain: KEY_THIS_RUN,
  keychain: 'Keychain',
} as const

/** Where a profile's key is. */
export const KEY_WORDS: Record<KeyPlace, string> = {
  kept: 'kept in the keychain',
  thisRun: 'for this run only',
  none: 'none yet',
  locked: 'in the keychain, which is locked',
  missing: 'no longer in the keychain: enter it again',
  reading: 'asking the keychain…',
}

/** The local studio's key is created automatically. */
export const STUDIO_KEY = 'built in, none needed'

/** The result of a test, and what to do if it failed. */
export function describeTest(test: ProfileTest): Description {
  if (test.failure) return describeFailure(test.failure)
  return { what: counted(test.projects ?? 0, 'project'), todo: `in ${took(test.ms)}` }
}

/** The time of a test: a time of day, so that it need not be updated. */
export const testedAt = (test: ProfileTest): string => `at ${timeOfDay(test.at)}`

/** Mentions the keychain only if it contains the key. */
export function removeAsk(name: string, key: KeyPlace): string {
  if (key === 'kept' || key === 'locked' || key === 'reading')
    return `Remove ${name}? Its key is removed from the keychain too.`
  return `Remove ${name}?${key === 'thisRun' ? ' Its key is forgotten too.' : ''}`
}

export const forgetAsk = (name: string): string =>
  `Forget the key of ${name}? To use the account again, you will need to enter it.`

export const changing = (name: string): string => `Change ${name}`
