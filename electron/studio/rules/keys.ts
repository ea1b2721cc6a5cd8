import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { KEY_PREFIX, KEYS_PER_ACCOUNT } from '../../../shared/contract/limits.ts'
import { Refusal } from './find.ts'
import type { Key, Moment, WorldDraft } from './world.ts'

/** A new key. Random enough that a plain hash of it gives nothing away. */
export function makeKey(): string {
  return KEY_PREFIX + randomBytes(24).toString('base64url')
}

/** What is kept of a key. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Takes as long whatever is compared, so that time tells nothing. */
export function sameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A key that is to be held. */
export interface NewKey {
  readonly label: string
  readonly key: string
  /** Handed over in a file, to a person: no other key makes room for it, nor it for any. */
  readonly inFile: boolean
}

/**
 * Lets an account hold one more key, and answers its id. When it holds as many as it may, a program's oldest of the same
 * label makes room, so that a program which asks anew at every start never locks itself out.
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

/** Takes away every key of a label. */
export function dropKeys(world: WorldDraft, label: string): void {
  for (const key of Object.values(world.keys)) if (key.label === label) delete world.keys[key.id]
}
