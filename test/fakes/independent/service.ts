import { settle } from './air.ts'
import { type Headers, quotaHeaders, retryAfterHeader } from './headers.ts'
import { type Answer, Refusal } from './refusal.ts'
import { route } from './routes/router.ts'
import { dress } from './shapes.ts'
import type { World } from './world.ts'

/** A request that reached the service. */
export interface ServiceRequest {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  authorization: string | undefined
}

/** Carries out a request as the service would: key, plan, limit, operation, shape, quota headers. */
export function perform(world: World, request: ServiceRequest): Answer {
  const answer = answerOrRefusal(world, request)
  return { ...answer, body: dress(world.settings.shape, answer.body), headers: { ...tell(world), ...answer.headers } }
}

/** The headers that every answer of the service has. */
export function tell(world: World): Headers {
  const { headerStyle, falseHeaders } = world.settings
  return { ...quotaHeaders(headerStyle, world.quota.read(), world.told()), ...falseHeaders }
}

function answerOrRefusal(world: World, request: ServiceRequest): Answer {
  try {
    admit(world, request.authorization)
    for (const project of world.projects) settle(world, project)
    return route(request.method, request.path, { world, query: request.query, body: request.body })
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure
    return failure.code === 'RATE_LIMITED' ? tooMany(world, failure) : failure.answer
  }
}

/** A request without a good key belongs to no account, so it costs none its quota. */
function admit(world: World, authorization: string | undefined): void {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (key === undefined || !world.keys.has(key)) throw new Refusal('INVALID_API_KEY', 'The key is not valid.')
  if (world.plan === 'free') throw new Refusal('API_ACCESS_REQUIRES_PAID_PLAN', 'The plan has no API access.')
  if (!world.quota.take()) throw new Refusal('RATE_LIMITED', 'Too many requests.')
}

function tooMany(world: World, refusal: Refusal): Answer {
  const { retryAfter } = world.settings
  const headers = retryAfterHeader(retryAfter, world.quota.read().resetInMs, world.told())
  return { ...refusal.answer, headers }
}
