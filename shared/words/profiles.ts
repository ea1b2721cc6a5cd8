/** Accounts: what is said of profiles, of their keys and of the keychain. */
import { STUDIO_PROFILE } from '../settings/profileIds.ts'
import type { KeyPlace } from '../settings/profiles.ts'
import { type AppState, type ProfileTest, profileInUse } from '../state.ts'
import { KEY_THIS_RUN, type Told, tellFailure } from './failures.ts'
import { counted, timeOfDay, took } from './format.ts'

export const PROFILE_NAMES = {
  use: 'Use',
  test: 'Test',
  change: 'Change',
  forget: 'Forget key',
  remove: 'Remove',
  keep: 'Keep',
  add: 'Add profile',
  save: 'Save',
  cancel: 'Cancel',
  askAgain: 'Ask the keychain again',
  giveKey: 'Add API key',
} as const

export const PROFILE_WORDS = {
  list: 'Profiles',
  about: 'One profile for each account. The one in use is what this panel shows.',
  inUse: 'IN USE',
  run: 'from the command line, for this run only',
  fixed: 'Built in',
  none: 'No accounts yet. Add one to go on air; rehearse on the local studio until then.',
  adding: 'Add a profile',
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
  missing: 'not in the keychain any more: enter it again',
  reading: 'asking the keychain…',
}

/** The local studio's own key: nobody gives it one. */
export const STUDIO_KEY = 'built in, none needed'

/** Why nothing can be asked of the service, and what to do. */
export const KEYLESS: Record<KeyPlace, Told> = {
  none: {
    what: 'There is no API key yet',
    todo: 'Make a key in the studio, under Developer, and add it. To rehearse, use the local studio: it needs none.',
  },
  locked: {
    what: 'The API key is in the keychain, which is locked',
    todo: 'Unlock your keychain. Cuelight picks the key up by itself.',
  },
  missing: {
    what: 'The API key is not in the keychain any more',
    todo: 'Somebody else took it out. Enter it again.',
  },
  reading: { what: 'Asking the keychain for the API key…', todo: 'Your system may ask you to allow it.' },
  kept: { what: 'The API key is not in use yet', todo: 'Cuelight takes it from the keychain.' },
  thisRun: { what: 'The API key is not in use yet', todo: 'Test the profile, or enter its key again.' },
}

/** Nobody gives the local studio a key: without one it is not there yet. */
const STUDIO_NOT_READY: Told = {
  what: 'The local studio is not ready yet',
  todo: 'Cuelight starts it by itself. Should it stay so, the notices say what is wrong.',
}

/** The words for the profile in use, when there is no key to ask with. */
export function keyless(state: AppState): Told {
  if (state.profileId === STUDIO_PROFILE) return STUDIO_NOT_READY
  return KEYLESS[profileInUse(state)?.key ?? 'none']
}

export const KEYCHAIN_WORDS = { locked: 'The keychain is locked' } as const

/** Where a service is: its host, for people. */
export const hostOf = (baseUrl: string): string => baseUrl.replace(/^https?:\/\//i, '').replace(/\/.*$/, '')

/** How a test ended, and what to do where it failed. */
export function tellTest(test: ProfileTest): Told {
  if (test.failure) return tellFailure(test.failure)
  return { what: counted(test.projects ?? 0, 'project'), todo: `in ${took(test.ms)}` }
}

/** When a test was: a time of day, so that nothing ticks. */
export const testedAt = (test: ProfileTest): string => `at ${timeOfDay(test.at)}`

export const removeAsk = (name: string): string => `Remove ${name}? Its key is taken out of the keychain with it.`

export const forgetAsk = (name: string): string =>
  `Forget the key of ${name}? To use the profile again, you will need to enter it.`

export const changing = (name: string): string => `Change ${name}`

/** Why another profile cannot be used now. */
export const switchLocked = (projectName: string): string => `Stop ${projectName} to switch accounts.`
