/** What happens by itself: broadcasts, faults and scenarios go on, in the order of their times. */
import { nextOfFaults, settleFaults } from './applyFaults.ts'
import { nextOfLives, settleLives } from './lifecycle.ts'
import { nextOfScenario, playedScenario, settleScenario } from './scenarios.ts'
import type { Moment, World, WorldDraft } from './world.ts'

/** When something next changes by itself, or null. */
export function nextDue(world: World): number | null {
  const first = Math.min(nextOfFaults(world), nextOfScenario(world), nextOfLives(world))
  return Number.isFinite(first) ? first : null
}

/**
 * Does everything that has become due, each at its own time and in that order: also what was missed while the studio
 * did not run, which therefore ends as if it had run. At one time, faults end before others come.
 */
export function settle(world: WorldDraft, { now, newId }: Moment): void {
  for (let due = nextDue(world); due !== null && due <= now; due = nextDue(world)) {
    settleFaults(world, due)
    settleScenario(world, { now: due, newId })
    settleLives(world, due)
  }
}

/** Does anything run that the computer's clock, when it is set, must neither end nor make longer? */
export function isTimed(world: World): boolean {
  return Object.keys(world.lives).length > 0 || !!playedScenario(world) || Number.isFinite(nextOfFaults(world))
}
