import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ACCESS_WORDS } from '../../shared/words/cli/programs.ts'
import { hostsOf } from '../util/hosts.ts'

/**
 * Is the request addressed to the printed host only? Every other name that leads here is an origin that someone else
 * can have: a foreign name that resolves to us, `localhost`, for which browsers try `::1` first, or an IP address that
 * any page knows. A second `Host` header is refused: we cannot guess which one a cache or a proxy would use (RFC 9112,
 * 3.2).
 *
 * @param host with its port, as a browser writes it
 */
export function hostIsOurs(request: IncomingMessage, host: string): boolean {
  const [sent = '', second] = hostsOf(request)
  return second === undefined && sent.toLowerCase() === host
}

/** Does the request come from our own page? */
export function originIsOurs(request: IncomingMessage): boolean {
  return request.headers.origin === `http://${request.headers.host}`
}

/** How long a client may keep us waiting, in ms. */
export interface Patience {
  /** For the head of a request, and for the client's proof of its session. */
  readonly headersMs: number
  /** Without a byte in either direction while a response is sent. Does not apply to the bridge. */
  readonly idleMs: number
}
export const PATIENCE: Patience = { headersMs: 10_000, idleMs: 30_000 }

/** The most connections that have not proved a session: far more than any browser opens. */
export const MOST_STRANGERS = 250
/**
 * Browsers send us the cookies of every port of this machine, and keep some 180 of 4 kB for one name (RFC 6265, 6.1).
 * None of them is ours, and none may prevent a page from loading.
 */
export const LARGEST_HEAD = 1024 * 1024

export interface Rejection {
  readonly status: number
  readonly text: string
}

/** Rules for every request, whatever its path: only a GET is acted on. @returns why it is refused, or null */
export function rejectionOf(request: IncomingMessage, host: string): Rejection | null {
  // `http://other/…` names a different host than the `Host` header.
  if (!request.url?.startsWith('/')) return { status: 400, text: ACCESS_WORDS.unreadableAddress }
  if (!hostIsOurs(request, host)) return { status: 421, text: ACCESS_WORDS.notOurs }
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, text: ACCESS_WORDS.onlyGet }
  return hasBody(request) ? { status: 413, text: ACCESS_WORDS.noBody } : null
}

/** A body could be endless, so none is accepted. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

/** Ends a connection with a status line, without waiting for the client to close its half. */
export function leave(raw: Socket, status: string): void {
  raw.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  raw.destroySoon()
}
