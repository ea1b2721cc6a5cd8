/**
 * The system's keychain, as Cuelight uses it. Whatever it does, an answer comes: found, locked, or not there at all.
 */
export interface Keychain {
  /** `locked`: the key is there or not, it cannot be seen. `missing`: it surely is not there. */
  get(account: string, manner: Manner): Promise<Found>
  /** A person has just given the key: the system may ask that person to unlock the keychain. */
  set(account: string, key: string): Promise<Kept>
  /** Never makes the system ask anybody. */
  remove(account: string): Promise<Removed>
}

/**
 * Looking into a locked keychain makes the system ask for its password. Only what a person has just pressed may do that
 * (`asking`); what Cuelight does by itself, again and again, must not (`quietly`).
 */
export type Manner = 'quietly' | 'asking'

/** No keychain answers on this system: why. */
export interface NoKeychain {
  is: 'none'
  message: string
}

export type Found = { is: 'found'; key: string } | { is: 'missing' } | { is: 'locked' } | NoKeychain
export type Kept = { is: 'kept' } | { is: 'locked' } | NoKeychain
export type Removed = { is: 'removed' } | { is: 'locked' } | NoKeychain

/** For a core that has no keychain to ask. */
export const withoutKeychain = (message: string): Keychain => {
  const none = async (): Promise<NoKeychain> => ({ is: 'none', message })
  return { get: none, set: none, remove: none }
}
