/**
 * How a page of the panel and the core authenticate each other before any other message. The core goes first, with a
 * key that the page's script cannot read. Then the page signs (ECDSA, FIPS 186-5) with a private key that scripts can
 * use but never read, and announces its next key, so that a copied browser's keys are noticed once both are used. Any
 * script from our origin can use what the browser stores, even one from a program that had our port while we were not
 * running: so the page also sends the pass that came with it, which only our own pages have.
 */
import * as z from 'zod/mini'

const hex = (length: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * length}}$`)))
/** A random key, a nonce, a hash. */
const bytes = hex(32)
/** A public key on P-256, uncompressed (SEC 1, 2.3.3). */
const publicKey = hex(65)

/** What a page sends first, in its WebSocket's address: the token of a printed address, or the id of its session. */
export const Knock = z.union([
  z.object({ token: z.string(), nonce: bytes }),
  z.object({ session: bytes, nonce: bytes }),
])
export type Knock = z.output<typeof Knock>

/** The core's first message: a session for a token, once; or its own proof. Both carry a nonce for the page's proof. */
export const Greeting = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), nonce: bytes, id: bytes, coreKey: bytes }),
  z.object({ type: z.literal('challenge'), nonce: bytes, proof: bytes }),
])
export type Greeting = z.output<typeof Greeting>

/** The page's first message: its current key, its next key, its pass, and its signature. */
export const PageProof = z.strictObject({
  type: z.literal('proof'),
  key: publicKey,
  nextKey: publicKey,
  pass: z.string().check(z.maxLength(100)),
  /** The signature of `pageSigns`: r and s (IEEE P1363). */
  proof: hex(64),
})
export type PageProof = z.output<typeof PageProof>
