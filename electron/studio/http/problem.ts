import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import { statusOf } from '../../../shared/contract/errors.ts'
import { diskReason } from '../../../shared/words/disk.ts'
import { Refusal } from '../rules/find.ts'

/** What is wrong with a request before any rule is asked: with a status of its own. */
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

/** SQLite's numbers for what is none of our doing: BUSY, LOCKED, READONLY, IOERR, FULL. */
const OF_THE_DISK = [5, 6, 8, 10, 13]

/** What a rule or a reader refused, or the disk; null: nobody foresaw it. */
export function foreseen(error: unknown): Refusal | HttpProblem | null {
  if (error instanceof Refusal || error instanceof HttpProblem) return error
  const number = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
  if (!OF_THE_DISK.includes(number)) return null
  return new Refusal('INTERNAL_ERROR', `The studio could not store this: ${diskReason(error)}. Try again.`)
}

/** The contract's body of an error. What nobody foresaw is a 500 that tells nothing of our insides. */
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
  // RFC 9110 15.5.6: whoever may not do this is told what may be done.
  return Array.isArray(details.allowed)
    ? { status, body, headers: { Allow: details.allowed.join(', ') } }
    : { status, body }
}

/**
 * Reads what came from outside by its schema, or refuses it naming the first field that is wrong.
 *
 * @param part what the fields belong to: `body` or `query`
 */
export function parse<T>(schema: z.ZodType<T>, value: unknown, part: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.') || part, message }))
  const [first] = fields
  throw new Refusal('VALIDATION_ERROR', `${first?.field}: ${first?.message}`, { field: first?.field, fields })
}
