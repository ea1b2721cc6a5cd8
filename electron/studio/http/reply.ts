import type { IncomingMessage, ServerResponse } from 'node:http'
import { systemClock } from '../../util/time.ts'
import { answerOf, foreseen } from './problem.ts'

/** A body that is sent as plain text, not as JSON. */
export class Text {
  readonly type: string
  readonly text: string

  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }
}

/** A response before it is sent. */
export interface Reply {
  readonly status: number
  /** Sent as JSON, unless it is a `Text`. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** It is about something that is really broadcast: the mark of a rehearsal is left out. */
  readonly isReal?: boolean
  /** Breaks the connection: before any of the response is sent, or in the middle of it. */
  readonly breaks?: 'before' | 'midway'
}

/** A request in the form that all services here use. */
export interface ReplyRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly authorization: string | undefined
  readonly accept: string | undefined
  /** Reads the body; call it only once the client is known. */
  readBody(): Promise<unknown>
  /** Calls back when the client no longer waits for the response. */
  whenGone(callback: () => void): void
}

/** Marks a rehearsal: every response has it, except those about a project that is really broadcast. */
export const REHEARSAL_HEADER = { 'Cuelight-Rehearsal': '1' } as const

/** The response to an error. An unexpected one is logged, and the client learns only that it happened. */
export function replyTo(error: unknown, log: (line: string) => void): Reply {
  if (!foreseen(error)) log(`Unforeseen: ${describe(error)}`)
  return answerOf(error)
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** How long a refused client may go on sending, in ms. If it were cut off at once, it might never read the refusal. */
const LINGER_MS = 1_000

/** Sends a reply. Whatever the client is still sending is discarded, and the connection is cut if that does not end. */
export function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (response.destroyed || response.headersSent) return
  if (reply.breaks === 'before') return void response.destroy()
  if (!request.complete) throwAwayRest(request)
  const { type, text } = textOf(reply.body)
  response.writeHead(reply.status, { ...commonHeaders(text, type, reply.isReal), ...reply.headers })
  if (reply.breaks === 'midway') breakMidway(response, text)
  else response.end(text)
}

function textOf(body: unknown): Text {
  return body instanceof Text ? body : new Text('application/json; charset=utf-8', JSON.stringify(body))
}

/** Half of the response arrives, because it is flushed before the connection breaks. */
function breakMidway(response: ServerResponse, text: string): void {
  const bytes = Buffer.from(text)
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}

function throwAwayRest(request: IncomingMessage): void {
  const cancel = systemClock.after(LINGER_MS, () => request.destroy())
  request.once('close', cancel).resume()
}

/** Headers of every response. */
export function commonHeaders(
  text: string,
  type = 'application/json; charset=utf-8',
  isReal = false,
): Record<string, string> {
  return {
    ...(isReal ? {} : REHEARSAL_HEADER),
    'Content-Type': type,
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
  }
}
