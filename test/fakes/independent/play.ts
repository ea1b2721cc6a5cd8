import type { Exchange } from './exchange.ts'
import type { FaultKind, OddErrorShape } from './faults.ts'
import { quotaHeaders, type RetryAfterStyle, retryAfterHeader } from './headers.ts'
import { type Answer, errorAnswer, Refusal } from './refusal.ts'
import { tell } from './service.ts'

const WRONG: Record<string, unknown> = {
  ...{ status: 42, liveStatus: { is: 'LIVE' }, scenes: {}, isActive: 'yes', projects: 'many', total: 'all of them' },
  ...{ liveId: ['one'], destinations: 'both', autoSynch: 'on', synced: 'true', success: 1, results: null },
  ...{ settings: 'none', rows: 1, encodes: 'two', folders: true, progress: 'half', queued: 0, scheduled: {} },
  ...{ activeSceneId: 7, broadcasts: 0, schedules: false, valid: 'probably', elapsedSeconds: 'a while' },
}

/** A copy with values of the wrong type, at the named paths, or else in every well-known field. */
function corrupted(body: unknown, set?: Record<string, unknown>): unknown {
  if (!set) return wrongEverywhere(body)
  const copy: unknown = structuredClone(body)
  for (const [path, value] of Object.entries(set)) put(copy, path.split('.'), value)
  return copy
}

function wrongEverywhere(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrongEverywhere)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, inner]) => [name, wrongOf(name, inner)]))
}

/** Lists are kept and corrupted one level down, so that a list's items are tested as well. */
function wrongOf(name: string, inner: unknown): unknown {
  if (name === 'scenes' || name === 'projects') return Array.isArray(inner) ? WRONG[name] : inner
  return name in WRONG ? WRONG[name] : wrongEverywhere(inner)
}

function put(target: unknown, path: string[], value: unknown): void {
  const [name, ...rest] = path
  if (name === undefined || typeof target !== 'object' || target === null) return
  if (rest.length === 0) Reflect.set(target, name, value)
  else put(Reflect.get(target, name), rest, value)
}

/** Error bodies of no agreed shape. */
const ODD_ERRORS: Record<OddErrorShape, string> = {
  string: '"Something went wrong"',
  array: '[{"error":"first"},{"error":"second"}]',
  nested: '{"error":{"code":{"value":"NESTED"},"message":{"en":"Something went wrong"},"errors":[[]]}}',
  null: 'null',
  number: '17',
  codeIsNumber: '{"error":true,"code":1234,"message":null}',
  text: 'Something went wrong',
}

type Kind = FaultKind['kind']
type Players = { [K in Kind]: (exchange: Exchange, fault: Extract<FaultKind, { kind: K }>) => Promise<void> | void }

const PAGE = '<!doctype html><title>Sign in</title><h1>Welcome to the network</h1>'
const GATEWAY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>'
const html = (status: number, text: string): Answer => ({ status, text, type: 'text/html; charset=utf-8' })

const PLAYERS: Players = {
  cutBefore: (exchange, { reset }) => exchange.cut(reset),
  cutAfter(exchange, { reset, executeAfterMs = 0 }) {
    executeLater(exchange, executeAfterMs)
    exchange.cut(reset)
  },
  cutBody: (exchange, { execute = true }) => exchange.sendHalf(performIf(execute, exchange)),
  hang(exchange, { execute = false, executeAfterMs = 0 }) {
    if (execute) executeLater(exchange, executeAfterMs)
  },
  async slow(exchange, { ms, when = 'after' }) {
    const early = when === 'after' ? exchange.perform() : null
    await exchange.waits.wait(ms)
    await exchange.send(early ?? exchange.perform())
  },
  slowBody: (exchange, { ms }) => exchange.sendInHalves(exchange.perform(), ms),
  html: (exchange, { execute = false }) => replace(exchange, execute, html(200, PAGE)),
  empty: (exchange, { execute = true }) => replace(exchange, execute, { status: 200, text: '' }),
  truncated(exchange, { execute = true }) {
    const answer = performIf(execute, exchange)
    const whole = JSON.stringify(answer.body)
    return exchange.send({ ...answer, text: whole.slice(0, Math.max(1, Math.floor(whole.length * 0.6))) })
  },
  wrongTypes(exchange, { set }) {
    const answer = exchange.perform()
    return exchange.send({ ...answer, body: corrupted(answer.body, set) })
  },
  serverError: (exchange, { code, execute = false }) =>
    replace(exchange, execute, fromService(exchange, errorAnswer(500, code, 'Something broke.'))),
  badGateway: (exchange, { execute = false }) => replace(exchange, execute, html(502, GATEWAY_PAGE)),
  unavailable: (exchange, { retryAfterMs = 2000, style = 'seconds', execute = false }) =>
    replace(exchange, execute, comeBack(exchange, errorAnswer(503, undefined, 'Back soon.'), retryAfterMs, style)),
  rateLimited(exchange, { retryAfterMs = 5000, style = 'seconds' }) {
    const refusal = new Refusal('RATE_LIMITED', 'Too many requests.').answer
    return exchange.send(
      comeBack(exchange, { ...refusal, headers: spent(exchange, retryAfterMs) }, retryAfterMs, style),
    )
  },
  unauthorized: (exchange) => refuse(exchange, new Refusal('INVALID_API_KEY', 'The key is not valid.').answer),
  planRequired: (exchange) =>
    refuse(exchange, new Refusal('API_ACCESS_REQUIRES_PAID_PLAN', 'The plan has no API access.').answer),
  redirect: (exchange, { status = 302, location = '/moved' }) =>
    exchange.send({ ...html(status, PAGE), headers: { Location: location } }),
  garbage(exchange, { execute = false }) {
    if (execute) exchange.perform()
    return exchange.sendRaw('\u0000\u0001BREW /coffee HTCPCP/1.0\r\n\u0007\r\n')
  },
  refuse: (exchange, { status, code, message = 'Refused.', details }) =>
    refuse(exchange, errorAnswer(status, code, message, details)),
  oddError: (exchange, { shape, status = 400 }) =>
    refuse(exchange, { status, text: ODD_ERRORS[shape], type: shape === 'text' ? 'text/plain' : undefined }),
  headers(exchange, { headers }) {
    const answer = exchange.perform()
    return exchange.send({ ...answer, headers: { ...answer.headers, ...headers } })
  },
  misrouted: (exchange, { path }) => exchange.send(exchange.perform(path)),
  answer: (exchange, { kind: _, execute = false, ...answer }) =>
    replace(exchange, execute, { body: null, ...answer }),
}

/** All kinds of faults. */
export const FAULT_KINDS = Object.keys(PLAYERS)

/** Plays a fault in place of the ordinary response. */
export async function play(exchange: Exchange, fault: FaultKind): Promise<void> {
  exchange.record.fault = fault.kind
  const player = PLAYERS[fault.kind] as (exchange: Exchange, fault: FaultKind) => Promise<void> | void
  await player(exchange, fault)
}

function executeLater(exchange: Exchange, ms: number): void {
  if (ms === 0) exchange.perform()
  else exchange.waits.later(ms, () => void exchange.perform())
}

/** A placeholder if the response was never computed. */
function performIf(execute: boolean, exchange: Exchange): Answer {
  return execute ? exchange.perform() : { status: 200, body: { message: 'This was not carried out.' } }
}

function replace(exchange: Exchange, execute: boolean, answer: Answer): Promise<void> {
  if (execute) exchange.perform()
  return exchange.send(answer)
}

const refuse = (exchange: Exchange, answer: Answer) => exchange.send(fromService(exchange, answer))

/** It comes from the service itself, so its quota headers are included. */
function fromService({ world }: Exchange, answer: Answer): Answer {
  return { ...answer, headers: { ...tell(world), ...answer.headers } }
}

function comeBack({ world }: Exchange, answer: Answer, ms: number, style: RetryAfterStyle): Answer {
  return { ...answer, headers: { ...answer.headers, ...retryAfterHeader(style, ms, world.told()) } }
}

/** A 429 whose headers agree with it. */
function spent({ world }: Exchange, resetInMs: number): Record<string, string> {
  const reading = { limit: world.quota.limit, remaining: 0, resetInMs }
  return quotaHeaders(world.settings.headerStyle, reading, world.told())
}
