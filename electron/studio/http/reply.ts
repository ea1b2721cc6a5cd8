import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemClock } from '../../util/time.ts'
import { answerOf, foreseen } from './problem.ts'

/** A body that is sent as it is, not as JSON. */
export class Text {
  readonly type: string
  readonly text: string

  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }
}

/** What is answered, before it is put on the wire. */
export interface Reply {
  readonly status: number
  /** Sent as JSON, but for a `Text`. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The connection breaks: before anything of the answer is sent, or in its middle. */
  readonly breaks?: 'before' | 'midway'
}

/** A request taken apart, as every service here wants it. */
export interface ReplyRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly authorization: string | undefined
  readonly accept: string | undefined
  /** Reads the body; call it only once the caller is known. */
  readBody(): Promise<unknown>
  /** Calls back when nobody waits for the answer any more. */
  whenGone(callback: () => void): void
}

/** The mark of a rehearsal: on every response there is. */
export const REHEARSAL_HEADER = { 'Cuelight-Rehearsal': '1' } as const

/** The answer to whatever went wrong. What nobody foresaw is logged; the caller learns only that it happened. */
export function replyTo(error: unknown, log: (line: string) => void): Reply {
  if (!foreseen(error)) log(`Unforeseen: ${describe(error)}`)
  return answerOf(error)
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** How long a refused caller may go on sending, in ms. Cut at once, it might never read why. */
const LINGER_MS = 1_000

/** Puts a reply on the wire. What the caller is still sending is thrown away, and cut when it does not end. */
export function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (response.destroyed || response.headersSent) return
  if (reply.breaks === 'before') return void response.destroy()
  if (!request.complete) throwAwayRest(request)
  const { type, text } = textOf(reply.body)
  response.writeHead(reply.status, { ...commonHeaders(text, type), ...reply.headers })
  if (reply.breaks === 'midway') breakMidway(response, text)
  else response.end(text)
}

function textOf(body: unknown): Text {
  return body instanceof Text ? body : new Text('application/json; charset=utf-8', JSON.stringify(body))
}

/** Half of it arrives, for it is on its way before the connection breaks. */
function breakMidway(response: ServerResponse, text: string): void {
  const bytes = Buffer.from(text)
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}

function throwAwayRest(request: IncomingMessage): void {
  const cancel = systemClock.after(LINGER_MS, () => request.destroy())
  request.once('close', cancel).resume()
}

/** Headers of every response. */
export function commonHeaders(text: string, type = 'application/json; charset=utf-8'): Record<string, string> {
  return {
    ...REHEARSAL_HEADER,
    'Content-Type': type,
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
  }
}
