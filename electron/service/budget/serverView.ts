import { RATE_WINDOW_MS, REQUESTS_PER_MINUTE } from '../../../shared/contract/limits.ts'
import type { RateReading } from '../rateHeaders.ts'
import { createOthers } from './others.ts'
import type { Sending, SendLog } from './sendLog.ts'
import { createKindLearner, type WindowKind, type Witness } from './windowKind.ts'

/** A told reset is rounded to seconds: background reads wait this much longer before they trust it. */
const RESET_SLACK_MS = 500
/** After a reset one read asks what is true, and another this often until an answer tells. */
const PROBE_EVERY_MS = 2_000
/** A reset told in whole seconds puts the window's beginning this far off, at most. */
const TOLD_IN_SECONDS_MS = 2_000
/** With no reset told, a reading is worth something for this long. */
const WORTH_WITHOUT_RESET_MS = 10_000
/** A blocked look at a rolling window is renewed at least this often. */
const LOOK_AGAIN_MS = 1_000
/** What is left is spread over this part of the time to the reset, so that it is used up in time. */
const SPREAD = 0.9

/** What the service's own counting leaves, predicted from its last answer; no limit where it told nothing. */
export interface ServerView {
  observe(reading: RateReading, sending: Sending, now: number, wall: number): void
  /** Requests an account has in the window; the service may tell another number than the documented one. */
  limit(): number
  kind(): WindowKind
  /** Left by a careful count: everything that may not have been counted yet is taken off. Null: not known. */
  left(now: number): number | null
  /** Ms until one more leaves `keep`, and room for what others will take before the reset. An estimate if not 0. */
  waitToKeep(keep: number, now: number): number
  /** Ms until a show command with `ahead` others before it has a fair chance. Hopeful: a 429 does no harm. */
  waitForShow(ahead: number, now: number): number
  /** A fair distance between background reads, in ms, so that what is left lasts until the reset. */
  fairGap(keep: number, now: number): number
  othersPerMs(): number
  /** Did the last count show requests that surely were not ours? Without them the rate is caution, not news. */
  seesOthers(): boolean
  /** Monotonic time of the reset, where told. */
  resetsAt(): number | null
  /** When the last count came in; null: never. */
  readAt(): number | null
}

interface Known extends Witness {
  windowMs: number
  /** Requests of ours that had stopped counting when it came. */
  expired: number
}

export function createServerView(log: SendLog): ServerView {
  let known: Known | null = null
  let limit = REQUESTS_PER_MINUTE
  let readAt: number | null = null
  const learner = createKindLearner(log)
  const others = createOthers()
  let surelyTheirs = 0

  const isRolling = () => learner.kind() === 'rolling'
  const current = (now: number) => (known && now < worthUntil(known, isRolling()) ? known : null)
  /** Monotonic time of a reset that has come since the reading, with all free again. */
  const resetBefore = (one: Known, time: number) =>
    !isRolling() && one.resetsAt !== null && one.resetsAt <= time ? one.resetsAt : null
  const sentAfter = (one: Known) => log.sentTotal() - one.sentTotal
  const returned = (one: Known, now: number) =>
    isRolling() ? log.expired(now) - one.expired + others.returned(now - one.at, one.windowMs) : 0

  const careful = (one: Known, now: number) => {
    const reset = resetBefore(one, now - RESET_SLACK_MS)
    if (reset !== null) return limit - log.sentSince(reset)
    return one.remaining - one.overlap - sentAfter(one) + returned(one, now)
  }
  const hopeful = (one: Known, now: number) => {
    const reset = resetBefore(one, now)
    if (reset !== null) return limit - log.sentSince(reset)
    const refilled = learner.kind() === 'fixed' ? 0 : ((now - one.at) * limit) / one.windowMs
    return one.remaining - sentAfter(one) + Math.max(refilled, returned(one, now))
  }
  /** Requests that others will probably make before the reset; by chance they scatter by the root of their number. */
  const room = (one: Known, now: number) => {
    if (isRolling() || one.resetsAt === null) return 0
    const expected = others.perMs() * Math.max(0, one.resetsAt - now)
    return expected + Math.sqrt(expected)
  }
  const learnOthers = (one: Known, now: number) => {
    const since = (isRolling() ? now : (one.resetsAt ?? now)) - one.windowMs
    const used = limit - one.remaining - (log.sentSince(since) - one.overlap)
    surelyTheirs = limit - one.remaining - log.sentSince(since - TOLD_IN_SECONDS_MS)
    others.observe(Math.max(0, used), { since, now, isRolling: isRolling() })
  }

  return {
    observe(reading, sending, now, wall) {
      if (reading.limit !== undefined && (reading.windowMs ?? RATE_WINDOW_MS) === RATE_WINDOW_MS)
        limit = reading.limit
      const next = knownFrom(reading, sending, log, now, wall)
      // An answer overtaken by a later one knows less than that.
      if (!next || (known && next.order < known.order)) return
      learner.observe(next, limit, now)
      known = next
      readAt = now
      learnOthers(next, now)
    },
    limit: () => limit,
    kind: learner.kind,
    left(now) {
      const one = current(now)
      return one && careful(one, now)
    },
    waitToKeep(keep, now) {
      const one = current(now)
      if (!one) return 0
      const reset = resetBefore(one, now - RESET_SLACK_MS)
      if (reset !== null) return Math.max(0, reset + RESET_SLACK_MS + log.sentSince(reset) * PROBE_EVERY_MS - now)
      const surplus = careful(one, now) - keep
      const short = 1 - (surplus - room(one, now))
      if (short <= 0) return 0
      if (isRolling()) return Math.min(LOOK_AGAIN_MS, log.waitUntilExpired(Math.ceil(short), now))
      return untilRoom(one, surplus, others.perMs(), now)
    },
    waitForShow(ahead, now) {
      const one = current(now)
      const short = one ? ahead + 1 - hopeful(one, now) : 0
      if (!one || short <= 0) return 0
      const refill = learner.kind() === 'fixed' ? Number.POSITIVE_INFINITY : (short * one.windowMs) / limit
      return Math.min(refill, one.resetsAt === null ? one.windowMs : Math.max(1, one.resetsAt - now))
    },
    fairGap(keep, now) {
      const one = current(now)
      if (!one || one.resetsAt === null || isRolling() || now >= one.resetsAt) return 0
      return (SPREAD * (one.resetsAt - now)) / Math.max(1, careful(one, now) - keep - room(one, now))
    },
    othersPerMs: others.perMs,
    seesOthers: () => surelyTheirs > 0,
    resetsAt: () => known?.resetsAt ?? null,
    readAt: () => readAt,
  }
}

/** Null when the answer told no count. */
function knownFrom(reading: RateReading, sending: Sending, log: SendLog, now: number, wall: number): Known | null {
  const { remaining, resetsAt, windowMs = RATE_WINDOW_MS } = reading
  if (remaining === undefined || sending.order === null || sending.sentAt === null) return null
  return {
    order: sending.order,
    at: sending.sentAt,
    remaining,
    resetsAt: resetsAt === undefined ? null : now + Math.max(0, resetsAt - wall),
    windowMs,
    overlap: log.overlapping(sending),
    sentTotal: log.sentTotal(),
    expired: log.expired(now),
  }
}

/** Until when a reading says anything: a window later all it counted has grown old. */
function worthUntil({ at, resetsAt, windowMs }: Known, isRolling: boolean): number {
  if (resetsAt === null) return at + WORTH_WITHOUT_RESET_MS
  return (isRolling ? at : Math.max(at, resetsAt)) + windowMs
}

/** The room for others shrinks with the time they have left; when it is small enough, one more fits. */
function untilRoom({ at, resetsAt }: Known, surplus: number, othersPerMs: number, now: number): number {
  const reset = resetsAt ?? at + WORTH_WITHOUT_RESET_MS
  const afterReset = Math.max(1, reset + RESET_SLACK_MS - now)
  if (surplus < 1 || othersPerMs <= 0) return afterReset
  return Math.min(afterReset, Math.max(1, reset - (surplus - 1) / othersPerMs - now))
}
