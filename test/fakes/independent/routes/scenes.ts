import { edited } from '../air.ts'
import { assertNoBody, fieldsOf, flag, text } from '../check.ts'
import { activate, newScene, removeScene } from '../edits.ts'
import { assertQuery, page } from '../paging.ts'
import { sceneView, syncedView } from '../views.ts'
import { sceneOf } from '../world.ts'
import { type Call, created, ok, projectOf, type Route } from './call.ts'

export const sceneRoutes: Route[] = [
  { method: 'GET', pattern: '/projects/:project/scenes', handle: list },
  { method: 'POST', pattern: '/projects/:project/scenes', handle: create },
  { method: 'PATCH', pattern: '/projects/:project/scenes/:scene', handle: rename },
  { method: 'DELETE', pattern: '/projects/:project/scenes/:scene', handle: remove },
  { method: 'POST', pattern: '/projects/:project/scenes/:scene/activate', handle: makeActive },
]

function list(call: Call) {
  assertQuery(call.query, ['limit', 'offset'])
  const project = projectOf(call)
  return ok(page(call.query, 'scenes', project.content.scenes, (scene) => sceneView(call.world, project, scene)))
}

function create(call: Call) {
  const { world } = call
  const project = projectOf(call)
  const fields = fieldsOf(call.body, ['name', 'setActive'])
  const name = text(fields.name, 'name', 1, 60)
  const setActive = fields.setActive === undefined ? false : flag(fields.setActive, 'setActive')
  const scene = newScene(world, project, name)
  if (setActive) project.content.activeSceneId = scene.id
  return created({ ...sceneView(world, project, scene), ...syncedView(world, edited(project)) })
}

/** A scene's name is for the people who run the show: the audience never sees it, so no sync is owed. */
function rename(call: Call) {
  const project = projectOf(call)
  const scene = sceneOf(project, call.params.scene ?? '')
  scene.name = text(fieldsOf(call.body, ['name']).name, 'name', 1, 60)
  return ok(sceneView(call.world, project, scene))
}

function remove(call: Call) {
  assertNoBody(call.body)
  const project = projectOf(call)
  const deletedSceneId = call.params.scene ?? ''
  const affectedLayers = removeScene(project, deletedSceneId)
  return ok({ deletedSceneId, affectedLayers, ...syncedView(call.world, edited(project)) })
}

function makeActive(call: Call) {
  assertNoBody(call.body)
  const activeSceneId = call.params.scene ?? ''
  return ok({ activeSceneId, ...syncedView(call.world, activate(projectOf(call), activeSceneId)) })
}
