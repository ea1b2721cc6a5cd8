/**
 * The connection to the service, controlled by a history: each foreground request has a number, and may meet a fault.
 */

import type { Attempt, CallOptions } from '../../electron/service/calls.ts'
import type { Client } from '../../electron/service/client.ts'
import type { Budget } from '../../shared/budget.ts'
import type { OperationName } from '../../shared/contract/operations.ts'
import { operations } from '../../shared/contract/operations.ts'
import { type Failure, ServiceError } from '../../shared/failures.ts'
import type { Clock } from '../../shared/util/clock.ts'
import { asked, says, type World } from './world.ts'

export const FAULTS = [
  'cutBefore',
  'cutAfter',
  'late',
  'hang',
  'hangAfter',
  'refused',
  'limited',
  'away',
  'part',
  'otherwise',
  'minutes',
  'slow',
] as const
export type FaultName = (typeof FAULTS)[number]

/** In ms: one way to the service; the client's timeout; the length of an outage. */
const WAY_MS = 20
const TIMEOUT_MS = 30_000
const AWAY_MS = 20_000

const BUDGET: Budget = {
  ...{ limit: 150, remaining: 150, reserve: 20, ours: 0, othersPerMinute: null, resetsAt: null },
  ...{ basis: 'counting', blockedUntil: null },
}

export interface Wire {
  /** The fault of the nth numbered request. */
  faultAt: (nth: number, operation: string) => FaultName | undefined
  /** Called right before the service receives a request, and right after. */
  onArrive: (nth: number | null, operation: string) => void
  onDone: (nth: number | null, operation: string) => void
  /** In how many ms there is budget for a foreground request. */
  budgetIn: (operation: string) => number
  /** The delay of a late request, and of a slow one each way, in ms. */
  lateMs: number
  slowMs: number
  /** Number of numbered requests. */
  numbered: number
  /** Every request that the service carried out or refused. */
  log: {
    nth: number | null
    operation: string
    params: object
    body: object
    at: number
    ok: boolean
    fault?: FaultName | undefined
    /** The dates when it arrived, and whether the project was on air. */
    stood: readonly number[]
    onAir: boolean
  }[]
  clientOf(clock: Clock, isAlive: () => boolean, observe: (attempt: Attempt) => void): Client
}

export function createWire(world: World, time: Clock): Wire {
  let awayUntil = Number.NEGATIVE_INFINITY
  const wire: Wire = {
    ...{ faultAt: () => undefined, onArrive() {}, onDone() {}, budgetIn: () => 0 },
    ...{ lateMs: 8_000, slowMs: 2_000, numbered: 0, log: [], clientOf },
  }

  function execute(
    nth: number | null,
    operation: string,
    params: Record<string, string>,
    body: object,
    fault?: FaultName,
  ): unknown {
    world.tick()
    const stands = { stood: world.dates.map(({ at }) => at), onAir: world.live !== null }
    const entry = { ...{ nth, operation, params, body, at: time.now(), ok: true, fault }, ...stands }
    wire.log.push(entry)
    try {
      const run = world.operations[operation]
      if (!run) throw says(operation, 'NOT_IMPLEMENTED', 501)
      return befallen(world, operation, body as Record<string, unknown>, fault, (changed) => run(params, changed))
    } catch (error) {
      entry.ok = false
      throw error
    }
  }

  function clientOf(clock: Clock, isAlive: () => boolean, observe: (attempt: Attempt) => void): Client {
    const sleep = (ms: number) =>
      new Promise<void>((resolve) => {
        clock.after(ms, () => isAlive() && resolve())
      })
    const fail = (name: string, kind: Failure['kind'], mayHaveHappened: boolean) =>
      new ServiceError({ ...asked(name), kind, mayHaveHappened })
    let isClosed = false

    async function exchange(name: OperationName, params: Record<string, string>, body: object, nth: number | null) {
      const fault = nth === null ? undefined : wire.faultAt(nth, name)
      const sentFault = fault ?? (time.monotonic() < awayUntil ? 'away' : undefined)
      if (sentFault === 'away') {
        if (fault) awayUntil = time.monotonic() + AWAY_MS
        await sleep(WAY_MS)
        throw fail(name, 'offline', false)
      }
      await sleep(fault === 'slow' ? wire.slowMs : WAY_MS)
      if (fault === 'cutBefore') throw fail(name, 'disconnected', true)
      if (fault === 'late') {
        time.after(wire.lateMs, () => {
          try {
            execute(nth, name, params, body, fault)
          } catch {}
        })
        throw fail(name, 'disconnected', true)
      }
      if (fault === 'hang') {
        await sleep(TIMEOUT_MS)
        throw fail(name, 'timeout', true)
      }
      if (fault === 'refused') throw says(name, 'CONFLICT', 409)
      if (fault === 'limited') throw fail(name, 'rateLimited', false)
      wire.onArrive(nth, name)
      if (!isAlive()) return new Promise(() => {})
      const answer = execute(nth, name, params, body, fault)
      wire.onDone(nth, name)
      if (fault === 'cutAfter') throw fail(name, 'disconnected', true)
      await sleep(fault === 'hangAfter' ? TIMEOUT_MS : fault === 'slow' ? wire.slowMs : WAY_MS)
      if (fault === 'hangAfter') throw fail(name, 'timeout', true)
      return answer
    }

    const givenUp = (name: string, signal?: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(fail(name, 'cancelled', true)), { once: true })
      })

    /** Like the real client: no longer than the deadline. */
    async function awaitBudget(name: OperationName, ms: number, { deadlineMs = TIMEOUT_MS }: CallOptions) {
      const failure = { ...asked(name), kind: 'noBudget', retryAfterMs: ms, mayHaveHappened: false } as const
      if (ms > deadlineMs) throw new ServiceError(failure)
      await sleep(ms)
    }

    async function call(name: OperationName, input: object, options: CallOptions = {}) {
      const { params = {}, body = {} } = input as { params?: Record<string, string>; body?: object }
      const isRefresh = (options.lane ?? operations[name].class) === 'refresh'
      const budgetIn = isRefresh ? 0 : wire.budgetIn(name)
      if (budgetIn > 0) await awaitBudget(name, budgetIn, options)
      if (isClosed || !isAlive()) throw fail(name, 'offline', false)
      options.beforeSend?.()
      const nth = isRefresh ? null : ++wire.numbered
      const since = clock.monotonic()
      let failure: Failure | null = null
      try {
        // A request that is given up still arrives.
        return await Promise.race([exchange(name, params, body, nth), givenUp(name, options.signal)])
      } catch (error) {
        failure = (error as ServiceError).failure
        throw error
      } finally {
        const status = failure === null ? 200 : (failure.status ?? null)
        if (isAlive())
          observe({
            operation: name,
            status,
            ms: clock.monotonic() - since,
            failure,
            projectId: null,
            rehearsal: false,
          })
      }
    }
    return {
      call: call as Client['call'],
      budget: () => BUDGET,
      renew() {},
      async close() {
        isClosed = true
      },
    }
  }
  return wire
}

/** What the service does with a request that it carries out in part, or differently from its response. */
function befallen(
  world: World,
  operation: string,
  body: Record<string, unknown>,
  fault: FaultName | undefined,
  run: (body: Record<string, unknown>) => unknown,
): unknown {
  const { dates, files } = body as { dates?: string[]; files?: object[] }
  if (fault === 'part' && operation === 'cancelSchedules') {
    const [kept, ...others] = world.dates
    run(body)
    if (kept) world.dates = [kept]
    return { cancelled: others.length, failed: 1, message: null }
  }
  if (fault === 'part' && files) return run({ ...body, files: files.slice(1) })
  if (fault === 'otherwise' && files) return run({})
  if (fault === 'part' && dates) return run({ ...body, dates: dates.slice(0, 1) })
  if (fault === 'minutes' && dates)
    return run({ ...body, dates: dates.map((date) => `${date.slice(0, 16)}:00.000Z`) })
  if (fault === 'otherwise' && operation === 'syncLive') return { success: true, message: null, liveId: null }
  if (fault === 'otherwise' && operation === 'updateProject') return run({})
  if (fault === 'otherwise' && operation === 'cancelSchedules')
    return { cancelled: world.dates.length, failed: 0, message: null }
  return run(body)
}
