/**
 * Every request to the service: one row per operation. The service's paths, methods and field names appear nowhere
 * else; the client, the local studio and the tests all read this table.
 */
import * as z from 'zod'
import { plainName, plainText } from '../util/plainName.ts'
import { MOST, PAGE, PLANNED_DURATION, SHORTEST_SEARCH } from './limits.ts'
import { ImportLink } from './links.ts'
import * as record from './records.ts'
import { renaming } from './renaming.ts'

/** S: documented by the specification; P: precedent; A: assumption. */
export type Source = 'S' | 'P' | 'A'
/** `show`: issued during a show, goes first; `edit`: the user waits for it; `refresh`: background. */
export type OperationClass = 'show' | 'edit' | 'refresh'
/** `auto`: the client may retry by itself; `ask`: safe to repeat, the user decides; `never`: read, compare, report. */
export type Repeat = 'auto' | 'ask' | 'never'
/** Can the audience see it? */
export type Air = 'yes' | 'ifAutoSync' | 'ifSoon' | 'no'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Operation {
  readonly method: Method
  /** Relative to the base URL; `{name}` is a path parameter. */
  readonly path: string
  readonly sources: { readonly path: Source; readonly request: Source; readonly response: Source }
  readonly class: OperationClass
  readonly repeat: Repeat
  readonly air: Air
  /** The status on success in our own studio; the client accepts any 2xx. */
  readonly status: number
  readonly query: z.ZodObject | null
  readonly body: z.ZodType | null
  readonly response: z.ZodType
  /** Optional fields that our own edits must carry: without them the service would choose what nobody typed. */
  readonly alwaysSent?: readonly string[]
  /** For a read: how long its response may be reused for identical reads, in ms. */
  readonly life?: number
  /** For a write: the reads whose responses it may change, of the same project if both name one. */
  readonly touches: readonly string[]
  /** For a `never` row: the list that shows whether a lost write was carried out, and by which fields. */
  readonly lookFor?: LookFor
}

/**
 * Where a lost write becomes visible. `added`: one new item of `reading` whose fields contain what was sent (item field
 * → sent field, or one entry if a list was sent). `gone`: the item with that id no longer exists. `replaced`: all items
 * are new and contain what was sent, in that order.
 */
export interface LookFor {
  readonly reading: string
  readonly as?: 'added' | 'gone' | 'replaced'
  /** New items come first, so the first page is enough. Other lists are read whole. */
  readonly newestFirst?: true
  /** Look not at the listed items but at what each contains under this name. */
  readonly items?: 'layers' | 'files'
  readonly same: Readonly<Record<string, string>>
  /** Fields that tell it from similar items (item field → sent field): if they were not sent, no reading can tell. */
  readonly tells?: Readonly<Record<string, string>>
}

const id = z.string().min(1).max(500)
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

/** A UTC day, or a time with its zone. */
const day = z.union([z.iso.date(), z.iso.datetime({ offset: true })])
const synced = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null)
const named = z.object({ fileId: id, name: z.string().max(100).optional() })
/** An item as it is written: further fields from the service are carried along, or ad breaks would be lost. */
const item = z.looseObject({ ...named.shape, adPoints: z.array(record.AdPoint).optional() })
/** Cleaned before its length is checked: control and bidi characters make a name look like something else. */
const name = (most: number) => z.string().overwrite(plainName).min(1).max(most)
const sceneName = name(60)
/** Positions outside of the frame are allowed, but within reason. */
const place = z.number().min(-100_000).max(100_000)
/** Percentages in the contract begin at 0: a layer of size 0 is invisible. */
const size = z.number().min(0).max(100_000)
const position = z.object({ x: place, y: place, width: size, height: size })

/** createProject's fields; all but `name` are optional. */
const projectFields = {
  name: name(60),
  title: z.string().overwrite(plainName).max(100).optional(),
  description: z.string().overwrite(plainText).max(5000).optional(),
  format: z.enum(record.FORMATS as [string, ...string[]]).optional(),
  audioQuality: z.union([z.string().max(100), z.number()]).optional(),
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

/** Preserves a row's literal types, so that the compiler knows path parameters and schemas. */
const row = <const Row extends Operation>(operation: Row): Row => operation
const assumed = { path: 'A', request: 'P', response: 'P' } as const

const project = '/projects/{projectId}'
const scene = `${project}/scenes/{sceneId}` as const
const layer = `${project}/layers/{layerId}` as const
const one = { status: 200, query: null, body: null, sources: assumed } as const
/** Defaults of a row. `LIFE_MS`: as long as five windows take to open, but too short to show outdated data. */
const LIFE_MS = 10_000
const read = {
  ...one,
  method: 'GET',
  class: 'refresh',
  repeat: 'auto',
  air: 'no',
  life: LIFE_MS,
  touches: [],
} as const
/** A paged read of a list; `more`: its query fields besides the paging. */
const list = <
  const Path extends string,
  const Name extends string,
  Item extends z.ZodType,
  More extends z.core.$ZodLooseShape = Record<never, never>,
>(
  path: Path,
  name: Name,
  item: Item,
  more?: More,
) => row({ ...read, path, query: z.object({ ...paging, ...(more as More) }), response: page(name, item) })
const write = { ...one, method: 'POST', class: 'edit', repeat: 'ask', air: 'no' } as const
const show = { ...one, method: 'POST', class: 'show', air: 'yes' } as const

/** The reads that show a project, its broadcast and its scenes. */
const ofProject = ['getProject', 'listProjects'] as const
const ofLive = [...ofProject, 'getLive', 'listBroadcasts', 'listSchedules'] as const
const ofScenes = ['listScenes', 'getLayer', 'getLive', 'getProject'] as const

export const operations = {
  listProjects: list('/projects', 'projects', record.Project, {
    status: z.enum(['live', 'scheduled', 'offline']).optional(),
  }),
  createProject: row({
    ...write,
    path: '/projects',
    sources: { path: 'S', request: 'P', response: 'P' },
    repeat: 'never',
    status: 201,
    body: renaming(z.object(projectFields), projectNames),
    // Left out, it would be one hour.
    alwaysSent: ['duration'],
    response: record.Project,
    touches: ['listProjects'],
    lookFor: { reading: 'listProjects', newestFirst: true, same: { name: 'name' } },
  }),
  getProject: row({ ...read, path: project, response: record.Project }),
  updateProject: row({
    ...write,
    method: 'PATCH',
    path: project,
    air: 'ifAutoSync',
    body: renaming(z.object(projectFields).partial(), projectNames),
    response: record.ProjectWritten,
    touches: ofProject,
  }),
  startLive: row({
    ...show,
    path: `${project}/live`,
    sources: { path: 'S', request: 'A', response: 'S' },
    repeat: 'never',
    status: 201,
    response: record.StartedLive,
    touches: ofLive,
  }),
  getLive: row({ ...read, path: `${project}/live`, response: record.Live }),
  stopLive: row({
    ...show,
    path: `${project}/live/stop`,
    repeat: 'never',
    response: record.StoppedLive,
    touches: ofLive,
  }),
  syncLive: row({
    ...show,
    path: `${project}/live/sync`,
    repeat: 'ask',
    response: record.SyncedLive,
    touches: ['getLive', 'getProject'],
  }),
  listBroadcasts: list(`${project}/broadcasts`, 'broadcasts', record.Broadcast),
  listSchedules: row({
    ...read,
    path: `${project}/schedules`,
    response: z.object({ schedules: z.array(record.Schedule), total: z.number().int().min(0) }),
  }),
  scheduleLive: row({
    ...write,
    path: `${project}/schedules`,
    air: 'ifSoon',
    repeat: 'never',
    status: 201,
    body: z.object({ dates: z.array(z.iso.datetime()).min(1).max(50) }),
    response: z.object({ scheduled: z.array(record.Schedule), count: z.number().int().min(0) }),
    touches: ofLive,
    lookFor: { reading: 'listSchedules', same: { scheduledDate: 'dates' } },
  }),
  cancelSchedules: row({
    ...write,
    method: 'DELETE',
    path: `${project}/schedules`,
    air: 'ifSoon',
    sources: { path: 'P', request: 'P', response: 'P' },
    response: z.object({
      cancelled: z.number().int().min(0),
      failed: z.number().int().min(0),
      message: z.string().nullish(),
    }),
    touches: ofLive,
  }),
  cancelSchedule: row({
    ...write,
    method: 'DELETE',
    path: `${project}/schedules/{liveId}`,
    air: 'ifSoon',
    response: z.object({ cancelled: z.number().int().min(0), liveId: id }),
    touches: ofLive,
  }),
  listScenes: list(`${project}/scenes`, 'scenes', record.Scene),
  createScene: row({
    ...write,
    path: `${project}/scenes`,
    sources: { path: 'S', request: 'P', response: 'P' },
    repeat: 'never',
    air: 'ifAutoSync',
    status: 201,
    body: z.object({ name: sceneName, setActive: z.boolean().optional() }),
    response: record.SceneWritten,
    touches: ofScenes,
    lookFor: { reading: 'listScenes', same: { name: 'name' } },
  }),
  updateScene: row({
    ...write,
    method: 'PATCH',
    path: scene,
    body: z.object({ name: sceneName }),
    response: record.Scene,
    touches: ofScenes,
  }),
  deleteScene: row({
    ...write,
    method: 'DELETE',
    path: scene,
    repeat: 'never',
    air: 'ifAutoSync',
    response: z.object({
      deletedSceneId: id,
      affectedLayers: z.array(z.object({ layerId: id, sceneId: id, sceneName: z.string() })),
      synced,
    }),
    touches: ofScenes,
    lookFor: { reading: 'listScenes', as: 'gone', same: { id: 'sceneId' } },
  }),
  activateScene: row({
    ...show,
    path: `${scene}/activate`,
    repeat: 'ask',
    air: 'ifAutoSync',
    response: z.object({ activeSceneId: id, synced }),
    touches: ofScenes,
  }),
  createSceneWithPlaylist: row({
    ...write,
    path: `${project}/scenes/workflow`,
    repeat: 'never',
    air: 'ifAutoSync',
    status: 201,
    body: z.object({
      sceneName,
      files: z.array(named).max(MOST.filesInPlaylist),
      layerName: name(19).optional(),
      loop: z.boolean().optional(),
      volume: z.number().min(0).max(10).optional(),
      previousSceneId: id.optional(),
    }),
    response: z.object({
      scene: record.Scene,
      layer: record.Layer,
      autoSwitch: z.unknown().nullable(),
      replacedAutoSwitchSceneId: id.nullish(),
      warning: z.string().nullish(),
      synced,
    }),
    touches: ofScenes,
    lookFor: { reading: 'listScenes', same: { name: 'sceneName' } },
  }),
  addLayer: row({
    ...write,
    path: `${scene}/layers`,
    repeat: 'never',
    air: 'ifAutoSync',
    status: 201,
    body: z.object({
      type: z.enum(record.MAKEABLE_LAYER_TYPES),
      name: name(19).optional(),
      hide: z.boolean().optional(),
      position: position.optional(),
      settings: z.object({
        files: z.array(named).max(MOST.filesInPlaylist).optional(),
        fileId: id.optional(),
        loop: z.boolean().optional(),
        volume: z.number().min(0).max(10).optional(),
      }),
    }),
    response: record.LayerWritten,
    touches: ofScenes,
    lookFor: { reading: 'listScenes', items: 'layers', same: { type: 'type' }, tells: { name: 'name' } },
  }),
  /** Paged only if the service returns the items of a layer in pages (`layerItems`). */
  getLayer: row({ ...read, path: layer, query: z.object(paging), response: record.Layer }),
  updateLayer: row({
    ...write,
    method: 'PATCH',
    path: layer,
    air: 'ifAutoSync',
    body: z.object({
      name: name(19).optional(),
      hide: z.boolean().optional(),
      position: position.optional(),
      settings: z.object(settings).optional(),
    }),
    response: record.LayerWritten,
    touches: ofScenes,
  }),
  setPlaylist: row({
    ...write,
    method: 'PUT',
    path: `${layer}/files`,
    repeat: 'never',
    air: 'ifAutoSync',
    body: z.looseObject({
      files: z.array(item).max(MOST.filesInPlaylist),
      loop: z.boolean().optional(),
      volume: z.number().min(0).max(10).optional(),
      nextScene: id.nullable().optional(),
    }),
    response: record.LayerWritten.extend({
      previousItemCount: z.number().int().nullish(),
      removedItemCount: z.number().int().nullish(),
    }),
    touches: ofScenes,
    lookFor: { reading: 'getLayer', items: 'files', as: 'replaced', same: { fileId: 'files' } },
  }),
  setPlayback: row({
    ...show,
    path: `${layer}/playback`,
    repeat: 'ask',
    body: z.object({ action: z.enum(['start', 'stop']) }),
    response: z.object({ synced }),
    touches: ['getLayer', 'getLive'],
  }),
  listFiles: list('/files', 'files', record.File, {
    type: z.string().max(100).optional(),
    folderId: id.optional(),
    search: z
      .string()
      .min(SHORTEST_SEARCH)
      .max(100)
      .regex(/^\P{Cc}*$/u)
      .optional(),
  }),
  getFile: row({ ...read, path: '/files/{fileId}', response: record.File }),
  importFile: row({
    ...write,
    path: '/files/import',
    sources: { path: 'S', request: 'P', response: 'S' },
    repeat: 'never',
    status: 202,
    body: z.object({ url: ImportLink, type: z.enum(['video', 'audio', 'image']), folderId: id.optional() }),
    response: record.Import,
    touches: ['listFiles', 'listFolders'],
    lookFor: {
      ...{ reading: 'listFiles', newestFirst: true, same: { type: 'type', folderId: 'folderId' } },
      // Another client may import something else in the same half-minute.
      tells: { name: 'url' },
    },
  }),
  getImport: row({ ...read, path: '/files/{fileId}/import', response: record.Import }),
  encodeFiles: row({
    ...write,
    path: '/files/encode',
    repeat: 'never',
    status: 202,
    body: z.object({ fileIds: z.array(id).min(1).max(100) }),
    response: z.object({
      queued: z.array(z.object({ fileId: id, status: z.string() })),
      skipped: z.array(z.object({ fileId: id, reason: z.string() })),
    }),
    touches: ['listEncodes', 'listFiles', 'getFile'],
    lookFor: { reading: 'listEncodes', same: { fileId: 'fileIds' } },
  }),
  listEncodes: list('/files/encode', 'encodes', record.Encode),
  renameFiles: row({
    ...write,
    method: 'PATCH',
    path: '/files',
    body: z.object({
      renames: z
        // Name lengths are checked one by one: a bad one is reported in `failed`, and the others are renamed.
        .array(z.object({ id, name: z.string().overwrite(plainName) }))
        .min(1)
        .max(1_000),
    }),
    response: z.object({
      renamed: z.array(z.unknown()),
      failed: z.array(z.object({ id, code: z.string(), message: z.string() })),
    }),
    touches: ['listFiles', 'getFile'],
  }),
  listFolders: list('/folders', 'folders', record.Folder, { type: z.string().max(100).optional() }),
  listDestinations: list('/destinations', 'destinations', record.Destination),
  verifyDestinations: row({
    ...write,
    path: '/destinations/verify',
    body: z.object({ destinationIds: z.array(id).min(1).max(50) }),
    response: z.object({ results: z.array(record.VerifiedDestination) }),
    touches: [],
  }),
  getStatistics: row({
    ...read,
    path: '/broadcasts/{liveId}/statistics',
    query: z.object({
      accountId: id.optional(),
      startDate: day.optional(),
      endDate: day.optional(),
      sections: z.string().max(500).optional(),
    }),
    response: record.Statistics,
  }),
  getPlayedFiles: list('/broadcasts/{liveId}/played-files', 'rows', record.PlayedFile),
  getAccount: row({
    ...read,
    path: '/account',
    sources: { path: 'A', request: 'A', response: 'A' },
    response: record.Account,
  }),
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationName = keyof Operations

export type ParametersIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never

/** The path parameters of an operation, e.g. `{ projectId: string }`. */
export type PathParameters<Name extends OperationName> = Record<ParametersIn<Operations[Name]['path']>, string>
/** The body a caller passes (internal names), or undefined. */
export type Body<Name extends OperationName> = Operations[Name]['body'] extends z.ZodType
  ? z.output<Operations[Name]['body']>
  : undefined
export type Query<Name extends OperationName> = Operations[Name]['query'] extends z.ZodType
  ? z.output<Operations[Name]['query']>
  : undefined
/** The response a caller receives (internal names). */
export type Answer<Name extends OperationName> = z.output<Operations[Name]['response']>
/** That response in wire format: what a server sends. */
export type WireAnswer<Name extends OperationName> = z.input<Operations[Name]['response']>

/** The reads a write may outdate. The compiler refuses a row that names an unknown operation. */
export const touchedBy = (name: OperationName): readonly OperationName[] => operations[name].touches

/** What `query` accepts: every GET. */
export type QueryName = {
  [Name in OperationName]: Operations[Name]['class'] extends 'refresh' ? Name : never
}[OperationName]
/** What `edit` accepts: every write that is no show command. */
export type EditName = {
  [Name in OperationName]: Operations[Name]['class'] extends 'edit' ? Name : never
}[OperationName]
