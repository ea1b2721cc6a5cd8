import * as z from 'zod'
import type { Layer, Scene } from '../../../shared/contract/records.ts'
import { ServiceError } from '../../../shared/failures.ts'
import type { Clock } from '../../../shared/util/clock.ts'
import { type Caller, passOver } from '../../service/calls.ts'
import { readAll } from '../../service/paging.ts'
import { sleep } from '../../util/time.ts'

/** What viewers can see of a layer. */
const LayerContent = z.object({
  name: z.string(),
  /** By the contract's names: where it stands, how loud it is, what follows it. */
  fields: z.record(z.string(), z.unknown()),
  /** Of a playlist, in its order; null: it is none, or could not be read whole. */
  items: z.array(z.object({ fileId: z.string(), name: z.string() })).nullable(),
})
export type LayerContent = z.output<typeof LayerContent>

/** All of a project that viewers can see. Names of scenes and projects are for the crew. */
export const Content = z.object({
  settings: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
  scenes: z.array(
    z.object({ id: z.string(), name: z.string(), isActive: z.boolean(), layerIds: z.array(z.string()) }),
  ),
  /** By layer id: those that were read. */
  layers: z.record(z.string(), LayerContent),
})
export type Content = z.output<typeof Content>

/** What viewers saw when they were last known to see everything. Wall ms. */
export const Snapshot = z.object({ liveId: z.string(), at: z.number(), content: Content })
export type Snapshot = z.output<typeof Snapshot>

/** How many layers are read at most: the active scene's first. All of a large project would take the budget of minutes. */
const MOST_LAYERS = 40
/** So many are read one after the other; the others so far apart, in ms, that what follows the show keeps its budget. */
const AT_ONCE = 8
const APART_MS = 2_000

/**
 * Reads what a project holds now: its scenes whole, and as many layers as `MOST_LAYERS`.
 *
 * @param only these layers, where they are known: a person waits for them. Null: as many as may be, unhurried
 * @param goesOn false ends it: what was read is returned
 * @throws ServiceError where settings or scenes cannot be read
 */
export async function readContent(
  { service, clock }: { service: Caller; clock: Clock },
  projectId: string,
  only: readonly string[] | null,
  goesOn: () => boolean = () => true,
): Promise<Content> {
  const params = { projectId }
  const lane = only ? 'edit' : 'refresh'
  const { title, description } = await service.call('getProject', { params }, { lane })
  const { items, excess } = await readAll(service, 'listScenes', params, contentOf, { lane })
  if (excess) throw new ServiceError(excess)
  const ordered = items.toSorted((one, other) => Number(other.isActive) - Number(one.isActive))
  const there = ordered.flatMap(({ layerIds }) => layerIds)
  const wanted = only ? there.filter((id) => only.includes(id)) : there
  const layers: Content['layers'] = {}
  for (const [nth, layerId] of wanted.slice(0, MOST_LAYERS).entries()) {
    if (!only && nth >= AT_ONCE) await sleep(clock, APART_MS)
    if (!goesOn()) break
    const layer = await service.call('getLayer', { params: { projectId, layerId } }, { lane }).catch(passOver)
    // Where one is not told, none is: a service may not have this read.
    if (!layer) break
    layers[layerId] = layerContent(layer)
  }
  return { settings: { title: title || null, description: description || null }, scenes: items, layers }
}

const contentOf = ({ id, name, isActive, layers }: Scene): Content['scenes'][number] => ({
  ...{ id, name, isActive },
  layerIds: layers?.map((layer) => layer.id) ?? [],
})

function layerContent({ name, hide, position, settings }: z.output<typeof Layer>): LayerContent {
  const { files, itemTotal, fileId, loop, shuffle, volume, nextScene } = settings
  const whole = files && files.length === (itemTotal ?? files.length) ? files : null
  const fields = { hide, position, fileId, loop, shuffle, volume, nextScene }
  return {
    name,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    items: whole?.map((one) => ({ fileId: one.fileId, name: one.name ?? one.fileId })) ?? null,
  }
}
