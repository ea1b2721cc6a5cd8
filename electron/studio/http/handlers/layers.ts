import { faultAtWork } from '../../rules/faults.ts'
import { layerIn, projectIn } from '../../rules/find.ts'
import { addLayer, changeByAnotherHand, setPlayback, setPlaylist, updateLayer } from '../../rules/layers.ts'
import { createSceneWithPlaylist } from '../../rules/workflow.ts'
import { inUnit, layerRecord } from '../../views/layer.ts'
import { sceneRecordOf } from '../../views/records.ts'
import type { Handlers } from '../router.ts'

type Names = 'createSceneWithPlaylist' | 'addLayer' | 'getLayer' | 'updateLayer' | 'setPlaylist' | 'setPlayback'

export const layerHandlers: Handlers<Names> = {
  createSceneWithPlaylist({ core, media, params, body }) {
    const made = core.change((draft, moment) =>
      createSceneWithPlaylist(draft, params.projectId, body, { ...moment, media }),
    )
    const project = projectIn(core.read(), params.projectId)
    return {
      scene: sceneRecordOf(project.show, made.sceneId),
      layer: layerRecord(core.read(), project, made.layerId),
      autoSwitch: made.autoSwitch,
      replacedAutoSwitchSceneId: made.replaced,
      warning: made.warning,
      synced: made.synced,
    }
  },
  addLayer({ core, media, params, body }) {
    const { layerId, synced } = core.change((draft, moment) => {
      const position = inUnit(draft, projectIn(draft, params.projectId).format, body.position, 'in')
      return addLayer(draft, params, { ...body, position }, { ...moment, media })
    })
    return { ...layerRecord(core.read(), projectIn(core.read(), params.projectId), layerId), synced }
  },
  getLayer({ core, params, query }) {
    const world = core.read()
    const record = layerRecord(world, projectIn(world, params.projectId), params.layerId, query.offset)
    const fault = faultAtWork(world, 'playlistByAnotherHand')
    const { layer } = layerIn(projectIn(world, params.projectId).show, params.layerId)
    if (fault && layer.items.length > 1) {
      core.change((draft, moment) => {
        delete draft.faults[fault.id]
        changeByAnotherHand(draft, params, moment)
      })
    }
    return record
  },
  updateLayer({ core, media, params, body }) {
    const synced = core.change((draft, moment) => {
      const position = inUnit(draft, projectIn(draft, params.projectId).format, body.position, 'in')
      return updateLayer(draft, params, { ...body, position }, { ...moment, media })
    })
    return { ...layerRecord(core.read(), projectIn(core.read(), params.projectId), params.layerId), synced }
  },
  setPlaylist({ core, media, params, body }) {
    const written = core.change((draft, moment) => setPlaylist(draft, params, body, { ...moment, media }))
    return { ...layerRecord(core.read(), projectIn(core.read(), params.projectId), params.layerId), ...written }
  },
  setPlayback({ core, params, body }) {
    return { synced: core.change((draft, moment) => setPlayback(draft, params, body.action, moment)) }
  },
}
