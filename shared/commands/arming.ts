// The small edition of zod: each page loads this schema at first.
import * as z from 'zod/mini'
import type { GuardTimes } from '../settings/preferences.ts'

/**
 * Arms: the first of two steps. The core keeps them; everything else only shows them and asks for the second step.
 *
 * - `press`: key, press again from 400 ms later until a time that is chosen. Presses less than 400 ms apart are one press.
 * - `menu`: the tray, where opening the menu again takes longer.
 * - `hold`: armed on the way down, committed at the threshold.
 * - `cancelWindow`: a keyboard or screen-reader click; committed when the window ends, unless cancelled in it.
 */
export const ARM_MODES = ['press', 'menu', 'hold', 'cancelWindow'] as const
export type ArmMode = (typeof ARM_MODES)[number]

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

export const Arm = z.object({
  armId: z.string(),
  act: z.enum(['stop', 'goLive', 'macro']),
  /** Which one, where it is for a macro. */
  macro: z.optional(z.object({ id: z.string(), name: z.string() })),
  mode: z.enum(ARM_MODES),
  projectId: z.string(),
  projectName: z.string(),
  /** The broadcast that would be stopped; null when the arm is for going live. */
  liveId: z.nullable(z.string()),
  /** Where the broadcast goes or would go, by name. */
  destinations: z.array(z.string()),
  /** Wall times in ms. */
  armedAt: z.number(),
  notBefore: z.number(),
  expires: z.number(),
})
/** How long an arm that was given lasts, in ms: as it says itself, whatever is chosen by now. */
export const lastsMs = ({ armedAt, expires }: Pick<Arm, 'armedAt' | 'expires'>): number => expires - armedAt

export type Arm = z.output<typeof Arm>

/** A timer may be a little early; what comes too early counts as the same press. */
const SLACK_MS = 20
/** Ms from when an arm came until its second step is taken: no clock needs to be the core's. */
export const untilSecondStep = ({ armedAt, notBefore }: Pick<Arm, 'armedAt' | 'notBefore'>): number =>
  notBefore - armedAt + SLACK_MS

const SECOND = { stop: 'commitStop', goLive: 'commitGoLive', macro: 'runMacro' } as const
/** The second step of what was armed. */
export const commitOf = ({ act, armId }: Pick<Arm, 'act' | 'armId'>) => ({ type: SECOND[act], armId })
