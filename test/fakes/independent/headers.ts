/** How the minute is counted: started by its first request, or looking back from now. */
export type QuotaWindow = 'fixed' | 'sliding'

/** What the account may still send. */
export interface QuotaReading {
  limit: number
  remaining: number
  resetInMs: number
}

const WINDOW_MS = 60_000

/** The request limit of the account, over all of its keys. A refused request costs nothing. */
export class Quota {
  limit: number
  readonly #window: QuotaWindow
  readonly #now: () => number
  #taken: number[] = []

  constructor(limit: number, window: QuotaWindow, now: () => number) {
    this.limit = limit
    this.#window = window
    this.#now = now
  }

  /** Counts one request; false when none is left. */
  take(): boolean {
    this.#expire()
    if (this.#taken.length >= this.limit) return false
    this.#taken.push(this.#now())
    return true
  }

  /** Another tool on the account sends `count` requests, as far as the limit allows. */
  spend(count: number): void {
    for (let left = count; left > 0 && this.take(); left--);
  }

  /** The remaining requests, and when that number grows again. */
  read(): QuotaReading {
    this.#expire()
    const oldest = this.#taken[0]
    const resetInMs = oldest === undefined ? WINDOW_MS : oldest + WINDOW_MS - this.#now()
    return { limit: this.limit, remaining: Math.max(0, this.limit - this.#taken.length), resetInMs }
  }

  #expire(): void {
    const edge = this.#now() - WINDOW_MS
    const oldest = this.#taken[0]
    if (oldest === undefined || oldest > edge) return
    this.#taken = this.#window === 'fixed' ? [] : this.#taken.filter((at) => at > edge)
  }
}

/** How a 429 says when to come back. */
export type RetryAfterStyle = 'seconds' | 'date' | 'absent'

export type Headers = Record<string, string>

const seconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000))
const httpDate = (ms: number) => new Date(Math.ceil(ms / 1000) * 1000).toUTCString()

const WRITERS = {
  ietf: ({ limit, remaining, resetInMs }) => ({
    'RateLimit-Policy': `"account";q=${limit};w=60`,
    RateLimit: `"account";r=${remaining};t=${seconds(resetInMs)}`,
  }),
  'ietf-old': ({ limit, remaining, resetInMs }) => ({
    RateLimit: `limit=${limit}, remaining=${remaining}, reset=${seconds(resetInMs)}`,
  }),
  ratelimit: (reading) => triple('RateLimit', reading, `${seconds(reading.resetInMs)}`),
  'x-delta': (reading) => triple('X-RateLimit', reading, `${seconds(reading.resetInMs)}`),
  'x-epoch-seconds': (reading, now) => triple('X-RateLimit', reading, `${seconds(now + reading.resetInMs)}`),
  'x-epoch-ms': (reading, now) => triple('X-RateLimit', reading, `${Math.ceil(now + reading.resetInMs)}`),
  'x-http-date': (reading, now) => triple('X-RateLimit', reading, httpDate(now + reading.resetInMs)),
  none: () => ({}),
} satisfies Record<string, (reading: QuotaReading, now: number) => Headers>

export type HeaderStyle = keyof typeof WRITERS
/** The ways in which a service may name what remains and when it resets. */
export const HEADER_STYLES = Object.keys(WRITERS) as HeaderStyle[]

function triple(prefix: string, { limit, remaining }: QuotaReading, reset: string): Headers {
  return { [`${prefix}-Limit`]: `${limit}`, [`${prefix}-Remaining`]: `${remaining}`, [`${prefix}-Reset`]: reset }
}

/** The headers that show the state of the quota in one style. */
export function quotaHeaders(style: HeaderStyle, reading: QuotaReading, now: number): Headers {
  return WRITERS[style](reading, now)
}

/** The header of a response that asks the client to come back later. */
export function retryAfterHeader(style: RetryAfterStyle, ms: number, now: number): Headers {
  if (style === 'absent') return {}
  return { 'Retry-After': style === 'date' ? httpDate(now + ms) : `${seconds(ms)}` }
}
