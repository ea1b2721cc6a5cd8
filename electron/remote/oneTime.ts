import { createHash, randomBytes } from 'node:crypto'

/**
 * The latest `most` secrets, each for something once, and not after `lifeMs`. Kept by their hash: a look-up's time tells
 * nothing.
 */
export function createOneTime<Value>(most: number, lifeMs: number, monotonic: () => number) {
  const held = new Map<string, { value: Value; until: number }>()
  return {
    /** A new secret for it. */
    add(value: Value): string {
      const secret = randomBytes(32).toString('base64url')
      held.set(hashOf(secret), { value, until: monotonic() + lifeMs })
      for (const oldest of held.keys()) if (held.size > most) held.delete(oldest)
      return secret
    },
    /** What it stands for; from then on it stands for nothing. */
    take(secret: string): Value | undefined {
      const hash = hashOf(secret)
      const kept = held.get(hash)
      held.delete(hash)
      return kept && monotonic() < kept.until ? kept.value : undefined
    },
    /** How many still stand for something. */
    count: () => [...held.values()].filter(({ until }) => monotonic() < until).length,
    /** From now on none stands for anything. */
    clear: () => held.clear(),
  }
}

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
