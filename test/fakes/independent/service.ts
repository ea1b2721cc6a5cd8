import { settle } from './air.ts'
import { type Headers, quotaHeaders, retryAfterHeader } from './headers.ts'
import { settleFiles } from './library.ts'
import { dress } from './options.ts'
import { type Answer, errorAnswer, invalid, Refusal } from './refusal.ts'
import { accountRoutes } from './routes/account.ts'
import type { Call, Route } from './routes/call.ts'
import { fileRoutes } from './routes/files.ts'
import { layerRoutes } from './routes/layers.ts'
import { liveRoutes, scheduleRoutes } from './routes/lives.ts'
import { projectRoutes } from './routes/projects.ts'
import { sceneRoutes } from './routes/scenes.ts'
import type { World } from './world.ts'

const GROUPS = [projectRoutes, sceneRoutes, layerRoutes, liveRoutes, scheduleRoutes, fileRoutes, accountRoutes]
const ROUTES: Route[] = GROUPS.flat()

/** Finds the operation and carries it out. `path` is relative to the base path and still escaped. */
function route(method: string, path: string, call: Omit<Call, 'params'>): Answer {
  const here = ROUTES.flatMap((candidate) => {
    const params = match(candidate.pattern, path)
    return params ? [{ candidate, params }] : []
  })
  const found = here.find(({ candidate }) => candidate.method === method)
  if (found) return found.candidate.handle({ ...call, params: found.params })
  if (here.length === 0) return errorAnswer(404, undefined, `Nothing is at ${path}.`)
  const methods = new Set(here.map(({ candidate }) => candidate.method))
  const headers = { Allow: [...methods].join(', ') }
  return { ...errorAnswer(405, undefined, `${method} is not possible here.`), headers }
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

/** A request that reached the service. */
export interface ServiceRequest {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  authorization: string | undefined
  accept: string
}

/** Carries out a request as the service would: key, plan, limit, operation, shape, quota headers. */
export function perform(world: World, request: ServiceRequest): Answer {
  const answer = answerOrRefusal(world, request)
  return { ...answer, body: dress(world.settings.shape, answer.body), headers: { ...tell(world), ...answer.headers } }
}

/** The headers of every response of the service. */
export function tell(world: World): Headers {
  const { headerStyle, falseHeaders } = world.settings
  return { ...quotaHeaders(headerStyle, world.quota.read(), world.told()), ...falseHeaders }
}

function answerOrRefusal(world: World, request: ServiceRequest): Answer {
  try {
    admit(world, request.authorization)
    settleFiles(world)
    for (const project of world.projects) settle(world, project)
    const { method, path, query, body, accept } = request
    assertShallow(body)
    return route(method, path, { world, query, body, accept })
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure
    return failure.code === 'RATE_LIMITED' ? tooMany(world, failure) : failure.answer
  }
}

/** A request without a valid key belongs to no account, so it costs no quota. */
function admit(world: World, authorization: string | undefined): void {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (key === undefined || !world.keys.has(key)) throw new Refusal('INVALID_API_KEY', 'The key is not valid.')
  if (world.plan === 'free') throw new Refusal('API_ACCESS_REQUIRES_PAID_PLAN', 'The plan has no API access.')
  if (!world.quota.take()) throw new Refusal('RATE_LIMITED', 'Too many requests.')
}

const DEEPEST = 200

/** Unknown parts of a body are stored and returned: endless nesting would exhaust the code that copies them. */
function assertShallow(body: unknown): void {
  const left: { value: unknown; level: number }[] = [{ value: body, level: 0 }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, level } = next
    if (typeof value !== 'object' || value === null) continue
    if (level === DEEPEST) throw invalid('body', `at most ${DEEPEST} levels`)
    for (const inner of Object.values(value)) left.push({ value: inner, level: level + 1 })
  }
}

function tooMany(world: World, refusal: Refusal): Answer {
  const { retryAfter } = world.settings
  const headers = retryAfterHeader(retryAfter, world.quota.read().resetInMs, world.told())
  return { ...refusal.answer, headers }
}
