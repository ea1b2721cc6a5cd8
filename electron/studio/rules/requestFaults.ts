/** What befalls one request. */
import type { OperationName } from '../../../shared/contract/operations.ts'
import { type FaultReach, REQUEST_FAULTS } from '../../../shared/rehearsal/rehearsal.ts'
import type { FaultKind } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { listFaults, timesLeft } from './faults.ts'
import type { Fault, World, WorldDraft } from './world.ts'

/** A request as far as it matters here; `operation` is null where nothing of the contract is asked. */
export interface Aim {
  readonly method: string
  readonly operation: OperationName | null
}

export interface AppliedFault {
  /** Every latency that reaches the request. */
  readonly delays: readonly { readonly faultId: string; readonly ms: number }[]
  /** The oldest of the other faults that reach it; `turn` counts from 0 the requests it has befallen. */
  readonly spoil: { readonly faultId: string; readonly kind: FaultKind; readonly turn: number } | null
}

/** What befalls a request where no fault reaches it. */
export const NOTHING: AppliedFault = { delays: [], spoil: null }

/** How much later an answer comes when nothing is said, in ms. */
const LATENCY_MS = 3_000
/** Answers wait for the end of these: one whose times are used up is over once nothing waits for it any more. */
const HOLDING: readonly FaultKind[] = ['latency', 'hung']
const OPERATIONS: Partial<Record<FaultReach, OperationName>> = {
  start: 'startLive',
  stop: 'stopLive',
  scene: 'activateScene',
  sync: 'syncLive',
}

/** Says what befalls a request, and counts it. */
export function applyFault(world: WorldDraft, aim: Aim): AppliedFault {
  const reaching = listFaults(world).filter((one) => timesLeft(one) !== 0 && reaches(one, aim))
  const late = reaching.filter(({ fault }) => fault.kind === 'latency')
  const spoil = reaching.find(({ fault }) => fault.kind !== 'latency')
  const befallen = {
    delays: late.map(({ id, fault }) => ({ faultId: id, ms: fault.ms ?? LATENCY_MS })),
    spoil: spoil ? { faultId: spoil.id, kind: spoil.fault.kind, turn: spoil.befallen } : null,
  }
  for (const { id } of spoil ? [...late, spoil] : late) count(world, id)
  return befallen
}

function count(world: WorldDraft, faultId: string): void {
  const fault = world.faults[faultId]
  if (!fault) return
  fault.befallen += 1
  if (!HOLDING.includes(fault.fault.kind)) dropSpent(world, faultId)
}

/** Takes a fault away whose times are used up. */
export function dropSpent(world: WorldDraft, faultId: string): void {
  const fault = world.faults[faultId]
  if (fault && timesLeft(fault) === 0) delete world.faults[faultId]
}

/** Is any fault at work that could befall a request? */
export function anyRequestFault(world: World): boolean {
  return Object.values(world.faults).some(({ fault }) => REQUEST_FAULTS.includes(fault.kind))
}

function reaches({ fault: { kind, on } }: Fault, { method, operation }: Aim): boolean {
  if (!REQUEST_FAULTS.includes(kind)) return false
  if (on === 'all') return true
  if (on === 'reads' || on === 'writes') return (method === 'GET') === (on === 'reads')
  return operation !== null && OPERATIONS[on] === operation
}
