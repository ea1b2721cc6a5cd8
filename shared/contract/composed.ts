/**
 * Edits that take more than one request. Each is one edit for whoever asks (`edit NAME`): one guard, one line in the
 * journal, one outcome. What each does stands in its handler (electron/core/commands/composed).
 */
import * as z from 'zod'
import { MOST, SCHEDULING } from './limits.ts'
import type { Air, OperationName } from './operations.ts'

const id = z.string().min(1).max(200)
const ofLayer = { projectId: id, layerId: id }
const playlist = { air: 'ifAutoSync', touches: ['getLayer', 'listScenes', 'getLive', 'getProject'] } as const

interface ComposedEdit {
  readonly input: z.ZodObject
  readonly air: Air
  readonly touches: readonly OperationName[]
}
const row = <const Row extends ComposedEdit>(edit: Row): Row => edit

export const composedEdits = {
  /**
   * Writes a playlist whole. `base`: the files of the list its writer saw. What another hand changed since is kept; where
   * both changed the same place, nothing is written.
   */
  savePlaylist: row({
    ...playlist,
    input: z.strictObject({
      ...ofLayer,
      base: z.array(id).max(MOST.filesInPlaylist),
      files: z.array(z.looseObject({ fileId: id })).max(MOST.filesInPlaylist),
      loop: z.boolean().optional(),
      volume: z.number().min(0).max(10).optional(),
      nextScene: id.nullable().optional(),
    }),
  }),
  /** Writes the list that was there before our last write, as it was. */
  undoPlaylist: row({ ...playlist, input: z.strictObject(ofLayer) }),
  /** Moves all dates of a project: these are the new ones. */
  moveSchedule: row({
    air: 'no',
    touches: ['listSchedules', 'getLive', 'getProject', 'listProjects'],
    input: z.strictObject({ projectId: id, dates: z.array(z.iso.datetime()).min(1).max(SCHEDULING.most) }),
  }),
} as const

export type ComposedName = keyof typeof composedEdits
export type ComposedInput<Name extends ComposedName> = z.output<(typeof composedEdits)[Name]['input']>
export const COMPOSED_NAMES = Object.keys(composedEdits) as ComposedName[]

export const isComposed = (name: string): name is ComposedName => Object.hasOwn(composedEdits, name)
