import type { GuardTimes } from '../settings/preferences.ts'
import type { Arm, ShownArmMode } from './arm.ts'

/** Ms: presses closer together count as one press, whatever the user's settings are. */
export const PRESS_GAP_MS = 400
/** When the second step is accepted, in ms after arming. One that the page sends automatically may be late. */
export function armTimes(mode: ShownArmMode, guard: GuardTimes): { from: number; until: number } {
  const { pressUntilMs, holdMs, cancelWindowMs } = guard
  const times: Record<ShownArmMode, { from: number; until: number }> = {
    press: { from: PRESS_GAP_MS, until: pressUntilMs },
    menu: { from: PRESS_GAP_MS, until: 10_000 },
    hold: { from: holdMs, until: holdMs + 1_500 },
    cancelWindow: { from: cancelWindowMs, until: cancelWindowMs + 3_000 },
    // A press that was under way when it appeared does not allow it.
    proposed: { from: 1_000, until: 60_000 },
  }
  return times[mode]
}

/** How long an issued arm lasts, in ms: read from the arm, because the settings may have changed since. */
export const lastsMs = ({ armedAt, expires }: Pick<Arm, 'armedAt' | 'expires'>): number => expires - armedAt

/** A timer may fire a little early, and a second step that is too early counts as the same press. */
const SLACK_MS = 20
/** Ms from an arm's arrival to its second step: a duration, so the caller's clock need not match the core's. */
export const untilSecondStep = ({ armedAt, notBefore }: Pick<Arm, 'armedAt' | 'notBefore'>): number =>
  notBefore - armedAt + SLACK_MS

const SECOND = { stop: 'commitStop', goLive: 'commitGoLive', macro: 'runMacro', proposal: 'allowProposal' } as const
/** The command that carries out the second step of an arm. */
export const commitOf = ({ act, armId }: Pick<Arm, 'act' | 'armId'>) => ({ type: SECOND[act], armId })
