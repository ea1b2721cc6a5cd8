/** What an answer is, before it is put on the wire. `text` goes out as it is, in place of a JSON `body`. */
export interface Answer {
  status: number
  body?: unknown
  text?: string
  type?: string
  headers?: Record<string, string>
}

const STATUS_BY_CODE = {
  INVALID_API_KEY: 401,
  API_ACCESS_REQUIRES_PAID_PLAN: 403,
  PROJECT_NOT_FOUND: 404,
  SCENE_NOT_FOUND: 404,
  SCHEDULE_NOT_FOUND: 404,
  NO_ACTIVE_STREAM: 404,
  NO_ACTIVE_LIVE: 400,
  RATE_LIMITED: 429,
  VALIDATION_ERROR: 400,
  PROJECT_ALREADY_LIVE: 400,
  NO_DESTINATIONS: 400,
  DESTINATION_NOT_FOUND: 400,
  DESTINATION_TOKEN_INVALID: 400,
  PLUGIN_MODE_NOT_SUPPORTED: 400,
  LIVE_PROJECT_RESTRICTION: 400,
  ACTIVE_SCHEDULES_EXIST: 400,
  MANUAL_DURATION_MULTI_SCHEDULE: 400,
  SCHEDULING_CONFLICT: 400,
  SCENE_LIMIT_REACHED: 400,
  LAST_SCENE_DELETE: 400,
  INTERNAL_ERROR: 500,
} as const
export type RefusalCode = keyof typeof STATUS_BY_CODE

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** The service says no: nothing was executed. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: Record<string, unknown>

  constructor(code: RefusalCode, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  /** This refusal as an answer. */
  get answer(): Answer {
    return errorAnswer(STATUS_BY_CODE[this.code], this.code, this.message, this.details)
  }
}

/** An error in the service's usual shape; without a code the status has to do. */
export function errorAnswer(status: number, code: string | undefined, message: string, details = {}): Answer {
  return { status, body: { error: TITLES[status] ?? 'Error', code, message, ...details } }
}
