/** Macros: what is done in a show again and again, in its order, with waits and conditions on what is on air. */
import * as z from 'zod'
import { plainName } from '../util/plainName.ts'

export const MOST_STEPS = 20
/** All together, over all profiles and projects. */
export const MOST_MACROS = 50
/** So long a step may wait at most, in s. */
export const LONGEST_WAIT_S = 3_600
export const LONGEST_NAME = 60

const word = z.string().min(1).max(200)
/** Found by its id, else by its name: a macro can be rehearsed where the same scenes have other ids. */
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
  /** Waits until it is so, and ends the macro when it does not come in time. */
  z.strictObject({ do: z.literal('until'), air: Air, seconds }),
  /** Goes on only where it is so. */
  z.strictObject({ do: z.literal('onlyIf'), air: Air }),
])
export type MacroStep = z.output<typeof MacroStep>

/** What a person writes of it. */
export const MacroParts = {
  id: z.uuid(),
  name: z.string().overwrite(plainName).min(1).max(LONGEST_NAME),
  steps: z.array(MacroStep).min(1).max(MOST_STEPS),
}
/** With whose it is: it is offered for that project of that profile, and on the local studio. */
export const Macro = z.object({ ...MacroParts, profileId: word, projectId: word })
export type Macro = z.output<typeof Macro>

/** The one that runs, or ended badly and was not dismissed yet. */
export interface MacroState {
  id: string
  name: string
  projectId: string
  /** The step it is at, from 1. */
  step: number
  of: number
  /** Wall ms: until when that step waits; null where it acts. */
  until: number | null
  /** Why it ended before its end, in words; null: it runs. */
  ended: string | null
}
