import type { Answer } from '../../../shared/contract/operations.ts'
import { MAKEABLE_LAYER_TYPES } from '../../../shared/contract/records.ts'
import { PASSING, ServiceError } from '../../../shared/failures.ts'
import type { QueryInput, Reading } from '../../../shared/query/query.ts'
import type { ViewAnswers } from '../../../shared/query/views.ts'
import { VIEW_WORDS } from '../../../shared/words/commands/views.ts'
import { describeFailure } from '../../../shared/words/outcomes/failures.ts'
import type { Caller } from '../../service/calls.ts'
import { type ItemOf, readAll } from '../../service/paging.ts'
import { type Kept, recordKey } from '../commands/composed/kept.ts'
import type { ViewDependencies } from './parts.ts'
import { readPlaylist } from './wholePlaylist.ts'

type Layer = Answer<'getLayer'>
type Scene = ItemOf<'listScenes'>

/** Most requests for one result: a quarter of an account's budget per minute. The largest project has 800 layers. */
const MOST_REQUESTS = 40
/** How many layers are read at once. */
const AT_ONCE = 4

/** What could not be read for a temporary reason is read again after this long, in ms. */
const AGAIN_MS = 10_000

/** Playlists before the layers that lie over them. */
const rank = ({ type }: { type: string }) => {
  const place = (MAKEABLE_LAYER_TYPES as readonly string[]).indexOf(type)
  return place < 0 ? MAKEABLE_LAYER_TYPES.length : place
}

/** The result has used up its requests. */
class Enough extends Error {}

export interface ContentDependencies extends ViewDependencies {
  kept: Pick<Kept, 'undo'>
  serviceId: string
}

export function createProjectContent({ clock, service, queries, kept, serviceId }: ContentDependencies) {
  /**
   * All scenes of a project, and the whole content of one: the requested scene, else the active one, its playlists
   * first. The layers of the other scenes are only named, and `getLayer` reads them on demand.
   */
  return async function projectContent(
    { projectId, sceneId }: QueryInput<'projectContent'>,
    again: boolean,
  ): Promise<Reading<ViewAnswers['projectContent']>> {
    const lane = queries.laneOf(again)
    let requests = 0
    const counted: Caller = {
      call(name, input, options) {
        requests += 1
        return service.call(name, input, { ...options, lane })
      },
    }
    const ofList = { name: 'listScenes', key: `all ${projectId}`, projectId } as const
    const { value, readAt } = await queries.through(ofList, again, async () => {
      const readAt = clock.now()
      return { value: await readAll(counted, 'listScenes', { projectId }, (scene) => scene), readAt }
    })
    const { items, whole, excess } = value
    const shown = items.find(({ id }) => id === sceneId) ?? items.find(({ isActive }) => isActive) ?? null
    const contents = new Map<string, Layer>()
    let isOut = false
    let problem: string | null = whole && excess === null ? null : VIEW_WORDS.listNotWhole

    const limited: Caller = {
      async call(...asked) {
        if (requests >= MOST_REQUESTS) throw new Enough()
        return counted.call(...asked)
      },
    }
    async function readLayer(layerId: string): Promise<void> {
      const ofLayer = { name: 'getLayer', key: `whole ${layerId}`, projectId } as const
      const { value } = await queries.through(ofLayer, again, async () => {
        const readAt = clock.now()
        return { value: await readPlaylist(limited, { projectId, layerId }), readAt }
      })
      const { layer, files, whole } = value
      if (layer.settings.files === null) contents.set(layerId, layer)
      else if (whole) contents.set(layerId, { ...layer, settings: { ...layer.settings, files } })
    }

    const waiting = (shown?.layers ?? []).toSorted((one, other) => rank(one) - rank(other)).map(({ id }) => id)
    async function readOn(): Promise<void> {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
        await readLayer(id).catch((error) => {
          // A layer that cannot be read is reported as unread; the others are still shown.
          if (error instanceof ServiceError) {
            problem = describeFailure(error.failure).what
            isOut ||= PASSING.includes(error.failure.kind)
          } else if (!(error instanceof Enough)) throw error
        })
    }
    await Promise.all(Array.from({ length: AT_ONCE }, readOn))
    // No view would request it again, because the rest counts as a success.
    if (isOut) clock.after(AGAIN_MS, () => queries.touch(['projectContent'], projectId))

    const canUndo = (layerId: string) => kept.undo.has(recordKey({ serviceId: () => serviceId }, projectId, layerId))
    const scenes = items.map(({ layers, ...scene }: Scene) => ({
      ...scene,
      layers: (layers ?? []).map((layer) => {
        const content = contents.get(layer.id) ?? null
        return { ...layer, content, canUndo: content !== null && canUndo(layer.id) }
      }),
    }))
    const of = scenes.reduce((sum, { layers }) => sum + layers.length, 0)
    const progress = { read: contents.size, of, problem }
    return { value: { scenes, total: scenes.length, sceneId: shown?.id ?? null, progress }, readAt }
  }
}
