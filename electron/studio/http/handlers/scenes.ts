import { activateScene, createScene, deleteScene, renameScene } from '../../rules/projects/scenes.ts'
import { pageOf, projectIn } from '../../rules/world/find.ts'
import { sceneRecord, sceneRecordOf } from '../../views/records.ts'
import type { Handlers } from '../router.ts'

type Names = 'listScenes' | 'createScene' | 'updateScene' | 'deleteScene' | 'activateScene'

export const sceneHandlers: Handlers<Names> = {
  listScenes({ core, params, query }) {
    const { show } = projectIn(core.read(), params.projectId)
    const { items, total, offset } = pageOf(show.scenes, query)
    return { scenes: items.map((scene) => sceneRecord(show, scene)), total, offset }
  },
  createScene({ core, params, body }) {
    const { sceneId, synced } = core.change((draft, moment) => createScene(draft, params.projectId, body, moment))
    return { ...sceneRecordOf(projectIn(core.read(), params.projectId).show, sceneId), synced }
  },
  updateScene({ core, params, body }) {
    core.change((draft) => renameScene(draft, params.projectId, params.sceneId, body.name))
    return sceneRecordOf(projectIn(core.read(), params.projectId).show, params.sceneId)
  },
  deleteScene({ core, params }) {
    const { cleared, synced } = core.change((draft, moment) =>
      deleteScene(draft, params.projectId, params.sceneId, moment),
    )
    return { deletedSceneId: params.sceneId, affectedLayers: cleared, synced }
  },
  activateScene({ core, params }) {
    const synced = core.change((draft, moment) => activateScene(draft, params.projectId, params.sceneId, moment))
    return { activeSceneId: params.sceneId, synced }
  },
}
