import type { Found, Kept, Keychain, Removed } from '../../electron/core/keychain/keychain.ts'

/** A keychain that a test locks, unlocks and makes wait: for what happens between a question and its answer. */
export interface ScriptedKeychain extends Keychain {
  /** What lies in it, by account. */
  readonly keys: Map<string, string>
  /** Every question, as `get quietly`, in order. */
  readonly asked: string[]
  locked: boolean
  /** From now on every answer waits; the answer is of the moment it is given. */
  wait(): void
  /** Gives all answers that wait. */
  answer(): void
}

export function scriptedKeychain(): ScriptedKeychain {
  const keys = new Map<string, string>()
  const asked: string[] = []
  let gate: PromiseWithResolvers<void> | null = null

  async function heard(question: string): Promise<void> {
    asked.push(question)
    await gate?.promise
  }

  const keychain: ScriptedKeychain = {
    keys,
    asked,
    locked: false,
    wait() {
      gate ??= Promise.withResolvers()
    },
    answer() {
      gate?.resolve()
      gate = null
    },
    async get(account, manner): Promise<Found> {
      const before = keys.get(account)
      await heard(`get ${manner}`)
      if (keychain.locked) return { is: 'locked' }
      // As read when it was asked: a late answer may be an old one.
      return before === undefined ? { is: 'missing' } : { is: 'found', key: before }
    },
    async set(account, key): Promise<Kept> {
      await heard('set')
      if (keychain.locked) return { is: 'locked' }
      keys.set(account, key)
      return { is: 'kept' }
    },
    async remove(account): Promise<Removed> {
      await heard('remove')
      if (keychain.locked) return { is: 'locked' }
      keys.delete(account)
      return { is: 'removed' }
    },
  }
  return keychain
}
