import { MOST } from '../../../shared/contract/limits.ts'
import type { Body } from '../../../shared/contract/operations.ts'
import { editShow } from './air.ts'
import { projectIn, Refusal, sceneIn } from './find.ts'
import type { Moment, ShowDraft, WorldDraft } from './world.ts'

/** Adds a scene at the end. A project's first scene becomes its active one whatever is asked. */
export function createScene(world: WorldDraft, projectId: string, fields: Body<'createScene'>, { newId }: Moment) {
  const project = projectIn(world, projectId)
  if (project.show.scenes.length >= MOST.scenes) {
    throw new Refusal('SCENE_LIMIT_REACHED', `A project can have ${MOST.scenes} scenes.`, { limit: MOST.scenes })
  }
  const sceneId = newId()
  const synced = editShow(world, project, (show) => {
    show.scenes.push({ id: sceneId, name: fields.name, layers: [] })
    if (fields.setActive || show.activeSceneId === null) show.activeSceneId = sceneId
  })
  return { sceneId, synced }
}

/** Renames a scene. A name is for the crew and never reaches an audience: no edit waits because of it. */
export function renameScene(world: WorldDraft, projectId: string, sceneId: string, name: string): void {
  sceneIn(projectIn(world, projectId).show, sceneId).name = name
}

/** Makes a scene the project's active one. On air it is only once `synced` says so. */
export function activateScene(world: WorldDraft, projectId: string, sceneId: string): boolean {
  const project = projectIn(world, projectId)
  sceneIn(project.show, sceneId)
  return editShow(world, project, (show) => {
    show.activeSceneId = sceneId
  })
}

/** Takes a scene out of the project, and every chain into it. A running broadcast keeps it until the next push. */
export function deleteScene(world: WorldDraft, projectId: string, sceneId: string) {
  const project = projectIn(world, projectId)
  sceneIn(project.show, sceneId)
  if (project.show.scenes.length === 1) {
    throw new Refusal('LAST_SCENE_DELETE', 'The last scene of a project cannot be deleted.', { sceneId })
  }
  const cleared: ReturnType<typeof clearChains> = []
  const synced = editShow(world, project, (show) => {
    removeScene(show, sceneId)
    cleared.push(...clearChains(show, sceneId))
  })
  return { cleared, synced }
}

/** The neighbour takes over from an active scene: the next one, or the one before the last. */
function removeScene(show: ShowDraft, sceneId: string): void {
  const place = show.scenes.findIndex((scene) => scene.id === sceneId)
  show.scenes.splice(place, 1)
  if (show.activeSceneId === sceneId) show.activeSceneId = (show.scenes[place] ?? show.scenes.at(-1))?.id ?? null
}

/** Answers the layers whose chain led there. */
function clearChains(show: ShowDraft, into: string) {
  const chained = show.scenes.flatMap((scene) =>
    scene.layers.filter((layer) => layer.nextScene === into).map((layer) => ({ scene, layer })),
  )
  for (const { layer } of chained) layer.nextScene = null
  return chained.map(({ scene, layer }) => ({ layerId: layer.id, sceneId: scene.id, sceneName: scene.name }))
}
