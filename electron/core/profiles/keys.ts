import type { KeyPlace } from '../../../shared/settings/profiles.ts'
import type { AppState } from '../../../shared/state.ts'
import { withoutKey, withoutThisKey } from '../../service/excerpt.ts'
import { Refused } from '../commands/ports.ts'
import type { Keychain, Manner } from '../keychain/keychain.ts'

type KeychainState = AppState['keychain']

/** Where the keys of all profiles are. Those that are needed are in memory; the others stay in the keychain. */
export type Keys = ReturnType<typeof createKeys>

interface Held {
  key: string
  place: 'kept' | 'thisRun'
}

/** What is said of a keychain that is there and closed. */
const LOCKED = 'The keychain is locked.'

/**
 * @param onChange a key, or the keychain, stands otherwise than before
 * @param onSecret told every key, so that whoever writes things down can hide it
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
    // What was not seen for a lock that is open now is there like any other.
    if (state.state === 'ok') for (const [id, place] of unseen) if (place === 'locked') unseen.delete(id)
    onChange()
  }

  return {
    /** The key of a profile, or null while there is none to be had. */
    value: (profileId: string) => held.get(profileId)?.key ?? null,
    /** @param kept does the profile say that its key lies in the keychain? */
    place(profileId: string, kept: boolean): KeyPlace {
      const one = held.get(profileId)
      if (one) return one.place
      return kept ? (unseen.get(profileId) ?? 'kept') : 'none'
    },
    /** Reads a key from the keychain, unless it is held. Answers whether it is held now. */
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
    /** Learns how the keychain stands, without making the system ask anybody. */
    async look(profileId: string): Promise<void> {
      learn(await keychain.get(profileId, 'quietly'))
    },
    /** In use from now on, for this run. */
    hold: (profileId: string, key: string) => hold(profileId, { key, place: 'thisRun' }),
    /** Puts a key that is held into the keychain; where none takes it, `about` says why. */
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
    /** Answers what puts the key back as it is held now, for a change that comes to nothing. */
    remember: (profileId: string) => putBack(held, profileId),
    /** Forgets it here, at once. */
    drop(profileId: string) {
      held.delete(profileId)
      unseen.delete(profileId)
    },
    /** Takes it out of the keychain. False: it could not be taken out. */
    async takeOut(profileId: string): Promise<boolean> {
      const answer = await keychain.remove(profileId)
      learn(answer)
      return answer.is === 'removed'
    },
    /** No key is held longer than its profile is in use. */
    release(profileId: string) {
      if (held.get(profileId)?.place === 'kept') held.delete(profileId)
    },
    state: () => state,
  }
}

/** What puts an entry back as it is now. */
function putBack<Value>(into: Map<string, Value>, key: string): () => void {
  const one = into.get(key)
  return () => void (one === undefined ? into.delete(key) : into.set(key, one))
}

/** What is wrong with a text given as a key, or null. Only visible ASCII can be sent in a header. */
export function keyProblem(key: string, prefix: string): string | null {
  const isWhole = key.startsWith(prefix) && key.length > prefix.length && /^[\x21-\x7e]+$/.test(key)
  return isWhole ? null : `must begin with ${prefix}, without spaces`
}

/** @throws Refused for an address that holds a key, this one or any of this deployment: addresses are kept and shown */
export function refuseKeyIn(baseUrl: string, key: string | undefined, prefix: string): void {
  const isThere = key !== undefined && withoutThisKey(baseUrl, key) !== baseUrl
  // A slash may stand in a key; here it ends one.
  const looksSo = baseUrl.split('/').some((part) => withoutKey(part, null, prefix) !== part)
  if (isThere || looksSo)
    throw new Refused({ reason: 'invalid', field: 'baseUrl', message: 'must not hold an API key' })
}

/** @throws Refused for a key of another kind of service */
export function refuseForeignKey(key: string | undefined, prefix: string): void {
  const message = key === undefined ? null : keyProblem(key, prefix)
  if (message !== null) throw new Refused({ reason: 'invalid', field: 'key', message })
}
