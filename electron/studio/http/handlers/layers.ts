import type { Body } from '../../../../shared/contract/operations.ts'
import type { Core } from '../../core.ts'
import { faultAtWork } from '../../rules/faults/faults.ts'
import { addLayer, changeByAnotherHand, setPlayback, setPlaylist, updateLayer } from '../../rules/projects/layers.ts'
import { createSceneWithPlaylist } from '../../rules/projects/workflow.ts'
import { type Paging, projectIn } from '../../rules/world/find.ts'
import { inUnit, layerRecord } from '../../views/layer.ts'
import { sceneRecordOf } from '../../views/records.ts'
import type { Handlers } from '../router.ts'

type Names = 'createSceneWithPlaylist' | 'addLayer' | 'getLayer' | 'updateLayer' | 'setPlaylist' | 'setPlayback'

interface Of {
  readonly core: Core
  readonly params: { readonly projectId: string }
}

const recordOf = ({ core, params: { projectId } }: Of, layerId: string, paging?: Paging) =>
  layerRecord(core.read(), projectIn(core.read(), projectId), layerId, paging)

/** A position as it is stored. */
const kept = ({ core, params: { projectId } }: Of, position: Body<'addLayer'>['position']) =>
  inUnit(core.read(), projectIn(core.read(), projectId).format, position, 'in')

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
  addLayer(call) {
    const { core, media, params } = call
    const body = { ...call.body, position: kept(call, call.body.position) }
    const { layerId, synced } = core.change((draft, moment) => addLayer(draft, params, body, { ...moment, media }))
    return { ...recordOf(call, layerId), synced }
  },
  getLayer(call) {
    const { core, params, query } = call
    const record = recordOf(call, params.layerId, query)
    const fault = faultAtWork(core.read(), 'playlistByAnotherHand')
    if (fault) core.change((draft, moment) => changeByAnotherHand(draft, params, fault.id, moment))
    return record
  },
  updateLayer(call) {
    const { core, media, params } = call
    const body = { ...call.body, position: kept(call, call.body.position) }
    const synced = core.change((draft, moment) => updateLayer(draft, params, body, { ...moment, media }))
    return { ...recordOf(call, params.layerId), synced }
  },
  setPlaylist(call) {
    const { core, media, params, body } = call
    const written = core.change((draft, moment) => setPlaylist(draft, params, body, { ...moment, media }))
    return { ...recordOf(call, params.layerId), ...written }
  },
  setPlayback({ core, params, body }) {
    return { synced: core.change((draft, moment) => setPlayback(draft, params, body.action, moment)) }
  },
}
