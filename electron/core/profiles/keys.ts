import type { KeyPlace } from '../../../shared/profiles.ts'
import type { AppState } from '../../../shared/state.ts'
import type { Keychain } from '../keychain/keychain.ts'

type KeychainState = AppState['keychain']

/** Where the keys of all profiles are. Those that are needed are in memory; the others stay in the keychain. */
export interface Keys {
  /** The key of a profile, or null while there is none to be had. */
  value(profileId: string): string | null
  /** @param kept does the profile say that its key lies in the keychain? */
  place(profileId: string, kept: boolean): KeyPlace
  /** Reads a key from the keychain, unless it is held. Answers whether it is held now. */
  fetch(profileId: string): Promise<boolean>
  /** Puts a key into the keychain; where none takes it, it is held for this run, and `about` says why. */
  keep(profileId: string, key: string): Promise<{ place: 'kept' | 'thisRun'; about: string | null }>
  /** For this run only, whatever the keychain. */
  hold(profileId: string, key: string): void
  /** Forgets it here at once, and takes it out of the keychain. False: it could not be taken out. */
  forget(profileId: string, kept: boolean): Promise<boolean>
  /** No key is held longer than its profile is in use. */
  release(profileId: string): void
  state(): KeychainState
}

interface Held {
  key: string
  place: 'kept' | 'thisRun'
}

/** What is said of a keychain that is there and closed. */
const LOCKED = 'The keychain is locked.'

/**
 * @param onChange the keychain answers otherwise than before
 * @param onSecret told every key, so that whoever writes things down can hide it
 */
export function createKeys(keychain: Keychain, onChange: () => void, onSecret: (key: string) => void): Keys {
  const held = new Map<string, Held>()
  const unseen = new Map<string, KeyPlace>()
  let state: KeychainState = { state: 'unused', about: null }

  function hold(profileId: string, one: Held): void {
    onSecret(one.key)
    held.set(profileId, one)
  }

  function became(next: KeychainState): void {
    const same = next.state === state.state && next.about === state.about
    state = next
    if (!same) onChange()
  }

  function learn(answer: { is: string; message?: string }): void {
    if (answer.is === 'none') became({ state: 'none', about: answer.message ?? null })
    else became({ state: answer.is === 'locked' ? 'locked' : 'ok', about: null })
  }

  return {
    value: (profileId) => held.get(profileId)?.key ?? null,
    place(profileId, kept) {
      const one = held.get(profileId)
      if (one) return one.place
      return kept ? (unseen.get(profileId) ?? 'kept') : 'none'
    },
    async fetch(profileId) {
      if (held.has(profileId)) return true
      if (!unseen.has(profileId)) unseen.set(profileId, 'reading')
      const found = await keychain.get(profileId)
      learn(found)
      if (found.is !== 'found') {
        unseen.set(profileId, found.is === 'missing' ? 'missing' : 'locked')
        return false
      }
      unseen.delete(profileId)
      hold(profileId, { key: found.key, place: 'kept' })
      return true
    },
    async keep(profileId, key) {
      hold(profileId, { key, place: 'thisRun' })
      const answer = await keychain.set(profileId, key)
      learn(answer)
      if (answer.is !== 'kept') return { place: 'thisRun', about: answer.is === 'none' ? answer.message : LOCKED }
      unseen.delete(profileId)
      // Another key may have been given, or this one forgotten, while a person unlocked the keychain.
      if (held.get(profileId)?.key === key) held.set(profileId, { key, place: 'kept' })
      return { place: 'kept', about: null }
    },
    hold: (profileId, key) => hold(profileId, { key, place: 'thisRun' }),
    async forget(profileId, kept) {
      held.delete(profileId)
      unseen.delete(profileId)
      if (!kept) return true
      const answer = await keychain.remove(profileId)
      learn(answer)
      return answer.is === 'removed'
    },
    release(profileId) {
      if (held.get(profileId)?.place === 'kept') held.delete(profileId)
    },
    state: () => state,
  }
}
