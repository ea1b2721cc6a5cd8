import type { Answer } from '../refusal.ts'
import type { Project, World } from '../world.ts'

/** One request, as an operation sees it. */
export interface Call {
  world: World
  /** The parts of the path that the pattern names, decoded. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  body: unknown
}

/** Carries out one operation, or throws a refusal and leaves everything as it was. */
export type Handler = (call: Call) => Answer

/** An operation's place: `:name` in the pattern is a part of the path that differs. */
export interface Route {
  method: string
  pattern: string
  handle: Handler
}

/** The project the path names. */
export function projectOf({ world, params }: Call): Project {
  return world.project(params.project ?? '')
}

export const ok = (body: object): Answer => ({ status: 200, body })
export const created = (body: object): Answer => ({ status: 201, body })
