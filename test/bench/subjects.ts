import Bottleneck from 'bottleneck'
import PQueue from 'p-queue'
import pThrottle from 'p-throttle'
import { createLimiter } from '../../electron/service/limiter.ts'
import { readRateHeaders } from '../../electron/service/rateHeaders.ts'
import { RESERVE } from '../../shared/budget.ts'
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../shared/contract/limits.ts'
import type { OperationClass } from '../../shared/contract/operations.ts'
import { poisson } from '../fakes/random.ts'
import type { Plan, Sent, Subject } from './load.ts'
import type { RateServer } from './rateServers.ts'
import type { VirtualTime } from './virtualTime.ts'

/** Our limiter, given the information a client would give it. */
export function ours(time: VirtualTime): Subject {
  const limiter = createLimiter({ clock: time })
  return {
    name: 'cuelight',
    async run(lane, send) {
      const permit = await limiter.acquire({ lane, deadlineMs: lane === 'show' ? 3_000 : undefined })
      permit.sent()
      const { allowed, headers } = await send()
      permit.done()
      const reading = readRateHeaders(headers, time.now())
      if (reading) limiter.observe(reading, permit)
      if (!allowed) limiter.limited(reading?.retryAfterMs ?? null, permit)
    },
    close: limiter.close,
  }
}

/**
 * bottleneck in its best configuration for this load: a lane for the show with the whole budget, and one for the rest
 * with what the reserve leaves, refilled every minute and corrected by each response. (`updateSettings` would be the
 * documented way to correct it, but stops the refilling.)
 */
export function bottleneck(): Subject {
  const lane = (most: number) =>
    new Bottleneck({ reservoir: most, reservoirRefreshAmount: most, reservoirRefreshInterval: RATE_WINDOW_MS })
  const show = lane(REQUESTS_PER_MINUTE)
  const rest = lane(REQUESTS_PER_MINUTE - RESERVE)
  const learn = async ({ allowed, headers }: Sent) => {
    const left = allowed ? readRateHeaders(headers, Date.now())?.remaining : 0
    if (left === undefined) return
    const most = Math.max(0, left - RESERVE - rest.counts().EXECUTING)
    await rest.incrementReservoir(most - ((await rest.currentReservoir()) ?? 0))
  }
  return {
    name: 'bottleneck, two lanes',
    run: (of, send) => (of === 'show' ? show : rest).schedule(send).then(learn),
    close() {
      void rest.disconnect()
      void show.disconnect()
    },
  }
}

/** As in cloud SDKs: after a 429 the rate falls to a part, then climbs along a cubic curve. Requests a second. */
const ADAPTIVE = { most: 2.5, least: 0.5, part: 0.7, scale: 0.4, retries: 2 } as const
const BACK_OFF = { firstMs: 500, longestMs: 20_000 } as const

/**
 * Adaptive retry with two lanes: the rest goes one by one at a rate that learns from 429s, the show at once. A refused
 * request is sent up to twice more, when the service says or after a growing pause.
 */
export function adaptive(time: VirtualTime): Subject {
  let rate: number = ADAPTIVE.most
  let before: number = ADAPTIVE.most
  let slowedAt = Number.NEGATIVE_INFINITY
  let turn: Promise<unknown> = Promise.resolve()
  const pause = (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve))
  const learn = (allowed: boolean) => {
    if (!allowed) {
      before = rate
      rate = Math.max(ADAPTIVE.least, rate * ADAPTIVE.part)
      slowedAt = time.monotonic()
      return
    }
    const level = Math.cbrt((before * (1 - ADAPTIVE.part)) / ADAPTIVE.scale)
    const seconds = (time.monotonic() - slowedAt) / 1_000
    rate = Math.min(ADAPTIVE.most, ADAPTIVE.scale * (seconds - level) ** 3 + before)
  }
  const inTurn = () => {
    const mine = turn
    turn = turn.then(() => pause(1_000 / rate))
    return mine
  }
  return {
    name: 'adaptive retry',
    async run(lane, send) {
      for (let retry = 0; ; retry++) {
        if (lane !== 'show') await inTurn()
        const { allowed, headers } = await send()
        learn(allowed)
        if (allowed || retry === ADAPTIVE.retries) return
        const told = readRateHeaders(headers, time.now())?.retryAfterMs
        await pause(Math.min(BACK_OFF.longestMs, told ?? BACK_OFF.firstMs * 2 ** retry))
      }
    },
    close: () => {},
  }
}

/** A higher number goes first. */
const PRIORITY: Record<OperationClass, number> = { show: 2, edit: 1, refresh: 0 }

/** p-queue with its strict sliding window ("use it when an API enforces strict rate limits") and its priorities. */
export function queue(): Subject {
  const tasks = new PQueue({ intervalCap: REQUESTS_PER_MINUTE, interval: RATE_WINDOW_MS, strict: true })
  return {
    name: 'p-queue',
    run: (lane, send) => tasks.add(send, { priority: PRIORITY[lane] }).then(ignore),
    close: () => tasks.pause(),
  }
}

/** p-throttle with its strict sliding window; it has no priorities. */
export function throttle(): Subject {
  const throttled = pThrottle({ limit: REQUESTS_PER_MINUTE, interval: RATE_WINDOW_MS, strict: true })(
    (send: () => Promise<Sent>) => send(),
  )
  return { name: 'p-throttle', run: (_, send) => throttled(send).then(ignore), close: () => {} }
}

const ignore = () => {}

const MINUTE = 60_000

/** Another tool that uses nearly the whole budget, 140 requests a minute, for seven minutes, and then stops. */
export const storm: Plan & { endMs: number } = Object.assign(
  (_: number, chance: () => number) => poisson(140, 7 * MINUTE, chance).map((at) => 5 * MINUTE + at),
  { endMs: 12 * MINUTE },
)

/** Another tool that makes a hundred requests in a second, every 90 s. */
export const gusts: Plan = (end) =>
  Array.from({ length: Math.floor(end / 90_000) }, (_, gust) =>
    Array.from({ length: 100 }, (_, index) => (gust + 1) * 90_000 + 10 * index),
  ).flat()

/** The same service with incorrect headers. */
export function lying(server: RateServer, lie: Readonly<Record<string, string>>): RateServer {
  return {
    name: server.name,
    take(now) {
      const { allowed, headers } = server.take(now)
      return { allowed, headers: { ...headers, ...lie } }
    },
  }
}

/** The same service behind a gateway that refuses one request, once, with this `Retry-After` in seconds. */
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
