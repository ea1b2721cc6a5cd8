/** Accounts: what is said of profiles, of their keys and of the keychain. */
import { STUDIO_PROFILE } from '../settings/profileIds.ts'
import type { KeyPlace } from '../settings/profiles.ts'
import { type AppState, profileInUse } from '../state.ts'
import type { Description } from './failures.ts'

export const PROFILE_NAMES = {
  use: 'Use',
  useAnyway: 'Switch anyway',
  test: 'Test',
  change: 'Change',
  forget: 'Forget key',
  remove: 'Remove',
  keep: 'Keep',
  add: 'Add account',
  save: 'Save',
  cancel: 'Cancel',
  askAgain: 'Ask the keychain again',
  giveKey: 'Add API key',
} as const

/** Why nothing can be asked of the service, and what to do. */
export const KEYLESS: Record<KeyPlace, Description> = {
  none: {
    what: 'There is no API key yet',
    todo: 'Make a key in the studio, under Developer, and add it. To rehearse, use the local studio: it needs none.',
  },
  locked: {
    what: 'The API key is in the keychain, which is locked',
    todo: 'Unlock your keychain. Cuelight picks the key up by itself.',
  },
  missing: {
    what: 'The API key is no longer in the keychain',
    todo: 'Something else removed it. Enter it again.',
  },
  reading: { what: 'Asking the keychain for the API key…', todo: 'Your system may ask you to allow it.' },
  kept: { what: 'The API key is not in use yet', todo: 'Cuelight takes it from the keychain.' },
  thisRun: { what: 'The API key is not in use yet', todo: 'Test the account, or enter its key again.' },
}

/** Nobody gives the local studio a key: without one it is not there yet. */
const STUDIO_NOT_READY: Description = {
  what: 'The local studio is not ready yet',
  todo: 'Cuelight starts it by itself. If this stays, the notices say what is wrong.',
}

/** The words for the profile in use, when there is no key to ask with. */
export function keyless(state: AppState): Description {
  if (state.profileId === STUDIO_PROFILE) return STUDIO_NOT_READY
  return KEYLESS[profileInUse(state)?.key ?? 'none']
}

export const KEYCHAIN_WORDS = { locked: 'The keychain is locked' } as const

/** Where a service is: its host, for people. */
export const hostOf = (baseUrl: string): string => baseUrl.replace(/^https?:\/\//i, '').split('/', 1)[0] ?? ''

/** Why another profile cannot be used now. */
export const switchLocked = (projectName: string): string => `Stop ${projectName} to switch accounts.`
