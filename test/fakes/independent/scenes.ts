/** Scenes are created and deleted, lead to each other, and one of them is active. */
import { edited, reachDates } from './air.ts'
import { playAgain } from './player.ts'
import { Refusal } from './refusal.ts'
import { type Project, type Scene, sceneOf, type World } from './world.ts'

const MOST_SCENES = 300

/** Adds a scene at the end. The first one of a project is its active scene: one always is. */
export function newScene(world: World, project: Project, name: string): Scene {
  const { content } = project
  if (content.scenes.length >= MOST_SCENES) {
    throw new Refusal('SCENE_LIMIT_REACHED', `A project has at most ${MOST_SCENES} scenes.`)
  }
  const scene: Scene = { id: world.newId('scn'), name, layers: [] }
  content.scenes.push(scene)
  content.activeSceneId ??= scene.id
  return scene
}

/** A layer whose chain led to a deleted scene. */
export interface ClearedChain {
  layerId: string
  sceneId: string
  sceneName: string
}

/** Removes a scene, also from every chain. */
export function removeScene(world: World, project: Project, sceneId: string): ClearedChain[] {
  const { content } = project
  const scene = sceneOf(project, sceneId)
  if (content.scenes.length === 1) throw new Refusal('LAST_SCENE_DELETE', 'The last scene stays.')
  const isActive = content.activeSceneId === sceneId
  if (isActive && world.settings.meanings.deletedActiveScene === 'refused') {
    throw new Refusal('CONFLICT', 'The active scene stays: make another one active first.')
  }
  content.scenes = content.scenes.filter((other) => other !== scene)
  if (isActive) content.activeSceneId = content.scenes[0]?.id ?? null
  if (isActive && project.run) project.run.adrift = true
  return clearChains(content.scenes, sceneId)
}

function clearChains(scenes: Scene[], target: string): ClearedChain[] {
  const cleared: ClearedChain[] = []
  for (const scene of scenes) {
    for (const layer of scene.layers.filter(({ nextScene }) => nextScene === target)) {
      layer.nextScene = null
      cleared.push({ layerId: layer.id, sceneId: scene.id, sceneName: scene.name })
    }
  }
  return cleared
}

/** Makes a scene the project's active one; true when that reached the air. */
export function activate(world: World, project: Project, sceneId: string): boolean {
  sceneOf(project, sceneId)
  const { content, run, autoSynch } = project
  if (run) Object.assign(run, { led: null, adrift: false })
  const switches = world.settings.meanings.switchNeedsSync === 'never' && !autoSynch
  // A scene that the running copy does not have yet cannot be switched to.
  if (switches && run?.copy.scenes.some(({ id }) => id === sceneId)) {
    content.activeSceneId = sceneId
    run.copy.activeSceneId = sceneId
    playAgain(world, run)
    reachDates(world, project)
    return true
  }
  // Activating the active scene changes nothing, so nothing waits for a sync.
  if (content.activeSceneId === sceneId && !autoSynch) return false
  content.activeSceneId = sceneId
  const reached = edited(world, project)
  if (reached && run) playAgain(world, run)
  return reached
}
