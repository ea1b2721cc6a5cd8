/** What the limiter knows about the account's request budget, for display. All counts are requests. */
export interface Budget {
  /** The account's limit, in requests a minute. */
  limit: number
  /** How many could be sent now, as far as we know. */
  remaining: number
  /** Reserved for show and edit: background reads never use these. */
  reserve: number
  /** Sent by us in the last minute. */
  ours: number
  /** Estimate of what other tools on the account use in a minute; null when unknown. */
  othersPerMinute: number | null
  /** Wall time (ms) at which the service's counter resets; null when the service did not say. */
  resetsAt: number | null
  /** The source of these figures: the service's headers, or only our own counting. */
  basis: 'headers' | 'counting'
  /** Wall time (ms) until which the service requires us to wait (429), or null. */
  blockedUntil: number | null
}

/**
 * Requests a minute reserved for Stop alone (its check, the stop, one retry after a 429), then for Go live and sync.
 */
export const KEPT = { stop: 3, air: 2 } as const
/** Twenty commands at once fit beside `KEPT`; if it came out of the twenty, the last five of a burst would wait. */
const PRESSES = 20
/** Requests a minute that background reads never use. `KEPT` comes on top: it costs background reads 4 % of theirs. */
export const RESERVE = PRESSES + KEPT.stop + KEPT.air
/** Of the rest, those reserved for following the show: other sessions and large screens cannot use them up. */
export const FOLLOWING = 20

/** The reserve for a given limit: at most a third of it, or background reads would never run on a small limit. */
export const reserveOf = (limit: number) => Math.min(RESERVE, Math.floor(limit / 3))
