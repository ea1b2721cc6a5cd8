import { isAct } from './operations.ts'
import type { Wire } from './wire.ts'

/** What came back for a request. */
export interface Came {
  status: number
  text: string
  /** As JSON; null where it is none, or no object. */
  body: Record<string, unknown> | null
  /** It says what it was asked for: a refusal says so as well, a garbled answer or one about something else does not. */
  readable: boolean
}

export function cameFor(wire: Wire, status: number, text: string): Came {
  const body = objectOf(text)
  return {
    status,
    text,
    body,
    readable: status < 300 ? body !== null && says(wire, body) : refuses(wire, status, body),
  }
}

function says({ operation, projectId }: Wire, body: Record<string, unknown>): boolean {
  switch (operation) {
    case 'live':
      return isText(body.status) && (body.liveId === null || isText(body.liveId))
    case 'start':
    case 'stop':
      return isText(body.status) && isText(body.liveId)
    case 'scenes':
      return Array.isArray(body.scenes)
    case 'sync':
      return typeof body.success === 'boolean'
    case 'activate':
      return isText(body.activeSceneId)
    case 'project':
    case 'update':
      return body.id === projectId && typeof body.autoSynch === 'boolean'
    default:
      return true
  }
}

/** A change that was refused was not made; a project that is not there was read all the same. */
function refuses({ operation }: Wire, status: number, body: Record<string, unknown> | null): boolean {
  return isAct(operation) ? status >= 400 && status < 500 : status === 404 && body?.code === 'PROJECT_NOT_FOUND'
}

const isText = (value: unknown) => typeof value === 'string'

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
