import { reserveOf } from '../../../shared/budget.ts'
import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../../shared/contract/limits.ts'
import type { RateReading } from '../rateHeaders.ts'
import type { Sending, SendLog } from './sendLog.ts'
import { createKindLearner, type WindowKind, type Witness } from './windowKind.ts'

/** How long the earlier rate is remembered beside what this window shows, in ms. */
const MEMORY_MS = 20_000
/** How quickly the estimate follows a rolling window, in ms. */
const FOLLOW_MS = 15_000

/** What other clients of the account use, estimated as the service's count minus our own. */
export function createOthers() {
  let perMs = 0
  /** Their rate before the present window began. */
  let before = 0
  let since: number | null = null
  let used = 0
  let last: number | null = null

  return {
    /** @param count requests of other clients that the service counted since `since` */
    observe(count: number, seen: { since: number; now: number; isRolling: boolean }): void {
      if (seen.isRolling) {
        const weight = last === null ? 1 : 1 - Math.exp(-(seen.now - last) / FOLLOW_MS)
        perMs += (count / (seen.now - seen.since) - perMs) * weight
      } else {
        // A new window began: the rate of the last one becomes the memory.
        if (since === null || seen.since > since + MEMORY_MS) before = since === null ? 0 : perMs
        since = seen.since
        perMs = (before * MEMORY_MS + count) / (MEMORY_MS + Math.max(0, seen.now - seen.since))
      }
      used = count
      last = seen.now
    },
    perMs: () => perMs,
    /** In a rolling window: how many of their requests expire in `ms` beyond those that are new. */
    returned: (ms: number, windowMs: number) => Math.max(0, (used * Math.min(ms, windowMs)) / windowMs - perMs * ms),
  }
}

/** A reported reset is rounded to seconds: background reads wait this much longer before they rely on it, in ms. */
const RESET_SLACK_MS = 500
/** After a reset one read checks the count, and another at this interval until a response reports it, in ms. */
const PROBE_EVERY_MS = 2_000
/** The count of a rolling window is checked again after this time, in ms, although it may leave too little. */
const PROBE_AFTER_MS = 10_000
/** A reset in whole seconds puts the start of the window off by at most this, in ms. */
const TOLD_IN_SECONDS_MS = 2_000
/** Without a reported reset, a reading is useful for this long, in ms. */
const WORTH_WITHOUT_RESET_MS = 10_000
/** A smaller limit cannot be the account's limit per minute: it is a gateway's, or a mistake. */
const LEAST_LIMIT = REQUESTS_PER_MINUTE / 10
/** How long a count that leaves background reads nothing is trusted, in ms, and until its reset; a 429 renews it. */
const BELIEVED_MS = 45_000
/** If we send half of the budget, we are not starved: others do use the rest. */
const OURS_AT_LEAST = REQUESTS_PER_MINUTE / 2
/** A blocked check of a rolling window is repeated at least this often, in ms. */
const LOOK_AGAIN_MS = 1_000
/** What is left is spread over this part of the time to the reset, so that it is used up in time. */
const SPREAD = 0.9

/**
 * What the service's own count leaves, predicted from its last response; no limit if it reported nothing.
 *
 * Headers are claims, and responses are proof. A claim that cannot be about 150 requests a minute is ignored. A claim
 * that leaves background reads nothing while requests keep succeeding is doubted: nothing is predicted from it until a
 * request is refused, or a claim leaves something again.
 */
export interface ServerView {
  /** @param allowed whether the request was not refused: its response proves that there was budget for it */
  observe(reading: RateReading, sending: Sending, seen: { now: number; wall: number; allowed: boolean }): void
  /** A 429 came: it confirms the count. */
  refused(): void
  /** Requests per window by the last count, if fewer than the documented number. */
  limit(now: number): number
  kind(): WindowKind
  /** What is left by a cautious count: everything that may not be counted yet is subtracted. Null: unknown. */
  left(now: number): number | null
  /** Ms until one more request leaves `keep`, and what others will use before the reset. An estimate if not 0. */
  waitToKeep(keep: number, now: number): number
  /** A fair gap between background reads, in ms, so that what is left lasts until the reset. */
  fairGap(keep: number, now: number): number
  /** What other clients use, as far as a useful count shows it. */
  othersPerMs(now: number): number
  /** Whether the last count contained requests that surely were not ours; otherwise the rate is only caution. */
  seesOthers(): boolean
  /** Monotonic time of the next reset, if reported. */
  resetsAt(now: number): number | null
  /** When the last count arrived; null: never, or it is doubted. */
  readAt(): number | null
}

interface Known extends Witness {
  readAt: number
  limit: number
  /** Requests of ours that no longer counted when it arrived. */
  expired: number
}

export function createServerView(log: SendLog): ServerView {
  let known: Known | null = null
  const learner = createKindLearner(log)
  let others = createOthers()
  let surelyTheirs = 0
  const belief = createBelief(log)

  const isRolling = () => learner.kind() === 'rolling'
  const current = (now: number) => (known && !belief.doubts() && now < worthUntil(known, isRolling()) ? known : null)
  /** Monotonic time of a reset since the reading, which freed everything. */
  const resetBefore = (one: Known, time: number) =>
    !isRolling() && one.resetsAt !== null && one.resetsAt <= time ? one.resetsAt : null
  const sentAfter = (one: Known) => log.sentTotal() - one.sentTotal
  const returned = (one: Known, now: number) =>
    isRolling() ? log.expired(now) - one.expired + others.returned(now - one.at, RATE_WINDOW_MS) : 0

  const careful = (one: Known, now: number) => {
    const reset = resetBefore(one, now - RESET_SLACK_MS)
    if (reset !== null) return one.limit - log.sentSince(reset)
    return one.remaining - one.overlap - sentAfter(one) + returned(one, now)
  }
  /** Requests that others will probably make before the reset; their number varies by its square root. */
  const room = (one: Known, now: number) => {
    if (isRolling() || one.resetsAt === null) return 0
    const expected = others.perMs() * Math.max(0, one.resetsAt - now)
    return expected + Math.sqrt(expected)
  }
  const waitToKeep = (one: Known, keep: number, now: number) => {
    const reset = resetBefore(one, now - RESET_SLACK_MS)
    if (reset !== null) return Math.max(0, reset + RESET_SLACK_MS + log.sentSince(reset) * PROBE_EVERY_MS - now)
    const surplus = careful(one, now) - keep
    const short = 1 - (surplus - room(one, now))
    if (short <= 0) return 0
    if (isRolling()) {
      // The use by others is an estimate that ages: one read, taken from half of what is kept, checks it.
      const mayProbe = now - one.at >= PROBE_AFTER_MS && sentAfter(one) === 0 && careful(one, now) > keep / 2
      return mayProbe ? 0 : Math.min(LOOK_AGAIN_MS, log.waitUntilExpired(Math.ceil(short), now))
    }
    return untilRoom(one, surplus, others.perMs(), now)
  }
  return {
    observe(reading, sending, { now, wall, allowed }) {
      const next = knownFrom(reading, sending, log, now, wall)
      // A response that was overtaken by a later one knows less.
      if (!next || (known && next.order < known.order)) return
      learner.observe(next, next.limit, now)
      known = next
      const since = (isRolling() ? now : (next.resetsAt ?? now)) - RATE_WINDOW_MS
      const [used, oursSince] = [next.limit - next.remaining, countsSince(learner.kind(), since, now)]
      surelyTheirs = used - log.sentSince(Math.min(oursSince, since - TOLD_IN_SECONDS_MS))
      const theirs = Math.max(0, used - (log.sentSince(oursSince) - next.overlap))
      others.observe(theirs, { since, now, isRolling: isRolling() })
      const leavesNothing = waitToKeep(next, reserveOf(next.limit), now) > 0
      if (allowed && belief.weigh(next, leavesNothing, now)) others = createOthers()
    },
    refused: belief.trust,
    limit: (now) => current(now)?.limit ?? REQUESTS_PER_MINUTE,
    kind: learner.kind,
    left(now) {
      const one = current(now)
      return one && careful(one, now)
    },
    waitToKeep(keep, now) {
      const one = current(now)
      return one ? waitToKeep(one, keep, now) : 0
    },
    fairGap(keep, now) {
      const one = current(now)
      if (!one || one.resetsAt === null || isRolling() || now >= one.resetsAt) return 0
      return (SPREAD * (one.resetsAt - now)) / Math.max(1, careful(one, now) - keep - room(one, now))
    },
    othersPerMs: (now) => (current(now) ? others.perMs() : 0),
    seesOthers: () => surelyTheirs > 0,
    resetsAt(now) {
      const resetsAt = belief.doubts() ? null : known?.resetsAt
      return resetsAt != null && resetsAt > now ? resetsAt : null
    },
    readAt: () => (belief.doubts() ? null : (known?.readAt ?? null)),
  }
}

/**
 * From when on our requests may be among those counted. Until the window is known to be fixed, all of the last minute
 * may be: after a restart most are from the previous process. Taken for those of other clients, they would delay every
 * reading.
 */
const countsSince = (kind: WindowKind, windowBegan: number, now: number): number =>
  kind === 'unknown' ? now - RATE_WINDOW_MS : windowBegan

/** The proof of responses overrides the claims of headers. */
function createBelief(log: SendLog) {
  /** Until when counts that leave background reads nothing are trusted; null: the last one leaves something. */
  let until: number | null = null
  let doubted = false
  const trust = () => {
    until = null
    doubted = false
  }
  return {
    trust,
    doubts: () => doubted,
    /** @returns whether it is doubted from now on, and was not before */
    weigh({ at, resetsAt }: Known, leavesNothing: boolean, now: number): boolean {
      if (!leavesNothing) trust()
      else until ??= Math.max(now + BELIEVED_MS, resetsAt ?? now)
      if (until === null || doubted || at <= until || log.count(now) >= OURS_AT_LEAST) return false
      doubted = true
      return true
    },
  }
}

/** Null if the response reported no count, or none that can be the account's per minute. */
function knownFrom(reading: RateReading, sending: Sending, log: SendLog, now: number, wall: number): Known | null {
  const { limit = REQUESTS_PER_MINUTE, remaining, resetsAt, windowMs = RATE_WINDOW_MS } = reading
  if (remaining === undefined || sending.order === null || sending.sentAt === null) return null
  if (windowMs !== RATE_WINDOW_MS || limit < LEAST_LIMIT) return null
  const resetsIn = resetsAt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, resetsAt - wall)
  return {
    order: sending.order,
    at: sending.sentAt,
    readAt: now,
    // We never send more than the documented number: a higher limit only adds to what others seem to use.
    limit: Math.min(REQUESTS_PER_MINUTE, limit),
    remaining,
    // A later reset is not of a count per minute, or its clock differs from ours.
    resetsAt: resetsIn > RATE_WINDOW_MS + TOLD_IN_SECONDS_MS ? null : now + resetsIn,
    overlap: log.overlapping(sending),
    sentTotal: log.sentTotal(),
    expired: log.expired(now),
  }
}

/** Until when a reading is useful: a window later all it counted has expired. */
function worthUntil({ at, resetsAt }: Known, isRolling: boolean): number {
  if (resetsAt === null) return at + WORTH_WITHOUT_RESET_MS
  return (isRolling ? at : Math.max(at, resetsAt)) + RATE_WINDOW_MS
}

/** What others may still use shrinks with the time they have left; when it is small enough, one more request fits. */
function untilRoom({ at, resetsAt }: Known, surplus: number, othersPerMs: number, now: number): number {
  const reset = resetsAt ?? at + WORTH_WITHOUT_RESET_MS
  const afterReset = Math.max(1, reset + RESET_SLACK_MS - now)
  if (surplus < 1 || othersPerMs <= 0) return afterReset
  return Math.min(afterReset, Math.max(1, reset - (surplus - 1) / othersPerMs - now))
}
