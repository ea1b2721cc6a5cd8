import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ACCESS_WORDS } from '../../shared/words/programs.ts'

/**
 * Is the request addressed to the printed host, and to nothing else? Every other name that leads here is an origin that
 * somebody else can have: a foreign name that resolves to us, `localhost`, where browsers ask `::1` first, or a number that
 * anybody's page knows. A second `Host` is nobody's: which of them a cache or a proxy would believe is not ours to guess
 * (RFC 9112, 3.2).
 *
 * @param host with its port, as a browser writes it
 */
export function hostIsOurs(request: IncomingMessage, host: string): boolean {
  const [sent = '', second] = hostsOf(request)
  return second === undefined && sent.toLowerCase() === host
}

/** As they were sent: an object of headers is another thing for a name like `__proto__` (CVE-2026-21710). */
function hostsOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host')
}

/** Does the request come from our own page? */
export function originIsOurs(request: IncomingMessage): boolean {
  return request.headers.origin === `http://${request.headers.host}`
}

/** How long a client may keep us waiting, in ms. */
export interface Patience {
  /** For the head of a request, and for the proof of who it is. */
  readonly headersMs: number
  /** Without a byte in either direction, while it is answered. The bridge is not meant. */
  readonly idleMs: number
}
export const PATIENCE: Patience = { headersMs: 10_000, idleMs: 30_000 }

/** Connections of those who have not proved who they are: far more than any browser opens. */
export const MOST_STRANGERS = 250
/**
 * Browsers send us the cookies of every port of this machine, and keep some 180 of 4 kB for one name (RFC 6265, 6.1). None
 * is ours, and none may keep a page from its way in.
 */
export const LARGEST_HEAD = 1024 * 1024

export interface Rejection {
  readonly status: number
  readonly text: string
}

/** What no request may be, wherever it leads: only a GET is acted on. @returns why it is turned away, or null */
export function rejectionOf(request: IncomingMessage, host: string): Rejection | null {
  // `http://other/…` names another host than the one in `Host`.
  if (!request.url?.startsWith('/')) return { status: 400, text: ACCESS_WORDS.unreadableAddress }
  if (!hostIsOurs(request, host)) return { status: 421, text: ACCESS_WORDS.notOurs }
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, text: ACCESS_WORDS.onlyGet }
  return hasBody(request) ? { status: 413, text: ACCESS_WORDS.noBody } : null
}

/** A body may never end. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

/** Ends a connection with a status line, and waits for nobody to close the other half. */
export function leave(raw: Socket, status: string): void {
  raw.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  raw.destroySoon()
}
