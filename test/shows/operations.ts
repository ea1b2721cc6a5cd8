/** What a request asks for, as the umpire reads it: from the contract's paths, and from nothing of the product. */

/** What changes something at the service. */
export const ACTS = ['start', 'stop', 'sync', 'activate', 'update', 'other'] as const
export type Act = (typeof ACTS)[number]
export type Operation = Act | 'live' | 'scenes' | 'project' | 'verify' | 'read'

export interface Asked {
  operation: Operation
  /** Null where the path names none. */
  projectId: string | null
}

const PROJECT = /^\/projects\/([^/]+)/
const WRITES: readonly [RegExp, Operation][] = [
  [/^POST \/projects\/[^/]+\/live$/, 'start'],
  [/^POST \/projects\/[^/]+\/live\/stop$/, 'stop'],
  [/^POST \/projects\/[^/]+\/live\/sync$/, 'sync'],
  [/^POST \/projects\/[^/]+\/scenes\/[^/]+\/activate$/, 'activate'],
  [/^PATCH \/projects\/[^/]+$/, 'update'],
  [/^POST \/destinations\/verify$/, 'verify'],
]
const READS: readonly [RegExp, Operation][] = [
  [/\/live$/, 'live'],
  [/\/scenes$/, 'scenes'],
  [/^\/projects\/[^/]+$/, 'project'],
]

/** @param path relative to the base path, without its query */
export function askedOf(method: string, path: string): Asked {
  const id = PROJECT.exec(path)?.[1]
  const known = method === 'GET' ? READS : WRITES
  const found = known.find(([pattern]) => pattern.test(method === 'GET' ? path : `${method} ${path}`))
  const operation = found?.[1] ?? (method === 'GET' ? 'read' : 'other')
  return { operation, projectId: id === undefined ? null : decodeURIComponent(id) }
}

/** Does it change something at the service? Verifying destinations asks, although it is a POST. */
export function isAct(operation: Operation): operation is Act {
  return (ACTS as readonly string[]).includes(operation)
}
