import { KEY_PREFIX } from '../../../shared/contract/limits.ts'
import type { Core } from '../core.ts'
import { hashKey, sameHash } from '../rules/account/keys.ts'
import { find } from '../rules/world/find.ts'
import { ACCOUNT, type Account } from '../rules/world/world.ts'

/** Returns the account whose key a request carries, or null. */
export type Access = (authorization: string | undefined) => Account | null

/**
 * Compares all keys every time, so that the time taken does not reveal which one came close.
 *
 * @param runKeys accepted for this run only, in addition to the stored ones
 */
export function accessOf(core: Core, runKeys: readonly string[]): Access {
  for (const key of runKeys) if (!key.startsWith(KEY_PREFIX)) throw new Error(`a key begins with ${KEY_PREFIX}`)
  const forThisRun = runKeys.map((key) => ({ accountId: ACCOUNT, hash: hashKey(key) }))

  return (authorization) => {
    const given = hashKey(bearerOf(authorization) ?? '')
    const world = core.read()
    const fitting = [...forThisRun, ...Object.values(world.keys)].filter(({ hash }) => sameHash(hash, given))
    return (fitting[0] && find(world.accounts, fitting[0].accountId)) ?? null
  }
}

/** The token of an `Authorization: Bearer …` header. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null
}
