import { FOLLOWING, KEPT, RESERVE } from '../../../shared/budget.ts'
import { REQUESTS_PER_MINUTE } from '../../../shared/contract/limits.ts'
import { type OperationClass, type OperationName, operations } from '../../../shared/contract/operations.ts'

/**
 * The lanes, the first served first, and the most of our requests that each may bring a window to: the rest is left to
 * the lanes before it.
 * - `stop`: a stop, and the reading before it. Our own count never delays it: only the service may refuse it.
 * - `air`: Go live and sync.
 * - `show`: scene switches, and readings that settle a show command.
 * - `edit`: writes that the user waits for, and the readings they need.
 * - `refresh`: what must be current on screen without a user action. Paced evenly.
 * - `read`: what the user opened and waits for.
 * - `later`: what nobody waits for, and sessions that read more than their share. Paced evenly.
 */
export const MOST_OF = {
  stop: Number.POSITIVE_INFINITY,
  air: REQUESTS_PER_MINUTE - KEPT.stop,
  show: REQUESTS_PER_MINUTE - KEPT.stop - KEPT.air,
  edit: REQUESTS_PER_MINUTE - Math.floor(RESERVE / 2),
  refresh: REQUESTS_PER_MINUTE - RESERVE,
  read: REQUESTS_PER_MINUTE - RESERVE - FOLLOWING,
  later: REQUESTS_PER_MINUTE - RESERVE - FOLLOWING,
} as const

export type Lane = keyof typeof MOST_OF
export const LANES = Object.keys(MOST_OF) as readonly Lane[]
export const isFaster = (lane: Lane, than: Lane): boolean => LANES.indexOf(lane) < LANES.indexOf(than)

const OF_THEIR_OWN: Partial<Record<OperationName, Lane>> = { stopLive: 'stop', startLive: 'air', syncLive: 'air' }

/** The lane of an operation whose caller names none. */
export const laneOf = (name: OperationName): Lane => OF_THEIR_OWN[name] ?? (operations[name].class as OperationClass)
