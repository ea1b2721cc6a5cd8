import { createHash, randomBytes } from 'node:crypto'

/** Secrets that stand for something once. Kept by their hash: looking one up tells nothing by the time it takes. */
export interface OneTime<Value> {
  /** A new secret for it. */
  add(value: Value): string
  /** What it stands for; from then on it stands for nothing. */
  take(secret: string): Value | undefined
}

/** @param most the oldest secrets beyond this number stand for nothing any more */
export function createOneTime<Value>(most: number): OneTime<Value> {
  const held = new Map<string, Value>()
  return {
    add(value) {
      const secret = randomBytes(32).toString('base64url')
      held.set(hashOf(secret), value)
      for (const oldest of held.keys()) if (held.size > most) held.delete(oldest)
      return secret
    },
    take(secret) {
      const hash = hashOf(secret)
      const value = held.get(hash)
      held.delete(hash)
      return value
    },
  }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
