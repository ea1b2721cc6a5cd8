/** What the limiter knows of the account's request budget, for people to see. All counts are requests. */
export interface Budget {
  /** Requests a minute the account has. */
  limit: number
  /** How many could be sent now, to the best of our knowledge. */
  remaining: number
  /** Kept for show and edit: background reads never use these. */
  reserve: number
  /** Sent by us in the last minute. */
  ours: number
  /** Estimate of what other tools on the account use in a minute; null when it cannot be told. */
  othersPerMinute: number | null
  /** Wall time (ms) at which the service's counter resets, where it told us. */
  resetsAt: number | null
  /** How we know: the service's headers, or only our own counting. */
  basis: 'headers' | 'counting'
  /** Wall time (ms) until which the service told us to wait (429), or null. */
  blockedUntil: number | null
}

/** Requests a minute that belong to Stop alone (its look, itself, once more after a 429), and then to Go live and sync. */
export const KEPT = { stop: 3, air: 2 } as const
/** Twenty presses of any kind at once find room beside these: within the twenty, the last five of a burst would wait. */
const PRESSES = 20
/** Requests a minute that background reads never use. What is kept comes on top: it costs them 4 % of their own. */
export const RESERVE = PRESSES + KEPT.stop + KEPT.air
/** Of what is left, those that belong to following the show: no session and no large screen reads them away. */
export const FOLLOWING = 20

/** The same of a limit: of a small one only a part, or background reads would never run. */
export const reserveOf = (limit: number) => Math.min(RESERVE, Math.floor(limit / 3))
