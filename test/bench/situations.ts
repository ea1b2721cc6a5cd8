import { poisson } from '../fakes/random.ts'
import type { Plan } from './load.ts'
import type { RateServer } from './rateServers.ts'

const MINUTE = 60_000

/** Another tool that takes nearly all, 140 requests a minute, for seven minutes, and is gone then. */
export const storm: Plan & { endMs: number } = Object.assign(
  (_: number, chance: () => number) => poisson(140, 7 * MINUTE, chance).map((at) => 5 * MINUTE + at),
  { endMs: 12 * MINUTE },
)

/** Another tool that makes a hundred requests in a second, every 90 s. */
export const gusts: Plan = (end) =>
  Array.from({ length: Math.floor(end / 90_000) }, (_, gust) =>
    Array.from({ length: 100 }, (_, index) => (gust + 1) * 90_000 + 10 * index),
  ).flat()

/** The same service with other headers than it should send. */
export function lying(server: RateServer, lie: Readonly<Record<string, string>>): RateServer {
  return {
    name: server.name,
    take(now) {
      const { allowed, headers } = server.take(now)
      return { allowed, headers: { ...headers, ...lie } }
    },
  }
}

/** The same service behind a gateway that refuses one request, once, and asks for that many seconds. */
export function refusingOnce(server: RateServer, atMs: number, retryAfter: string): RateServer {
  let done = false
  return {
    name: server.name,
    take(now) {
      if (done || now < atMs) return server.take(now)
      done = true
      return { allowed: false, headers: { 'retry-after': retryAfter } }
    },
  }
}
