/**
 * Edits that take more than one request. Each is one edit for the caller (`edit NAME`): one guard, one journal entry,
 * one outcome. Their handlers (electron/core/commands/composed) describe what they do.
 */
import * as z from 'zod'
import { MOST, SCHEDULING } from './limits.ts'
import { ImportSource, KINDS } from './links.ts'
import { type Air, type OperationName, operations } from './operations.ts'

const id = z.string().min(1).max(200)
const ofLayer = { projectId: id, layerId: id }
const SeenItem = z.union([id, z.object({ fileId: id, playlistItemId: id.optional() })])
const playlist = { air: 'ifAutoSync', touches: ['getLayer', 'listScenes', 'getLive', 'getProject'] } as const

/** The queue is ours: the service is not involved. */
const queue = { air: 'no', touches: [] } as const

/** Work of the local studio on one file, ended through its administration: no hosted service can do that. */
const workOnFile = {
  air: 'no',
  touches: ['listEncodes', 'listFiles', 'listFolders', 'getFile', 'getImport'],
  input: z.strictObject({ fileId: id }),
} as const

/** Edits that viewers see only through auto-sync, and that can therefore be held back. */
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
   * Writes a whole playlist. `base`: the list its writer saw, as file ids or with item ids; defaults to the current
   * one. An entry of `files` with an item id of `base` is that very item, and fields not given keep their current
   * values. Changes that another client made since are preserved; if both changed the same place, nothing is written.
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
  /** Restores the list that our last write replaced. */
  undoPlaylist: row({ ...playlist, input: z.strictObject(ofLayer) }),
  /**
   * Several edits as one change for viewers of a running broadcast with auto-sync on: auto-sync off, the edits in their
   * order, one sync, auto-sync on again. With no edits it finishes one that had to stop in between.
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
   * Replaces all dates of a project with these. `base`: the dates its sender saw; if they have changed, nothing is
   * sent. Without `base`, whatever is scheduled is moved.
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
      /** Defaults to the kind that each name suggests, corrected if the service finds another kind. */
      type: z.enum(KINDS).optional(),
      folderId: id.optional(),
    }),
  }),
  /** `type`: retry as another kind. */
  retryImport: row({ ...queue, input: z.strictObject({ importId: id, type: z.enum(KINDS).optional() }) }),
  removeImport: row({ ...queue, input: z.strictObject({ importId: id }) }),
  /** Removes finished imports from the queue; their files stay. */
  clearImports: row({ ...queue, input: z.strictObject({}) }),
  /** Ends a running import for good; its file stays, as one that never arrived. */
  stopImport: row(workOnFile),
  /** Takes a file out of the encoding queue, also while it is being encoded; it stays as it is. */
  cancelEncode: row(workOnFile),
} as const

export type ComposedName = keyof typeof composedEdits
export type ComposedInput<Name extends ComposedName> = z.output<(typeof composedEdits)[Name]['input']>
export const COMPOSED_NAMES = Object.keys(composedEdits) as ComposedName[]

export const isComposed = (name: string): name is ComposedName => Object.hasOwn(composedEdits, name)
