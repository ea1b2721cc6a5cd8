import type { Body } from '../../../../shared/contract/operations.ts'
import type { Core } from '../../core.ts'
import type { Files } from '../../files/files.ts'
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

/** A file whose bytes are gone cannot enter a layer: the rules see that once it was looked for. */
const lookFor = (files: Files, wanted: readonly { readonly fileId: string }[]) =>
  files.look(wanted.map(({ fileId }) => fileId))

export const layerHandlers: Handlers<Names> = {
  async createSceneWithPlaylist({ core, media, files, params, body }) {
    await lookFor(files, body.files)
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
  async addLayer(call) {
    const { core, media, files, params } = call
    const { files: listed = [], fileId } = call.body.settings
    await lookFor(files, fileId ? [{ fileId }] : listed)
    const body = { ...call.body, position: kept(call, call.body.position) }
    const { layerId, synced } = core.change((draft, moment) => addLayer(draft, params, body, { ...moment, media }))
    return { ...recordOf(call, layerId), synced }
  },
  getLayer(call) {
    const { core, params, query } = call
    const record = recordOf(call, params.layerId, query)
    const fault = faultAtWork(core.read(), 'playlistByAnotherHand')
    // A read succeeds even if nothing can be stored now.
    if (fault) core.change((draft, moment) => changeByAnotherHand(draft, params, fault.id, moment), 'storedLater')
    return record
  },
  async updateLayer(call) {
    const { core, media, files, params } = call
    const { fileId } = call.body.settings ?? {}
    await lookFor(files, fileId ? [{ fileId }] : [])
    const body = { ...call.body, position: kept(call, call.body.position) }
    const synced = core.change((draft, moment) => updateLayer(draft, params, body, { ...moment, media }))
    return { ...recordOf(call, params.layerId), synced }
  },
  async setPlaylist(call) {
    const { core, media, files, params, body } = call
    await lookFor(files, body.files)
    const written = core.change((draft, moment) => setPlaylist(draft, params, body, { ...moment, media }))
    return { ...recordOf(call, params.layerId), ...written }
  },
  setPlayback({ core, params, body }) {
    return { synced: core.change((draft, moment) => setPlayback(draft, params, body.action, moment)) }
  },
}
