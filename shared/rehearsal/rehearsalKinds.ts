/** The names that a rehearsal uses. Separate from its schemas, which no page needs on start. */

/** Kinds of faults. The first eight affect requests, the others what the studio broadcasts. */
export const FAULT_KINDS = [
  /** Every response is delayed by `ms`. */
  'latency',
  /** 429 for everything, with `Retry-After`: as if another tool used up the budget. */
  'rateStorm',
  /** 500, 502 and 503 in turn, nothing executed. */
  'serverError',
  /** The connection breaks before the request is executed. */
  'cutBefore',
  /** The request is executed, and the connection breaks before the response. */
  'cutAfter',
  /** The request is executed, and no response ever comes. */
  'hung',
  /** Executed; the response is not JSON as the contract has it: HTML, wrong types, empty, in turn. */
  'malformed',
  /** Executed; the response is cut off in the middle. */
  'truncated',
  /** The login of a destination has expired. */
  'expiredLogin',
  /** A broadcast that is being prepared never goes live. */
  'endlessPreparing',
  /** A broadcast that is being prepared ends with an error. */
  'failedPreparing',
  /** A live broadcast ends on its own, with an error. */
  'stopsByItself',
  /** The service's clock jumps by `ms`, forward or back: its dates and resets, not its broadcasts. */
  'clockJump',
  /** An import ends with an error at 60 %. */
  'importFails',
  /** An encode disappears from the list without having encoded anything. */
  'encodeVanishes',
  /** The next playlist that is read is changed by another client right afterwards. */
  'playlistByAnotherHand',
  /** Of several dates, every other one is rejected. */
  'datesPartlyTaken',
  /** The platform gives no statistics. */
  'statisticsRefused',
  /** An import is not repaired, as on a hosted service: with its index at the end it must be encoded first. */
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

/** The kind of account to rehearse with. */
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
