/**
 * How a page of the panel and the core prove to each other who they are, before either says anything else. It is SCRAM
 * (RFC 5802, 3) with random keys in place of a password's, and with the core first: what was handed out once never
 * crosses the wire again, what the core keeps opens nothing, and whoever has taken its port is told nothing.
 */
import * as z from 'zod/mini'

/** 32 bytes in hex: a random key, a nonce, a hash. */
const bytes = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** What a page keeps in its own storage, which no other port can read. The id is no secret; each key proves one side. */
export const PanelSession = z.object({ id: bytes, pageKey: bytes, coreKey: bytes })
export type PanelSession = z.output<typeof PanelSession>

/** What a page asks with, in the address of its WebSocket: the token of a printed address, or the session it has. */
export const Knock = z.union([z.object({ token: z.string() }), z.object({ session: bytes, nonce: bytes })])
export type Knock = z.output<typeof Knock>

/** The core's first word: a session for a token, once; or its own proof, and a nonce to prove the page with. */
export const Greeting = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), session: PanelSession }),
  z.object({ type: z.literal('challenge'), nonce: bytes, proof: bytes }),
])
export type Greeting = z.output<typeof Greeting>

/** The page's first word: its key, hidden by what only one who knows the key's hash can take off again. */
export const PageProof = z.strictObject({ type: z.literal('proof'), proof: bytes })
export type PageProof = z.output<typeof PageProof>

/** What both sides sign. */
export const signedText = (pageNonce: string, coreNonce: string): string => `${pageNonce} ${coreNonce}`
