import type { WireAnswer } from '../../../shared/contract/operations.ts'
import { clockJump, isLoginExpired } from '../rules/faults/faults.ts'
import { find, sceneIn } from '../rules/world/find.ts'
import type { Destination, Live, Scene, Show, World } from '../rules/world/world.ts'

/** A destination of the account in the contract's format. */
export function destinationRecord(destination: Destination): WireAnswer<'listDestinations'>['destinations'][number] {
  const { id, name, type, provider } = destination
  return { id, name, type, provider }
}

/** The state of a destination: a login that expires during a broadcast is shown but does not end it. */
export function destinationState(world: World, id: string, live: Live | undefined) {
  const destination = find(world.destinations, id)
  const expired = destination !== undefined && isLoginExpired(world, destination)
  return { status: expired ? 'ERROR' : (live?.status ?? 'OFFLINE'), error: expired ? 'AUTH_ERROR' : null }
}

/** A time as the service reports it: by its own clock, which a fault can make jump. Null stays null. */
export function isoTime<T extends number | null>(world: World, time: T): T extends null ? string | null : string
export function isoTime(world: World, time: number | null): string | null {
  return time === null ? null : new Date(time + clockJump(world)).toISOString()
}

/** The value of the `Date` header: RFC 9110, section 5.6.7. */
export function httpDate(world: World, now: number): string {
  return new Date(now + clockJump(world)).toUTCString()
}

type Wire = WireAnswer<'listScenes'>['scenes'][number]

/** A scene in the contract's format. `isActive` is what the project has saved, never proof of what is on air. */
export function sceneRecord(show: Show, scene: Scene): Wire {
  const layers = scene.layers.map(({ id, name, type, pinned, nextScene }) => ({ id, name, type, pinned, nextScene }))
  return { id: scene.id, name: scene.name, isActive: scene.id === show.activeSceneId, layers }
}

/** A scene in the contract's format, by its id. */
export function sceneRecordOf(show: Show, sceneId: string): Wire {
  return sceneRecord(show, sceneIn(show, sceneId))
}
