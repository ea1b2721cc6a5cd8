import { isServiceCode } from '../../shared/contract/errors.ts'
import { parseJson } from '../../shared/util/json.ts'
import { beyondBounds } from './bounds.ts'
import { excerpt } from './excerpt.ts'

/** What an error answer says, whatever its shape. */
export interface ErrorBody {
  code?: string
  message?: string
  /** What came beside code and message. */
  given?: Record<string, unknown>
}

/** Details longer than this, as JSON, are left out: they end in journals and on screens. */
const LONGEST_GIVEN = 4_096
const LONGEST_CODE = 80

/**
 * Reads `{ error, code, message, ...details }` (contract notes, "Conventions"), the nested `{ error: { code, message } }`,
 * plain strings, lists, HTML and nothing at all. Never throws.
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
