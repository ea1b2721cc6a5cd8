// zod/mini, because every page loads this schema on start.
import * as z from 'zod/mini'

/** Every way a request to the service can fail. A closed set; `words/outcomes/failures.ts` has the words for each. */
export const FAILURE_KINDS = [
  /** No connection could be made: nothing was sent. */
  'offline',
  /** Sent, but no complete response came in time. */
  'timeout',
  /** Sent, but the connection broke before the response was complete. */
  'disconnected',
  /** 401: no key, a wrong one or a revoked one. */
  'unauthorised',
  /** 401 for a key that the service has accepted before. */
  'revoked',
  /** 403 because of the account's plan. */
  'plan',
  /** 429. The request was not executed. */
  'rateLimited',
  /** The service refused, with a code we know. */
  'refused',
  'notFound',
  /** 5xx without a known code. */
  'serverFault',
  /** The response cannot be read: HTML, empty, truncated, a wrong type. */
  'unreadable',
  /** The response contradicts the request, e.g. a stop after which the broadcast runs on. Reconciled by reading. */
  'contradictory',
  /** A response or a list exceeds what we read of one: bytes, levels, items or pages. */
  'tooLarge',
  /** Cancelled by us before anything was sent. */
  'cancelled',
  /** The request budget had no space within the deadline: nothing was sent. */
  'noBudget',
] as const

export const Failure = z.object({
  kind: z.enum(FAILURE_KINDS),
  /** The contract's operation that failed. */
  operation: z.string(),
  method: z.string(),
  /** Path with its ids, relative to the base URL. */
  path: z.string(),
  status: z.optional(z.number()),
  /** The service's error code, known or not. */
  code: z.optional(z.string()),
  /** More for the reader of a log: the field, and what was received instead. Never a secret. */
  detail: z.optional(z.string()),
  /** How long to wait (ms) before trying again, if known. */
  retryAfterMs: z.optional(z.number()),
  /** Details the service gave beside the code, unchanged. */
  given: z.optional(z.record(z.string(), z.unknown())),
  /** False: it certainly did nothing. True: it may have been carried out. */
  mayHaveHappened: z.boolean(),
})
export type Failure = z.output<typeof Failure>
export type FailureKind = Failure['kind']

/** Out of reach, faulty or short of budget: these may pass on their own a moment later. */
export const PASSING: readonly FailureKind[] = [
  ...(['offline', 'timeout', 'disconnected', 'serverFault', 'rateLimited', 'noBudget'] as const),
]

/** The one error class of the client: carries a `Failure`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(`${failure.method} ${failure.path}: ${failure.kind}${failure.code ? ` ${failure.code}` : ''}`)
    this.failure = failure
  }
}
