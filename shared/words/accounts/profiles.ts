/** Accounts: texts about profiles, their keys and the keychain. */
import { STUDIO_PROFILE } from '../../settings/profileIds.ts'
import type { KeyPlace } from '../../settings/profiles.ts'
import { type AppState, profileInUse } from '../../state.ts'
import type { Description } from '../outcomes/failures.ts'

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

/** Why nothing can be sent to the service, and what to do. */
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

/** The local studio's key is created automatically: without one the studio has not started yet. */
const STUDIO_NOT_READY: Description = {
  what: 'The local studio is not ready yet',
  todo: 'Cuelight starts it by itself. If this stays, the notices say what is wrong.',
}

/** The texts for the profile in use when it has no key. */
export function keyless(state: AppState): Description {
  if (state.profileId === STUDIO_PROFILE) return STUDIO_NOT_READY
  return KEYLESS[profileInUse(state)?.key ?? 'none']
}

export const KEYCHAIN_WORDS = { locked: 'The keychain is locked' } as const

/** The service's host, for display. */
export const hostOf = (baseUrl: string): string => baseUrl.replace(/^https?:\/\//i, '').split('/', 1)[0] ?? ''

/** Why the profile cannot be switched now. */
export const switchLocked = (projectName: string): string => `Stop ${projectName} to switch accounts.`
