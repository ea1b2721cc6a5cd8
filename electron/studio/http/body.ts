import type { IncomingMessage } from 'node:http'
import { Refusal } from '../rules/refusal.ts'
import { HttpProblem } from './problem.ts'

/** More than any body of the contract needs. */
export const BODY_LIMIT = 1_048_576

/** Reads a request's body as JSON; nothing at all is `undefined`. */
export async function readJson(request: IncomingMessage, limit = BODY_LIMIT): Promise<unknown> {
  const bytes = await readBytes(request, limit).catch(cutShort)
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('VALIDATION_ERROR', 'body: this is not JSON', { field: 'body' })
  }
}

/** Stops reading at the limit: an endless body is cut, not swallowed. */
async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop must not destroy the socket: the refusal still has to get out.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(limit: number): HttpProblem {
  return new HttpProblem(413, 'VALIDATION_ERROR', `body: more than ${limit} bytes`, { field: 'body', limit })
}

/** The caller went away, or was too slow: there is nobody left to answer, and nothing to wonder about. */
function cutShort(error: unknown): never {
  throw error instanceof HttpProblem
    ? error
    : new HttpProblem(400, 'UNREADABLE_REQUEST', 'The request was cut short.')
}
