/** What a rehearsal knows by name. Apart from its schemas, which no page needs at first. */

/** What goes wrong. The first eight befall requests, the others what the studio broadcasts. */
export const FAULT_KINDS = [
  /** Every answer comes later by `ms`. */
  'latency',
  /** 429 for everything, with `Retry-After`: as if another tool used the budget up. */
  'rateStorm',
  /** 500, 502 and 503 in turn, nothing executed. */
  'serverError',
  /** The connection breaks before the request is executed. */
  'cutBefore',
  /** The request is executed, and the connection breaks before its answer. */
  'cutAfter',
  /** The request is executed, and no answer ever comes. */
  'hung',
  /** Executed; the answer is no JSON of the contract: HTML, wrong types, empty, in turn. */
  'malformed',
  /** Executed; the answer ends in the middle. */
  'truncated',
  /** The login of a destination has expired. */
  'expiredLogin',
  /** A broadcast that is being prepared never gets live. */
  'endlessPreparing',
  /** A broadcast that is being prepared ends with an error. */
  'failedPreparing',
  /** A broadcast that is live ends by itself, with an error. */
  'stopsByItself',
  /** The service's clock jumps by `ms`, forward or back: its dates and resets, not its broadcasts. */
  'clockJump',
  /** An import ends with an error at 60 %. */
  'importFails',
  /** An encode is gone from the list, and nothing was encoded. */
  'encodeVanishes',
  /** The next playlist that is read is changed by another hand right after. */
  'playlistByAnotherHand',
  /** Of several dates, every other one is not taken. */
  'datesPartlyTaken',
  /** The platform gives no statistics. */
  'statisticsRefused',
  /** An import is not mended, as on a hosted service: with its index at the end it must be encoded first. */
  'importsUnmended',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** Scripts of faults. */
export const SCENARIO_NAMES = [
  'platformDown',
  'slowEvening',
  'lostAnswers',
  'budgetGone',
  'badStart',
  'droppedMidShow',
  'garbledService',
  'wrongClock',
  'troubledEdits',
] as const
export type ScenarioName = (typeof SCENARIO_NAMES)[number]

/** What kind of account to rehearse with. */
export const ACCOUNT_KINDS = [
  'paid',
  'free',
  'noPlayedFileLog',
  'noConsent',
  'severalChannels',
  'storageFull',
  'planLimits',
  'tooManyBroadcasts',
] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]
