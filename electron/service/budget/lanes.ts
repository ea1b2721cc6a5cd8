import { FOLLOWING, KEPT, RESERVE } from '../../../shared/budget.ts'
import { REQUESTS_PER_MINUTE } from '../../../shared/contract/limits.ts'
import { type OperationClass, type OperationName, operations } from '../../../shared/contract/operations.ts'

/**
 * Who is served first, and how many of ours a lane may bring a window to: what it leaves belongs to those before it.
 * - `stop`: a stop, and the look it takes first. Our own count never holds it: only the service may refuse it.
 * - `air`: Go live and sync.
 * - `show`: scene switches, and readings that settle a show command.
 * - `edit`: writes that a person waits for, and what has to be read for them.
 * - `refresh`: what must be true on screen without anyone asking. Paced evenly.
 * - `read`: what a person opened and waits for.
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

/** The lane of an operation where its caller names none. */
export const laneOf = (name: OperationName): Lane => OF_THEIR_OWN[name] ?? (operations[name].class as OperationClass)
