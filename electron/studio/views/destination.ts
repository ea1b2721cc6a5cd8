import type { WireAnswer } from '../../../shared/contract/operations.ts'
import { isLoginExpired } from '../rules/faults.ts'
import { find } from '../rules/find.ts'
import type { Destination, Live, World } from '../rules/world.ts'

/** A destination of the account as the contract writes it. */
export function destinationRecord(destination: Destination): WireAnswer<'listDestinations'>['destinations'][number] {
  const { id, name, type, provider } = destination
  return { id, name, type, provider }
}

/** How a destination fares: a login that expired during a broadcast is shown, it does not end it. */
export function destinationState(world: World, id: string, live: Live | undefined) {
  const destination = find(world.destinations, id)
  const expired = destination !== undefined && isLoginExpired(world, destination)
  return { status: expired ? 'ERROR' : (live?.status ?? 'OFFLINE'), error: expired ? 'AUTH_ERROR' : null }
}
