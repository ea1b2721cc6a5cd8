import type { Lane } from '../../electron/service/budget/lanes.ts'
import type { CallOptions } from '../../electron/service/calls.ts'
import { type Client, type ClientOptions, createClient } from '../../electron/service/client.ts'
import { type Leases, openLeases } from '../../electron/service/leases.ts'
import { createLimiter, type Limiter, type Permit } from '../../electron/service/limiter.ts'
import { NoBudget } from '../../electron/service/queue.ts'
import type { RateReading } from '../../electron/service/rateHeaders.ts'
import { type Failure, ServiceError } from '../../shared/failures.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'
import { type Handler, json, type RawServer, serve, serveRaw, type TestServer } from './server.ts'

export const KEY = 'svc_0123456789abcdefSECRET'

export interface Kit {
  client: Client
  clock: VirtualClock
}

/** A client with a real limiter on a virtual clock. */
export function clientFor(baseUrl: string, options: Partial<ClientOptions> = {}): Kit {
  const clock = new VirtualClock()
  const limiter = options.limiter ?? createLimiter({ clock })
  const client = createClient({ baseUrl, key: () => KEY, clock, limiter, random: () => 0.5, ...options })
  return { client: closing(client), clock }
}

export async function kit(
  handler: Handler,
  options: Partial<ClientOptions> = {},
): Promise<Kit & { server: TestServer }> {
  const server = closing(await serve(handler))
  return { ...clientFor(server.baseUrl, options), server }
}

/** A client of a service that gives these responses in order and repeats the last one: status, body, headers. */
export const answering = (...answers: [status: number, body: unknown, headers?: Record<string, string>][]) =>
  kit((_, response, count) => {
    const [status, body, headers] = answers[Math.min(count, answers.length) - 1] ?? [500, {}]
    json(response, status, body, headers)
  })

export async function rawKit(answer: Parameters<typeof serveRaw>[0]): Promise<Kit & { server: RawServer }> {
  const server = closing(await serveRaw(answer))
  return { ...clientFor(server.baseUrl), server }
}

/**
 * Waits for the promise while short timers (back-off, waiting for budget) run as soon as they are set. Timers more
 * than `most` ms away, such as timeouts, do not run.
 */
export async function drive<T>(promise: Promise<T>, clock: VirtualClock, most = 3_500): Promise<T> {
  let settled = false
  const mark = () => {
    settled = true
  }
  promise.then(mark, mark)
  while (!settled) {
    await breathe()
    const next = clock.next
    if (!settled && next !== null && next <= most) clock.advance(next)
  }
  return promise
}

/** The failure that a call ends with. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  )
  if (error instanceof ServiceError) return error.failure
  throw error
}

export const PROJECT = {
  id: 'p1',
  name: 'Show',
  autoSynch: true,
  duration: { manual: true },
  liveStatus: 'OFFLINE',
  destinations: [],
}
export const LIVE = { liveId: 'l1', status: 'LIVE', destinations: [] }
export const STARTED = { liveId: 'l1', status: 'PREPARING', destinations: [] }
/** The two calls most tests use: a read and a write. */
export const readLive = (client: Client, options?: CallOptions) =>
  client.call('getLive', { params: { projectId: 'p1' } }, options)
export const startLive = (client: Client, options?: CallOptions) =>
  client.call('startLive', { params: { projectId: 'p1' } }, options)

export function budgetKit(clock = new VirtualClock(), leases?: Leases) {
  const limiter = createLimiter({ clock, leases })
  /** Monotonic times of all sendings. */
  const sent: number[] = []
  /** Sends one request: waits for its permit; by default the response comes at once. */
  const send = async (lane: Lane, answer: RateReading | 'refused' | null = null) => {
    const permit = await limiter.acquire({ lane })
    permit.sent()
    sent.push(clock.monotonic())
    permit.done()
    if (answer === 'refused') limiter.limited(null, permit)
    else if (answer) limiter.observe(answer, permit)
    return permit
  }
  /** Sends as many as may go at once, and at most `most`. @returns how many */
  const sendAll = async (lane: Lane, most = 1_000) => {
    for (let count = 0; count < most; count++) if (!(await isGiven(limiter, lane))) return count
    return most
  }
  const isGiven = async (limiter: Limiter, lane: Lane) => {
    const aborter = new AbortController()
    let permit: Permit | null = null
    limiter.acquire({ lane, signal: aborter.signal }).then(
      (given) => {
        permit = given
        given.sent()
        sent.push(clock.monotonic())
        given.done()
      },
      () => {},
    )
    await breathe()
    aborter.abort()
    return permit !== null
  }
  return { clock, limiter, sent, send, sendAll }
}

/** The largest number of sendings in any window of that length, both ends included. */
export function mostInAny(times: readonly number[], windowMs = 60_000): number {
  let most = 0
  let first = 0
  times.forEach((time, index) => {
    while ((times[first] ?? 0) < time - windowMs) first += 1
    most = Math.max(most, index - first + 1)
  })
  return most
}

/** The current state of a promised permit: given, refused with that wait, or still waiting. */
export async function stateOf(promise: Promise<unknown>): Promise<'given' | 'waiting' | { waitMs: number }> {
  let state: 'given' | 'waiting' | { waitMs: number } = 'waiting'
  promise.then(
    () => {
      state = 'given'
    },
    (error: unknown) => {
      state = { waitMs: error instanceof NoBudget ? error.waitMs : Number.NaN }
    },
  )
  await breathe()
  return state
}

export const leasesAt = (path: string, clock: VirtualClock) => openLeases({ path, clock })
