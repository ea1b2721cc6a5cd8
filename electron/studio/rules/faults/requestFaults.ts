/** The faults that affect a request. */
import type { OperationName } from '../../../../shared/contract/operations.ts'
import { type FaultReach, REQUEST_FAULTS } from '../../../../shared/rehearsal/rehearsal.ts'
import type { FaultKind } from '../../../../shared/rehearsal/rehearsalKinds.ts'
import type { Fault, World, WorldDraft } from '../world/world.ts'
import { listFaults, timesLeft } from './faults.ts'

/** The part of a request that matters to faults; `operation` is null if it is not part of the contract. */
export interface Aim {
  readonly method: string
  readonly operation: OperationName | null
}

export interface AppliedFault {
  /** Every latency fault that applies to the request. */
  readonly delays: readonly { readonly faultId: string; readonly ms: number }[]
  /** The oldest other fault that applies; `turn` counts the requests it affected before, from 0. */
  readonly spoil: { readonly faultId: string; readonly kind: FaultKind; readonly turn: number } | null
}

/** For a request that no fault applies to. */
export const NOTHING: AppliedFault = { delays: [], spoil: null }

/** The default delay of a response, in ms. */
const LATENCY_MS = 3_000
/** These faults hold responses. One that is used up stays active until no response is held because of it. */
const HOLDING: readonly FaultKind[] = ['latency', 'hung']
const OPERATIONS: Partial<Record<FaultReach, OperationName>> = {
  start: 'startLive',
  stop: 'stopLive',
  scene: 'activateScene',
  sync: 'syncLive',
}

/** Returns the faults that apply to a request, and counts it for each of them. */
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

/** Removes a fault that is used up. */
export function dropSpent(world: WorldDraft, faultId: string): void {
  const fault = world.faults[faultId]
  if (fault && timesLeft(fault) === 0) delete world.faults[faultId]
}

/** Returns whether any fault is active that could affect a request. */
export function anyRequestFault(world: World): boolean {
  return Object.values(world.faults).some(({ fault }) => REQUEST_FAULTS.includes(fault.kind))
}

function reaches({ fault: { kind, on } }: Fault, { method, operation }: Aim): boolean {
  if (!REQUEST_FAULTS.includes(kind)) return false
  if (on === 'all') return true
  if (on === 'reads' || on === 'writes') return (method === 'GET') === (on === 'reads')
  return operation !== null && OPERATIONS[on] === operation
}
