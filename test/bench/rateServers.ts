import type { Headers } from '../../electron/service/transport.ts'
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../shared/contract/limits.ts'

/** How a rate-limited service responds to one request. */
export interface Verdict {
  allowed: boolean
  headers: Headers
}

/** A way of counting requests by the minute. Times are in ms and never go back. */
export interface RateServer {
  name: string
  take(now: number): Verdict
}

const LIMIT = REQUESTS_PER_MINUTE
const seconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000))

/** Counts by the clock's minute: the whole budget is free again at its end. `offset` is when the first one began. */
export function fixedWindow(offset = 23_000): RateServer {
  let window = -1
  let used = 0
  return {
    name: 'fixed window',
    take(now) {
      const current = Math.floor((now + offset) / RATE_WINDOW_MS)
      if (current !== window) used = 0
      window = current
      const allowed = used < LIMIT
      if (allowed) used += 1
      const reset = seconds((current + 1) * RATE_WINDOW_MS - offset - now)
      return verdict(allowed, reset, {
        'ratelimit-policy': `"default";q=${LIMIT};w=60`,
        ratelimit: `"default";r=${LIMIT - used};t=${reset}`,
      })
    },
  }
}

/** Counts the requests of the last minute; reports when the oldest of them expires. */
export function slidingWindow(): RateServer {
  const taken: number[] = []
  return {
    name: 'sliding window',
    take(now) {
      while ((taken[0] ?? now) <= now - RATE_WINDOW_MS) taken.shift()
      const allowed = taken.length < LIMIT
      if (allowed) taken.push(now)
      const reset = seconds((taken[0] ?? now) + RATE_WINDOW_MS - now)
      return verdict(allowed, reset, {
        'x-ratelimit-limit': `${LIMIT}`,
        'x-ratelimit-remaining': `${LIMIT - taken.length}`,
        'x-ratelimit-reset': `${reset}`,
      })
    },
  }
}

/** A bucket that refills evenly; reports when it will be full. */
export function tokenBucket(): RateServer {
  const perMs = LIMIT / RATE_WINDOW_MS
  let tokens = LIMIT
  let at = 0
  return {
    name: 'token bucket',
    take(now) {
      tokens = Math.min(LIMIT, tokens + (now - at) * perMs)
      at = now
      const allowed = tokens >= 1
      if (allowed) tokens -= 1
      return verdict(allowed, seconds((1 - tokens) / perMs), {
        'ratelimit-limit': `${LIMIT}`,
        'ratelimit-remaining': `${Math.floor(tokens)}`,
        'ratelimit-reset': `${seconds((LIMIT - tokens) / perMs)}`,
      })
    },
  }
}

/** The same service without any rate headers, not even `Retry-After`. */
export function silent(server: RateServer): RateServer {
  return { name: server.name, take: (now) => ({ ...server.take(now), headers: {} }) }
}

function verdict(allowed: boolean, retryAfter: number, headers: Headers): Verdict {
  return { allowed, headers: allowed ? headers : { ...headers, 'retry-after': `${retryAfter}` } }
}
