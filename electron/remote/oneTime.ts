import { createHash, randomBytes } from 'node:crypto'

/**
 * The latest `most` secrets, each valid for one use and for `lifeMs` at most. Stored by hash, so the time of a look-up
 * reveals nothing.
 */
export function createOneTime<Value>(most: number, lifeMs: number, monotonic: () => number) {
  const held = new Map<string, { value: Value; until: number }>()
  return {
    /** A new secret for this value. */
    add(value: Value): string {
      const secret = randomBytes(32).toString('base64url')
      held.set(hashOf(secret), { value, until: monotonic() + lifeMs })
      for (const oldest of held.keys()) if (held.size > most) held.delete(oldest)
      return secret
    },
    /** The value of a secret, which becomes invalid. */
    take(secret: string): Value | undefined {
      const hash = hashOf(secret)
      const kept = held.get(hash)
      held.delete(hash)
      return kept && monotonic() < kept.until ? kept.value : undefined
    },
    /** How many secrets are still valid. */
    count: () => [...held.values()].filter(({ until }) => monotonic() < until).length,
    clear: () => held.clear(),
  }
}

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
