import { edited } from '../air.ts'
import { assertRoomForItems, assertRoomForLayer, blankLayer, isPlaylist, itemsOf, settingsIn } from '../layers.ts'
import { layerView } from '../mediaViews.ts'
import { assertNoBody, assertQuery, fieldsOf, flag, given, Refusal, text } from '../refusal.ts'
import { activate, newScene, removeScene } from '../scenes.ts'
import { sceneView, syncedView } from '../views.ts'
import { type Layer, type Project, type Scene, sceneOf } from '../world.ts'
import { type Call, created, ok, page, projectOf, type Route } from './call.ts'

/** The name of a layer in a request. */
export const layerName = (value: unknown) => text(value, 'name', 1, 19)

export const sceneRoutes: Route[] = [
  { method: 'GET', pattern: '/projects/:project/scenes', handle: listScenes },
  { method: 'POST', pattern: '/projects/:project/scenes', handle: createScene },
  { method: 'POST', pattern: '/projects/:project/scenes/workflow', handle: createWithPlaylist },
  { method: 'PATCH', pattern: '/projects/:project/scenes/:scene', handle: rename },
  { method: 'DELETE', pattern: '/projects/:project/scenes/:scene', handle: remove },
  { method: 'POST', pattern: '/projects/:project/scenes/:scene/activate', handle: makeActive },
]

function listScenes(call: Call) {
  assertQuery(call.query, ['limit', 'offset'])
  const project = projectOf(call)
  return page(call, 'scenes', project.content.scenes, (scene) => sceneView(call.world, project, scene))
}

function createScene(call: Call) {
  const { world } = call
  const project = projectOf(call)
  const fields = fieldsOf(call.body, ['name', 'setActive'])
  const name = text(fields.name, 'name', 1, 60)
  const setActive = fields.setActive === undefined ? false : flag(fields.setActive, 'setActive')
  const scene = newScene(world, project, name)
  if (setActive) project.content.activeSceneId = scene.id
  if (setActive && project.run) project.run.adrift = false
  return created({ ...sceneView(world, project, scene), ...syncedView(world, edited(world, project)) })
}

const WORKFLOW = ['sceneName', 'files', 'layerName', 'loop', 'volume', 'previousSceneId']

/** A scene with its playlist, chained from the scene before it. */
function createWithPlaylist(call: Call) {
  const { world } = call
  const project = projectOf(call)
  const fields = fieldsOf(call.body, WORKFLOW)
  const name = text(fields.sceneName, 'sceneName', 1, 60)
  const layer = blankLayer(world, 'videoPlaylist', given(fields.layerName, layerName) ?? 'Videos')
  const { loop = true, volume = layer.volume } = settingsIn({ loop: fields.loop, volume: fields.volume })
  Object.assign(layer, { loop, volume, items: itemsOf(world, layer.type, fields.files) })
  assertRoomForLayer(project)
  assertRoomForItems(project, layer, layer.items.length)
  const named = given(fields.previousSceneId, (id) => text(id, 'previousSceneId', 1, 200))
  const last = project.content.scenes.at(-1)
  const previous = named === undefined ? last && layerThatLeadsOn(last) : previousLayer(project, named)
  const scene = newScene(world, project, name)
  scene.layers.push(layer)
  const isLoose = last !== undefined && !previous
  const chained = previous ? chain(previous, scene) : isLoose && { warning: 'No scene leads to the new one.' }
  const written = { scene: sceneView(world, project, scene), layer: layerView(world, layer), ...chained }
  return created({ autoSwitch: null, ...written, ...syncedView(world, edited(world, project)) })
}

/** The playlist of a scene whose end can lead to another scene. */
function layerThatLeadsOn(scene: Scene) {
  const playlists = scene.layers.filter(isPlaylist)
  const layer = playlists.find(({ type }) => type === 'videoPlaylist') ?? playlists[0]
  return layer && { scene, layer }
}

/** The playlist of a named scene: it must have one. */
function previousLayer(project: Project, sceneId: string) {
  const leading = layerThatLeadsOn(sceneOf(project, sceneId))
  if (!leading) throw new Refusal('NO_PLAYLIST_LAYER', 'The scene before has no playlist.', { sceneId })
  return leading
}

/** Replaces the existing chain, which breaks a ring if there is one. */
function chain({ scene, layer }: { scene: Scene; layer: Layer }, target: Scene): object {
  const before = layer.nextScene
  Object.assign(layer, { nextScene: target.id, loop: false })
  const autoSwitch = { sceneId: scene.id, layerId: layer.id, nextScene: target.id }
  if (before === null) return { autoSwitch }
  return { autoSwitch, replacedAutoSwitchSceneId: before, warning: 'The scene before led to another one until now.' }
}

/** A scene's name is for the people who run the show: viewers never see it, so no sync is needed. */
function rename(call: Call) {
  const project = projectOf(call)
  const scene = sceneOf(project, call.params.scene ?? '')
  scene.name = text(fieldsOf(call.body, ['name']).name, 'name', 1, 60)
  return ok(sceneView(call.world, project, scene))
}

function remove(call: Call) {
  assertNoBody(call.body)
  const { world } = call
  const project = projectOf(call)
  const deletedSceneId = call.params.scene ?? ''
  const affectedLayers = removeScene(world, project, deletedSceneId)
  return ok({ deletedSceneId, affectedLayers, ...syncedView(world, edited(world, project)) })
}

function makeActive(call: Call) {
  assertNoBody(call.body)
  const activeSceneId = call.params.scene ?? ''
  return ok({ activeSceneId, ...syncedView(call.world, activate(call.world, projectOf(call), activeSceneId)) })
}
