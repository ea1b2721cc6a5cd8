import { MOST } from '../../../../shared/contract/limits.ts'
import type { Body } from '../../../../shared/contract/operations.ts'
import { chooseScene, copyOf, editShow, playAgain, recount, switchOnAir } from '../broadcasts/air.ts'
import { projectIn, Refusal, sceneIn } from '../world/find.ts'
import { type Moment, meaningsOf, type ProjectDraft, type ShowDraft, type WorldDraft } from '../world/world.ts'

/** Adds a scene at the end. A project's first scene always becomes its active one. */
export function createScene(
  world: WorldDraft,
  projectId: string,
  fields: Body<'createScene'>,
  { now, newId }: Moment,
) {
  const project = projectIn(world, projectId)
  refuseTooMany(project)
  const sceneId = newId()
  const synced = editShow(world, project, now, (show) => {
    show.scenes.push({ id: sceneId, name: fields.name, layers: [] })
    if (fields.setActive || show.activeSceneId === null) show.activeSceneId = sceneId
  })
  return { sceneId, synced }
}

/** Refuses to add a scene beyond the most a project can have. */
export function refuseTooMany({ show }: ProjectDraft): void {
  if (show.scenes.length < MOST.scenes) return
  throw new Refusal('SCENE_LIMIT_REACHED', `A project can have ${MOST.scenes} scenes.`, { limit: MOST.scenes })
}

/**
 * Renames a scene, also where it runs or waits for its date: a name is for the crew and never reaches an audience, so
 * this is no edit to sync.
 */
export function renameScene(world: WorldDraft, projectId: string, sceneId: string, name: string): void {
  const { id, show } = projectIn(world, projectId)
  sceneIn(show, sceneId).name = name
  const { show: scheduled, nextShow } = world.schedules[id] ?? {}
  for (const copy of [world.lives[id]?.onAir, scheduled, nextShow]) {
    const scene = copy?.scenes.find((one) => one.id === sceneId)
    if (scene) scene.name = name
  }
}

/** Makes a scene the project's active one. It is on air only if this returns true (`synced`). */
export function activateScene(world: WorldDraft, projectId: string, sceneId: string, { now }: Moment): boolean {
  const project = projectIn(world, projectId)
  sceneIn(project.show, sceneId)
  const live = world.lives[project.id]
  const waiting = live?.unsyncedEdits ?? 0
  const synced = editShow(world, project, now, (show) => {
    show.activeSceneId = sceneId
  })
  if (!live) return false
  const isSwitched =
    !synced && meaningsOf(world).switchNeedsSync === 'never' && switchOnAir(world, live, sceneId, now)
  // Also if a chain had led there already.
  chooseScene(live, sceneId)
  if (isSwitched) {
    // This edit has reached the air, so it does not wait for a sync.
    live.unsyncedEdits = waiting
    recount(live, copyOf(project.show))
  }
  if (synced || isSwitched) playAgain(world, live, now)
  return synced || isSwitched
}

/** Deletes a scene of the project, and every chain to it. A running broadcast keeps it until the next push. */
export function deleteScene(world: WorldDraft, projectId: string, sceneId: string, { now }: Moment) {
  const project = projectIn(world, projectId)
  sceneIn(project.show, sceneId)
  if (project.show.scenes.length === 1) {
    throw new Refusal('LAST_SCENE_DELETE', 'The last scene of a project cannot be deleted.', { sceneId })
  }
  if (project.show.activeSceneId === sceneId && meaningsOf(world).deletedActiveScene === 'refused') {
    throw new Refusal('CONFLICT', 'The active scene cannot be deleted. Make another one active first.', { sceneId })
  }
  const cleared: ReturnType<typeof clearChains> = []
  const synced = editShow(world, project, now, (show) => {
    removeScene(show, sceneId)
    cleared.push(...clearChains(show, sceneId))
  })
  return { cleared, synced }
}

/** If the removed scene was active, the first remaining one becomes active. */
function removeScene(show: ShowDraft, sceneId: string): void {
  show.scenes = show.scenes.filter((scene) => scene.id !== sceneId)
  if (show.activeSceneId === sceneId) show.activeSceneId = show.scenes[0]?.id ?? null
}

/** Removes the chains to a scene, and returns their layers: these now play once, and stop. */
function clearChains(show: ShowDraft, into: string) {
  const chained = show.scenes.flatMap((scene) =>
    scene.layers.filter((layer) => layer.nextScene === into).map((layer) => ({ scene, layer })),
  )
  for (const { layer } of chained) Object.assign(layer, { nextScene: null, loop: false })
  return chained.map(({ scene, layer }) => ({ layerId: layer.id, sceneId: scene.id, sceneName: scene.name }))
}
