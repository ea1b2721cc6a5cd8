import { hasLogin, isLoginExpired } from '../faults/faults.ts'
import { find, newestFirst, Refusal } from '../world/find.ts'
import type { Destination, World, WorldDraft } from '../world/world.ts'

/** The account's destinations, newest first. */
export function listDestinations(world: World): Destination[] {
  return Object.values(world.destinations).sort(newestFirst)
}

/** Checks each login; error null: valid. A custom RTMP destination has no login: it is valid if the account has it. */
export function verifyDestinations(world: World, ids: readonly string[]) {
  return ids.map((id) => {
    const destination = find(world.destinations, id)
    if (!destination) return { id, error: 'DESTINATION_NOT_FOUND' } as const
    return { id, error: isLoginExpired(world, destination) ? 'DESTINATION_TOKEN_INVALID' : null } as const
  })
}

/**
 * Returns the destinations.
 * @throws Refusal that names those that are not on the account
 */
export function requireDestinations(world: World, ids: readonly string[]): Destination[] {
  const missing = ids.filter((id) => !find(world.destinations, id))
  if (missing.length > 0) {
    const message = `There is no destination ${missing.join(', ')} on this account.`
    throw new Refusal('DESTINATION_NOT_FOUND', message, { destinationIds: missing })
  }
  return ids.flatMap((id) => find(world.destinations, id) ?? [])
}

/** For rehearsing: makes a platform's login expire, or valid again. */
export function setLogin(world: WorldDraft, id: string, expired: boolean): void {
  requireDestinations(world, [id])
  const destination = find(world.destinations, id)
  if (!destination) return
  if (!hasLogin(destination) && expired) {
    throw new Refusal('VALIDATION_ERROR', 'This destination has no login that could expire.', {
      field: 'destinationId',
    })
  }
  destination.loginExpired = expired
}
