import type { GuardTimes } from '../settings/preferences.ts'
import type { Arm, ArmMode } from './arm.ts'

/** Ms: presses closer together are one press, whatever is chosen. */
export const PRESS_GAP_MS = 400
/** Ms after arming from which, and until which, the second step is taken. One that the page sends by itself may be late. */
export function armTimes(mode: ArmMode, guard: GuardTimes): { from: number; until: number } {
  const { pressUntilMs, holdMs, cancelWindowMs } = guard
  const times: Record<ArmMode, { from: number; until: number }> = {
    press: { from: PRESS_GAP_MS, until: pressUntilMs },
    menu: { from: PRESS_GAP_MS, until: 10_000 },
    hold: { from: holdMs, until: holdMs + 1_500 },
    cancelWindow: { from: cancelWindowMs, until: cancelWindowMs + 3_000 },
  }
  return times[mode]
}

/** How long an arm that was given lasts, in ms: as it says itself, whatever is chosen by now. */
export const lastsMs = ({ armedAt, expires }: Pick<Arm, 'armedAt' | 'expires'>): number => expires - armedAt

/** A timer may be a little early; what comes too early counts as the same press. */
const SLACK_MS = 20
/** Ms from when an arm came until its second step is taken: no clock needs to be the core's. */
export const untilSecondStep = ({ armedAt, notBefore }: Pick<Arm, 'armedAt' | 'notBefore'>): number =>
  notBefore - armedAt + SLACK_MS

const SECOND = { stop: 'commitStop', goLive: 'commitGoLive', macro: 'runMacro' } as const
/** The second step of what was armed. */
export const commitOf = ({ act, armId }: Pick<Arm, 'act' | 'armId'>) => ({ type: SECOND[act], armId })
