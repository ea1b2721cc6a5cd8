import { type Failure, ServiceError } from '../../../shared/failures.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { NotSaved } from '../files/settingsFile.ts'
import { Refused } from './ports.ts'

/** The outcome of a command that threw this error; null if no command may throw it, so a fault of ours. Pure. */
export function outcomeOf(error: unknown): Outcome | null {
  if (error instanceof Refused) return { result: 'refused', refusal: error.refusal }
  if (error instanceof ServiceError) return ofFailure(error.failure)
  if (error instanceof NotSaved) return { result: 'refused', refusal: { reason: 'notSaved', message: error.message } }
  return null
}

/** A lost response to a read changed nothing; a lost response to a write may have. */
function ofFailure(failure: Failure): Outcome {
  const unknown = failure.mayHaveHappened && failure.method !== 'GET'
  return unknown ? { result: 'unknown', failure } : { result: 'failed', failure }
}
