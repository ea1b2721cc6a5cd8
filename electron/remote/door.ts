import type { IncomingMessage, ServerOptions } from 'node:http'
import { DOOR_WORDS } from '../../shared/words/door.ts'
import { hostIsOurs } from './origin.ts'

/** How long a client may keep us waiting, in ms. Node counts this itself. */
export interface Patience {
  /** For the head of a request. */
  readonly headersMs: number
  /** For a whole request. */
  readonly requestMs: number
  /** Without a byte in either direction, while it is answered. The bridge is not meant. */
  readonly idleMs: number
}
export const PATIENCE: Patience = { headersMs: 10_000, requestMs: 15_000, idleMs: 30_000 }

/** Far more than any browser opens; who holds them all keeps nobody out who is in already. */
export const MOST_CONNECTIONS = 250

/** What Node's server is told of our patience. */
export function patienceOf({ headersMs, requestMs }: Patience): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
  }
}

export interface TurnedAway {
  readonly status: number
  readonly text: string
}

/**
 * What no request may be, whoever sends it and wherever it leads. Nothing here acts on anything but a GET of ours.
 *
 * @returns why it is turned away, or null
 */
export function turnedAway(request: IncomingMessage, port: number): TurnedAway | null {
  // `http://other/…` names another host than the one in `Host`.
  if (!request.url?.startsWith('/')) return { status: 400, text: DOOR_WORDS.unreadableAddress }
  if (!hostIsOurs(request, port)) return { status: 421, text: DOOR_WORDS.notOurs }
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, text: DOOR_WORDS.onlyGet }
  return hasBody(request) ? { status: 413, text: DOOR_WORDS.noBody } : null
}

/** A body may never end. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}
