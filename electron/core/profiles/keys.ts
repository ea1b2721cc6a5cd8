import type { KeyPlace } from '../../../shared/settings/profiles.ts'
import type { AppState } from '../../../shared/state.ts'
import { withoutKey, withoutThisKey } from '../../service/excerpt.ts'
import { Refused } from '../commands/ports.ts'
import type { Keychain, Manner } from '../keychain/keychain.ts'

type KeychainState = AppState['keychain']

/** Where the keys of all profiles are. Those in use are in memory; the others stay in the keychain. */
export type Keys = ReturnType<typeof createKeys>

interface Held {
  key: string
  place: 'kept' | 'thisRun'
}

/** Shown for a keychain that exists and is locked. */
const LOCKED = 'The keychain is locked.'

/**
 * @param onChange called when a key or the keychain has changed
 * @param onSecret called with every key, so that written output can hide it
 */
export function createKeys(keychain: Keychain, onChange: () => void, onSecret: (key: string) => void) {
  const held = new Map<string, Held>()
  const unseen = new Map<string, KeyPlace>()
  let state: KeychainState = { state: 'unused', about: null }

  function hold(profileId: string, one: Held): void {
    onSecret(one.key)
    held.set(profileId, one)
  }

  function learn(answer: { is: string; message?: string }): void {
    if (answer.is === 'none') state = { state: 'none', about: answer.message ?? null }
    else state = { state: answer.is === 'locked' ? 'locked' : 'ok', about: null }
    // A key that could not be read because the keychain was locked counts as stored once it is open.
    if (state.state === 'ok') for (const [id, place] of unseen) if (place === 'locked') unseen.delete(id)
    onChange()
  }

  return {
    /** The key of a profile; null: none is in memory. */
    value: (profileId: string) => held.get(profileId)?.key ?? null,
    /** @param kept whether the profile records that its key is in the keychain */
    place(profileId: string, kept: boolean): KeyPlace {
      const one = held.get(profileId)
      if (one) return one.place
      return kept ? (unseen.get(profileId) ?? 'kept') : 'none'
    },
    /** Reads a key from the keychain unless it is in memory. @returns whether it is in memory now */
    async fetch(profileId: string, manner: Manner): Promise<boolean> {
      if (held.has(profileId)) return true
      if (!unseen.has(profileId)) unseen.set(profileId, 'reading')
      onChange()
      const found = await keychain.get(profileId, manner)
      if (found.is === 'found') {
        unseen.delete(profileId)
        hold(profileId, { key: found.key, place: 'kept' })
      } else unseen.set(profileId, found.is === 'missing' ? 'missing' : 'locked')
      learn(found)
      return found.is === 'found'
    },
    /** Checks the state of the keychain without making the system ask the user. */
    async look(profileId: string): Promise<void> {
      learn(await keychain.get(profileId, 'quietly'))
    },
    /** Uses this key from now on, for this run. */
    hold: (profileId: string, key: string) => hold(profileId, { key, place: 'thisRun' }),
    /** Stores a key from memory in the keychain; if that fails, `about` says why. */
    async keep(profileId: string): Promise<{ place: 'kept' | 'thisRun'; about: string | null }> {
      const key = held.get(profileId)?.key
      if (key === undefined) return { place: 'thisRun', about: null }
      const answer = await keychain.set(profileId, key)
      if (answer.is === 'kept') {
        unseen.delete(profileId)
        held.set(profileId, { key, place: 'kept' })
      }
      learn(answer)
      if (answer.is === 'kept') return { place: 'kept', about: null }
      return { place: 'thisRun', about: answer.is === 'none' ? answer.message : LOCKED }
    },
    /** @returns a function that restores the key as it is now, for a change that fails */
    remember: (profileId: string) => putBack(held, profileId),
    /** Drops the key from memory at once. */
    drop(profileId: string) {
      held.delete(profileId)
      unseen.delete(profileId)
    },
    /** Removes the key from the keychain. False: it could not be removed. */
    async takeOut(profileId: string): Promise<boolean> {
      const answer = await keychain.remove(profileId)
      learn(answer)
      return answer.is === 'removed'
    },
    /** A stored key stays in memory only while its profile is in use. */
    release(profileId: string) {
      if (held.get(profileId)?.place === 'kept') held.delete(profileId)
    },
    state: () => state,
  }
}

/** @returns a function that restores an entry as it is now */
function putBack<Value>(into: Map<string, Value>, key: string): () => void {
  const one = into.get(key)
  return () => void (one === undefined ? into.delete(key) : into.set(key, one))
}

/** What is wrong with a text given as a key; null: nothing. Only visible ASCII can be sent in a header. */
export function keyProblem(key: string, prefix: string): string | null {
  const isWhole = key.startsWith(prefix) && key.length > prefix.length && /^[\x21-\x7e]+$/.test(key)
  return isWhole ? null : `must begin with ${prefix}, without spaces`
}

/** @throws Refused if an address contains this key or any of this deployment: addresses are stored and shown */
export function refuseKeyIn(baseUrl: string, key: string | undefined, prefix: string): void {
  const isThere = key !== undefined && withoutThisKey(baseUrl, key) !== baseUrl
  // A key may contain a slash; here a slash ends it.
  const looksSo = baseUrl.split('/').some((part) => withoutKey(part, null, prefix) !== part)
  if (isThere || looksSo)
    throw new Refused({ reason: 'invalid', field: 'baseUrl', message: 'must not hold an API key' })
}

/** @throws Refused for a key that is not of this deployment */
export function refuseForeignKey(key: string | undefined, prefix: string): void {
  const message = key === undefined ? null : keyProblem(key, prefix)
  if (message !== null) throw new Refused({ reason: 'invalid', field: 'key', message })
}
