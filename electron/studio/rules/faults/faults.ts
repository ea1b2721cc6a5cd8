/** Which faults of the rehearsal are active, and the effects they have just by being active. */
import { REQUEST_FAULTS, type RehearsalFault } from '../../../../shared/rehearsal/rehearsal.ts'
import type { FaultKind } from '../../../../shared/rehearsal/rehearsalKinds.ts'
import { newestFirst, Refusal } from '../world/find.ts'
import { type Destination, type Fault, STUDIO, type World, type WorldDraft } from '../world/world.ts'

/** The default jump of the service's clock, in ms: one hour forward. */
const CLOCK_JUMP_MS = 3_600_000

/** Active faults, the oldest first. */
export function listFaults(world: World): Fault[] {
  return Object.values(world.faults).sort((one, other) => one.since - other.since || (one.id < other.id ? -1 : 1))
}

/** The oldest active fault of a kind, if any. */
export function faultAtWork(world: World, kind: FaultKind): Fault | undefined {
  return listFaults(world).find(({ fault }) => fault.kind === kind)
}

/** How many more requests it will affect; null: no limit. */
export function timesLeft({ fault, befallen }: Fault): number | null {
  return fault.times === undefined ? null : Math.max(0, fault.times - befallen)
}

/** Removes the selected faults, and returns how many there were. */
export function removeFaults(world: WorldDraft, now: number, isMeant: (fault: Fault) => boolean): number {
  const meant = Object.values(world.faults).filter(isMeant)
  for (const { id } of meant) delete world.faults[id]
  if (meant.some(({ fault }) => fault.kind === 'endlessPreparing')) resumePreparing(world, now)
  return meant.length
}

/** Ends the scenario and all faults: what is really broadcast has viewers, and nothing rehearsed may happen to them. */
export function endFaults(world: WorldDraft, now: number): void {
  delete world.scenarios[STUDIO]
  removeFaults(world, now, () => true)
}

/** Broadcasts that were stuck in PREPARING go live from now on, not at the time they were due. */
function resumePreparing(world: WorldDraft, at: number): void {
  for (const live of Object.values(world.lives)) {
    if (live.status === 'PREPARING') live.liveAt = Math.max(live.liveAt, at)
  }
}

/** How far the service's clock is off, in ms. */
export function clockJump(world: World): number {
  const jumps = Object.values(world.faults).filter(({ fault }) => fault.kind === 'clockJump')
  return jumps.reduce((sum, { fault }) => sum + (fault.ms ?? CLOCK_JUMP_MS), 0)
}

/**
 * Returns whether a destination's login has expired: its own login, or because the fault is active, which affects the
 * account's first destination with a login. The fault's effect is not stored, so removing the fault leaves a login that
 * really expired unchanged.
 */
export function isLoginExpired(world: World, destination: Destination): boolean {
  return destination.loginExpired || (isFirstLogin(world, destination) && !!faultAtWork(world, 'expiredLogin'))
}

function isFirstLogin(world: World, { id }: Destination): boolean {
  const [first] = Object.values(world.destinations).filter(hasLogin).sort(newestFirst)
  return first?.id === id
}

/** A custom RTMP destination has no login that could expire, nor has the watch page. */
export function hasLogin({ provider }: Destination): boolean {
  return provider !== 'rtmp' && provider !== 'local'
}

/** Refuses fields that have no effect on a fault of that kind, instead of ignoring them. */
export function checkFault({ kind, on, times, ms }: RehearsalFault): void {
  const isOfRequests = REQUEST_FAULTS.includes(kind)
  if (!isOfRequests && on !== 'all') throw cannotTake('on', kind)
  if (!isOfRequests && times !== undefined) throw cannotTake('times', kind)
  if (ms !== undefined && kind !== 'latency' && kind !== 'clockJump') throw cannotTake('ms', kind)
  if (kind === 'latency' && ms !== undefined && ms < 0) {
    throw new Refusal('VALIDATION_ERROR', 'ms: an answer cannot come earlier', { field: 'ms' })
  }
}

function cannotTake(field: string, kind: FaultKind): Refusal {
  return new Refusal('VALIDATION_ERROR', `${field}: ${kind} does not take this`, { field })
}
