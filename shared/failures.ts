// The small edition of zod: each page loads this schema at first.
import * as z from 'zod/mini'

/** Every way a request to the service can end other than well. A closed set; `words/failures.ts` has the words for each. */
export const FAILURE_KINDS = [
  /** No connection could be made: nothing was sent. */
  'offline',
  /** Sent, and no whole answer came in time. */
  'timeout',
  /** Sent, and the connection broke before the answer was whole. */
  'disconnected',
  /** 401: no key, a wrong one or a revoked one. */
  'unauthorised',
  /** 401 for a key that the service has accepted before. */
  'revoked',
  /** 403 because of the account's plan. */
  'plan',
  /** 429. It was not executed. */
  'rateLimited',
  /** The service said no, with a code we know. */
  'refused',
  'notFound',
  /** 5xx without a known code. */
  'serverFault',
  /** An answer came that cannot be read: HTML, empty, truncated, a wrong type. */
  'unreadable',
  /** It was taken, and the answer itself says that it is otherwise: a stop after which it runs on. Found out by reading. */
  'contradictory',
  /** More came than is read of one answer or one list: bytes, levels, items or pages. */
  'tooLarge',
  /** Given up by ourselves, before anything was sent. */
  'cancelled',
  /** The request budget had no place within the deadline: nothing was sent. */
  'noBudget',
] as const

export const Failure = z.object({
  kind: z.enum(FAILURE_KINDS),
  /** The operation of the contract that failed. */
  operation: z.string(),
  method: z.string(),
  /** Path with its ids, relative to the base URL. */
  path: z.string(),
  status: z.optional(z.number()),
  /** The service's error code, known or not. */
  code: z.optional(z.string()),
  /** More for the reader of a log: which field, what came instead. Never a secret. */
  detail: z.optional(z.string()),
  /** Wait in ms until it is worth asking again, where known. */
  retryAfterMs: z.optional(z.number()),
  /** Details the service gave beside the code, as they came. */
  given: z.optional(z.record(z.string(), z.unknown())),
  /** False: it surely did nothing. True: it may have been carried out. */
  mayHaveHappened: z.boolean(),
})
export type Failure = z.output<typeof Failure>
export type FailureKind = Failure['kind']

/** Out of reach, at fault or without room for one more request: a moment later it may be otherwise by itself. */
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
