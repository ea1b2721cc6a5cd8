import { type Budget, RESERVE } from '../../../shared/budget.ts'
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../../shared/contract/limits.ts'
import type { OperationClass } from '../../../shared/contract/operations.ts'
import type { RateReading } from '../rateHeaders.ts'
import { createPace } from './pace.ts'
import { createRefusals } from './refusals.ts'
import type { Sending, SendLog } from './sendLog.ts'
import { createServerView } from './serverView.ts'

/** Edits may use half of the reserve; the rest is for a burst of show commands alone. */
const EDIT_LEAVES = RESERVE / 2
/** Headers seen within this time: the budget is told by them. */
const HEADERS_COUNT_MS = 10 * 60_000

/** When a request of a lane may go. Times are monotonic ms; it has no timer and waits for nobody. */
export interface Policy {
  /** Ms until it may go, with so many of its own lane before it. 0 is certain, anything else an estimate. */
  wait(lane: OperationClass, ahead: number, now: number): number
  /** One of that lane goes. */
  took(lane: OperationClass, now: number): void
  observe(reading: RateReading, sending: Sending, now: number, wall: number): void
  limited(retryAfterMs: number | null, sending: Sending, now: number): void
  budget(now: number, wall: number): Budget
}

/**
 * Three bounds, of which the tightest holds: our own sending (never above 150 in any 60 s; refresh leaves the reserve,
 * edit half of it), what the service's answers leave, and what its refusals taught. Refresh is also paced evenly.
 */
export function createPolicy(log: SendLog): Policy {
  const view = createServerView(log)
  const refusals = createRefusals()
  const pace = createPace()

  /** The decision is 150; a service that tells less is believed. */
  const most = () => Math.min(REQUESTS_PER_MINUTE, view.limit())
  /** Of a tiny limit only a part, or background reads would never run. */
  const reserve = () => Math.min(RESERVE, Math.floor(most() / 3))
  const editLeaves = () => Math.min(EDIT_LEAVES, reserve())
  const hasHeaders = (now: number) => {
    const readAt = view.readAt()
    return readAt !== null && now - readAt < HEADERS_COUNT_MS
  }
  /** How many of ours background reads may bring the window to. */
  const refreshMost = (now: number) =>
    Math.floor(Math.min(most() - reserve(), hasHeaders(now) ? Number.POSITIVE_INFINITY : refusals.ceiling(now)))

  const waits: Record<OperationClass, (ahead: number, now: number) => number> = {
    show: (ahead, now) =>
      Math.max(log.waitUntil(most() - 1 - ahead, now), refusals.wait(true, now), view.waitForShow(ahead, now)),
    edit(ahead, now) {
      const ours = log.waitUntil(most() - editLeaves() - 1 - ahead, now)
      return Math.max(ours, refusals.wait(false, now), view.waitToKeep(editLeaves() + ahead, now))
    },
    refresh(_, now) {
      const perWindow = refreshMost(now) - view.othersPerMs() * RATE_WINDOW_MS
      pace.tune({ perWindow, fairGap: view.fairGap(reserve(), now), recent: log.count(now) })
      const ours = log.waitUntil(refreshMost(now) - 1, now)
      return Math.max(ours, refusals.wait(false, now), view.waitToKeep(reserve(), now), pace.wait(now))
    },
  }

  const nextReset = (now: number) => {
    const resetsAt = view.resetsAt()
    return resetsAt !== null && resetsAt > now ? resetsAt : null
  }
  /** A 429 that told no wait means the reset, where the window is fixed and nothing is left in it. */
  const untilReset = (now: number) => {
    const resetsAt = nextReset(now)
    const isUsedUp = (view.left(now) ?? 1) <= 0 && view.kind() !== 'rolling'
    return resetsAt !== null && isUsedUp ? resetsAt - now : null
  }
  const remaining = (now: number) => {
    if (refusals.toldUntil(now) !== null) return 0
    const left = Math.min(most() - log.count(now), view.left(now) ?? Number.POSITIVE_INFINITY)
    return Math.max(0, Math.floor(left))
  }

  /** People are told of others only when there surely are some. */
  const othersPerMinute = () => (view.seesOthers() ? Math.round(view.othersPerMs() * RATE_WINDOW_MS) : 0)

  return {
    wait: (lane, ahead, now) => waits[lane](ahead, now),
    took(lane, now) {
      if (lane === 'refresh') pace.took(now)
    },
    observe: view.observe,
    limited(retryAfterMs, { sentAt }, now) {
      refusals.refused({ sentAt: sentAt ?? now, told: retryAfterMs ?? untilReset(now), ours: log.count(now), now })
    },
    budget(now, wall) {
      const wallTime = (at: number | null) => (at === null ? null : Math.round(wall + at - now))
      return {
        limit: view.limit(),
        remaining: remaining(now),
        reserve: reserve(),
        ours: log.count(now),
        othersPerMinute: hasHeaders(now) ? othersPerMinute() : null,
        resetsAt: wallTime(nextReset(now)),
        basis: hasHeaders(now) ? 'headers' : 'counting',
        blockedUntil: wallTime(refusals.toldUntil(now)),
      }
    },
  }
}
