/**
 * How broadcasts proceed automatically: as planned, and as the active faults require. The effect of adding or removing
 * a fault is applied at that very time.
 */
import type { RehearsalFault } from '../../../../shared/rehearsal/rehearsal.ts'
import type { FaultKind } from '../../../../shared/rehearsal/rehearsalKinds.ts'
import { checkFault, faultAtWork, removeFaults } from '../faults/faults.ts'
import { type Fault, type Live, type Moment, meaningsOf, type World, type WorldDraft } from '../world/world.ts'
import { followChains } from './chains.ts'
import { end, getLive } from './lives.ts'

/** Activates a fault and returns it. One whose whole effect is immediate is over at once, and not stored. */
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

/** When the next fault ends automatically; infinity: none does. */
export function nextOfFaults(world: World): number {
  return Math.min(...Object.values(world.faults).map(overAt))
}

/** Ends the faults whose time is over. */
export function advanceFaults(world: WorldDraft, now: number): void {
  removeFaults(world, now, (fault) => overAt(fault) <= now)
}

const overAt = ({ until }: Fault) => until ?? Number.POSITIVE_INFINITY

/** Applies the immediate effect of a fault; returns whether that was its whole effect. */
function come(world: WorldDraft, kind: FaultKind, now: number): boolean {
  if (kind === 'failedPreparing') endAll(world, 'PREPARING', now)
  return kind === 'stopsByItself' && endAll(world, 'LIVE', now)
}

/** How long a broadcast is live before the fault stops it, if it was not live yet when the fault was added, in ms. */
const DROP_AFTER_MS = 5_000

const FAILED = 'The platform could not prepare the broadcast. Nothing is on air; start it again.'
const DROPPED = 'The platform ended the broadcast by itself. Nothing is on air; start it again.'

/** When the next broadcast changes automatically; infinity: none does. */
export function nextOfLives(world: World): number {
  return Math.min(...Object.values(world.lives).map((live) => dueAt(world, live)))
}

/**
 * Applies what has become due for the broadcasts, and returns how many changes that took.
 *
 * A live one is followed as far as nothing else can touch it, because each time its latest plays are listed: neither
 * the end of a fault can, nor another project's date.
 *
 * @param quietUntil the scenario does nothing up to this time
 * @param most after this many changes, the rest stays due
 */
export function advanceLives(world: WorldDraft, now: number, quietUntil: number, most: number): number {
  let done = 0
  for (const live of Object.values(world.lives)) {
    const due = dueAt(world, live)
    if (due > now) continue
    if (done >= most) break
    done += 1
    if (live.status === 'PREPARING' && live.failing) end(world, live, due, 'platform', FAILED)
    else if (live.status === 'PREPARING') getLive(world, live)
    else if (due === plannedEnd(world, live)) end(world, live, due, 'plannedEnd')
    else if (due === dropAt(world, live)) drop(world, live, due)
    else {
      const dateAt = world.schedules[live.projectId]?.runs[0]?.at ?? Number.POSITIVE_INFINITY
      const endsAt = Math.min(plannedEnd(world, live), dropAt(world, live), dateAt)
      done += followChains(world, live, Math.max(due, Math.min(quietUntil, endsAt - 1)))
    }
    // All that a long list played is remembered when it ends.
    if (!world.lives[live.projectId]) done += world.played[live.liveId]?.plays.length ?? 0
  }
  return done
}

function dueAt(world: World, live: Live): number {
  if (live.status === 'LIVE')
    return Math.min(plannedEnd(world, live), dropAt(world, live), live.playing.switchAt ?? Number.POSITIVE_INFINITY)
  const held = !live.failing && faultAtWork(world, 'endlessPreparing')
  return held ? Number.POSITIVE_INFINITY : live.liveAt
}

/** The planned duration counts from LIVE; a manual broadcast ends automatically only if the meanings say so. */
function plannedEnd(world: World, live: Live): number {
  const seconds = live.planned ?? meaningsOf(world).manualEnds
  return seconds === null ? Number.POSITIVE_INFINITY : live.liveAt + seconds * 1_000
}

/** Broadcasts that were live when the fault was added ended at once, so this one went live later. */
function dropAt(world: World, live: Live): number {
  return faultAtWork(world, 'stopsByItself') ? live.liveAt + DROP_AFTER_MS : Number.POSITIVE_INFINITY
}

/** Ends one broadcast, which completes the fault. */
function drop(world: WorldDraft, live: WorldDraft['lives'][string], at: number): void {
  const fault = faultAtWork(world, 'stopsByItself')
  if (fault) delete world.faults[fault.id]
  end(world, live, at, 'platform', DROPPED)
}

/** Ends all broadcasts of this status with an error; returns whether there were any. */
function endAll(world: WorldDraft, status: Live['status'], at: number): boolean {
  const ending = Object.values(world.lives).filter((live) => live.status === status)
  for (const live of ending) end(world, live, at, 'platform', status === 'LIVE' ? DROPPED : FAILED)
  return ending.length > 0
}
