import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { KEY_PREFIX, KEYS_PER_ACCOUNT } from '../../../../shared/contract/limits.ts'
import { Refusal } from '../world/find.ts'
import type { Key, Moment, WorldDraft } from '../world/world.ts'

/** A new key. It is random enough that a plain hash of it reveals nothing. */
export function makeKey(): string {
  return KEY_PREFIX + randomBytes(24).toString('base64url')
}

/** The hash of a key; the key itself is not stored. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Takes the same time for every comparison, so that timing reveals nothing. */
export function sameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A key to add. */
export interface NewKey {
  readonly label: string
  readonly key: string
  /** Handed over to a user in a file: it is never revoked to make space for another key, and none is revoked for it. */
  readonly inFile: boolean
}

/**
 * Adds a key to an account, and returns its id. If the account has as many as it may, a program's oldest key with the
 * same label is revoked, so that a program that requests a key at every start never locks itself out.
 *
 * @throws Refusal if no key can be revoked
 */
export function addKey(
  world: WorldDraft,
  accountId: string,
  { label, key, inFile }: NewKey,
  { now, newId }: Moment,
): string {
  const held = Object.values(world.keys).filter((one) => one.accountId === accountId)
  const dispensable = inFile ? [] : held.filter((one) => one.label === label && !one.inFile)
  if (held.length >= KEYS_PER_ACCOUNT) makeRoom(world, dispensable)
  const id = newId()
  world.keys[id] = { id, accountId, label, hash: hashKey(key), createdAt: now, inFile }
  return id
}

function makeRoom(world: WorldDraft, dispensable: readonly Key[]): void {
  const [oldest] = [...dispensable].sort((one, other) => one.createdAt - other.createdAt)
  if (!oldest) {
    const message = `An account may hold ${KEYS_PER_ACCOUNT} keys. Revoke one first.`
    throw new Refusal('LIMIT_REACHED', message, { limit: KEYS_PER_ACCOUNT })
  }
  delete world.keys[oldest.id]
}

/** Revokes every key with a label. */
export function dropKeys(world: WorldDraft, label: string): void {
  for (const key of Object.values(world.keys)) if (key.label === label) delete world.keys[key.id]
}
