/** Faults come and go. What one does to the broadcasts as it comes or goes is done here, at that very time. */
import type { RehearsalFault } from '../../../shared/rehearsal/rehearsal.ts'
import type { FaultKind } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { checkFault } from './faults.ts'
import { dropAll, failPreparing, resumePreparing } from './lifecycle.ts'
import type { Fault, Moment, World, WorldDraft } from './world.ts'

/** Puts a fault to work and answers it. One that has done all its work as it came is over at once, and not kept. */
export function addFault(
  world: WorldDraft,
  fault: RehearsalFault,
  { now, newId }: Moment,
  scenario: string | null = null,
): Fault {
  checkFault(fault)
  const until = fault.forMs === undefined ? null : now + fault.forMs
  const atWork = { id: newId(), fault, since: now, until, befallen: 0, scenario }
  if (come(world, fault.kind, now)) return { ...atWork, until: now }
  world.faults[atWork.id] = atWork
  return { ...atWork }
}

/** Takes away those faults that are meant, and answers how many there were. */
export function removeFaults(world: WorldDraft, now: number, isMeant: (fault: Fault) => boolean): number {
  const meant = Object.values(world.faults).filter(isMeant)
  for (const { id } of meant) delete world.faults[id]
  if (meant.some(({ fault }) => fault.kind === 'endlessPreparing')) resumePreparing(world, now)
  return meant.length
}

/** When the next fault is over by itself: infinity when none is. */
export function nextOfFaults(world: World): number {
  return Math.min(...Object.values(world.faults).map(overAt))
}

/** Ends the faults whose time is over. */
export function settleFaults(world: WorldDraft, now: number): void {
  removeFaults(world, now, (fault) => overAt(fault) <= now)
}

const overAt = ({ until }: Fault) => until ?? Number.POSITIVE_INFINITY

/** What a fault does as it comes; answers whether that was all. */
function come(world: WorldDraft, kind: FaultKind, now: number): boolean {
  if (kind === 'failedPreparing') failPreparing(world, now)
  return kind === 'stopsByItself' && dropAll(world, now)
}
