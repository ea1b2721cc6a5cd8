/** The one-call workflow: a scene with its playlist, chained to the scene before it. */
import type { Body } from '../../../../shared/contract/operations.ts'
import { roundOf } from '../../../../shared/timeline/lists.ts'
import { editShow } from '../broadcasts/air.ts'
import { projectIn, Refusal, sceneIn } from '../world/find.ts'
import type { Layer, Scene, Show, WorldDraft } from '../world/world.ts'
import type { LayerMoment } from './items.ts'
import { newLayer } from './layers.ts'
import { refuseTooMany } from './scenes.ts'

/**
 * Creates a scene with a playlist. A project's first scene becomes its active one. Otherwise the playlist of the
 * previous scene is chained to the new one, replacing its earlier chain. A warning is returned if nothing leads to the
 * new scene: the last one has no playlist, and no other was named, or the playlist never ends.
 */
export function createSceneWithPlaylist(
  world: WorldDraft,
  projectId: string,
  { sceneName, files, layerName, loop = true, volume, previousSceneId }: Body<'createSceneWithPlaylist'>,
  moment: LayerMoment,
) {
  const project = projectIn(world, projectId)
  const { show } = project
  refuseTooMany(project)
  if (files.length === 0) throw new Refusal('FILE_REQUIRED', 'The playlist needs a file.', { field: 'files' })
  const last = show.scenes.at(-1)
  const from = previousSceneId === undefined ? last && ifChainable(last) : sceneIn(show, previousSceneId)
  const previous = from && playlistOf(from)
  const settings = { files, loop, ...(volume !== undefined && { volume }) }
  const layer = newLayer(show, { type: 'videoPlaylist', name: layerName, settings }, moment)
  const replaced = previous?.nextScene ?? null
  const opened = from && ringOf(show, from.id)
  const sceneId = moment.newId()
  const synced = editShow(world, project, moment.now, (draft) => {
    draft.scenes.push({ id: sceneId, name: sceneName, layers: [layer] })
    draft.activeSceneId ??= sceneId
    const chained = from && playlistOf(sceneIn(draft, from.id))
    if (chained) Object.assign(chained, { nextScene: sceneId, loop: false })
  })
  const warnings = [
    ...(opened ? [opensRing(opened, sceneName, loop)] : []),
    ...(last && !from ? [unchained(last, sceneName)] : []),
    ...(from && previous ? endless(from, previous, sceneName) : []),
  ]
  const autoSwitch = from && previous ? { fromSceneId: from.id, layerId: previous.id, toSceneId: sceneId } : null
  return {
    sceneId,
    layerId: layer.id,
    autoSwitch,
    replaced,
    warning: warnings.length === 0 ? null : warnings.join(' '),
    synced,
  }
}

const listIn = ({ layers }: Scene) => layers.find(({ type }) => type === 'videoPlaylist')
const ifChainable = (scene: Scene): Scene | undefined => (listIn(scene) ? scene : undefined)

function playlistOf(scene: Scene): Scene['layers'][number] {
  const layer = listIn(scene)
  if (layer) return layer
  const message = `The scene "${scene.name}" has no video playlist whose end could lead on.`
  throw new Refusal('NO_PLAYLIST_LAYER', message, { sceneId: scene.id })
}

/** The names of the scenes in a closed ring of chains that contains a scene; undefined: there is no such ring. */
function ringOf(show: Show, sceneId: string): string[] | undefined {
  const names: string[] = []
  for (let id: string | null | undefined = sceneId; id && names.length <= show.scenes.length; ) {
    const scene: Scene | undefined = show.scenes.find((one) => one.id === id)
    names.push(scene?.name ?? '')
    id = scene?.layers.find(({ nextScene }) => nextScene !== null)?.nextScene
    if (id === sceneId) return names
  }
  return undefined
}

const unchained = (last: Scene, sceneName: string): string =>
  `Nothing leads to "${sceneName}": "${last.name}" has no video playlist whose end could lead on.`

/** Why a playlist never ends, if it does not: then it leads nowhere. */
function endless({ name }: Scene, { items, isPlaying }: Layer, sceneName: string): string[] {
  const isUnknown = items.length > 0 && !Number.isFinite(roundOf({ items }))
  const reasons = [
    ...(items.length === 0 ? ['is empty'] : []),
    ...(isUnknown ? ['has a file of unknown length'] : []),
    ...(isPlaying ? [] : ['is stopped']),
  ]
  if (reasons.length === 0) return []
  return [
    `Nothing leads to "${sceneName}" yet: the playlist of "${name}" ${reasons.join(' and ')}, so it never ends.`,
  ]
}

function opensRing(names: readonly string[], sceneName: string, loop: boolean): string {
  const after = loop ? `"${sceneName}" now loops` : `nothing follows "${sceneName}"`
  return `The scenes ${names.map((name) => `"${name}"`).join(', ')} followed each other in a ring, which is open now: ${after}.`
}
