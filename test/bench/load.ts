import type { OperationClass } from '../../shared/contract/operations.ts'
import { poisson, seeded } from '../fakes/random.ts'
import type { RateServer } from './rateServers.ts'
import type { VirtualTime } from './virtualTime.ts'

/** A way to hold requests back: our limiter or a peer's. */
export interface Subject {
  name: string
  /**
   * Calls `send` when a request of that lane may go. Resolves when its response is in; rejects when it is refused.
   * `send` returns whether the service allowed the request, and the response headers.
   */
  run(lane: OperationClass, send: () => Promise<Sent>): Promise<void>
  close(): void
}

export interface Sent {
  allowed: boolean
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface LoadOptions {
  minutes: number
  /** Excluded from the figures: the start, in which a first burst still counts. */
  warmUpMinutes: number
  /** Another tool on the account: requests a minute, or the times of its requests. */
  others: number | Plan
  /** False: none of the usual show commands. */
  shows?: boolean
  /** Bursts of show commands in addition to the usual ones. */
  bursts?: { size: number; withinMs: number; everyMs: number }
  seed: number
}

/** Times of events in ms, in order. */
export type Plan = (end: number, chance: () => number) => number[]

export interface Figures {
  /** Over the measured time, in requests a minute. */
  refresh: number
  show: number
  others: number
  limited: number
  limitedShow: number
  /** Delay between wanting to send a show command and sending it, in ms; `burstWaits` are those in `bursts`. */
  showWaits: number[]
  burstWaits: number[]
  /** When background reads were allowed, in ms. */
  refreshTimes: number[]
  /** Total of show commands refused for lack of budget. */
  showRefused: number
}

/** Requests a minute that background reads want. */
const REFRESH_DEMAND = 400
/** Show commands a minute, at random times, and a burst of five every three minutes. */
const SHOW_RATE = 6
const BURST = 5
const BURSTS_PER_MINUTE = 1 / 3
/** Background callers wait for a response before they ask again: at most this many wait at a time. */
const MOST_WAITING = 50
/** Time to the service and back, in ms each. */
const TRANSIT = { least: 15, spread: 85 }

/** Runs one subject against one server for some simulated time. The same seed produces the same load. */
export async function load(
  time: VirtualTime,
  subject: Subject,
  server: RateServer,
  options: LoadOptions,
): Promise<Figures> {
  const random = seeded(options.seed)
  const start = options.warmUpMinutes * 60_000
  const end = (options.warmUpMinutes + options.minutes) * 60_000
  const tally = { refresh: 0, show: 0, others: 0, limited: 0, limitedShow: 0, showRefused: 0 }
  const showWaits: number[] = []
  const burstWaits: number[] = []
  const refreshTimes: number[] = []
  let waiting = 0
  const isMeasured = () => time.monotonic() >= start

  const transit = () => new Promise<void>((resolve) => time.after(TRANSIT.least + TRANSIT.spread * random(), resolve))
  const send = async (lane: 'show' | 'refresh'): Promise<Sent> => {
    await transit()
    const verdict = server.take(time.monotonic())
    if (isMeasured()) {
      if (verdict.allowed) tally[lane] += 1
      else tally.limited += 1
      if (!verdict.allowed && lane === 'show') tally.limitedShow += 1
      if (verdict.allowed && lane === 'refresh') refreshTimes.push(time.monotonic())
    }
    await transit()
    return verdict
  }
  const refresh = async () => {
    if (waiting >= MOST_WAITING) return
    waiting += 1
    await subject.run('refresh', () => send('refresh')).catch(() => {})
    waiting -= 1
  }
  const show = async (waits = showWaits) => {
    const wanted = time.monotonic()
    const sending = () => {
      if (isMeasured()) waits.push(time.monotonic() - wanted)
      return send('show')
    }
    await subject.run('show', sending).catch(() => {
      if (isMeasured()) tally.showRefused += 1
    })
  }
  const other = () => {
    const { allowed } = server.take(time.monotonic())
    if (allowed && isMeasured()) tally.others += 1
  }

  const chance = seeded(options.seed + 1)
  plan(time, poisson(REFRESH_DEMAND, end, chance), () => void refresh())
  if (options.shows !== false) {
    plan(time, poisson(SHOW_RATE, end, chance), () => void show())
    plan(time, poisson(BURSTS_PER_MINUTE, end, chance), () => {
      for (let count = 0; count < BURST; count++) void show()
    })
  }
  const { others, bursts } = options
  plan(time, typeof others === 'number' ? poisson(others, end, chance) : others(end, chance), other)
  if (bursts) plan(time, burstTimes(bursts, end, chance), () => void show(burstWaits))
  await time.run(end)
  subject.close()

  const perMinute = (count: number) => count / options.minutes
  const { refresh: refreshed, show: shown, others: by, limited, limitedShow, showRefused } = tally
  return {
    ...{ refresh: perMinute(refreshed), show: perMinute(shown), others: perMinute(by), limited: perMinute(limited) },
    ...{ limitedShow: perMinute(limitedShow), showRefused, showWaits, burstWaits, refreshTimes },
  }
}

function burstTimes(
  { size, withinMs, everyMs }: NonNullable<LoadOptions['bursts']>,
  end: number,
  chance: () => number,
) {
  const starts = Array.from({ length: Math.floor(end / everyMs) }, (_, index) => (index + chance() / 2) * everyMs)
  const times = starts.flatMap((start) => Array.from({ length: size }, () => start + chance() * withinMs))
  return times.toSorted((one, other) => one - other)
}

/** Each event sets the timer of the next, so only one of them is in the heap. */
function plan(time: VirtualTime, times: readonly number[], event: () => void): void {
  let index = 0
  const next = () => {
    const at = times[index++]
    if (at === undefined) return
    time.after(at - time.monotonic(), () => {
      event()
      next()
    })
  }
  next()
}
