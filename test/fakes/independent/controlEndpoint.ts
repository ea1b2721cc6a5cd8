import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FaultSpec } from './faults.ts'
import { FAULT_KINDS } from './play.ts'
import { isRecord } from './refusal.ts'
import type { IndependentServer } from './server.ts'

/** Where a script in another process steers the server; outside the base path. */
export const CONTROL_PATH = '/__control'

/** Only programs of this machine: not the network, and no page that a browser shows. */
export function mayControl(request: IncomingMessage): boolean {
  const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  return isLocal && ['127.0.0.1', 'localhost', '[::1]'].includes(host) && request.headers.origin === undefined
}

/**
 * GET tells everything. POST takes one of `{"control": name, "args": []}`, `{"fault": {…}}` (an expression for the
 * path as `match.pathPattern`), `{"clearFaults": true}`, `{"releaseHung": true}`, `{"forgetRequests": true}`.
 */
export async function answerControl(
  server: IndependentServer,
  request: IncomingMessage,
  body: unknown,
  response: ServerResponse,
): Promise<void> {
  if (!mayControl(request)) return send(response, 403, { error: 'for programs on this machine only' })
  try {
    const result = request.method === 'GET' ? overview(server) : await carryOut(server, body, response)
    send(response, 200, result)
  } catch (failure) {
    send(response, 400, { error: failure instanceof Error ? failure.message : String(failure) })
  }
}

/** The key is left out: whoever may know it has it from the command line. */
function overview(server: IndependentServer): object {
  const { baseUrl, content, requests } = server
  const projects = [content.project, ...content.otherProjects.slice(0, 20)]
  return {
    baseUrl,
    content,
    requests,
    faults: server.faults.list(),
    truth: projects.map((id) => truthOf(server, id)),
  }
}

function truthOf(server: IndependentServer, project: string): object {
  try {
    return { project, ...server.control.truth(project) }
  } catch {
    return { project, status: 'removed' }
  }
}

async function carryOut(server: IndependentServer, body: unknown, response: ServerResponse): Promise<unknown> {
  if (!isRecord(body)) throw new Error('expected a JSON object')
  if (isRecord(body.fault)) return { id: server.faults.add(faultFrom(body.fault)).id }
  if (typeof body.control === 'string') {
    return { result: await callControl(server, body.control, body.args, response) }
  }
  if (body.clearFaults === true) server.faults.clear()
  else if (body.releaseHung === true) server.faults.release()
  else if (body.forgetRequests === true) server.forget()
  else throw new Error('expected one of: control, fault, clearFaults, releaseHung, forgetRequests')
  return { done: true }
}

async function callControl(server: IndependentServer, name: string, given: unknown, response: ServerResponse) {
  const args: unknown[] = Array.isArray(given) ? given : []
  const control: unknown = Object.hasOwn(server.control, name) ? Reflect.get(server.control, name) : undefined
  if (typeof control !== 'function') throw new Error(`no control ${name}; there are ${Object.keys(server.control)}`)
  if (name === 'goDown') await answerBeforeGoingDown(args, response)
  const result: unknown = await control(...args)
  return result ?? null
}

/** Going down cuts every connection, this one too; and nobody outside could bid the server come back. */
function answerBeforeGoingDown([forMs]: unknown[], response: ServerResponse): Promise<void> {
  if (typeof forMs !== 'number') throw new Error('from outside, goDown needs the ms after which to come back')
  return new Promise((sent) => void response.end('{"result":null}', () => sent()))
}

function faultFrom(given: Record<string, unknown>): FaultSpec {
  if (typeof given.kind !== 'string' || !FAULT_KINDS.includes(given.kind)) {
    throw new Error(`no fault ${String(given.kind)}; there are ${FAULT_KINDS}`)
  }
  const { pathPattern, ...match } = isRecord(given.match) ? given.match : {}
  const path = typeof pathPattern === 'string' ? new RegExp(pathPattern) : match.path
  return { ...given, match: { ...match, path } } as FaultSpec
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.writableEnded || response.destroyed) return
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(`${JSON.stringify(body, patterns, 1)}\n`)
}

/** Expressions have no JSON of their own. */
function patterns(_name: string, value: unknown): unknown {
  return value instanceof RegExp ? value.source : value
}
