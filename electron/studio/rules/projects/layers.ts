/** Layers of a scene, and their lists. */
import { MOST } from '../../../../shared/contract/limits.ts'
import type { Body } from '../../../../shared/contract/operations.ts'
import { MAKEABLE_LAYER_TYPES } from '../../../../shared/contract/records.ts'
import { copyOf, editShow } from '../broadcasts/air.ts'
import { endRuns, putOnAir } from '../broadcasts/playing.ts'
import { layerIn, projectIn, Refusal, sceneIn } from '../world/find.ts'
import type { Layer, LayerDraft, Moment, Show, WorldDraft } from '../world/world.ts'
import { isPlaylist, itemsOf, type LayerMoment, removedFrom } from './items.ts'

const NAMES = { videoPlaylist: 'Video playlist', audioPlaylist: 'Audio playlist', video: 'Video' } as const

const wrong = (field: string, message: string) => new Refusal('VALIDATION_ERROR', `${field}: ${message}`, { field })

/** Creates a layer. By default it covers the whole frame and plays. */
export function newLayer(
  show: Show,
  { type, name, hide, position, settings }: Body<'addLayer'>,
  { newId, media }: LayerMoment,
): LayerDraft {
  if (show.scenes.reduce((sum, scene) => sum + scene.layers.length, 0) >= MOST.layers) {
    throw new Refusal('LAYER_LIMIT_REACHED', `A project can have ${MOST.layers} layers.`, { limit: MOST.layers })
  }
  const { files, fileId, loop = false, volume = 10 } = settings
  if (type === 'video' && files) throw wrong('settings.files', 'a single video has a fileId')
  if (type !== 'video' && fileId) throw wrong('settings.fileId', 'a playlist has files')
  if (type === 'video' && !fileId)
    throw new Refusal('FILE_REQUIRED', 'A single video needs its fileId.', { field: 'settings.fileId' })
  const id = newId()
  const items = itemsOf(show, { id, type, items: [] }, fileId ? [{ fileId }] : (files ?? []), { newId, media })
  const about = { id, name: name ?? NAMES[type], type, hide: hide ?? false, pinned: false, locked: false }
  const place = position ?? { x: 0, y: 0, width: 100, height: 100 }
  return { ...about, position: place, items, loop, shuffle: false, volume, nextScene: null, isPlaying: true }
}

/** Adds a layer on top of a scene. */
export function addLayer(
  world: WorldDraft,
  { projectId, sceneId }: { projectId: string; sceneId: string },
  fields: Body<'addLayer'>,
  moment: LayerMoment,
) {
  const project = projectIn(world, projectId)
  sceneIn(project.show, sceneId)
  const layer = newLayer(project.show, fields, moment)
  const synced = editShow(world, project, moment.now, (show) => void sceneIn(show, sceneId).layers.push(layer))
  return { layerId: layer.id, synced }
}

interface LayerOf {
  readonly projectId: string
  readonly layerId: string
}

/** Changes the given fields of a layer; text, image and interactive layers are read-only. */
export function updateLayer(
  world: WorldDraft,
  { projectId, layerId }: LayerOf,
  { name, hide, position, settings = {} }: Body<'updateLayer'>,
  moment: LayerMoment,
): boolean {
  const project = projectIn(world, projectId)
  const { layer } = layerIn(project.show, layerId)
  if (!isMakeable(layer)) throw wrong('layerId', `a layer of type ${layer.type} is changed in the studio only`)
  const { fileId, volume } = settings
  // A single video has no order, and changing its shuffle would restart it.
  const shuffle = isPlaylist(layer) ? settings.shuffle : undefined
  if (fileId && layer.type !== 'video') throw wrong('settings.fileId', 'a playlist has files')
  const chain = chainOf(project.show, layer, settings)
  const items = fileId && itemsOf(project.show, layer, [{ fileId }], moment)
  return editShow(world, project, moment.now, (show) => {
    const draft = layerIn(show, layerId).layer
    Object.assign(draft, chain, defined({ name, hide, position, volume, shuffle, items }))
  })
}

/** Replaces the whole list; its items get new ids. */
export function setPlaylist(
  world: WorldDraft,
  { projectId, layerId }: LayerOf,
  { files, loop, volume, nextScene }: Body<'setPlaylist'>,
  moment: LayerMoment,
) {
  const project = projectIn(world, projectId)
  const { layer } = layerIn(project.show, layerId)
  if (!isPlaylist(layer)) throw noPlaylist(layer)
  const chain = chainOf(project.show, layer, { loop, nextScene })
  const items = itemsOf(project.show, layer, files, moment)
  const previousItemCount = layer.items.length
  const removedItemCount = removedFrom(layer.items, items)
  const synced = editShow(world, project, moment.now, (show) => {
    Object.assign(layerIn(show, layerId).layer, chain, defined({ volume, items }))
  })
  return { previousItemCount, removedItemCount, synced }
}

/** Starts or stops the playback of one layer, in the project and on air at once; a start restarts its list. */
export function setPlayback(
  world: WorldDraft,
  { projectId, layerId }: LayerOf,
  action: Body<'setPlayback'>['action'],
  { now }: Moment,
): boolean {
  const project = projectIn(world, projectId)
  const { layer } = layerIn(project.show, layerId)
  if (!isMakeable(layer)) throw noPlaylist(layer)
  const live = world.lives[project.id]
  if (!live) throw new Refusal('NO_ACTIVE_LIVE', 'Nothing of this project is on air or being prepared.')
  const isPlaying = action === 'start'
  layer.isPlaying = isPlaying
  endRuns(world, live, now, ({ id }) => id === layerId)
  const show = copyOf(live.onAir)
  const withLayer = (one: LayerDraft) => (one.id === layerId ? { ...one, isPlaying } : one)
  const scenes = show.scenes.map((scene) => ({ ...scene, layers: scene.layers.map(withLayer) }))
  putOnAir(world, live, { ...show, scenes }, now)
  return live.onAir.scenes.some(({ layers }) => layers.some(({ id }) => id === layerId))
}

/** For rehearsing: acts once as another client that moves the last item of a list to its front. */
export function changeByAnotherHand(
  world: WorldDraft,
  { projectId, layerId }: LayerOf,
  faultId: string,
  { now, newId }: Moment,
): void {
  const project = projectIn(world, projectId)
  if (layerIn(project.show, layerId).layer.items.length < 2) return
  delete world.faults[faultId]
  editShow(world, project, now, (show) => {
    const { layer } = layerIn(show, layerId)
    const moved = [...layer.items.slice(-1), ...layer.items.slice(0, -1)]
    layer.items = moved.map((item) => ({ ...item, playlistItemId: newId() }))
  })
}

const isMakeable = ({ type }: Layer) => (MAKEABLE_LAYER_TYPES as readonly string[]).includes(type)

const noPlaylist = ({ id, type }: Layer) =>
  new Refusal('NO_PLAYLIST_LAYER', `A layer of type ${type} has no playlist.`, { layerId: id })

const defined = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The resulting loop and chain: a list that loops cannot lead on to another scene. */
function chainOf(
  show: Show,
  layer: Layer,
  { loop, nextScene }: { loop?: boolean | undefined; nextScene?: string | null | undefined },
): Pick<Layer, 'loop' | 'nextScene'> {
  const next = nextScene === undefined ? layer.nextScene : nextScene
  if (loop && next !== null) {
    const message = 'A playlist that loops cannot be chained to a scene. Send nextScene: null along to unchain it.'
    throw new Refusal('LOOP_NEXT_SCENE_CONFLICT', message, { layerId: layer.id, nextScene: next })
  }
  const own = show.scenes.find(({ layers }) => layers.some(({ id }) => id === layer.id))
  if (nextScene && (nextScene === own?.id || !show.scenes.some(({ id }) => id === nextScene))) {
    const message = 'A playlist can be chained to another scene of its project only.'
    throw new Refusal('INVALID_NEXT_SCENE', message, { nextScene })
  }
  return { nextScene: next, loop: next === null && (loop ?? layer.loop) }
}
