import { type Budget, reserveOf } from '../../../shared/budget.ts'
import { RATE_WINDOW_MS } from '../../../shared/contract/limits.ts'
import type { RateReading } from '../rateHeaders.ts'
import { type Lane, MOST_OF } from './lanes.ts'
import { createRefusals } from './refusals.ts'
import type { Sending, SendLog } from './sendLog.ts'
import { createServerView } from './serverView.ts'

/** Background reads keep at least this part of an even distance, so that they can catch up but never clump. */
const EVENNESS = 0.8
/** So many may go at once when little was sent lately (a start), and otherwise. */
const BURST = { fresh: 20, usual: 5 } as const

/**
 * Spreads background reads evenly, so that places become free evenly a window later and a handful of show commands
 * always finds some. A leaky bucket in its "virtual scheduling" form.
 */
export function createPace() {
  let gap = 0
  let burst: number = BURST.fresh
  let last = Number.NEGATIVE_INFINITY
  /** When the next one is due at an even pace. */
  let due = Number.NEGATIVE_INFINITY
  return {
    // Never longer than the distance of now: a wide one of before a reset must not hold back what comes after it.
    // Whole ms: sums of distances are never exact.
    /** Ms until the next may go. */
    wait: (now: number) => Math.max(0, Math.floor(Math.min(due - (burst - 1) * gap, last + gap) - now)),
    took(now: number): void {
      last = now
      due = Math.min(Math.max(due, now) + gap, now + burst * gap)
    },
    /** Sets the distance for what follows, in ms, and how many may go at once. */
    tune({ perWindow, fairGap, recent }: { perWindow: number; fairGap: number; recent: number }): void {
      gap = Math.max((EVENNESS * RATE_WINDOW_MS) / Math.max(1, perWindow), fairGap)
      burst = recent < BURST.fresh ? BURST.fresh : BURST.usual
    },
  }
}

/**
 * However low one refusal has set the ceiling, what must be true on screen is read this often, in ms: a dozen requests a
 * minute, half of the reserve. Only its own pause, and refusals that follow each other, hold it longer.
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

/** A longer `Retry-After`, rounded up as it may be, is not about a budget by the minute. */
export const LONGEST_TOLD_MS = RATE_WINDOW_MS + 1_000
/** Headers seen within this time: the budget is told by them. */
const HEADERS_COUNT_MS = 10 * 60_000

/** When a request of a lane may go. Times are monotonic ms; it has no timer and waits for nobody. */
export interface Policy {
  /**
   * Ms until it may go, with so many of its own lane before it: 0 is certain, anything else an estimate. No refusal holds
   * a show command longer than `patience`, in ms: it asks for itself.
   */
  wait(lane: Lane, ahead: number, now: number, patience?: number): number
  /** One of that lane goes. */
  took(lane: Lane, now: number): void
  observe(reading: RateReading, sending: Sending, seen: { now: number; wall: number; allowed: boolean }): void
  limited(retryAfterMs: number | null, sending: Sending, now: number): void
  budget(now: number, wall: number): Budget
}

/**
 * Three bounds, of which the tightest holds: our own sending (never above 150 in any 60 s, and by lanes: `lanes.ts`), what
 * the service's answers leave, and what its refusals taught. Background reads are also paced evenly. Show commands are held
 * by our own sending and by refusals alone: what headers claim never keeps one from going. A stop is held by what the
 * service told itself, and by nothing else.
 */
export function createPolicy(log: SendLog): Policy {
  const view = createServerView(log)
  const refusals = createRefusals()
  const pace = createPace()
  const followed = createFollowed()

  const reserve = (now: number) => reserveOf(view.limit(now))
  const editLeaves = (now: number) => Math.floor(reserve(now) / 2)
  const hasHeaders = (now: number) => now - (view.readAt() ?? Number.NEGATIVE_INFINITY) < HEADERS_COUNT_MS
  /** How many of ours a paced lane may bring the window to. */
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

  /** A 429 that told no wait means the reset, where the window is fixed and nothing is left in it. */
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

  /** People are told of others only when there surely are some. */
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
