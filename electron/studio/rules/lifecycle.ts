/** How broadcasts go on by themselves: as planned, and as the faults at work will have it. */

import type { RehearsalFault } from '../../../shared/rehearsal/rehearsal.ts'
import type { FaultKind } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { followChains } from './chains.ts'
import { checkFault, faultAtWork } from './faults.ts'
import { end, getLive } from './lives.ts'
import { type Fault, type Live, type Moment, meaningsOf, type World, type WorldDraft } from './world.ts'

/** Faults come and go. What one does to the broadcasts as it comes or goes is done here, at that very time. */

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
export function advanceFaults(world: WorldDraft, now: number): void {
  removeFaults(world, now, (fault) => overAt(fault) <= now)
}

const overAt = ({ until }: Fault) => until ?? Number.POSITIVE_INFINITY

/** What a fault does as it comes; answers whether that was all. */
function come(world: WorldDraft, kind: FaultKind, now: number): boolean {
  if (kind === 'failedPreparing') failPreparing(world, now)
  return kind === 'stopsByItself' && dropAll(world, now)
}

/** How long a broadcast is live before it stops by itself, when it was not live yet as that fault came, in ms. */
export const DROP_AFTER_MS = 5_000

const FAILED = 'The platform could not prepare the broadcast. Nothing is on air; start it again.'
const DROPPED = 'The platform ended the broadcast by itself. Nothing is on air; start it again.'

/** When the next broadcast changes by itself: infinity when none does. */
export function nextOfLives(world: World): number {
  return Math.min(...Object.values(world.lives).map((live) => dueAt(world, live)))
}

/**
 * Does what has become due of the broadcasts, and answers how much that was.
 *
 * @param quietUntil up to then nothing but broadcasts changes
 */
export function advanceLives(world: WorldDraft, now: number, quietUntil: number): number {
  let done = 0
  for (const live of Object.values(world.lives)) {
    const due = dueAt(world, live)
    if (due > now) continue
    done += 1
    if (live.status === 'PREPARING' && live.failing) end(world, live, due, 'platform', FAILED)
    else if (live.status === 'PREPARING') getLive(world, live)
    else if (due === plannedEnd(world, live)) end(world, live, due, 'plannedEnd')
    else if (due === dropAt(world, live)) drop(world, live, due)
    else {
      const endsAt = Math.min(plannedEnd(world, live), dropAt(world, live))
      done += followChains(world, live, Math.max(due, Math.min(quietUntil, endsAt - 1)))
    }
  }
  return done
}

function dueAt(world: World, live: Live): number {
  if (live.status === 'LIVE')
    return Math.min(plannedEnd(world, live), dropAt(world, live), live.playing.switchAt ?? Number.POSITIVE_INFINITY)
  const held = !live.failing && faultAtWork(world, 'endlessPreparing')
  return held ? Number.POSITIVE_INFINITY : live.liveAt
}

/** The planned duration counts from when it went LIVE; manual ends by itself only where that is its meaning. */
function plannedEnd(world: World, live: Live): number {
  const seconds = live.planned ?? meaningsOf(world).manualEnds
  return seconds === null ? Number.POSITIVE_INFINITY : live.liveAt + seconds * 1_000
}

/** What was live when the fault came has ended there and then: this one got live since. */
function dropAt(world: World, live: Live): number {
  return faultAtWork(world, 'stopsByItself') ? live.liveAt + DROP_AFTER_MS : Number.POSITIVE_INFINITY
}

/** One broadcast, and the fault has done its work. */
function drop(world: WorldDraft, live: WorldDraft['lives'][string], at: number): void {
  const fault = faultAtWork(world, 'stopsByItself')
  if (fault) delete world.faults[fault.id]
  end(world, live, at, 'platform', DROPPED)
}

/** Ends whatever is live, with an error; answers whether anything was. */
export function dropAll(world: WorldDraft, at: number): boolean {
  const running = Object.values(world.lives).filter(({ status }) => status === 'LIVE')
  for (const live of running) end(world, live, at, 'platform', DROPPED)
  return running.length > 0
}

/** Ends whatever is being prepared, with an error. */
export function failPreparing(world: WorldDraft, at: number): void {
  const preparing = Object.values(world.lives).filter(({ status }) => status === 'PREPARING')
  for (const live of preparing) end(world, live, at, 'platform', FAILED)
}

/** What was held in PREPARING gets live from now on, not when it once should have. */
export function resumePreparing(world: WorldDraft, at: number): void {
  for (const live of Object.values(world.lives)) {
    if (live.status === 'PREPARING') live.liveAt = Math.max(live.liveAt, at)
  }
}
