import { fieldsOf, texts } from '../check.ts'
import { assertQuery, page } from '../paging.ts'
import { type Answer, errorAnswer, Refusal } from '../refusal.ts'
import { optional } from '../shapes.ts'
import { outletView } from '../views.ts'
import type { World } from '../world.ts'
import { type Call, ok, type Route } from './call.ts'

export const accountRoutes: Route[] = [
  { method: 'GET', pattern: '/destinations', handle: list },
  { method: 'POST', pattern: '/destinations/verify', handle: verify },
  { method: 'GET', pattern: '/account', handle: account },
]

function list({ world, query }: Call) {
  assertQuery(query, ['limit', 'offset'])
  return ok(page(query, 'destinations', world.outlets, outletView))
}

function verify({ world, body }: Call) {
  const ids = texts(fieldsOf(body, ['destinationIds']).destinationIds, 'destinationIds', 1, 50)
  return ok({ results: ids.map((id) => verdict(world, id)) })
}

/** A custom RTMP destination is not contacted: being on the account is all there is to check. */
function verdict(world: World, id: string): object {
  const outlet = world.outlet(id)
  if (!outlet) throw new Refusal('DESTINATION_NOT_FOUND', `No destination ${id} is connected.`)
  const valid = outlet.provider === 'rtmp' || outlet.tokenValid
  return valid ? { id, valid } : { id, valid, ...optional(world.settings.shape, { error: 'AUTH_ERROR' }) }
}

/** A service that says as little as it may has no such resource. */
function account({ world }: Call): Answer {
  if (world.settings.shape === 'minimal') return errorAnswer(404, undefined, 'Not here.')
  return ok({ plan: world.plan, apiAccess: true, playedFileLog: false })
}
