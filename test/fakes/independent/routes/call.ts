import { type Answer, piece } from '../refusal.ts'
import type { Project, World } from '../world.ts'

/** One request, as an operation sees it. */
export interface Call {
  world: World
  /** The parts of the path that the pattern names, decoded. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  body: unknown
  /** The content types that the client accepts. */
  accept: string
}

/** Carries out one operation, or throws a refusal and leaves everything unchanged. */
export type Handler = (call: Call) => Answer

/** The path of an operation: `:name` in the pattern is a variable part. */
export interface Route {
  method: string
  pattern: string
  handle: Handler
}

/** The project that the path names. */
export function projectOf({ world, params }: Call): Project {
  return world.project(params.project ?? '')
}

export const ok = (body: object): Answer => ({ status: 200, body })
export const created = (body: object): Answer => ({ status: 201, body })

/** One page of a list, under the list's own name. `total` is larger if entries exist that can no longer be listed. */
export function page<Listed>(
  call: Call,
  plural: string,
  all: readonly Listed[],
  view: (item: Listed) => object,
  total = all.length,
): Answer {
  const { query, world } = call
  const items = piece(query, all, 20, world.settings.pageMost).map(view)
  return ok({ [plural]: items, total, offset: Number(query.get('offset') ?? 0) })
}

/** Newest first, and by id if two are of the same moment. */
export function newestFirst(
  one: { createdAt: number; id: string },
  other: { createdAt: number; id: string },
): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1)
}
