import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../../shared/util/loopback.ts'

/**
 * Is the request addressed to this machine by name? A foreign name that resolves to us is someone else's page. A second
 * `Host` is nobody's: which of them a cache or a proxy would believe is not ours to guess (RFC 9112, 3.2).
 */
export function hostIsOurs(request: IncomingMessage, port: number): boolean {
  const [host = '', second] = request.headersDistinct.host ?? []
  const match = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(host)
  return second === undefined && match !== null && isLoopback(match[1] ?? '') && Number(match[2] ?? 80) === port
}

/** Does the request come from our own page? */
export function originIsOurs(request: IncomingMessage): boolean {
  return request.headers.origin === `http://${request.headers.host}`
}
