/**
 * Error codes with which the service refuses (contract notes, "Errors"; all P except S and A as marked there).
 * A known code means refused whatever the status; without one the status decides.
 */
export const SERVICE_CODES = {
  401: ['INVALID_API_KEY'],
  403: [
    'API_ACCESS_REQUIRES_PAID_PLAN',
    'FORMAT_NOT_AVAILABLE',
    'LIMIT_REACHED',
    'FEATURE_NOT_AVAILABLE',
    'YOUTUBE_ANALYTICS_CONSENT_REQUIRED',
  ],
  404: [
    'PROJECT_NOT_FOUND',
    'SCENE_NOT_FOUND',
    'LAYER_NOT_FOUND',
    'FILE_NOT_FOUND',
    'FOLDER_NOT_FOUND',
    'LIVE_NOT_FOUND',
    'SCHEDULE_NOT_FOUND',
    'NO_ACTIVE_STREAM',
  ],
  409: ['TRANSFER_IN_PROGRESS', 'CONFLICT'],
  429: ['RATE_LIMITED'],
  400: [
    'VALIDATION_ERROR',
    'PROJECT_ALREADY_LIVE',
    'NO_ACTIVE_LIVE',
    'NO_DESTINATIONS',
    'DESTINATION_NOT_FOUND',
    'DESTINATION_TOKEN_INVALID',
    'PLUGIN_MODE_NOT_SUPPORTED',
    'LIVE_PROJECT_RESTRICTION',
    'ACTIVE_SCHEDULES_EXIST',
    'MANUAL_DURATION_MULTI_SCHEDULE',
    'SCHEDULING_CONFLICT',
    'SCENE_LIMIT_REACHED',
    'LAST_SCENE_DELETE',
    'LAYER_LIMIT_REACHED',
    'PROJECT_FILE_LIMIT_REACHED',
    'FILE_NOT_USABLE',
    'FILES_NOT_USABLE',
    'INVALID_FILE_TYPE',
    'FILE_REQUIRED',
    'LOOP_NEXT_SCENE_CONFLICT',
    'INVALID_NEXT_SCENE',
    'NO_PLAYLIST_LAYER',
    'ADPOINT_OVERLAP',
    'ACCOUNT_SELECTION_REQUIRED',
    'STORAGE_LIMIT_EXCEEDED',
    'IMPORT_FAILED',
    'URL_NOT_ALLOWED',
    'URL_NOT_RESOLVED',
  ],
  502: ['PLATFORM_ERROR'],
  500: ['INTERNAL_ERROR'],
  501: ['NOT_IMPLEMENTED'],
} as const

export type ServiceCode = (typeof SERVICE_CODES)[keyof typeof SERVICE_CODES][number]

const statuses: ReadonlyMap<unknown, number> = new Map(
  Object.entries(SERVICE_CODES).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)])),
)

/** Is this one of the codes the contract knows? */
export const isServiceCode = (code: unknown): code is ServiceCode => statuses.has(code)

/** The status that our own studio sends with a code. */
export const statusOf = (code: ServiceCode): number => statuses.get(code) ?? 500
