import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { PanelSession } from '../../shared/bridge/handshake.ts'

/** What the core keeps of a session: it proves the core and checks a page, and cannot pass for one. In hex. */
export interface Verifier {
  readonly id: string
  readonly coreKey: string
  /** Of the page's key. */
  readonly keyHash: string
}

/** A new session: what is handed to the page, once, and what is kept. */
export function newSession(): { page: PanelSession; kept: Verifier } {
  const [id, pageKey, coreKey] = [newNonce(), newNonce(), newNonce()]
  return { page: { id, pageKey, coreKey }, kept: { id, coreKey, keyHash: hash(bytes(pageKey)).toString('hex') } }
}

export const newNonce = (): string => randomBytes(32).toString('hex')

/** @param signed what both sides sign */
export function coreProof({ coreKey }: Verifier, signed: string): string {
  return mac(coreKey, signed).toString('hex')
}

/** Could only a page with the key have said this? (RFC 5802, 3: ClientProof) */
export function pageProved({ keyHash }: Verifier, signed: string, proof: string): boolean {
  const mask = mac(keyHash, signed)
  const key = bytes(proof).map((byte, index) => byte ^ (mask[index] ?? 0))
  return timingSafeEqual(hash(key), bytes(keyHash))
}

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const hash = (value: Uint8Array) => createHash('sha256').update(value).digest()
const mac = (key: string, text: string) => createHmac('sha256', bytes(key)).update(text).digest()

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

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
