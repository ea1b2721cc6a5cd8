import type { z } from 'zod'
import { statusOf } from '../../../shared/contract/errors.ts'
import { diskReason } from '../../../shared/words/outcomes/disk.ts'
import { STATUS_CODES } from '../../util/http.ts'
import { Refusal } from '../rules/world/find.ts'

/** A problem with a request that is found before any rule runs; it has its own status. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** SQLite's error codes for disk and lock problems, which are not our fault: BUSY, LOCKED, READONLY, IOERR, FULL. */
const OF_THE_DISK = [5, 6, 8, 10, 13]

/** The refusal of a rule or a reader, or a disk problem; null: the error is unexpected. */
export function foreseen(error: unknown): Refusal | HttpProblem | null {
  if (error instanceof Refusal || error instanceof HttpProblem) return error
  const number = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
  if (!OF_THE_DISK.includes(number)) return null
  return new Refusal('INTERNAL_ERROR', `The studio could not store this: ${diskReason(error)}. Try again.`)
}

/** The contract's error response. An unexpected error is a 500 that reveals nothing about the internals. */
export function answerOf(error: unknown): {
  status: number
  body: object
  headers?: Readonly<Record<string, string>>
} {
  const unforeseen = () => new Refusal('INTERNAL_ERROR', 'The studio could not do this. Its log says why.')
  const problem = foreseen(error) ?? unforeseen()
  const status = problem instanceof HttpProblem ? problem.status : statusOf(problem.code)
  const { code, message, details } = problem
  const body = { ...details, error: STATUS_CODES[status] ?? 'Error', code, message }
  // RFC 9110 15.5.6: the response to a disallowed method lists the allowed ones.
  return Array.isArray(details.allowed)
    ? { status, body, headers: { Allow: details.allowed.join(', ') } }
    : { status, body }
}

/**
 * Parses external input by its schema.
 *
 * @param part what the fields belong to: `body` or `query`
 * @throws Refusal that names the first wrong field
 */
export function parse<T>(schema: z.ZodType<T>, value: unknown, part: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.') || part, message }))
  const [first] = fields
  throw new Refusal('VALIDATION_ERROR', `${first?.field}: ${first?.message}`, { field: first?.field, fields })
}
