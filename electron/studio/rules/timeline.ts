/**
 * What happens by itself: broadcasts, faults and scenarios go on, in the order of their times. A scenario is a script of
 * faults: each comes at its own time after the start. One is played at a time.
 */
import { RehearsalFault, SCENARIOS } from '../../../shared/rehearsal/rehearsal.ts'
import type { ScenarioName } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { addFault, advanceFaults, advanceLives, nextOfFaults, nextOfLives, removeFaults } from './lifecycle.ts'
import { advanceSchedules, nextOfSchedules } from './schedules.ts'
import { type Moment, type PlayedScenario, STUDIO, type World, type WorldDraft } from './world.ts'

/** The scenario being played, if any. */
export function playedScenario(world: World): PlayedScenario | undefined {
  return world.scenarios[STUDIO]
}

/** When a scenario is over by itself. */
export function endOf({ name, startedAt }: PlayedScenario): number {
  return startedAt + SCENARIOS[name].lengthMs
}

/** Starts a scenario; one that is being played is stopped. Its first faults come as the world is settled. */
export function playScenario(world: WorldDraft, name: ScenarioName, now: number): void {
  stopScenario(world, now)
  world.scenarios[STUDIO] = { name, startedAt: now, nextStep: 0 }
}

/** Stops the scenario that is being played, if any, and takes away the faults it brought. */
export function stopScenario(world: WorldDraft, now: number): void {
  delete world.scenarios[STUDIO]
  removeFaults(world, now, ({ scenario }) => scenario !== null)
}

/** When the scenario goes on, or is over: infinity when none is played. */
function nextOfScenario(world: World): number {
  const played = playedScenario(world)
  if (!played) return Number.POSITIVE_INFINITY
  const step = SCENARIOS[played.name].steps[played.nextStep]
  return step ? played.startedAt + step.at : endOf(played)
}

/** Brings the faults that are due, or ends the scenario. */
function advanceScenario(world: WorldDraft, moment: Moment): void {
  const played = world.scenarios[STUDIO]
  if (!played) return
  const step = SCENARIOS[played.name].steps[played.nextStep]
  played.nextStep += 1
  if (step) addFault(world, RehearsalFault.parse(step.fault), moment, played.name)
  else stopScenario(world, moment.now)
}

/** When something next changes by itself, or null. */
export function nextDue(world: World): number | null {
  const first = Math.min(nextOfFaults(world), nextOfScenario(world), nextOfLives(world), nextOfSchedules(world))
  return Number.isFinite(first) ? first : null
}

/**
 * Does everything that has become due, each at its own time and in that order: also what was missed while the studio
 * did not run, which therefore ends as if it had run. At one time, faults end before others come. Answers how many steps
 * that took: after days away they must not be as many as there were switches.
 */
export function advance(world: WorldDraft, { now, newId }: Moment): number {
  let steps = 0
  for (let due = nextDue(world); due !== null && due <= now; due = nextDue(world)) {
    advanceFaults(world, due)
    while (nextOfScenario(world) <= due) advanceScenario(world, { now: due, newId })
    const others = Math.min(nextOfFaults(world), nextOfScenario(world), nextOfSchedules(world))
    steps += advanceLives(world, due, Math.min(now, others - 1))
    advanceSchedules(world, due, now)
  }
  return steps
}

/** Does anything run that must not get longer when the computer's clock is set back? */
export function isTimed(world: World): boolean {
  return Object.keys(world.lives).length > 0 || !!playedScenario(world) || Number.isFinite(nextOfFaults(world))
}

/** The latest time at which something is known to have run: minus infinity when nothing does. */
export function runningSince({ lives, faults, scenarios }: World): number {
  return Math.max(
    ...Object.values(lives).flatMap(({ status, startedAt, liveAt, playing }) => [
      startedAt,
      ...(status === 'LIVE' ? [liveAt] : []),
      ...playing.runs.map((run) => run.startedAt),
    ]),
    ...Object.values(faults).map(({ since }) => since),
    ...Object.values(scenarios).map(({ startedAt }) => startedAt),
  )
}
