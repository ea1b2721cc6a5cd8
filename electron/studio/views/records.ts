import type { WireAnswer } from '../../../shared/contract/operations.ts'
import { isSent, isWatchPage } from '../rules/account/servers.ts'
import { clockJump, isLoginExpired } from '../rules/faults/faults.ts'
import { find, sceneIn } from '../rules/world/find.ts'
import type { Destination, Live, Scene, Show, World } from '../rules/world/world.ts'

/** A destination of the account in the contract's format. */
export function destinationRecord(destination: Destination): WireAnswer<'listDestinations'>['destinations'][number] {
  const { id, name, type, provider } = destination
  return { id, name, type, provider }
}

/** How a destination is doing that is sent to, as the engine reports it. */
export interface TargetRecord {
  readonly state: 'LIVE' | 'WAIT' | 'FAILED'
  readonly error: string | null
}

/** What is known of the destinations of running broadcasts, besides the world. */
export interface Targets {
  /** Undefined: the engine reports nothing of it. */
  targetOf(liveId: string, destinationId: string): TargetRecord | undefined
  /** Whether viewers of a broadcast see the slate instead of the file that should play. */
  isSlateFor(liveId: string): boolean
  /** The layers that were composed into what they see and hear; null: nothing was. */
  layersIn(liveId: string): readonly string[] | null
  /** Whether they hear something else than the audio playlist that should play. */
  isPlaylistSilentFor(liveId: string): boolean
  /** Who watches a broadcast on the watch page. */
  audienceOf(liveId: string): { readonly viewers: number; readonly peakViewers: number }
  /** The address of a project's watch page; null: the studio does not listen yet. */
  watchUrlOf(projectId: string): string | null
}

/**
 * The state of a destination: a login that expires during a broadcast is shown but does not end it. Of a server, what
 * the engine reports. To an example beside a server nothing is sent, so it stays OFFLINE.
 */
export function destinationState(world: World, id: string, live: Live | undefined, { targetOf }: Targets) {
  const destination = find(world.destinations, id)
  const ids = live?.destinations.map((one) => one.id) ?? []
  if (live && (destination?.server || isWatchPage({ id }))) {
    return ids.includes(id) ? targetState(live, targetOf(live.liveId, id)) : NOT_SENT_TO
  }
  if (isSent(world, ids)) return NOT_SENT_TO
  const expired = destination !== undefined && isLoginExpired(world, destination)
  return { status: expired ? 'ERROR' : (live?.status ?? 'OFFLINE'), error: expired ? 'AUTH_ERROR' : null }
}

const NOT_SENT_TO = { status: 'OFFLINE', error: null } as const
const STATUS = { LIVE: 'LIVE', WAIT: 'PREPARING', FAILED: 'ERROR' } as const

function targetState({ status }: Live, target: TargetRecord | undefined) {
  if (status === 'PREPARING' || !target) return { status: 'PREPARING', error: null } as const
  return { status: STATUS[target.state], error: target.error }
}

/** Nobody says how many watch: that is null, not 0. */
export const NOBODY = { viewers: null, peakViewers: null } as const
const NO_PAGE = { ...NOBODY, viewingUrl: null } as const

/** Who watches a destination, and where: known of the watch page, while it is a destination of a broadcast. */
export function viewingState(id: string, live: Live | undefined, { audienceOf, watchUrlOf }: Targets) {
  if (!live || !isWatchPage({ id }) || !live.destinations.some(isWatchPage)) return NO_PAGE
  return { ...audienceOf(live.liveId), viewingUrl: watchUrlOf(live.projectId) }
}

/** Those whom anybody counts: the viewers of the watch page. */
export const viewersOf = (live: Live, { audienceOf }: Targets) =>
  live.destinations.some(isWatchPage) ? audienceOf(live.liveId) : NOBODY

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
