// Imported from its own file: the package's entry point loads fetch, WebSocket, caches and more, which cost some 13 MB
// of resident memory and which nothing here uses.

import Agent from 'undici/lib/dispatcher/agent.js'
import type { Budget } from '../../shared/budget.ts'
import { KEY_PREFIX } from '../../shared/contract/limits.ts'
import { type Answer, type OperationName, operations } from '../../shared/contract/operations.ts'
import type { OperationTable } from '../../shared/contract/override.ts'
import { type Failure, ServiceError } from '../../shared/failures.ts'
import { sleep } from '../util/time.ts'
import { type AttemptOptions, attempt, type Line } from './attempt.ts'
import { laneOf } from './budget/lanes.ts'
import { sharedLane, spendShare } from './budget/readingShare.ts'
import { type AnyInput, type Caller, type CallOptions, DEADLINE_MS, TIMEOUT_MS } from './calls.ts'
import { type Prepared, prepare } from './request.ts'
import { repetition } from './retry.ts'
import { createSharing } from './sharing.ts'

export type { Attempt, CallInput, CallOptions } from './calls.ts'

export interface Client extends Caller {
  budget(): Budget
  /**
   * The present connections may be dead without our noticing: new ones are made, and reads in flight start again. A
   * write stays where it was sent.
   */
  renew(): void
  /** Ends requests in flight (as `cancelled`) and closes the connections. The limiter stays: others use it too. */
  close(): Promise<void>
}

type Own = Omit<Line, 'origin' | 'prefix'>
type Given = 'key' | 'clock' | 'limiter'

/** Defaults: connections of our own, a key without history, the documented prefix and headers. */
export interface ClientOptions extends Pick<Own, Given>, Partial<Omit<Own, Given>> {
  /** Ends in `/v1/external`; may have a prefix path before that. */
  baseUrl: string
  operations?: OperationTable
  /** A socket file of this user if the service runs on this machine; null or left out: its address is used. */
  socket?: string | null
  /** 0..1, for the jitter of back-off. */
  random?: () => number
}

/** The service's operations as one typed call, on top of budget, connections and failures. */
export function createClient(options: ClientOptions): Client {
  const { clock, limiter, random = Math.random } = options
  const table = options.operations ?? operations
  const line = lineOf(options)
  const sharing = createSharing()
  const underWay = new Set<AbortController>()
  const connections = createRenewal(line, options.socket)
  let closed = false

  /** Sends until a response arrives, or the request may not be sent again. */
  const pursue = async (request: Prepared, callOptions: CallOptions, signal: AbortSignal): Promise<unknown> => {
    const settings = settingsOf(request, callOptions, signal)
    const end = clock.monotonic() + settings.deadlineMs
    const isRead = request.operation.repeat === 'auto'
    let before: Failure | null = null
    for (let sendings = 1; ; sendings++) {
      const deadlineMs = Math.max(0, end - clock.monotonic())
      spendShare(settings.lane)
      const renewed = connections.signal()
      const until = isRead ? AbortSignal.any([signal, renewed]) : signal
      const how = { ...settings, signal: until, deadlineMs, isAgain: before !== null }
      const result = await attempt(line, request, how)
      if (result.ok) return result.value
      if (isRead && renewed.aborted && !signal.aborted && result.failure.kind === 'cancelled') continue
      const waitMs = repetition(request.operation, result.failure, sendings, random)
      if (waitMs === null || clock.monotonic() + waitMs >= end)
        throw new ServiceError(withEarlier(result.failure, before))
      before = result.failure
      callOptions.onHeld?.(Math.max(waitMs, before.kind === 'rateLimited' ? (before.retryAfterMs ?? 0) : 0))
      if (waitMs > 0) await sleep(clock, waitMs, signal).catch(() => Promise.reject(cancelled(request)))
    }
  }

  /** Runs with a signal that closing the client also aborts. */
  const track = async (request: Prepared, callOptions: CallOptions, given: AbortSignal | undefined) => {
    if (closed || given?.aborted) throw cancelled(request)
    const aborter = new AbortController()
    underWay.add(aborter)
    const signal = given ? AbortSignal.any([aborter.signal, given]) : aborter.signal
    return pursue(request, callOptions, signal).finally(() => underWay.delete(aborter))
  }

  const read = (request: Prepared, callOptions: CallOptions) => {
    const { lane, deadlineMs, timeoutMs, signal } = callOptions
    const key = JSON.stringify([request.asked.operation, request.target, lane, deadlineMs, timeoutMs])
    return sharing.share(
      key,
      signal,
      (shared) => track(request, callOptions, shared),
      () => cancelled(request),
    )
  }

  /** A read from before the end of a change must not pass for the state after it. */
  const write = (request: Prepared, callOptions: CallOptions) =>
    track(request, callOptions, callOptions.signal).finally(sharing.outdate)

  /** A caller that wants to know when its own request is sent shares no read. */
  const readAlone = (request: Prepared, callOptions: CallOptions) => track(request, callOptions, callOptions.signal)

  return {
    async call<Name extends OperationName>(name: Name, input: AnyInput, callOptions: CallOptions = {}) {
      const request = prepare(name, table[name], input)
      const options = { ...callOptions, lane: sharedLane(callOptions.lane ?? laneOf(name)) }
      const reading = options.beforeSend ? readAlone : read
      // The table's response schema of this very operation has read it.
      return (await (request.operation.repeat === 'auto' ? reading : write)(request, options)) as Answer<Name>
    },
    budget: () => limiter.budget(),
    renew() {
      if (!closed && !options.dispatcher) connections.renew()
    },
    async close() {
      closed = true
      for (const aborter of underWay) aborter.abort()
      if (!options.dispatcher) await line.dispatcher.destroy()
    },
  }
}

/** Connections that can be replaced by new ones; `signal` is aborted for what began before. */
function createRenewal(line: Line, socket: string | null | undefined) {
  let renewal = new AbortController()
  return {
    signal: () => renewal.signal,
    renew() {
      const before = line.dispatcher
      line.dispatcher = newConnections(socket)
      renewal.abort()
      renewal = new AbortController()
      // The old connections close once their requests are over.
      before.close().catch(() => {})
    },
  }
}

/** HTTP/1 only: undici itself would resend a stream that HTTP/2 refuses. */
const newConnections = (socket: string | null = null) =>
  new Agent({ allowH2: false, ...(socket !== null && { connect: { socketPath: socket } }) })

function lineOf({ baseUrl, history = { worked: false }, keyPrefix = KEY_PREFIX, ...options }: ClientOptions): Line {
  const { origin, pathname } = new URL(baseUrl)
  const { dispatcher = newConnections(options.socket), rateHeaders = {}, observe = () => {} } = options
  const prefix = pathname.replace(/(?<!\/)\/+$/, '')
  return { ...options, origin, prefix, dispatcher, history, keyPrefix, rateHeaders, observe }
}

function settingsOf(request: Prepared, options: CallOptions, signal: AbortSignal): Omit<AttemptOptions, 'isAgain'> {
  const lane = options.lane ?? laneOf(request.asked.operation as OperationName)
  return {
    lane,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS[lane],
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS[lane],
    signal,
    beforeSend: options.beforeSend,
  }
}

/** If a repetition finds no budget, the earlier failure is still what happened; only the wait is new. */
function withEarlier(failure: Failure, before: Failure | null): Failure {
  return failure.kind === 'noBudget' && before ? { ...before, retryAfterMs: failure.retryAfterMs } : failure
}

function cancelled(request: Prepared): ServiceError {
  return new ServiceError({ ...request.asked, kind: 'cancelled', mayHaveHappened: false })
}
