import type { Operation } from '../../shared/contract/operations.ts'
import { type Failure, PASSING } from '../../shared/failures.ts'

/** A read is repeated at most this many times. */
const MOST_RETRIES = 2
const FIRST_BACK_OFF_MS = 300
/** If the service requests a longer wait than this, in ms, the call does not try again. */
const LONGEST_WAIT_MS = 30_000

/**
 * Ms after which the client itself may send a request again; null: not at all.
 *
 * Reads (`auto`) are repeated at most twice, with jittered exponential back-off. Anything else is never sent twice,
 * with one exception (design, "Lost answers"): a 429 was not executed, so a show command may be sent again once.
 */
export function repetition(
  operation: Pick<Operation, 'repeat' | 'class'>,
  failure: Failure,
  sendings: number,
  random: () => number,
): number | null {
  if (operation.repeat !== 'auto') return mayFollowLimit(operation, failure, sendings) ? 0 : null
  if (sendings > MOST_RETRIES || !isPassing(failure)) return null
  // The limiter handles a 429's own wait, which delays all requests.
  const asked = failure.kind === 'rateLimited' ? 0 : (failure.retryAfterMs ?? 0)
  if (asked > LONGEST_WAIT_MS) return null
  return Math.max(asked, backOffMs(sendings, random))
}

function mayFollowLimit(operation: Pick<Operation, 'class'>, failure: Failure, sendings: number): boolean {
  return operation.class === 'show' && failure.kind === 'rateLimited' && !failure.mayHaveHappened && sendings === 1
}

/**
 * The service's own faults are temporary too, even with a code. `unreadable` is not: a portal's page or a wrong type
 * comes again, and a retry would only spend budget. A request that found no budget has waited as long as it may.
 */
function isPassing({ kind, code }: Failure): boolean {
  return (kind !== 'noBudget' && PASSING.includes(kind)) || code === 'INTERNAL_ERROR'
}

/** 150–300 ms, then 300–600: half fixed, half random, so that many clients do not return together. */
function backOffMs(sendings: number, random: () => number): number {
  const whole = FIRST_BACK_OFF_MS * 2 ** (sendings - 1)
  return whole / 2 + (whole / 2) * random()
}
