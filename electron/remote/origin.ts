import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../../shared/baseUrl.ts'

/** Is the request addressed to this machine by name? A foreign name that resolves to us is someone else's page. */
export function hostIsOurs(request: IncomingMessage, port: number): boolean {
  const match = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(request.headers.host ?? '')
  return match !== null && isLoopback(match[1] ?? '') && Number(match[2] ?? 80) === port
}

/** Does the request come from our own page? */
export function originIsOurs(request: IncomingMessage): boolean {
  return request.headers.origin === `http://${request.headers.host}`
}

/** The value of one cookie, or null. */
export function cookie(request: IncomingMessage, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value) return value
  }
  return null
}
