import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemClock } from '../../core/time.ts'
import { Refusal } from '../rules/refusal.ts'
import { answerOf, HttpProblem } from './problem.ts'

/** What is answered, before it is put on the wire. */
export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A request taken apart, as every service here wants it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly authorization: string | undefined
  /** Reads the body; call it only once the caller is known. */
  readBody(): Promise<unknown>
}

/** The mark of a rehearsal: on every response there is. */
export const REHEARSAL_HEADER = { 'Cuelight-Rehearsal': '1' } as const

/** The answer to whatever went wrong. What nobody foresaw is logged; the caller learns only that it happened. */
export function replyTo(error: unknown, log: (line: string) => void): Reply {
  if (!(error instanceof Refusal || error instanceof HttpProblem)) log(`Unforeseen: ${describe(error)}`)
  return answerOf(error)
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** How long a refused caller may go on sending, in ms. Cut at once, it might never read why. */
const LINGER_MS = 1_000

/** Puts a reply on the wire. What the caller is still sending is thrown away, and cut when it does not end. */
export function send(request: IncomingMessage, response: ServerResponse, { status, body, headers }: Reply): void {
  if (response.destroyed || response.headersSent) return
  if (!request.complete) throwAwayRest(request)
  const text = JSON.stringify(body)
  response.writeHead(status, { ...commonHeaders(text), ...headers })
  response.end(text)
}

function throwAwayRest(request: IncomingMessage): void {
  const cancel = systemClock.after(LINGER_MS, () => request.destroy())
  request.once('close', cancel).resume()
}

/** Headers of every response. */
export function commonHeaders(text: string): Record<string, string> {
  return {
    ...REHEARSAL_HEADER,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
  }
}
