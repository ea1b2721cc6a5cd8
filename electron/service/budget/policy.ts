import { type Budget, reserveOf } from '../../../shared/budget.ts'
import { RATE_WINDOW_MS } from '../../../shared/contract/limits.ts'
import type { RateReading } from '../rateHeaders.ts'
import { type Lane, MOST_OF } from './lanes.ts'
import { createRefusals } from './refusals.ts'
import type { Sending, SendLog } from './sendLog.ts'
import { createServerView } from './serverView.ts'

/** Background reads keep at least this part of an even gap, so that they can catch up but never bunch up. */
const EVENNESS = 0.8
/** How many may go at once if little was sent recently (a start), and otherwise. */
const BURST = { fresh: 20, usual: 5 } as const

/**
 * Spreads background reads evenly, so that places become free evenly a window later and a handful of show commands
 * always finds some. A leaky bucket in its "virtual scheduling" form.
 */
export function createPace() {
  let gap = 0
  let burst: number = BURST.fresh
  let last = Number.NEGATIVE_INFINITY
  /** When the next read is due at an even pace. */
  let due = Number.NEGATIVE_INFINITY
  return {
    // Never longer than the present gap: a wide gap from before a reset must not delay what follows it. Whole ms,
    // because sums of gaps are never exact.
    /** Ms until the next read may go. */
    wait: (now: number) => Math.max(0, Math.floor(Math.min(due - (burst - 1) * gap, last + gap) - now)),
    took(now: number): void {
      last = now
      due = Math.min(Math.max(due, now) + gap, now + burst * gap)
    },
    /** Sets the gap for what follows, in ms, and how many reads may go at once. */
    tune({ perWindow, fairGap, recent }: { perWindow: number; fairGap: number; recent: number }): void {
      gap = Math.max((EVENNESS * RATE_WINDOW_MS) / Math.max(1, perWindow), fairGap)
      burst = recent < BURST.fresh ? BURST.fresh : BURST.usual
    },
  }
}

/**
 * However low a single refusal has set the ceiling, `refresh` reads go at this interval, in ms: a dozen requests a
 * minute, half of the reserve. Only the refusal's own pause, and repeated refusals, delay them longer.
 */
const FOLLOWED_EVERY_MS = 5_000
const createFollowed = () => {
  let at = Number.NEGATIVE_INFINITY
  return {
    wait: (now: number) => at + FOLLOWED_EVERY_MS - now,
    took(now: number): void {
      at = now
    },
  }
}

/** A longer `Retry-After`, allowing for rounding, does not concern a budget per minute. */
export const LONGEST_TOLD_MS = RATE_WINDOW_MS + 1_000
/** If headers were seen within this time, in ms, the budget is based on them. */
const HEADERS_COUNT_MS = 10 * 60_000

/** When a request of a lane may go. Times are monotonic ms; it has no timer and does not wait. */
export interface Policy {
  /**
   * Ms until a request may go, with `ahead` requests of its lane before it: 0 is certain, anything else an estimate. If
   * refusals would delay a show command longer than `patience`, in ms, they do not delay it at all.
   */
  wait(lane: Lane, ahead: number, now: number, patience?: number): number
  /** A request of that lane goes. */
  took(lane: Lane, now: number): void
  observe(reading: RateReading, sending: Sending, seen: { now: number; wall: number; allowed: boolean }): void
  limited(retryAfterMs: number | null, sending: Sending, now: number): void
  budget(now: number, wall: number): Budget
}

/**
 * Three bounds, of which the tightest applies: our own sending (never above 150 in any 60 s, and by lane: `lanes.ts`),
 * what the service's responses leave, and what its refusals show. Background reads are also paced evenly. Show commands
 * are limited only by our own sending and by refusals: the claims of headers never delay them. A stop is delayed only
 * by the service's refusal of that stop.
 */
export function createPolicy(log: SendLog): Policy {
  const view = createServerView(log)
  const refusals = createRefusals()
  const pace = createPace()
  const followed = createFollowed()

  const reserve = (now: number) => reserveOf(view.limit(now))
  const editLeaves = (now: number) => Math.floor(reserve(now) / 2)
  const hasHeaders = (now: number) => now - (view.readAt() ?? Number.NEGATIVE_INFINITY) < HEADERS_COUNT_MS
  /** The most of our requests that a paced lane may bring the window to. */
  const mostPaced = (lane: 'refresh' | 'later', now: number) =>
    Math.floor(Math.min(MOST_OF[lane], hasHeaders(now) ? Number.POSITIVE_INFINITY : refusals.ceiling(now)))
  const own = (lane: Lane, ahead: number, now: number) => log.waitUntil(MOST_OF[lane] - 1 - ahead, now)

  const ofShow = (lane: Lane) => (ahead: number, now: number, patience: number) =>
    Math.max(own(lane, ahead, now), refusals.waitOfShow(now, patience))
  const waitedFor = (lane: Lane, leaves: (now: number) => number) => (ahead: number, now: number) =>
    Math.max(own(lane, ahead, now), refusals.wait(now), view.waitToKeep(leaves(now) + ahead, now))
  const paced = (lane: 'refresh' | 'later') => (_: number, now: number) => {
    const most = Math.min(mostPaced('refresh', now), view.limit(now) - reserve(now))
    const perWindow = most - view.othersPerMs(now) * RATE_WINDOW_MS
    pace.tune({ perWindow, fairGap: view.fairGap(reserve(now), now), recent: log.count(now) })
    const wait = log.waitUntil(mostPaced(lane, now) - 1, now)
    const isFollowed = lane === 'refresh' && refusals.isAlone()
    const ours = isFollowed ? Math.max(own(lane, 0, now), Math.min(wait, followed.wait(now))) : wait
    return Math.max(ours, refusals.wait(now), view.waitToKeep(reserve(now), now), pace.wait(now))
  }

  const waits: Record<Lane, (ahead: number, now: number, patience: number) => number> = {
    stop: (_, now, patience) => refusals.waitOfShow(now, patience),
    ...{ air: ofShow('air'), show: ofShow('show') },
    ...{ edit: waitedFor('edit', editLeaves), read: waitedFor('read', reserve) },
    ...{ refresh: paced('refresh'), later: paced('later') },
  }

  /** A 429 without a wait means until the reset, if nothing is left and the window may be fixed. */
  const untilReset = (now: number) => {
    const resetsAt = view.resetsAt(now)
    const isUsedUp = (view.left(now) ?? 1) <= 0 && view.kind() !== 'rolling'
    return resetsAt !== null && isUsedUp ? resetsAt - now : null
  }
  const remaining = (now: number) => {
    if (refusals.toldUntil(now) !== null) return 0
    const left = Math.min(view.limit(now) - log.count(now), view.left(now) ?? Number.POSITIVE_INFINITY)
    return Math.max(0, Math.floor(left))
  }

  /** Other clients are reported to the user only if there certainly are some. */
  const others = (now: number) => (view.seesOthers() ? Math.round(view.othersPerMs(now) * RATE_WINDOW_MS) : 0)
  return {
    wait: (lane, ahead, now, patience = Number.POSITIVE_INFINITY) => waits[lane](ahead, now, patience),
    took(lane, now) {
      if (lane === 'refresh' || lane === 'later') pace.took(now)
      if (lane === 'refresh') followed.took(now)
    },
    observe(reading, sending, seen) {
      if (seen.allowed && sending.sentAt !== null) refusals.allowed(sending.sentAt)
      view.observe(reading, sending, seen)
    },
    limited(retryAfterMs, { sentAt }, now) {
      view.refused()
      const waitMs = retryAfterMs !== null && retryAfterMs <= LONGEST_TOLD_MS ? retryAfterMs : untilReset(now)
      refusals.refused({ sentAt: sentAt ?? now, waitMs, ours: log.count(now), now })
    },
    budget(now, wall) {
      const wallTime = (at: number | null) => (at === null ? null : Math.round(wall + at - now))
      return {
        limit: view.limit(now),
        remaining: remaining(now),
        reserve: reserve(now),
        ours: log.count(now),
        othersPerMinute: hasHeaders(now) ? others(now) : null,
        resetsAt: wallTime(view.resetsAt(now)),
        basis: hasHeaders(now) ? 'headers' : 'counting',
        blockedUntil: wallTime(refusals.toldUntil(now)),
      }
    },
  }
}
