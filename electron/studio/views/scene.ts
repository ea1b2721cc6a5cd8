import type { WireAnswer } from '../../../shared/contract/operations.ts'
import { sceneIn } from '../rules/find.ts'
import type { Scene, Show } from '../rules/world.ts'

type Wire = WireAnswer<'listScenes'>['scenes'][number]

/** A scene of a project as the contract writes it. `isActive` is the project's word, never proof of air. */
export function sceneRecord(show: Show, scene: Scene): Wire {
  const layers = scene.layers.map(({ id, name, type, nextScene }) => ({ id, name, type, nextScene }))
  return { id: scene.id, name: scene.name, isActive: scene.id === show.activeSceneId, layers }
}

/** The same, by the scene's id. */
export function sceneRecordOf(show: Show, sceneId: string): Wire {
  return sceneRecord(show, sceneIn(show, sceneId))
}
