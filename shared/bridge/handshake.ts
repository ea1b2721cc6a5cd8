/**
 * How a page of the panel and the core prove to each other who they are, before either says anything else. The core is
 * first, by a key that the page's script cannot read. Then the page signs (ECDSA, FIPS 186-5) with a private key that its
 * browser lets script use and never read, and says which key is its next: so a copy of a browser's keys is noticed as soon
 * as both are used. What lies in a browser can be used by whatever script runs there, also by that of somebody who had our
 * port while we were away: so the page also says the pass that came with it, which only a page of ours has.
 */
import * as z from 'zod/mini'

const hex = (length: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * length}}$`)))
/** A random key, a nonce, a hash. */
const bytes = hex(32)
/** A public key on P-256, uncompressed (SEC 1, 2.3.3). */
const publicKey = hex(65)

/** What a page asks with, in the address of its WebSocket: the token of a printed address, or the id of its session. */
export const Knock = z.union([
  z.object({ token: z.string(), nonce: bytes }),
  z.object({ session: bytes, nonce: bytes }),
])
export type Knock = z.output<typeof Knock>

/** The core's first word: a session for a token, once; or its own proof. With it, a nonce to prove the page with. */
export const Greeting = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), nonce: bytes, id: bytes, coreKey: bytes }),
  z.object({ type: z.literal('challenge'), nonce: bytes, proof: bytes }),
])
export type Greeting = z.output<typeof Greeting>

/** The page's first word. What it signs with now, what it will sign with next, the pass it has, and its signature. */
export const PageProof = z.strictObject({
  type: z.literal('proof'),
  key: publicKey,
  nextKey: publicKey,
  pass: z.string().check(z.maxLength(100)),
  /** Of what `pageSigns` says: r and s (IEEE P1363). */
  proof: hex(64),
})
export type PageProof = z.output<typeof PageProof>
