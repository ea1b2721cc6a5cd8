import * as z from 'zod'
import { SCENE_COLOURS } from '../view/looks.ts'

export const SceneLook = z.object({ favourite: z.boolean(), colour: z.enum(SCENE_COLOURS).nullable() })

/** By project, by scene. */
export const Looks = z.record(z.string(), z.record(z.string(), SceneLook))
