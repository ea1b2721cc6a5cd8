import { isServiceCode, type ServiceCode } from '../../shared/contract/errors.ts'
import type { Failure, FailureKind } from '../../shared/failures.ts'
import { moreThan } from '../../shared/words/failures.ts'
import { readErrorBody } from './errorBody.ts'
import type { Asked } from './request.ts'
import { type Ending, LONGEST_ANSWER, type Vetoed, type WireAnswer } from './transport.ts'

/** Codes that mean one of the other kinds; every other known code is `refused`. */
const KIND_OF_CODE: Partial<Record<ServiceCode, FailureKind>> = {
  INVALID_API_KEY: 'unauthorised',
  API_ACCESS_REQUIRES_PAID_PLAN: 'plan',
  RATE_LIMITED: 'rateLimited',
}

/** Refusals after which the service may have done a part of it all the same: it failed in the middle. */
const FAILED_MIDWAY: ReadonlySet<string> = new Set<ServiceCode>(['INTERNAL_ERROR', 'PLATFORM_ERROR'])

/**
 * The failure of an exchange that brought no whole answer.
 *
 * A connection cut in the middle of an answer is `disconnected`, not `unreadable`: asking again may well bring the rest.
 * Where the status had come and is not 2xx, it decides (`failureOfAnswer`).
 */
export function failureOfEnding(asked: Asked, ending: Exclude<Ending, WireAnswer | Vetoed>): Failure {
  switch (ending.end) {
    case 'unsent':
      return { ...asked, kind: 'offline', detail: ending.reason, mayHaveHappened: false }
    case 'cut':
      return { ...asked, kind: 'disconnected', ...statusOf(ending), detail: ending.reason, mayHaveHappened: true }
    case 'late':
      // Without a connection there was nobody to answer late.
      return ending.sent
        ? { ...asked, kind: 'timeout', ...statusOf(ending), detail: 'too late', mayHaveHappened: true }
        : { ...asked, kind: 'offline', detail: 'no connection in time', mayHaveHappened: false }
    case 'stopped':
      return { ...asked, kind: 'cancelled', mayHaveHappened: ending.sent }
    case 'tooLarge':
      return { ...asked, kind: 'tooLarge', ...statusOf(ending), detail: TOO_LONG, mayHaveHappened: true }
    case 'garbled':
      return { ...asked, kind: 'unreadable', ...statusOf(ending), detail: ending.reason, mayHaveHappened: true }
  }
}

const TOO_LONG = moreThan(LONGEST_ANSWER / 1024 / 1024, 'MB in the answer')

const statusOf = ({ status }: { status: number | null }) => (status === null ? {} : { status })

/** The failure of an answer whose status is not 2xx. */
export function failureOfAnswer(asked: Asked, answer: Pick<WireAnswer, 'status' | 'text'>): Failure {
  const { status, text } = answer
  if (status < 400) {
    return { ...asked, kind: 'unreadable', status, detail: `unexpected status ${status}`, mayHaveHappened: true }
  }
  const { code, message, given } = readErrorBody(text)
  const kind = isServiceCode(code) ? kindOfCode(code) : kindOfStatus(status, code)
  return {
    ...asked,
    kind,
    status,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { detail: message }),
    ...(given === undefined ? {} : { given }),
    mayHaveHappened: kind === 'serverFault' || (code !== undefined && FAILED_MIDWAY.has(code)),
  }
}

/** A known code decides whatever the status (contract notes, "Conventions"). */
function kindOfCode(code: ServiceCode): FailureKind {
  return KIND_OF_CODE[code] ?? (code.endsWith('_NOT_FOUND') ? 'notFound' : 'refused')
}

/** Without a known code the status decides; a 403 with a code we do not know is a refusal, not a matter of the plan. */
function kindOfStatus(status: number, code: string | undefined): FailureKind {
  if (status >= 500) return 'serverFault'
  if (status === 401) return 'unauthorised'
  if (status === 403 && code === undefined) return 'plan'
  if (status === 404) return 'notFound'
  return status === 429 ? 'rateLimited' : 'refused'
}
