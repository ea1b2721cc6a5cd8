// The small edition of zod: each page loads this schema at first.
import * as z from 'zod/mini'

/**
 * Arms: the first of two steps. The core keeps them; everything else only shows them and asks for the second step.
 *
 * - `press`: key, press again from 400 ms to 3 s later. Presses less than 400 ms apart are one press.
 * - `menu`: the tray, where opening the menu again takes longer.
 * - `hold`: armed on the way down, committed at the threshold.
 * - `cancelWindow`: a keyboard or screen-reader click; committed when the window ends, unless cancelled in it.
 */
export const ARM_MODES = ['press', 'menu', 'hold', 'cancelWindow'] as const
export type ArmMode = (typeof ARM_MODES)[number]

/** Ms after arming from which, and until which, the second step is taken. */
export const ARM_TIMES: Readonly<Record<ArmMode, { from: number; until: number }>> = {
  press: { from: 400, until: 3_000 },
  menu: { from: 400, until: 10_000 },
  hold: { from: 1_500, until: 3_000 },
  cancelWindow: { from: 3_000, until: 6_000 },
}

export const Arm = z.object({
  armId: z.string(),
  act: z.enum(['stop', 'goLive']),
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
export type Arm = z.output<typeof Arm>
