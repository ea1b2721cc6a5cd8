/**
 * What happens automatically: broadcasts, faults and scenarios proceed, in the order of their times. A scenario is a
 * script of faults: each is added at its own time after the start. Only one runs at a time.
 */
import { RehearsalFault, SCENARIOS } from '../../../../shared/rehearsal/rehearsal.ts'
import type { ScenarioName } from '../../../../shared/rehearsal/rehearsalKinds.ts'
import { removeFaults } from '../faults/faults.ts'
import { type Moment, type PlayedScenario, STUDIO, type World, type WorldDraft } from '../world/world.ts'
import { shiftPlaying } from './chains.ts'
import { addFault, advanceFaults, advanceLives, nextOfFaults, nextOfLives } from './lifecycle.ts'
import { advanceSchedules, nextOfSchedules } from './schedules.ts'

/** The scenario that is running, if any. */
export function playedScenario(world: World): PlayedScenario | undefined {
  return world.scenarios[STUDIO]
}

/** When a scenario ends automatically. */
export function endOf({ name, startedAt }: PlayedScenario): number {
  return startedAt + SCENARIOS[name].lengthMs
}

/** Starts a scenario, after stopping one that is running. Its first faults are added by the next `advance`. */
export function playScenario(world: WorldDraft, name: ScenarioName, now: number): void {
  stopScenario(world, now)
  world.scenarios[STUDIO] = { name, startedAt: now, nextStep: 0 }
}

/** Stops the scenario that is running, if any, and removes the faults it added. */
export function stopScenario(world: WorldDraft, now: number): void {
  delete world.scenarios[STUDIO]
  removeFaults(world, now, ({ scenario }) => scenario !== null)
}

/** When the scenario's next step is due, or it ends; infinity: none is running. */
function nextOfScenario(world: World): number {
  const played = playedScenario(world)
  if (!played) return Number.POSITIVE_INFINITY
  const step = SCENARIOS[played.name].steps[played.nextStep]
  return step ? played.startedAt + step.at : endOf(played)
}

/** Adds the next step's fault, or ends the scenario. */
function advanceScenario(world: WorldDraft, moment: Moment): void {
  const played = world.scenarios[STUDIO]
  if (!played) return
  const step = SCENARIOS[played.name].steps[played.nextStep]
  played.nextStep += 1
  if (step) addFault(world, RehearsalFault.parse(step.fault), moment, played.name)
  else stopScenario(world, moment.now)
}

/** When something next changes automatically, or null. */
export function nextDue(world: World): number | null {
  const first = Math.min(nextOfFaults(world), nextOfScenario(world), nextOfLives(world), nextOfSchedules(world))
  return Number.isFinite(first) ? first : null
}

/**
 * Applies everything that has become due, each change at its own time and in that order. This includes what was missed
 * while the studio did not run, so the result is as if it had run. At equal times, faults end before others are added.
 *
 * @param most the steps after which it stops, at the end of a broadcast's own; the rest stays due
 * @returns the number of steps; after days of absence it must be much smaller than the number of switches
 */
export function advance(world: WorldDraft, { now, newId }: Moment, most = Number.POSITIVE_INFINITY): number {
  let steps = 0
  for (let due = nextDue(world); due !== null && due <= now && steps < most; due = nextDue(world)) {
    advanceFaults(world, due)
    while (nextOfScenario(world) <= due) advanceScenario(world, { now: due, newId })
    steps += advanceLives(world, due, Math.min(now, nextOfScenario(world) - 1), most - steps)
    // A date may end a broadcast, but only after all that this one did before.
    if (nextOfLives(world) > due) advanceSchedules(world, due, now)
  }
  return steps
}

/** How far the clock has been set back while something was running, in ms, and has not caught up yet. */
export function setBackOf(world: World): number {
  return world.clocks[STUDIO]?.setBack ?? 0
}

/**
 * Shifts the times of everything that is running, with a clock that was set back or has caught up since: it neither
 * gets longer nor ends early. What is over keeps its times, in the log of played files, too.
 */
export function shiftRunning(world: WorldDraft, ms: number): void {
  for (const live of Object.values(world.lives)) {
    live.startedAt += ms
    live.liveAt += ms
    live.shifted = (live.shifted ?? 0) + ms
    shiftPlaying(live, ms)
  }
  for (const fault of Object.values(world.faults)) {
    fault.since += ms
    if (fault.until !== null) fault.until += ms
  }
  for (const scenario of Object.values(world.scenarios)) scenario.startedAt += ms
  const setBack = isTimed(world) ? setBackOf(world) - ms : 0
  if (setBack > 0) world.clocks[STUDIO] = { setBack }
  else delete world.clocks[STUDIO]
}

/** Returns whether anything is running that must not get longer when the computer's clock is set back. */
export function isTimed(world: World): boolean {
  return Object.keys(world.lives).length > 0 || !!playedScenario(world) || Number.isFinite(nextOfFaults(world))
}

/** The latest time at which something is known to have run; minus infinity: nothing is running. */
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
