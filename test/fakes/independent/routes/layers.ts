import { edited } from '../air.ts'
import {
  assertRoomForItems,
  assertRoomForLayer,
  blankLayer,
  isPlaylist,
  itemsOf,
  MAKEABLE,
  positionOf,
  settingsIn,
  settled,
  unknownIn,
  writable,
} from '../layers.ts'
import { layerView } from '../mediaViews.ts'
import { setPlaying } from '../player.ts'
import { type Answer, assertQuery, fieldsOf, flag, given, invalid, isRecord, oneOf, Refusal } from '../refusal.ts'
import { syncedView } from '../views.ts'
import { type Layer, layerOf, sceneOf } from '../world.ts'
import { type Call, created, ok, projectOf, type Route } from './call.ts'
import { layerName } from './scenes.ts'

export const layerRoutes: Route[] = [
  { method: 'POST', pattern: '/projects/:project/scenes/:scene/layers', handle: add },
  { method: 'GET', pattern: '/projects/:project/layers/:layer', handle: read },
  { method: 'PATCH', pattern: '/projects/:project/layers/:layer', handle: update },
  { method: 'PUT', pattern: '/projects/:project/layers/:layer/files', handle: setFiles },
  { method: 'POST', pattern: '/projects/:project/layers/:layer/playback', handle: setPlayback },
]

const NAMES: Record<string, string> = { videoPlaylist: 'Videos', audioPlaylist: 'Sounds', video: 'Video' }
const LOOKS = ['name', 'hide', 'position']

function looksIn({ name, hide, position }: Record<string, unknown>): Partial<Layer> {
  const looks = {
    name: given(name, layerName),
    hide: given(hide, (value) => flag(value, 'hide')),
    position: given(position, positionOf),
  }
  return Object.fromEntries(Object.entries(looks).filter(([, value]) => value !== undefined))
}

function settingsOf(value: unknown, known: string[]): Record<string, unknown> {
  if (!isRecord(value)) throw invalid('settings', 'a JSON object')
  return fieldsOf(value, known)
}

function add(call: Call): Answer {
  const { world } = call
  const project = projectOf(call)
  const scene = sceneOf(project, call.params.scene ?? '')
  const fields = fieldsOf(call.body, ['type', 'settings', ...LOOKS])
  const type = oneOf(fields.type, 'type', MAKEABLE)
  const isVideo = type === 'video'
  const settings = settingsOf(fields.settings, [isVideo ? 'fileId' : 'files', 'loop', 'volume'])
  if (isVideo && settings.fileId === undefined) throw new Refusal('FILE_REQUIRED', 'A single video needs its file.')
  assertRoomForLayer(project)
  const layer = Object.assign(blankLayer(world, type, NAMES[type] ?? type), looksIn(fields))
  Object.assign(layer, settled(world, project, layer, settingsIn(settings)))
  layer.items = itemsOf(world, type, settings.files ?? [])
  assertRoomForItems(project, null, layer.items.length)
  scene.layers.push(layer)
  return created({ ...layerView(world, layer), ...syncedView(world, edited(world, project)) })
}

function read(call: Call): Answer {
  assertQuery(call.query, ['limit', 'offset'])
  const project = projectOf(call)
  return ok(layerView(call.world, layerOf(project, call.params.layer ?? '').layer, call.query))
}

function update(call: Call): Answer {
  const { world } = call
  const project = projectOf(call)
  const { layer } = writable(project, call.params.layer ?? '')
  const fields = fieldsOf(call.body, ['settings', ...LOOKS])
  const known = ['loop', 'volume', 'nextScene', isPlaylist(layer) ? 'shuffle' : 'fileId']
  const settings = settingsIn(settingsOf(fields.settings ?? {}, known))
  Object.assign(layer, { ...looksIn(fields), ...settled(world, project, layer, settings) })
  return ok({ ...layerView(world, layer), ...syncedView(world, edited(world, project)) })
}

/** Replaces the whole list: the old items are gone, and unknown fields of the new ones are kept. */
function setFiles(call: Call): Answer {
  const { world } = call
  const project = projectOf(call)
  const { layer } = writable(project, call.params.layer ?? '')
  if (!isPlaylist(layer)) throw new Refusal('NO_PLAYLIST_LAYER', 'The layer has no playlist.')
  const { files, ...others } = isRecord(call.body) ? call.body : fieldsOf(call.body, [])
  const items = itemsOf(world, layer.type, files, layer.items)
  assertRoomForItems(project, layer, items.length)
  const { loop, volume, nextScene } = settingsIn(others)
  const settings = settled(world, project, layer, { loop, volume, nextScene })
  const kept = new Set(items.map(({ fileId }) => fileId))
  const counts = {
    previousItemCount: layer.items.length,
    removedItemCount: layer.items.filter(({ fileId }) => !kept.has(fileId)).length,
  }
  const more = unknownIn(others, ['loop', 'volume', 'nextScene', 'shuffle', 'isPlaying', 'itemTotal', 'duration'])
  Object.assign(layer, { ...settings, items, more: { ...layer.more, ...more } })
  return ok({ ...layerView(world, layer), ...counts, ...syncedView(world, edited(world, project)) })
}

/** Acts on the broadcast at once, and is stored in the project. */
function setPlayback(call: Call): Answer {
  const { world } = call
  const project = projectOf(call)
  const { layer } = writable(project, call.params.layer ?? '')
  const action = oneOf(fieldsOf(call.body, ['action']).action, 'action', ['start', 'stop'])
  if (!project.run) throw new Refusal('NO_ACTIVE_LIVE', 'Nothing is running.')
  setPlaying(world, project, layer.id, action === 'start')
  return ok(syncedView(world, true))
}
