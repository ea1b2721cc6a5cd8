/** Pairings: control surfaces and programs that have access of their own, each with a name and a scope. */
import * as z from 'zod'
import { plainName, shownText } from '../util/plainName.ts'
import { SCOPES, type Scope } from './scopes.ts'

/** The most pairings at once. Unlike sessions, none ends because another is made: a deck must not go dark in a show. */
export const MOST_PAIRINGS = 50

const key = z.string().regex(/^[0-9a-f]{64}$/)

/** A person can see it, and it means nothing else where pairings are ended: neither all of them nor an id. */
function isName(name: string): boolean {
  return shownText(name) !== '' && !/^(all|[0-9a-f]{16})$/i.test(name)
}

/** What makes a pairing. Its code is made by whoever asks for it and never reaches the core, only keys derived from it. */
export const PairingParts = {
  name: z.string().overwrite(plainName).min(1).max(60).refine(isName, 'choose another name'),
  scope: z.enum(SCOPES),
  /** Proves who the client is: the hash of the client's key (RFC 5802, StoredKey). In hex. */
  storedKey: key,
  /** Proves to the client who the core is (RFC 5802, ServerKey). In hex. */
  serverKey: key,
}

/** One pairing as it is listed: nothing that grants access. Times are wall ms. */
export interface PairingShown {
  id: string
  name: string
  scope: Scope
  since: number
  /** When it last connected or disconnected; now, while it is connected; null: never. */
  lastUsed: number | null
  /** How many connections it has open now. */
  connections: number
  /** Until when a person lets it stop and go live; null: it may not, or its scope says so. */
  armedUntil: number | null
}

export interface Pairings {
  /** Most recently used first. */
  pairings: PairingShown[]
  /** Where they connect to: the WebSocket's address on this computer; null: nothing listens. */
  address: string | null
}

/** The name under which a pairing is found, and which only one can have. */
export const sameName = (one: string, other: string): boolean => seen(one) === seen(other)
/** Without characters that nobody sees. */
const seen = (name: string): string =>
  plainName(name)
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
