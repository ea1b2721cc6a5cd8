import { RATE_WINDOW_MS } from '../../../shared/contract/limits.ts'

/** Clocks round: a request counts this much longer than the window, in ms. */
const ROUNDING_MS = 20
const HELD_MS = RATE_WINDOW_MS + ROUNDING_MS
const LOOK_AGAIN_MS = 1_000

/** One request of ours. Times are monotonic ms. */
export interface Sending {
  /** Rises with every sending; null until the request was sent. */
  order: number | null
  sentAt: number | null
  /** When its response arrived, or it was given up; null while open. */
  settledAt: number | null
}

/**
 * Our own requests of the last window.
 *
 * A request counts from the moment it is permitted until a window after its RESPONSE arrived: the service counted it
 * somewhere between sending and response, and a later request reaches it after its own sending. So however long either
 * was in flight, the service never sees more in a window than we count here.
 */
export type SendLog = ReturnType<typeof createSendLog>

/** @param inherited ages in ms of requests sent before this start */
export function createSendLog(inherited: readonly number[], now: number) {
  // Requests settle in the order of time, so the front expires first.
  const settled: Sending[] = inherited.map((age) => ({ order: 0, sentAt: now - age, settledAt: now - age }))
  const open = new Set<Sending>()
  let order = 0
  let expired = 0

  const expire = (time: number) => {
    let old = 0
    while (old < settled.length && (settled[old]?.settledAt ?? 0) + HELD_MS <= time) old += 1
    if (old > 0) settled.splice(0, old)
    expired += old
  }
  const countWhere = (is: (sending: Sending) => boolean) => settled.filter(is).length + [...open].filter(is).length

  return {
    /** How many requests count now. */
    count(time: number): number {
      expire(time)
      return settled.length + open.size
    },
    /** Requests that reached the service at `since` or later, as far as we can tell. */
    sentSince: (since: number) => countWhere(({ sentAt }) => sentAt !== null && sentAt >= since),
    /** Requests that may not have been counted yet when the response to `sending` was made. */
    overlapping: (sending: Sending) =>
      countWhere((other) => {
        if (other === sending || other.sentAt === null) return false
        return other.settledAt === null || other.settledAt > (sending.sentAt ?? 0)
      }),
    /** How many were sent since the start; then, how many no longer count. */
    sentTotal: () => order,
    expired(time: number): number {
      expire(time)
      return expired
    },
    /** Ms until no more than `most` count; a lower bound while open requests are in the way. */
    waitUntil(most: number, time: number): number {
      expire(time)
      const surplus = settled.length + open.size - most
      if (surplus <= 0) return 0
      const last = settled[surplus - 1]
      // Open requests count at least a whole window from now.
      const known = last ? (last.settledAt ?? 0) + HELD_MS - time : HELD_MS
      // Unsent ones may be returned at any moment; soon they are sent, and then the wait is known.
      return [...open].some((sending) => sending.sentAt === null) ? Math.min(known, LOOK_AGAIN_MS) : known
    },
    /** Ms until `many` more requests stop counting; infinite if there are fewer. */
    waitUntilExpired(many: number, time: number): number {
      expire(time)
      const last = settled[many - 1]
      return last ? (last.settledAt ?? 0) + HELD_MS - time : Number.POSITIVE_INFINITY
    },
    open(): Sending {
      const sending = { order: null, sentAt: null, settledAt: null }
      open.add(sending)
      return sending
    },
    sent(sending: Sending, time: number) {
      order += 1
      sending.order = order
      sending.sentAt = time
    },
    settle(sending: Sending, time: number) {
      if (!open.delete(sending) || sending.sentAt === null) return
      sending.settledAt = time
      settled.push(sending)
    },
  }
}
