/** Which faults of the rehearsal are at work, and what they do to the world just by being there. */
import { REQUEST_FAULTS, type RehearsalFault } from '../../../shared/rehearsal/rehearsal.ts'
import type { FaultKind } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { newestFirst, Refusal } from './find.ts'
import type { Destination, Fault, World } from './world.ts'

/** How far the service's clock jumps when nothing is said, in ms: one hour forward. */
const CLOCK_JUMP_MS = 3_600_000

/** Faults at work, the oldest first. */
export function listFaults(world: World): Fault[] {
  return Object.values(world.faults).sort((one, other) => one.since - other.since || (one.id < other.id ? -1 : 1))
}

/** The oldest fault of a kind at work, if any. */
export function faultAtWork(world: World, kind: FaultKind): Fault | undefined {
  return listFaults(world).find(({ fault }) => fault.kind === kind)
}

/** How many requests it will still befall, or null when that has no end. */
export function timesLeft({ fault, befallen }: Fault): number | null {
  return fault.times === undefined ? null : Math.max(0, fault.times - befallen)
}

/** How far the service's clock is off, in ms. */
export function clockJump(world: World): number {
  const jumps = Object.values(world.faults).filter(({ fault }) => fault.kind === 'clockJump')
  return jumps.reduce((sum, { fault }) => sum + (fault.ms ?? CLOCK_JUMP_MS), 0)
}

/**
 * Has a destination's login expired? By itself, or because the fault is at work, which befalls the account's first
 * destination that has a login. Nothing of it is kept, so the fault takes away with it only what it brought.
 */
export function isLoginExpired(world: World, destination: Destination): boolean {
  return destination.loginExpired || (isFirstLogin(world, destination) && !!faultAtWork(world, 'expiredLogin'))
}

function isFirstLogin(world: World, { id }: Destination): boolean {
  const [first] = Object.values(world.destinations).filter(hasLogin).sort(newestFirst)
  return first?.id === id
}

/** A custom RTMP destination has no login that could expire. */
export function hasLogin({ provider }: Destination): boolean {
  return provider !== 'rtmp'
}

/** Refuses what a fault of that kind cannot be told: what would be ignored is said, not swallowed. */
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
