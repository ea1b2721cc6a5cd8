// zod/mini, because the outcome schemas are made with it.
import * as z from 'zod/mini'

/**
 * Arms: the first of two steps. The core owns them; everything else only shows them and requests the second step.
 *
 * - `press`: a key, pressed again from 400 ms until a configurable time later. Presses closer than 400 ms count as one.
 * - `menu`: the tray, where it takes longer to open the menu again.
 * - `hold`: armed on the way down, committed at the threshold.
 * - `cancelWindow`: a keyboard or screen-reader click; committed when the window ends, unless cancelled before.
 */
export const ARM_MODES = ['press', 'menu', 'hold', 'cancelWindow'] as const
export type ArmMode = (typeof ARM_MODES)[number]
/** `proposed`: an agent asks for it, and only a person can allow it. Its second step may take a minute. */
const SHOWN_MODES = [...ARM_MODES, 'proposed'] as const
export type ShownArmMode = (typeof SHOWN_MODES)[number]

export const Arm = z.object({
  armId: z.string(),
  act: z.enum(['stop', 'goLive', 'macro', 'proposal']),
  /** The macro, if the arm is for one. */
  macro: z.optional(z.object({ id: z.string(), name: z.string() })),
  /** Which agent asks for what, with every field of an edit, and why, in its own words; only with the mode `proposed`. */
  proposed: z.optional(z.object({ by: z.string(), about: z.string(), fields: z.array(z.string()), why: z.string() })),
  mode: z.enum(SHOWN_MODES),
  projectId: z.string(),
  projectName: z.string(),
  /** The broadcast that would be stopped; null when the arm is for going live. */
  liveId: z.nullable(z.string()),
  /** Names of the destinations the broadcast goes to, or would go to. */
  destinations: z.array(z.string()),
  /** Destinations whose login turned out to be expired since this was armed. */
  expired: z.optional(z.array(z.string())),
  /** Wall times in ms. */
  armedAt: z.number(),
  notBefore: z.number(),
  expires: z.number(),
})
export type Arm = z.output<typeof Arm>
