/**
 * The system's keychain, as Cuelight uses it. Whatever it does, an answer comes: found, locked, or not there at all.
 */
export interface Keychain {
  /** `locked`: the key is there or not, it cannot be seen. `missing`: it surely is not there. */
  get(account: string): Promise<Found>
  set(account: string, key: string): Promise<Kept>
  remove(account: string): Promise<Removed>
}

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
