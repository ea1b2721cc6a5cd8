/** How broadcasts go on by themselves: as planned, and as the faults at work will have it. */
import { faultAtWork } from './faults.ts'
import { end } from './lives.ts'
import type { Live, World, WorldDraft } from './world.ts'

/** How long a broadcast is live before it stops by itself, when it was not live yet as that fault came, in ms. */
export const DROP_AFTER_MS = 5_000

const FAILED = 'The platform could not prepare the broadcast. Nothing is on air; start it again.'
const DROPPED = 'The platform ended the broadcast by itself. Nothing is on air; start it again.'

/** When the next broadcast changes by itself: infinity when none does. */
export function nextOfLives(world: World): number {
  return Math.min(...Object.values(world.lives).map((live) => dueAt(world, live)))
}

/** Does what has become due of the broadcasts. */
export function settleLives(world: WorldDraft, now: number): void {
  for (const live of Object.values(world.lives)) {
    const due = dueAt(world, live)
    if (due > now) continue
    if (live.status === 'PREPARING' && live.failing) end(world, live, due, 'platform', FAILED)
    else if (live.status === 'PREPARING') live.status = 'LIVE'
    else if (due < plannedEnd(live)) drop(world, live, due)
    else end(world, live, due, 'plannedEnd')
  }
}

function dueAt(world: World, live: Live): number {
  if (live.status === 'LIVE') return Math.min(plannedEnd(live), dropAt(world, live))
  const held = !live.failing && faultAtWork(world, 'endlessPreparing')
  return held ? Number.POSITIVE_INFINITY : live.liveAt
}

/** The planned duration counts from when it went LIVE; manual never ends by itself. */
function plannedEnd(live: Live): number {
  return live.planned === null ? Number.POSITIVE_INFINITY : live.liveAt + live.planned * 1_000
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
