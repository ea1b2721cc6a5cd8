import { once as onceEmitted } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createListener, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { BASE_PATH } from '../../../shared/contract/limits.ts'
import { once } from '../../../shared/util/once.ts'
import { hostsOf } from '../../util/hosts.ts'
import { createServer, STATUS_CODES } from '../../util/http.ts'
import { systemClock } from '../../util/time.ts'
import { VERSION } from '../../util/version.ts'
import { Refusal } from '../rules/world/find.ts'
import { boundConnections } from './connections.ts'
import { answerOf, HttpProblem } from './problem.ts'
import { commonHeaders, type Reply, type ReplyRequest, replyTo, send } from './reply.ts'

/** In bytes. More than any body of the contract needs. */
export const BODY_LIMIT = 1_048_576

/** Reads a request's body as JSON; an empty one is `undefined`. */
export async function readJson(request: IncomingMessage, limit = BODY_LIMIT): Promise<unknown> {
  const bytes = await readBytes(request, limit).catch(cutShort)
  if (bytes.length === 0) return undefined
  const body = parsed(bytes)
  if (isDeeper(body, MOST_LEVELS)) {
    throw new Refusal('VALIDATION_ERROR', `body: more than ${MOST_LEVELS} levels`, { field: 'body' })
  }
  return body
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('VALIDATION_ERROR', 'body: this is not JSON', { field: 'body' })
  }
}

/** Unknown fields are stored, and the code that stores and compares them recurses level by level. */
const MOST_LEVELS = 100

function isDeeper(body: unknown, levels: number): boolean {
  let level = [body].filter(isObject)
  for (let depth = 0; depth < levels && level.length > 0; depth += 1)
    level = level.flatMap((one): unknown[] => Object.values(one)).filter(isObject)
  return level.length > 0
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Stops reading at the limit, so that an endless body is never read to its end. */
async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop must not destroy the socket: the refusal still has to be sent.
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

/** The client went away or was too slow: nobody reads the response, and there is nothing to log. */
function cutShort(error: unknown): never {
  throw error instanceof HttpProblem
    ? error
    : new HttpProblem(400, 'UNREADABLE_REQUEST', 'The request was cut short.')
}

const FILE = '/openapi.json'
const PATHS: readonly string[] = [FILE, BASE_PATH + FILE]

/** Returns whether the request is for the interface's document. */
export const isDocument = (path: string) => PATHS.includes(path)

/** Serves the interface as an OpenAPI document, to anyone on this machine without a key: none of it is secret. */
export function documentService() {
  // The document is created, and its code loaded, only on request: it is not needed during a show.
  const document = once(async (): Promise<unknown> => {
    const { openapiDocument } = await import('../../../shared/contract/openapi.ts')
    return openapiDocument({ version: VERSION })
  })

  return {
    async answer({ method, path }: ReplyRequest): Promise<Reply> {
      const allowed = ['GET']
      const message = `${method} is not possible at ${path}, only GET.`
      if (!allowed.includes(method)) throw new HttpProblem(405, 'METHOD_NOT_ALLOWED', message, { allowed })
      return { status: 200, body: await document() }
    },
  }
}

/** How long a client may take to send a request, in ms. */
export interface Patience {
  readonly headersMs: number
  readonly requestMs: number
}
const PATIENCE: Patience = { headersMs: 10_000, requestMs: 20_000 }
/** In ms. Longer than any client keeps an idle connection, so that a request never meets a closing one. */
const KEEP_ALIVE_MS = 65_000
const MOST_CONNECTIONS = 500
/** How long a closing server waits for requests under way, in ms. */
const GRACE_MS = 500

/** The service's interface as a server needs it. */
export interface External {
  answer(asked: ReplyRequest): Promise<Reply>
  /** The headers of a response when the client is not known. */
  headersForStrangers(): Record<string, string>
}

export interface Services {
  readonly external: External
  readonly administration: { answer(asked: ReplyRequest): Promise<Reply> }
  /** Answers requests for its addresses by itself: a response may last as long as a broadcast. */
  readonly watch: {
    isAddress(path: string): boolean
    answer(path: string, request: IncomingMessage, response: ServerResponse): void
  }
  readonly log: (line: string) => void
}

interface AllServices extends Services {
  readonly document: ReturnType<typeof documentService>
}

/**
 * Serves both interfaces on this machine only. Rejects when the port is taken.
 *
 * @param socket a socket file to listen on as well, for this user only; null: none
 */
export async function listen(given: Services, port: number, patience = PATIENCE, socket: string | null = null) {
  const services = { ...given, document: documentService() }
  const server = createServer(optionsOf(patience))
  const asks = boundConnections(server, MOST_CONNECTIONS)
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    asks(request.socket, response)
    void answer(services, request, response)
  }
  server.on('request', respond).on('checkContinue', continueThen(respond)).on('checkExpectation', respond)
  server.on('clientError', (error, socket) => refuseUnreadable(services, error, socket))
  await onceEmitted(server.listen(port, '127.0.0.1'), 'listening')
  const { port: taken } = server.address() as AddressInfo
  const alsoAt = socket === null ? null : await listenAt(socket, server)
  const close = () => Promise.all([closed(server), alsoAt?.()])
  return { origin: `http://127.0.0.1:${taken}`, close }
}

/**
 * Serves connections to the socket file like those to the port.
 * @returns a function that stops it
 */
async function listenAt(file: string, server: Server): Promise<() => Promise<void>> {
  // Left over from a crash: no other studio can use it, because the caller holds the data dir's lock.
  rmSync(file, { force: true })
  const listener = createListener((socket) => server.emit('connection', socket))
  await onceEmitted(listener.listen(file), 'listening')
  chmodSync(file, 0o600)
  // Ignored: only a connection that could not be accepted is lost.
  listener.on('error', () => {})
  return () => new Promise((resolve) => listener.close(() => resolve()))
}

function optionsOf({ headersMs, requestMs }: Patience) {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // We refuse a request without Host ourselves, with the headers every response has.
    requireHostHeader: false,
  }
}

function continueThen(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  return (request: IncomingMessage, response: ServerResponse) => {
    response.writeContinue()
    respond(request, response)
  }
}

async function answer(services: AllServices, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const reply = await replyFor(services, request, response).catch((error: unknown) =>
      withoutBudget(services, error),
    )
    if (reply) send(request, response, reply)
  } catch (error) {
    services.log(`A response could not be sent: ${String(error)}`)
    response.destroy()
  }
}

/** Null: it is answered already. */
async function replyFor(
  services: AllServices,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Reply | null> {
  const { host, target } = targetOf(request)
  const asked = takeApart(request, response, target)
  if (!isLoopback(host)) {
    throw new HttpProblem(403, 'HOST_NOT_ALLOWED', 'The studio answers only to names of this machine.')
  }
  if (services.watch.isAddress(asked.path)) {
    services.watch.answer(asked.path, request, response)
    return null
  }
  if (isDocument(asked.path)) {
    return { ...(await services.document.answer(asked)), headers: services.external.headersForStrangers() }
  }
  const isAdministration = /^\/admin(\/|$)/.test(asked.path)
  return isAdministration ? services.administration.answer(asked) : services.external.answer(asked)
}

/** A refusal that belongs to no account. */
function withoutBudget({ external, log }: Services, error: unknown): Reply {
  const reply = replyTo(error, log)
  return { ...reply, headers: { ...reply.headers, ...external.headersForStrangers() } }
}

/**
 * A target in absolute form, as sent to proxies, names the host (RFC 9112 3.2.2); two Host headers are invalid (3.2).
 */
function targetOf(request: IncomingMessage) {
  const { url = '' } = request
  const [host, second] = hostsOf(request)
  if (second !== undefined) throw new HttpProblem(400, 'UNREADABLE_REQUEST', 'The request has more than one Host.')
  const [, named, rest] = /^https?:\/\/([^/?#]*)([\s\S]*)/i.exec(url) ?? []
  return named === undefined ? { host, target: url } : { host: named, target: rest || '/' }
}

function takeApart(request: IncomingMessage, response: ServerResponse, target: string): ReplyRequest {
  const [path = '', ...search] = target.split('?')
  return {
    method: request.method ?? '',
    path,
    query: Object.fromEntries(new URLSearchParams(search.join('?'))),
    authorization: request.headers.authorization,
    accept: request.headers.accept,
    readBody: () => readJson(request),
    whenGone: (callback) => void (response.closed ? callback() : response.once('close', callback)),
  }
}

/**
 * Guards against DNS rebinding: a web page can make its own name resolve to this machine; `Host` then has that name.
 */
function isLoopback(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '')
}

/** Not HTTP, too long a header, or too slow. Written to the socket directly, as there is no request to respond to. */
function refuseUnreadable(services: Services, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || (socket as Socket).bytesWritten > 0 || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code ?? ''] ?? 400
  const phrase = STATUS_CODES[status] ?? ''
  const text = JSON.stringify(answerOf(new HttpProblem(status, 'UNREADABLE_REQUEST', phrase)).body)
  const headers = { ...commonHeaders(text), ...services.external.headersForStrangers(), Connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${phrase}`, ...lines, '', text].join('\r\n'))
}

/** Lets responses under way finish; connections that are still open after that are cut. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cancel = systemClock.after(GRACE_MS, () => server.closeAllConnections())
    server.close(() => {
      cancel()
      resolve()
    })
    server.closeIdleConnections()
  })
}
