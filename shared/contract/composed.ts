/**
 * Edits that take more than one request. Each is one edit for whoever asks (`edit NAME`): one guard, one line in the
 * journal, one outcome. What each does stands in its handler (electron/core/commands/composed).
 */
import * as z from 'zod'
import { MOST, SCHEDULING } from './limits.ts'
import { ImportSource, KINDS } from './links.ts'
import { type Air, type OperationName, operations } from './operations.ts'

const id = z.string().min(1).max(200)
const ofLayer = { projectId: id, layerId: id }
const SeenItem = z.union([id, z.object({ fileId: id, playlistItemId: id.optional() })])
const playlist = { air: 'ifAutoSync', touches: ['getLayer', 'listScenes', 'getLive', 'getProject'] } as const

/** The queue is ours: no request of the service is in it. */
const queue = { air: 'no', touches: [] } as const

/** What viewers see by auto-sync alone, and so can be held back. */
const QUIETLY: readonly string[] = [
  ...Object.entries(operations).flatMap(([name, { air }]) =>
    air === 'ifAutoSync' && name !== 'activateScene' ? [name] : [],
  ),
  'savePlaylist',
  'undoPlaylist',
]

export const canBeQuiet = (operation: string): boolean => QUIETLY.includes(operation)

interface ComposedEdit {
  readonly input: z.ZodObject
  readonly air: Air
  readonly touches: readonly OperationName[]
}
const row = <const Row extends ComposedEdit>(edit: Row): Row => edit

export const composedEdits = {
  /**
   * Writes a playlist whole. `base`: the list its writer saw, its files alone or with the ids of its items; left out: the one
   * that is there. An item of `files` that has an id of it is that very item, and what is not said of it stays as it is there.
   * What another hand changed since is kept; where both changed the same place, nothing is written.
   */
  savePlaylist: row({
    ...playlist,
    input: z.strictObject({
      ...ofLayer,
      base: z.array(SeenItem).max(MOST.filesInPlaylist).optional(),
      files: z.array(z.looseObject({ fileId: id })).max(MOST.filesInPlaylist),
      loop: z.boolean().optional(),
      volume: z.number().min(0).max(10).optional(),
      nextScene: id.nullable().optional(),
    }),
  }),
  /** Writes the list that was there before our last write, as it was. */
  undoPlaylist: row({ ...playlist, input: z.strictObject(ofLayer) }),
  /**
   * Several edits as one change for viewers of a running broadcast with auto-sync on: auto-sync off, the edits in their
   * order, one sync, auto-sync on again. With none it ends one that had to stop in between.
   */
  quietEdit: row({
    air: 'yes',
    touches: ['getProject', 'listProjects', 'getLive', 'listScenes', 'getLayer'],
    input: z.strictObject({
      projectId: id,
      edits: z
        .array(z.strictObject({ operation: z.enum(QUIETLY), input: z.record(z.string(), z.unknown()) }))
        .max(MOST.quietEdits),
    }),
  }),
  /**
   * Moves all dates of a project: these are the new ones. `base`: those its sender saw; where others stand by now, nothing
   * is sent. Left out: whatever stands is moved.
   */
  moveSchedule: row({
    air: 'ifSoon',
    touches: ['listSchedules', 'getLive', 'getProject', 'listProjects'],
    input: z.strictObject({
      projectId: id,
      base: z.array(z.iso.datetime()).max(SCHEDULING.most).optional(),
      dates: z.array(z.iso.datetime()).min(1).max(SCHEDULING.most),
    }),
  }),
  /** Puts links, or files of this computer for the local studio, into the import queue. */
  importFiles: row({
    ...queue,
    input: z.strictObject({
      links: z.array(ImportSource).min(1).max(MOST.linksAtOnce),
      /** Files of this computer are not copied: they play from where they are. */
      inPlace: z.boolean().default(false),
      /** Left out: as the name of each says, and where the service finds another kind, as that. */
      type: z.enum(KINDS).optional(),
      folderId: id.optional(),
    }),
  }),
  /** `type`: as another kind than before. */
  retryImport: row({ ...queue, input: z.strictObject({ importId: id, type: z.enum(KINDS).optional() }) }),
  removeImport: row({ ...queue, input: z.strictObject({ importId: id }) }),
  /** Those that are done leave the queue; their files stay. */
  clearImports: row({ ...queue, input: z.strictObject({}) }),
} as const

export type ComposedName = keyof typeof composedEdits
export type ComposedInput<Name extends ComposedName> = z.output<(typeof composedEdits)[Name]['input']>
export const COMPOSED_NAMES = Object.keys(composedEdits) as ComposedName[]

export const isComposed = (name: string): name is ComposedName => Object.hasOwn(composedEdits, name)
