import * as z from 'zod'
import type { Layer, PlaylistItem, Project, Scene } from '../../../shared/contract/records.ts'
import { ServiceError } from '../../../shared/failures.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { type Caller, passOver } from '../../service/calls.ts'
import { readAll } from '../../service/paging.ts'
import { sleep } from '../../util/time.ts'

const ItemContent = z.object({
  fileId: z.string(),
  name: z.string(),
  /** The ad breaks in the contract's terms, on one line; null: an earlier version did not store them. */
  adBreaks: z.string().nullable().default(null),
})

/** What viewers can see of a layer. */
const LayerContent = z.object({
  name: z.string(),
  /** By the contract's names: position, volume, what follows. */
  fields: z.record(z.string(), z.unknown()),
  /** The items of a playlist, in order; null: not a playlist, or not read whole. */
  items: z.array(ItemContent).nullable(),
})
export type LayerContent = z.output<typeof LayerContent>

const SceneOutline = z.object({
  id: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  layerIds: z.array(z.string()),
})

/** Everything of a project that viewers can see. Names of scenes and projects are for the crew. */
export const Content = z.object({
  settings: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
  scenes: z.array(SceneOutline),
  /** The layers that were read, by id. */
  layers: z.record(z.string(), LayerContent),
})
export type Content = z.output<typeof Content>
/** What regular readings of a project and its scenes contain. */
export type Outline = Omit<Content, 'layers'>

/** What viewers saw when they were last known to see everything. Wall ms. */
export const Snapshot = z.object({ liveId: z.string(), at: z.number(), content: Content })
export type Snapshot = z.output<typeof Snapshot>

/** At most this many layers are read, the active scene's first. All of a large project would use minutes of budget. */
const MOST_LAYERS = 40
/** This many are read one after the other; the others at this interval, in ms, so that the show keeps its budget. */
const AT_ONCE = 8
const APART_MS = 2_000

export const settingsOutline = ({ title, description }: Pick<Project, 'title' | 'description'>) => ({
  title: title || null,
  description: description || null,
})

export const sceneOutline = ({ id, name, isActive, layers }: Scene): Outline['scenes'][number] => ({
  ...{ id, name, isActive },
  layerIds: layers?.map((layer) => layer.id) ?? [],
})

interface Reading {
  service: Caller
  clock: Clock
}

/** Reads a project's current content, as far as it can be compared; the user waits. Rejects with a `ServiceError`. */
export async function readContent(reading: Reading, projectId: string, only: readonly string[]): Promise<Content> {
  const { service } = reading
  const params = { projectId }
  const project = await service.call('getProject', { params }, { lane: 'read' })
  const { items, excess } = await readAll(service, 'listScenes', params, sceneOutline, { lane: 'read' })
  if (excess) throw new ServiceError(excess)
  const outline = { settings: settingsOutline(project), scenes: items }
  const layerIds = items.flatMap((scene) => scene.layerIds).filter((id) => only.includes(id))
  return { ...outline, layers: await readLayers(reading, projectId, layerIds, 'read') }
}

/** Reads at most `MOST_LAYERS` layers of an outline in the background, the active scene's first, while `goesOn`. */
export function readOutlined(reading: Reading, projectId: string, { scenes }: Outline, isStillWanted: () => boolean) {
  const ordered = scenes.toSorted((one, other) => Number(other.isActive) - Number(one.isActive))
  const layerIds = ordered.flatMap((scene) => scene.layerIds)
  return readLayers(reading, projectId, layerIds.slice(0, MOST_LAYERS), 'later', isStillWanted)
}

async function readLayers(
  { service, clock }: Reading,
  projectId: string,
  layerIds: readonly string[],
  lane: 'read' | 'later',
  isStillWanted = () => true,
): Promise<Content['layers']> {
  const layers: Content['layers'] = {}
  for (const [nth, layerId] of layerIds.entries()) {
    if (lane === 'later' && nth >= AT_ONCE) await sleep(clock, APART_MS)
    if (!isStillWanted()) break
    const layer = await service.call('getLayer', { params: { projectId, layerId } }, { lane }).catch(passOver)
    // If one layer is not returned, none is: the service may not support this read.
    if (!layer) break
    layers[layerId] = layerContent(layer)
  }
  return layers
}

function layerContent({ name, hide, position, settings }: z.output<typeof Layer>): LayerContent {
  const { files, itemTotal, fileId, loop, shuffle, volume, nextScene } = settings
  const whole = files && files.length === (itemTotal ?? files.length) ? files : null
  const fields = { hide, position, fileId, loop, shuffle, volume, nextScene }
  return {
    name,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    items: whole?.map(itemContent) ?? null,
  }
}

const itemContent = ({
  fileId,
  name,
  adPoints = [],
}: z.output<typeof PlaylistItem>): z.output<typeof ItemContent> => ({
  ...{ fileId, name: name ?? fileId },
  adBreaks: JSON.stringify(adPoints.map(({ timestamp, duration }) => [timestamp, duration])),
})
