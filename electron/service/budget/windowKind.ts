import type { SendLog } from './sendLog.ts'

/**
 * How the service counts: `fixed`, all at once free again at the reset; `rolling`, a place free for every one that
 * grows old (a sliding window, a bucket that refills). `unknown` is treated like `fixed`, the more careful one.
 */
export type WindowKind = 'unknown' | 'fixed' | 'rolling'

/** What two readings, surely one after the other, say about the kind. All times monotonic ms, all counts requests. */
export interface Evidence {
  /** The reset told by the first reading of this stretch. */
  anchor: number
  /** The reset told now. */
  resetsAt: number
  now: number
  remaining: number
  /** The most that could be left, were nothing given back since the reading before. */
  withoutReturn: number
  /** What would be left now, had all been given back at `anchor`. */
  withWholeReturn: number
}

/** Resets are told in whole seconds, and answers are under way for a while. */
const BLUR_MS = 2_000
/** Others can only use, so any real rise is a return. */
const RISE = 2
/** Below this difference the two kinds look alike. */
const TELLING = 20

/** Null: this pair of readings does not tell. */
export function kindFrom(evidence: Evidence): WindowKind | null {
  const { anchor, resetsAt, now, remaining, withoutReturn, withWholeReturn } = evidence
  if (now < anchor - BLUR_MS / 2) {
    // Before its reset a fixed window neither moves it nor gives anything back.
    const moved = Math.abs(resetsAt - anchor) > BLUR_MS
    return moved || remaining >= withoutReturn + RISE ? 'rolling' : null
  }
  if (now < anchor + BLUR_MS / 2 || withWholeReturn - withoutReturn < TELLING) return null
  return remaining > (withoutReturn + withWholeReturn) / 2 ? 'fixed' : 'rolling'
}

/** One answer of the service, as far as the kind is concerned. */
export interface Witness {
  order: number
  at: number
  remaining: number
  resetsAt: number | null
  overlap: number
  /** Requests we had sent when it came. */
  sentTotal: number
}

/** Learns the kind from answer after answer. */
export function createKindLearner(log: SendLog) {
  let kind: WindowKind = 'unknown'
  let anchor: number | null = null
  let witness: (Witness & { readAt: number }) | null = null

  return {
    kind: () => kind,
    observe(answer: Witness, limit: number, now: number) {
      const { resetsAt } = answer
      // Only of answers that surely followed each other is it known which one came from the later counting.
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
