import Bottleneck from 'bottleneck'
import PQueue from 'p-queue'
import pThrottle from 'p-throttle'
import { createLimiter } from '../../electron/service/limiter.ts'
import { readRateHeaders } from '../../electron/service/rateHeaders.ts'
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../shared/contract/limits.ts'
import type { OperationClass } from '../../shared/contract/operations.ts'
import type { Sent, Subject } from './load.ts'
import type { VirtualTime } from './virtualTime.ts'

/** Our limiter, told what a client would tell it. */
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

/** A higher number is a later turn for bottleneck, an earlier one for p-queue. */
const LATENESS: Record<OperationClass, number> = { show: 0, edit: 4, refresh: 9 }

/**
 * bottleneck as its documentation suggests for "N requests a minute": a reservoir that is filled anew every minute,
 * with its priorities for the lanes.
 */
export function bottleneck(): Subject {
  const queue = new Bottleneck({
    reservoir: REQUESTS_PER_MINUTE,
    reservoirRefreshAmount: REQUESTS_PER_MINUTE,
    reservoirRefreshInterval: RATE_WINDOW_MS,
  })
  return {
    name: 'bottleneck',
    run: (lane, send) => queue.schedule({ priority: LATENESS[lane] }, send).then(ignore),
    close: () => void queue.disconnect(),
  }
}

/** p-queue with its strict sliding window ("use it when an API enforces strict rate limits") and its priorities. */
export function queue(): Subject {
  const tasks = new PQueue({ intervalCap: REQUESTS_PER_MINUTE, interval: RATE_WINDOW_MS, strict: true })
  return {
    name: 'p-queue',
    run: (lane, send) => tasks.add(send, { priority: -LATENESS[lane] }).then(ignore),
    close: () => tasks.pause(),
  }
}

/** p-throttle with its strict sliding window; it knows no priorities. */
export function throttle(): Subject {
  const throttled = pThrottle({ limit: REQUESTS_PER_MINUTE, interval: RATE_WINDOW_MS, strict: true })(
    (send: () => Promise<Sent>) => send(),
  )
  return { name: 'p-throttle', run: (_, send) => throttled(send).then(ignore), close: () => {} }
}

const ignore = () => {}
