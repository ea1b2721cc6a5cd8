import type { SendLog } from './sendLog.ts'

/**
 * How the service counts. `fixed`: everything is free again at the reset. `rolling`: a place is free for every request
 * that expires (a sliding window, a bucket that refills). `unknown` is treated like `fixed`, the more cautious kind.
 */
export type WindowKind = 'unknown' | 'fixed' | 'rolling'

/** What two readings, surely one after the other, show about the kind. Times are monotonic ms, counts are requests. */
export interface Evidence {
  /** The reset reported by the first reading of this stretch. */
  anchor: number
  /** The reset reported now. */
  resetsAt: number
  now: number
  remaining: number
  /** The most that could be left if nothing was given back since the previous reading. */
  withoutReturn: number
  /** What would be left now if everything was given back at `anchor`. */
  withWholeReturn: number
}

/** Resets are reported in whole seconds, and responses take time to arrive; in ms. */
const BLUR_MS = 2_000
/** Other clients only use requests, so any real rise is a return. */
const RISE = 2
/** Below this difference the two kinds look alike. */
const TELLING = 20

/** Null: this pair of readings proves neither kind. */
export function kindFrom(evidence: Evidence): WindowKind | null {
  const { anchor, resetsAt, now, remaining, withoutReturn, withWholeReturn } = evidence
  if (now < anchor - BLUR_MS / 2) {
    // Before its reset, a fixed window neither moves it nor gives anything back.
    const moved = Math.abs(resetsAt - anchor) > BLUR_MS
    return moved || remaining >= withoutReturn + RISE ? 'rolling' : null
  }
  if (now < anchor + BLUR_MS / 2 || withWholeReturn - withoutReturn < TELLING) return null
  return remaining > (withoutReturn + withWholeReturn) / 2 ? 'fixed' : 'rolling'
}

/** One response of the service, as far as the kind is concerned. */
export interface Witness {
  order: number
  at: number
  remaining: number
  resetsAt: number | null
  overlap: number
  /** Requests we had sent when it arrived. */
  sentTotal: number
}

/** Learns the kind from one response after the other. */
export function createKindLearner(log: SendLog) {
  let kind: WindowKind = 'unknown'
  let anchor: number | null = null
  let witness: (Witness & { readAt: number }) | null = null

  return {
    kind: () => kind,
    observe(answer: Witness, limit: number, now: number) {
      const { resetsAt } = answer
      // Only of responses that surely followed each other is it known which was counted later.
      if (resetsAt === null || (witness && answer.at < witness.readAt)) return
      if (witness && anchor !== null) {
        const between = answer.order - witness.sentTotal
        const withoutReturn = witness.remaining - between + Math.min(between - 1, answer.overlap)
        const withWholeReturn = limit - log.sentSince(anchor)
        const { remaining } = answer
        kind = kindFrom({ anchor, resetsAt, now, remaining, withoutReturn, withWholeReturn }) ?? kind
      }
      const isSameStretch = anchor !== null && Math.abs(resetsAt - anchor) <= BLUR_MS && now < anchor + BLUR_MS / 2
      if (!isSameStretch) anchor = resetsAt
      witness = { ...answer, readAt: now }
    },
  }
}
