import { type Answer, errorAnswer } from '../refusal.ts'
import { accountRoutes } from './account.ts'
import type { Call, Route } from './call.ts'
import { liveRoutes } from './lives.ts'
import { projectRoutes } from './projects.ts'
import { sceneRoutes } from './scenes.ts'
import { scheduleRoutes } from './schedules.ts'

const ROUTES: Route[] = [...projectRoutes, ...sceneRoutes, ...liveRoutes, ...scheduleRoutes, ...accountRoutes]

/** Finds the operation and carries it out. `path` is relative to the base path and still escaped. */
export function route(method: string, path: string, call: Omit<Call, 'params'>): Answer {
  const here = ROUTES.flatMap((candidate) => {
    const params = match(candidate.pattern, path)
    return params ? [{ candidate, params }] : []
  })
  const found = here.find(({ candidate }) => candidate.method === method)
  if (found) return found.candidate.handle({ ...call, params: found.params })
  if (here.length === 0) return errorAnswer(404, undefined, `Nothing is at ${path}.`)
  return errorAnswer(405, undefined, `${method} is not possible here.`)
}

function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = decoded(given[index] ?? '')
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return null
  }
  return params
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
