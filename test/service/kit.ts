import { type Client, type ClientOptions, createClient } from '../../electron/service/client.ts'
import { createLimiter } from '../../electron/service/limiter.ts'
import { type Failure, ServiceError } from '../../shared/failures.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'
import { type Handler, type RawServer, serve, serveRaw, type TestServer } from './server.ts'

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

export async function rawKit(answer: Parameters<typeof serveRaw>[0]): Promise<Kit & { server: RawServer }> {
  const server = closing(await serveRaw(answer))
  return { ...clientFor(server.baseUrl), server }
}

/**
 * Waits for the promise while short timers (back-off, waiting for budget) run as soon as they are set. Timers further off
 * than `most` ms, such as time limits, stand still.
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

/** The failure a call ends in. */
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
export const readLive = (client: Client) => client.call('getLive', { params: { projectId: 'p1' } })
export const startLive = (client: Client) => client.call('startLive', { params: { projectId: 'p1' } })
