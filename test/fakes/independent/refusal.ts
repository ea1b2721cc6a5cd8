import { STATUS_CODES } from 'node:http'

/** A response before it is put on the wire. `text` goes out unchanged, in place of a JSON `body`. */
export interface Answer {
  status: number
  body?: unknown
  text?: string
  type?: string
  headers?: Record<string, string>
}

const STATUS_BY_CODE = {
  ...{ INVALID_API_KEY: 401, RATE_LIMITED: 429, INTERNAL_ERROR: 500, PLATFORM_ERROR: 502 },
  ...{ API_ACCESS_REQUIRES_PAID_PLAN: 403, FORMAT_NOT_AVAILABLE: 403, LIMIT_REACHED: 403 },
  ...{ FEATURE_NOT_AVAILABLE: 403, YOUTUBE_ANALYTICS_CONSENT_REQUIRED: 403 },
  ...{ PROJECT_NOT_FOUND: 404, SCENE_NOT_FOUND: 404, LAYER_NOT_FOUND: 404, FILE_NOT_FOUND: 404 },
  ...{ FOLDER_NOT_FOUND: 404, LIVE_NOT_FOUND: 404, SCHEDULE_NOT_FOUND: 404, NO_ACTIVE_STREAM: 404 },
  ...{ TRANSFER_IN_PROGRESS: 409, CONFLICT: 409 },
  ...{ NO_ACTIVE_LIVE: 400, VALIDATION_ERROR: 400, PROJECT_ALREADY_LIVE: 400, NO_DESTINATIONS: 400 },
  ...{ DESTINATION_NOT_FOUND: 400, DESTINATION_TOKEN_INVALID: 400, PLUGIN_MODE_NOT_SUPPORTED: 400 },
  ...{ LIVE_PROJECT_RESTRICTION: 400, ACTIVE_SCHEDULES_EXIST: 400, MANUAL_DURATION_MULTI_SCHEDULE: 400 },
  ...{ SCHEDULING_CONFLICT: 400, SCENE_LIMIT_REACHED: 400, LAST_SCENE_DELETE: 400, LAYER_LIMIT_REACHED: 400 },
  ...{ PROJECT_FILE_LIMIT_REACHED: 400, FILE_NOT_USABLE: 400, FILES_NOT_USABLE: 400, INVALID_FILE_TYPE: 400 },
  ...{ FILE_REQUIRED: 400, LOOP_NEXT_SCENE_CONFLICT: 400, INVALID_NEXT_SCENE: 400, NO_PLAYLIST_LAYER: 400 },
  ...{ ADPOINT_OVERLAP: 400, ACCOUNT_SELECTION_REQUIRED: 400, STORAGE_LIMIT_EXCEEDED: 400, IMPORT_FAILED: 400 },
  ...{ URL_NOT_ALLOWED: 400, URL_NOT_RESOLVED: 400 },
} as const
export type RefusalCode = keyof typeof STATUS_BY_CODE

/** The service refuses: nothing was executed. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: Record<string, unknown>

  constructor(code: RefusalCode, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  /** This refusal as a response. */
  get answer(): Answer {
    return errorAnswer(STATUS_BY_CODE[this.code], this.code, this.message, this.details)
  }
}

/** An error in the service's usual shape; without a code the status has to do. */
export function errorAnswer(status: number, code: string | undefined, message: string, details = {}): Answer {
  return { status, body: { error: STATUS_CODES[status] ?? 'Error', code, message, ...details } }
}

/** A field of a request is not what it must be. */
export function invalid(field: string, expected: string): Refusal {
  return new Refusal('VALIDATION_ERROR', `${field}: expected ${expected}.`, { field })
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The body as an object with no other than the known fields, so that a misspelt field is noticed. */
export function fieldsOf(body: unknown, known: readonly string[]): Record<string, unknown> {
  if (!isRecord(body)) throw invalid('body', 'a JSON object')
  const unknown = Object.keys(body).find((field) => !known.includes(field))
  if (unknown !== undefined) throw invalid(unknown, 'no such field')
  return body
}

/** For operations without a body: none, or an empty object. */
export function assertNoBody(body: unknown): void {
  if (body !== null) fieldsOf(body, [])
}

/** A text of a length within bounds, counted in characters. */
export function text(value: unknown, field: string, least: number, most: number): string {
  if (typeof value !== 'string') throw invalid(field, 'a text')
  const length = [...value].length
  if (length < least || length > most) throw invalid(field, `${least} to ${most} characters`)
  return value
}

/** True or false, nothing that merely looks like it. */
export function flag(value: unknown, field: string): boolean {
  if (typeof value !== 'boolean') throw invalid(field, 'true or false')
  return value
}

/** A list of texts of a size within bounds. */
export function texts(value: unknown, field: string, least: number, most: number): string[] {
  if (!Array.isArray(value)) throw invalid(field, 'a list')
  if (value.length < least || value.length > most) throw invalid(field, `${least} to ${most} entries`)
  return value.map((entry, index) => text(entry, `${field}[${index}]`, 1, 200))
}

/** One of a few texts. */
export function oneOf<Choice extends string>(value: unknown, field: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw invalid(field, choices.join(' or '))
  return found
}

/** A whole number within bounds. */
export function whole(value: unknown, field: string, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw invalid(field, `a whole number from ${least} to ${most}`)
}

/** A number within bounds. */
export function number(value: unknown, field: string, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw invalid(field, `a number from ${least} to ${most}`)
}

/** A list of JSON objects of a size within bounds. */
export function objects(value: unknown, field: string, least: number, most: number): Record<string, unknown>[] {
  if (!Array.isArray(value)) throw invalid(field, 'a list')
  if (value.length < least || value.length > most) throw invalid(field, `${least} to ${most} entries`)
  return value.map((entry, index) => {
    if (isRecord(entry)) return entry
    throw invalid(`${field}[${index}]`, 'a JSON object')
  })
}

/** A field that may be omitted. */
export function given<Value>(value: unknown, read: (value: unknown) => Value): Value | undefined {
  return value === undefined ? undefined : read(value)
}

/** Refuses query parameters that the operation does not have. */
export function assertQuery(query: URLSearchParams, known: readonly string[]): void {
  for (const name of query.keys()) if (!known.includes(name)) throw invalid(name, 'no such query parameter')
}

/** The slice of a list that a query requests, of `fallback` items by default. */
export function piece<Item>(
  query: URLSearchParams,
  all: readonly Item[],
  fallback: number,
  pageMost: number,
): Item[] {
  const limit = queried(query, 'limit', fallback, 1, 100)
  const offset = queried(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER)
  return all.slice(offset, offset + Math.min(limit, pageMost))
}

function queried(query: URLSearchParams, name: string, fallback: number, least: number, most: number): number {
  const asked = query.get(name)
  if (asked === null) return fallback
  return whole(/^\d+$/.test(asked) ? Number(asked) : Number.NaN, name, least, most)
}
