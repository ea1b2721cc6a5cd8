/** Macros: recurring sequences of a show, with waits and conditions on what is on air. */
import * as z from 'zod'
import { plainName } from '../util/plainName.ts'

export const MOST_STEPS = 20
/** In total, over all profiles and projects. */
export const MOST_MACROS = 50
/** The longest a step may wait, in s. */
export const LONGEST_WAIT_S = 3_600
export const LONGEST_NAME = 60

const word = z.string().min(1).max(200)
/** Found by its id, else by its name, so that a macro can be rehearsed where the scenes have other ids. */
const Scene = z.strictObject({ id: word, name: z.string().max(200) })
const seconds = z.number().int().min(1).max(LONGEST_WAIT_S)

/** `synced`: viewers see everything as it is in the project. */
const Air = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('live') }),
  z.strictObject({ is: z.literal('off') }),
  z.strictObject({ is: z.literal('synced') }),
  z.strictObject({ is: z.literal('scene'), scene: Scene }),
])
export type Air = z.output<typeof Air>

export const MacroStep = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('scene'), scene: Scene }),
  z.strictObject({ do: z.enum(['next', 'previous', 'back', 'sync', 'goLive', 'stop']) }),
  z.strictObject({ do: z.literal('autoSync'), on: z.boolean() }),
  z.strictObject({ do: z.literal('wait'), seconds }),
  /** Waits until the condition is true, and ends the macro if that takes too long. */
  z.strictObject({ do: z.literal('until'), air: Air, seconds }),
  /** Continues only if the condition is true. */
  z.strictObject({ do: z.literal('onlyIf'), air: Air }),
])
export type MacroStep = z.output<typeof MacroStep>

/** The part that the user writes. */
export const MacroParts = {
  id: z.uuid(),
  name: z.string().overwrite(plainName).min(1).max(LONGEST_NAME),
  steps: z.array(MacroStep).min(1).max(MOST_STEPS),
}
/** With its owner: it is offered for that project of that profile, and on the local studio. */
export const Macro = z.object({ ...MacroParts, profileId: word, projectId: word })
export type Macro = z.output<typeof Macro>

/** The macro that is running, or that failed and was not dismissed yet. */
export interface MacroState {
  id: string
  name: string
  projectId: string
  /** The current step, from 1. */
  step: number
  of: number
  /** Wall ms until which that step waits; null if it does not wait. */
  until: number | null
  /** Why it ended early, in words; null: it is running. */
  ended: string | null
}

/** What became of the last run of a macro, as it is saved now. Steps after the one it ended at were not reached. */
export interface MacroReport {
  /** Wall ms at which it began. */
  at: number
  /** Nothing went out: it ran on a studio that broadcasts nothing. */
  rehearsal: boolean
  /** How many steps worked, from the first one on. */
  done: number
  /** Why it ended at the step after those, as a sentence; null: all of them worked. */
  why: string | null
  /** From its beginning to its end. */
  ms: number
}
