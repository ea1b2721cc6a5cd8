import type { Dispatcher } from 'undici'
import type { OperationName } from '../../shared/contract/operations.ts'
import type { Failure } from '../../shared/failures.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { headersOf, type Result, resultOf, statusOf } from './answer.ts'
import type { Lane } from './budget/lanes.ts'
import { LONGEST_TOLD_MS } from './budget/policy.ts'
import type { Attempt } from './calls.ts'
import { failureWithoutKey } from './excerpt.ts'
import type { Limiter, Permit } from './limiter.ts'
import { NoBudget } from './queue.ts'
import { type RateHeaderNames, type RateReading, readRateHeaders } from './rateHeaders.ts'
import type { Prepared } from './request.ts'
import { type Ending, send } from './transport.ts'

/** Set by our local studio on every response, except those about a project that it really broadcasts. */
const REHEARSAL_HEADER = 'cuelight-rehearsal'

/** What all attempts of a client share. */
export interface Line {
  origin: string
  /** The base URL's path, before each operation's. */
  prefix: string
  dispatcher: Dispatcher
  clock: Clock
  limiter: Limiter
  /** Read before each sending; null if there is none. */
  key: () => string | null
  /** What is known about the key, shared by all attempts of a client. */
  history: KeyHistory
  /** How keys begin, to hide those that are echoed. */
  keyPrefix: string
  rateHeaders: Partial<RateHeaderNames>
  observe: (attempt: Attempt) => void
}

/** Whether the service has accepted this very key before, in this run or an earlier one. */
export interface KeyHistory {
  worked: boolean
  /** Called once, when the key is accepted for the first time. */
  onWorked?: () => void
}

export interface AttemptOptions {
  lane: Lane
  /** The rest of the wait for budget, in ms; may be infinite. */
  deadlineMs: number
  timeoutMs: number
  signal: AbortSignal
  beforeSend: (() => void) | undefined
  /** It was refused before, and is sent again. */
  isAgain: boolean
}

/** Sends one request once: key, budget, lease, sending, response. Rejects only with what `beforeSend` threw. */
export async function attempt(line: Line, request: Prepared, options: AttemptOptions): Promise<Result> {
  const start = line.clock.monotonic()
  const { result, ending } = await exchange(line, request, options)
  const headers = ending && headersOf(ending)
  line.observe({
    operation: request.asked.operation as OperationName,
    status: ending && statusOf(ending),
    ms: line.clock.monotonic() - start,
    failure: result.ok ? null : result.failure,
    projectId: request.projectId,
    rehearsal: headers && headers[REHEARSAL_HEADER] !== undefined,
  })
  return result
}

interface Exchanged {
  result: Result
  /** Null if there was no exchange. */
  ending: Ending | null
}

async function exchange(line: Line, request: Prepared, options: AttemptOptions): Promise<Exchanged> {
  const key = line.key()
  if (!isUsable(key)) return notSent({ ...request.asked, kind: 'unauthorised', detail: 'no usable key' })
  const permit = await line.limiter.acquire({ ...options, patienceMs: patienceOf(request, options) }).catch(asFailure)
  if ('kind' in permit) return notSent({ ...request.asked, ...permit })

  const ending = await transmit(line, request, options, key, permit)
  permit.done()
  if (ending.end === 'vetoed') throw ending.error
  const reading = learn(line, ending, permit)
  const result = await resultOf(request, ending, key, line.keyPrefix)
  learnOfKey(line.history, result)
  if (result.ok) return { result, ending }
  if (result.failure.kind === 'rateLimited') line.limiter.limited(reading?.retryAfterMs ?? null, permit)
  const failure = { ...judged(result.failure, line.history), ...waitOf(line, reading, result.failure) }
  return { result: { ok: false, failure: failureWithoutKey(failure, key, line.keyPrefix) }, ending }
}

function transmit(line: Line, request: Prepared, options: AttemptOptions, key: string, permit: Permit) {
  const { origin, prefix, dispatcher, clock } = line
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: 'application/json' }
  if (request.body !== null) headers['content-type'] = 'application/json'
  const { method } = request.operation
  const wire = { origin, method, path: prefix + request.target, headers, body: request.body }
  const onSend = () => {
    // First the caller, who may still cancel, then the lease: nothing is spent on a request that is not sent.
    options.beforeSend?.()
    permit.sent()
  }
  return send(dispatcher, wire, { clock, timeoutMs: options.timeoutMs, signal: options.signal, onSend })
}

/** Only a show command may ignore an earlier refusal, once; a stop does so at once (design, "Nobody else"). */
function patienceOf({ asked, operation }: Prepared, { isAgain }: AttemptOptions): number | undefined {
  if (isAgain || operation.class !== 'show') return Number.POSITIVE_INFINITY
  return asked.operation === 'stopLive' ? 0 : undefined
}

/** Passes what the response reports, and what it proves, to the limiter. */
function learn(line: Line, ending: Ending, permit: Permit): RateReading | null {
  const headers = headersOf(ending)
  const reading = headers && readRateHeaders(headers, line.clock.now(), line.rateHeaders)
  if (headers) line.limiter.observe(reading ?? {}, permit, isGood(statusOf(ending)))
  return reading
}

/** How long to wait, if known: as the service requests, or until its next reset if it limits. */
function waitOf(line: Line, reading: RateReading | null, failure: Failure): Pick<Failure, 'retryAfterMs'> {
  const isLimited = failure.kind === 'rateLimited'
  const untilReset = isLimited && reading?.resetsAt !== undefined ? reading.resetsAt - line.clock.now() : undefined
  const waitMs = reading?.retryAfterMs ?? untilReset
  // No wait for a budget per minute is longer, so none is reported.
  return waitMs === undefined || (isLimited && waitMs > LONGEST_TOLD_MS) ? {} : { retryAfterMs: Math.max(0, waitMs) }
}

/** Only a success proves that the key is valid: gateways refuse and fail without checking it. */
function learnOfKey(history: KeyHistory, result: Result): void {
  if (history.worked || !result.ok) return
  history.worked = true
  history.onWorked?.()
}

/** A key that was accepted before and is refused now was revoked, which is reported differently from a wrong key. */
function judged(failure: Failure, { worked }: KeyHistory): Failure {
  return failure.kind === 'unauthorised' && worked ? { ...failure, kind: 'revoked' } : failure
}

type Unsent = Omit<Failure, 'mayHaveHappened'>

function notSent(failure: Unsent): Exchanged {
  return { result: { ok: false, failure: { ...failure, mayHaveHappened: false } }, ending: null }
}

/** Only a success proves that the service had budget left: a gateway's page does not. */
const isGood = (status: number | null) => status !== null && status >= 200 && status < 300

/** Why there was no permit. */
function asFailure(error: unknown): Pick<Failure, 'kind' | 'retryAfterMs'> {
  return error instanceof NoBudget ? { kind: 'noBudget', retryAfterMs: error.waitMs } : { kind: 'cancelled' }
}

/** A header contains visible ASCII only; the layer below would refuse anything else, with the key in its message. */
function isUsable(key: string | null): key is string {
  return key !== null && /^[\x21-\x7e]+$/.test(key)
}
