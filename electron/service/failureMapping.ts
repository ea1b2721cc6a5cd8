import { isServiceCode, type ServiceCode } from '../../shared/contract/errors.ts'
import { type OperationName, operations } from '../../shared/contract/operations.ts'
import type { Failure, FailureKind } from '../../shared/failures.ts'
import { parseJson } from '../../shared/util/json.ts'
import { moreThan } from '../../shared/words/outcomes/failures.ts'
import { beyondBounds } from './bounds.ts'
import { excerpt } from './excerpt.ts'
import type { RequestedOperation } from './request.ts'
import { type Ending, LONGEST_ANSWER, type Vetoed, type WireAnswer } from './transport.ts'

/** What an error response contains, whatever its shape. */
export interface ErrorBody {
  code?: string
  message?: string
  /** Fields beside code and message. */
  given?: Record<string, unknown>
}

/** Details longer than this, as JSON, are left out, because they end in journals and on screens. */
const LONGEST_GIVEN = 4_096
const LONGEST_CODE = 80

/**
 * Reads `{ error, code, message, ...details }` (contract notes, "Conventions"), the nested `{ error: { code, message }
 * }`, plain strings, lists, HTML and an empty body. Never throws.
 */
export function readErrorBody(text: string): ErrorBody {
  const json = parseJson(text)
  if (isRecord(json) && beyondBounds(json) === null) return readRecord(json)
  const message = typeof json === 'string' ? json : text
  return message.trim() === '' ? {} : { message: excerpt(message) }
}

function readRecord(body: Record<string, unknown>): ErrorBody {
  const nested: Record<string, unknown> = isRecord(body.error) ? body.error : {}
  const { error, code, message, ...details }: Record<string, unknown> = { ...body, ...nested, error: body.error }
  const spoken = [message, error].find((part) => typeof part === 'string' && part !== '')
  return {
    ...codeOf(code, error),
    ...(typeof spoken === 'string' ? { message: excerpt(spoken) } : {}),
    ...givenOf(details),
  }
}

/** Some services put the code where others put the title. */
function codeOf(code: unknown, error: unknown): ErrorBody {
  const found = [code, isServiceCode(error) ? error : undefined].find((one) => one !== undefined && one !== null)
  return typeof found === 'string' || typeof found === 'number' ? { code: String(found).slice(0, LONGEST_CODE) } : {}
}

function givenOf(details: Record<string, unknown>): ErrorBody {
  const empty = Object.keys(details).length === 0
  return empty || JSON.stringify(details).length > LONGEST_GIVEN ? {} : { given: details }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Codes of other kinds; every other known code is `notFound` or `refused`. */
const KIND_OF_CODE: Partial<Record<ServiceCode, FailureKind>> = {
  INVALID_API_KEY: 'unauthorised',
  API_ACCESS_REQUIRES_PAID_PLAN: 'plan',
  RATE_LIMITED: 'rateLimited',
}

/** Refusals after which a part may have been carried out all the same: the service failed midway. */
const FAILED_MIDWAY: ReadonlySet<string> = new Set<ServiceCode>(['INTERNAL_ERROR', 'PLATFORM_ERROR'])

/**
 * The failure of an exchange without a whole response. A connection cut in the middle of one is `disconnected`, not
 * `unreadable`: a retry may well bring the rest. If a status that is not 2xx had arrived, it decides.
 */
export function failureOfEnding(asked: RequestedOperation, ending: Exclude<Ending, WireAnswer | Vetoed>): Failure {
  switch (ending.end) {
    case 'unsent':
      return { ...asked, kind: 'offline', detail: ending.reason, mayHaveHappened: false }
    case 'cut':
      return { ...asked, kind: 'disconnected', ...statusOf(ending), detail: ending.reason, mayHaveHappened: true }
    case 'late':
      // Without a connection, the service could not respond late.
      return ending.sent
        ? { ...asked, kind: 'timeout', ...statusOf(ending), detail: 'too late', mayHaveHappened: true }
        : { ...asked, kind: 'offline', detail: 'no connection in time', mayHaveHappened: false }
    case 'stopped':
      return { ...asked, kind: 'cancelled', mayHaveHappened: ending.sent }
    case 'tooLarge':
      return { ...asked, kind: 'tooLarge', ...statusOf(ending), detail: tooLong(), mayHaveHappened: true }
    case 'garbled':
      return { ...asked, kind: 'unreadable', ...statusOf(ending), detail: ending.reason, mayHaveHappened: true }
  }
}

const tooLong = () => moreThan(LONGEST_ANSWER / 1024 / 1024, 'MB in the answer')

const statusOf = ({ status }: { status: number | null }) => (status === null ? {} : { status })

/** The failure of a response whose status is not 2xx. */
export function failureOfAnswer(asked: RequestedOperation, answer: Pick<WireAnswer, 'status' | 'text'>): Failure {
  const { status, text } = answer
  if (status < 400) {
    return { ...asked, kind: 'unreadable', status, detail: `unexpected status ${status}`, mayHaveHappened: true }
  }
  const { code, message, given } = readErrorBody(text)
  const unanswered = givenUp(asked, status, code)
  if (unanswered !== null)
    return { ...asked, kind: unanswered, status, detail: message ?? `status ${status}`, mayHaveHappened: true }
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

/** A gateway gave up on a response: the request it passed on may be carried out all the same. */
const GAVE_UP: ReadonlySet<number> = new Set([408, 425, 499])
/** These reject who asks, for what or how often, before the request is passed on; or by the contract itself (429). */
const SURELY_NOT: ReadonlySet<number> = new Set([401, 403, 404, 405, 429])

/** True for a code in the contract's style, known or not. */
const isOwnCode = (code: string | undefined): boolean => code !== undefined && /^[A-Z][A-Z0-9_]+$/.test(code)

/**
 * Detects a refusal that a gateway may have made after it passed the request on: a write that must not be repeated may
 * then have been carried out. Null: it is no such refusal.
 */
function givenUp(asked: RequestedOperation, status: number, code: string | undefined): FailureKind | null {
  if (asked.method === 'GET' || status >= 500 || isServiceCode(code)) return null
  if (GAVE_UP.has(status)) return 'timeout'
  const isNever = operations[asked.operation as OperationName]?.repeat === 'never'
  return isNever && !SURELY_NOT.has(status) && !isOwnCode(code) ? 'unreadable' : null
}

/** A known code decides, whatever the status (contract notes, "Conventions"). */
function kindOfCode(code: ServiceCode): FailureKind {
  return KIND_OF_CODE[code] ?? (code.endsWith('_NOT_FOUND') ? 'notFound' : 'refused')
}

/** Without a known code the status decides; a 403 with an unknown code is a refusal, not a matter of the plan. */
function kindOfStatus(status: number, code: string | undefined): FailureKind {
  if (status >= 500) return 'serverFault'
  if (status === 401) return 'unauthorised'
  if (status === 403 && code === undefined) return 'plan'
  if (status === 404) return 'notFound'
  return status === 429 ? 'rateLimited' : 'refused'
}
