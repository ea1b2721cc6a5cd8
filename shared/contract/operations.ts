/**
 * Everything that can be said to the service: one row an operation. No path, method or field name of the service
 * stands anywhere else; the client, the local studio and the tests all read this table.
 */
import * as z from 'zod'
import { MOST, PAGE, PLANNED_DURATION } from './limits.ts'
import * as record from './records.ts'
import { renaming } from './renaming.ts'

/** S: documented by the specification; P: precedent; A: assumption. */
export type Source = 'S' | 'P' | 'A'
/** `show`: pressed during a show, goes first; `edit`: a person waits; `refresh`: background. */
export type OperationClass = 'show' | 'edit' | 'refresh'
/** `auto`: the client may retry by itself; `ask`: harmless again, a person decides; `never`: read, compare, report. */
export type Repeat = 'auto' | 'ask' | 'never'
/** Can the audience see it? */
export type Air = 'yes' | 'ifAutoSync' | 'no'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Operation {
  readonly method: Method
  /** Relative to the base URL; `{name}` is a path parameter. */
  readonly path: string
  readonly sources: { readonly path: Source; readonly request: Source; readonly response: Source }
  readonly class: OperationClass
  readonly repeat: Repeat
  readonly air: Air
  /** The status of success in our own studio; the client takes any 2xx. */
  readonly status: number
  readonly query: z.ZodType | null
  readonly body: z.ZodType | null
  readonly response: z.ZodType
}

const id = z.string().min(1)
const paging = {
  limit: z.coerce.number().int().min(1).max(PAGE.most).optional(),
  offset: z.coerce.number().int().min(0).optional(),
}
const page = <const Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({
    [name]: z.array(item),
    total: z.number().int().min(0),
    offset: z.number().int().min(0).optional(),
  } as Record<Name, z.ZodArray<Item>> & { total: z.ZodNumber; offset: z.ZodOptional<z.ZodNumber> })

const synced = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null)
const named = z.object({ fileId: id, name: z.string().optional() })
const sceneName = z.string().min(1).max(60)

/** createProject's fields; all but `name` may be left out. */
const projectFields = {
  name: z.string().min(1).max(60),
  title: z.string().max(100).optional(),
  description: z.string().max(5000).optional(),
  format: z.enum(record.FORMATS as [string, ...string[]]).optional(),
  audioQuality: z.union([z.string(), z.number()]).optional(),
  duration: z
    .discriminatedUnion('manual', [
      z.object({ manual: z.literal(true) }),
      z.object({
        manual: z.literal(false),
        planned: z.number().int().min(PLANNED_DURATION.least).max(PLANNED_DURATION.most),
      }),
    ])
    .optional(),
  destinationIds: z.array(id).max(MOST.destinations).optional(),
  autoSynch: z.boolean().optional(),
}
const projectNames = { autoSynch: 'autoSync' } as const

const settings = {
  loop: z.boolean().optional(),
  shuffle: z.boolean().optional(),
  volume: z.number().min(0).max(10).optional(),
  nextScene: id.nullable().optional(),
  fileId: id.optional(),
}

/** Keeps the literal types of a row, so that path parameters and schemas are known to the compiler. */
const row = <const Row extends Operation>(operation: Row): Row => operation
const assumed = { path: 'A', request: 'P', response: 'P' } as const

const project = '/projects/{projectId}'
const scene = `${project}/scenes/{sceneId}` as const
const layer = `${project}/layers/{layerId}` as const
const read = { class: 'refresh', repeat: 'auto', air: 'no', status: 200, body: null } as const

export const operations = {
  listProjects: row({
    ...read,
    method: 'GET',
    path: '/projects',
    sources: assumed,
    query: z.object({ ...paging, status: z.enum(['live', 'scheduled', 'offline']).optional() }),
    response: page('projects', record.Project),
  }),
  createProject: row({
    method: 'POST',
    path: '/projects',
    sources: { path: 'S', request: 'P', response: 'P' },
    class: 'edit',
    repeat: 'never',
    air: 'no',
    status: 201,
    query: null,
    body: renaming(z.object(projectFields), projectNames),
    response: record.Project,
  }),
  getProject: row({
    ...read,
    method: 'GET',
    path: project,
    sources: assumed,
    query: null,
    response: record.Project,
  }),
  updateProject: row({
    method: 'PATCH',
    path: project,
    sources: assumed,
    class: 'edit',
    repeat: 'ask',
    air: 'ifAutoSync',
    status: 200,
    query: null,
    body: renaming(z.object(projectFields).partial(), projectNames),
    response: record.Project,
  }),
  startLive: row({
    method: 'POST',
    path: `${project}/live`,
    sources: { path: 'S', request: 'A', response: 'S' },
    class: 'show',
    repeat: 'never',
    air: 'yes',
    status: 201,
    query: null,
    body: null,
    response: record.StartedLive,
  }),
  getLive: row({
    ...read,
    method: 'GET',
    path: `${project}/live`,
    sources: assumed,
    query: null,
    response: record.Live,
  }),
  stopLive: row({
    method: 'POST',
    path: `${project}/live/stop`,
    sources: assumed,
    class: 'show',
    repeat: 'never',
    air: 'yes',
    status: 200,
    query: null,
    body: null,
    response: record.StoppedLive,
  }),
  syncLive: row({
    method: 'POST',
    path: `${project}/live/sync`,
    sources: assumed,
    class: 'show',
    repeat: 'ask',
    air: 'yes',
    status: 200,
    query: null,
    body: null,
    response: record.SyncedLive,
  }),
  listBroadcasts: row({
    ...read,
    method: 'GET',
    path: `${project}/broadcasts`,
    sources: assumed,
    query: z.object(paging),
    response: page('broadcasts', record.Broadcast),
  }),
  listSchedules: row({
    ...read,
    method: 'GET',
    path: `${project}/schedules`,
    sources: assumed,
    query: null,
    response: z.object({ schedules: z.array(record.Schedule), total: z.number().int().min(0) }),
  }),
  scheduleLive: row({
    method: 'POST',
    path: `${project}/schedules`,
    sources: assumed,
    class: 'edit',
    repeat: 'never',
    air: 'no',
    status: 201,
    query: null,
    body: z.object({ dates: z.array(z.iso.datetime()).min(1).max(50) }),
    response: z.object({ scheduled: z.array(record.Schedule), count: z.number().int().min(0) }),
  }),
  cancelSchedules: row({
    method: 'DELETE',
    path: `${project}/schedules`,
    sources: { path: 'P', request: 'P', response: 'P' },
    class: 'edit',
    repeat: 'ask',
    air: 'no',
    status: 200,
    query: null,
    body: null,
    response: z.object({
      cancelled: z.number().int().min(0),
      failed: z.number().int().min(0),
      message: z.string().nullish(),
    }),
  }),
  cancelSchedule: row({
    method: 'DELETE',
    path: `${project}/schedules/{liveId}`,
    sources: assumed,
    class: 'edit',
    repeat: 'ask',
    air: 'no',
    status: 200,
    query: null,
    body: null,
    response: z.object({ cancelled: z.number().int().min(0), liveId: id }),
  }),
  listScenes: row({
    ...read,
    method: 'GET',
    path: `${project}/scenes`,
    sources: assumed,
    query: z.object(paging),
    response: page('scenes', record.Scene),
  }),
  createScene: row({
    method: 'POST',
    path: `${project}/scenes`,
    sources: { path: 'S', request: 'P', response: 'P' },
    class: 'edit',
    repeat: 'never',
    air: 'ifAutoSync',
    status: 201,
    query: null,
    body: z.object({ name: sceneName, setActive: z.boolean().optional() }),
    response: record.SceneWritten,
  }),
  updateScene: row({
    method: 'PATCH',
    path: scene,
    sources: assumed,
    class: 'edit',
    repeat: 'ask',
    air: 'no',
    status: 200,
    query: null,
    body: z.object({ name: sceneName }),
    response: record.Scene,
  }),
  deleteScene: row({
    method: 'DELETE',
    path: scene,
    sources: assumed,
    class: 'edit',
    repeat: 'never',
    air: 'ifAutoSync',
    status: 200,
    query: null,
    body: null,
    response: z.object({
      deletedSceneId: id,
      affectedLayers: z.array(z.object({ layerId: id, sceneId: id, sceneName: z.string() })),
      synced,
    }),
  }),
  activateScene: row({
    method: 'POST',
    path: `${scene}/activate`,
    sources: assumed,
    class: 'show',
    repeat: 'ask',
    air: 'ifAutoSync',
    status: 200,
    query: null,
    body: null,
    response: z.object({ activeSceneId: id, synced }),
  }),
  createSceneWithPlaylist: row({
    method: 'POST',
    path: `${project}/scenes/workflow`,
    sources: assumed,
    class: 'edit',
    repeat: 'never',
    air: 'ifAutoSync',
    status: 201,
    query: null,
    body: z.object({
      sceneName,
      files: z.array(named).max(MOST.filesInPlaylist),
      layerName: z.string().min(1).max(19).optional(),
      loop: z.boolean().optional(),
      volume: z.number().min(0).max(10).optional(),
      previousSceneId: id.optional(),
    }),
    response: z.object({ scene: record.Scene, layer: record.Layer, autoSwitch: z.unknown().nullable(), synced }),
  }),
  addLayer: row({
    method: 'POST',
    path: `${scene}/layers`,
    sources: assumed,
    class: 'edit',
    repeat: 'never',
    air: 'ifAutoSync',
    status: 201,
    query: null,
    body: z.object({
      type: z.enum(record.MAKEABLE_LAYER_TYPES),
      name: z.string().min(1).max(19).optional(),
      settings: z.object({
        files: z.array(named).max(MOST.filesInPlaylist).optional(),
        fileId: id.optional(),
        loop: z.boolean().optional(),
        volume: z.number().min(0).max(10).optional(),
      }),
    }),
    response: record.LayerWritten,
  }),
  getLayer: row({ ...read, method: 'GET', path: layer, sources: assumed, query: null, response: record.Layer }),
  updateLayer: row({
    method: 'PATCH',
    path: layer,
    sources: assumed,
    class: 'edit',
    repeat: 'ask',
    air: 'ifAutoSync',
    status: 200,
    query: null,
    body: z.object({
      name: z.string().min(1).max(19).optional(),
      hide: z.boolean().optional(),
      position: record.Position.optional(),
      settings: z.object(settings).optional(),
    }),
    response: record.LayerWritten,
  }),
  setPlaylist: row({
    method: 'PUT',
    path: `${layer}/files`,
    sources: assumed,
    class: 'edit',
    repeat: 'never',
    air: 'ifAutoSync',
    status: 200,
    query: null,
    body: z.object({
      files: z.array(named).max(MOST.filesInPlaylist),
      loop: z.boolean().optional(),
      nextScene: id.nullable().optional(),
    }),
    response: record.LayerWritten,
  }),
  setPlayback: row({
    method: 'POST',
    path: `${layer}/playback`,
    sources: assumed,
    class: 'show',
    repeat: 'ask',
    air: 'yes',
    status: 200,
    query: null,
    body: z.object({ action: z.enum(['start', 'stop']) }),
    response: z.object({ synced }),
  }),
  listFiles: row({
    ...read,
    method: 'GET',
    path: '/files',
    sources: assumed,
    query: z.object({
      ...paging,
      type: z.string().optional(),
      folderId: id.optional(),
      search: z.string().min(3).max(100).optional(),
    }),
    response: page('files', record.File),
  }),
  getFile: row({
    ...read,
    method: 'GET',
    path: '/files/{fileId}',
    sources: assumed,
    query: null,
    response: record.File,
  }),
  importFile: row({
    method: 'POST',
    path: '/files/import',
    sources: { path: 'S', request: 'P', response: 'S' },
    class: 'edit',
    repeat: 'never',
    air: 'no',
    status: 202,
    query: null,
    body: z.object({ url: z.url(), type: z.enum(['video', 'audio', 'image']), folderId: id.optional() }),
    response: record.Import,
  }),
  getImport: row({
    ...read,
    method: 'GET',
    path: '/files/{fileId}/import',
    sources: assumed,
    query: null,
    response: record.Import,
  }),
  encodeFiles: row({
    method: 'POST',
    path: '/files/encode',
    sources: assumed,
    class: 'edit',
    repeat: 'ask',
    air: 'no',
    status: 202,
    query: null,
    body: z.object({ fileIds: z.array(id).min(1).max(100) }),
    response: z.object({
      queued: z.array(z.object({ fileId: id, status: z.string() })),
      skipped: z.array(z.object({ fileId: id, reason: z.string() })),
    }),
  }),
  listEncodes: row({
    ...read,
    method: 'GET',
    path: '/files/encode',
    sources: assumed,
    query: z.object(paging),
    response: page('encodes', record.Encode),
  }),
  renameFiles: row({
    method: 'PATCH',
    path: '/files',
    sources: assumed,
    class: 'edit',
    repeat: 'ask',
    air: 'no',
    status: 200,
    query: null,
    body: z.object({ renames: z.array(z.object({ id, name: z.string().min(1) })).min(1) }),
    response: z.object({
      renamed: z.array(z.unknown()),
      failed: z.array(z.object({ id, code: z.string(), message: z.string() })),
    }),
  }),
  listFolders: row({
    ...read,
    method: 'GET',
    path: '/folders',
    sources: assumed,
    query: z.object({ ...paging, type: z.string().optional() }),
    response: page('folders', record.Folder),
  }),
  listDestinations: row({
    ...read,
    method: 'GET',
    path: '/destinations',
    sources: assumed,
    query: z.object(paging),
    response: page('destinations', record.Destination),
  }),
  verifyDestinations: row({
    method: 'POST',
    path: '/destinations/verify',
    sources: assumed,
    class: 'edit',
    repeat: 'ask',
    air: 'no',
    status: 200,
    query: null,
    body: z.object({ destinationIds: z.array(id).min(1).max(50) }),
    response: z.object({ results: z.array(record.VerifiedDestination) }),
  }),
  getStatistics: row({
    ...read,
    method: 'GET',
    path: '/broadcasts/{liveId}/statistics',
    sources: assumed,
    query: null,
    response: record.Statistics,
  }),
  getPlayedFiles: row({
    ...read,
    method: 'GET',
    path: '/broadcasts/{liveId}/played-files',
    sources: assumed,
    query: z.object(paging),
    response: page('rows', record.PlayedFile),
  }),
  getAccount: row({
    ...read,
    method: 'GET',
    path: '/account',
    sources: { path: 'A', request: 'A', response: 'A' },
    query: null,
    response: record.Account,
  }),
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationName = keyof Operations

type ParametersIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never

/** The path parameters of an operation, e.g. `{ projectId: string }`. */
export type PathParameters<Name extends OperationName> = Record<ParametersIn<Operations[Name]['path']>, string>
/** What a caller hands in as body (internal names), or undefined. */
export type Body<Name extends OperationName> = Operations[Name]['body'] extends z.ZodType
  ? z.output<Operations[Name]['body']>
  : undefined
export type Query<Name extends OperationName> = Operations[Name]['query'] extends z.ZodType
  ? z.output<Operations[Name]['query']>
  : undefined
/** What a caller gets (internal names). */
export type Answer<Name extends OperationName> = z.output<Operations[Name]['response']>
/** The same answer as it stands on the wire: what a server sends. */
export type WireAnswer<Name extends OperationName> = z.input<Operations[Name]['response']>
