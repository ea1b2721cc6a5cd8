import type { RehearsedShow } from '../../../../shared/rehearsal/rehearsedShow.ts'
import { startLive } from '../broadcasts/lives.ts'
import { createProject, updateProject } from '../projects/projects.ts'
import { activateScene, createScene } from '../projects/scenes.ts'
import { type Moment, timingsOf, type WorldDraft } from '../world/world.ts'

/** The initial contents of a studio on which a show is rehearsed: the show as it is, on air if it is. */
export function addRehearsed(world: WorldDraft, show: RehearsedShow, moment: Moment): void {
  const { now, newId } = moment
  const { projectId, name, autoSync, activeSceneId, onAir } = show
  const called = (id: string): Moment => ({ now, newId: () => id })
  const destinationIds = show.destinations.map(({ name, provider }) => {
    const id = newId()
    world.destinations[id] = {
      id,
      name,
      provider,
      type: 'channel',
      createdAt: now,
      loginExpired: false,
      server: null,
    }
    return id
  })
  createProject(world, { name, autoSync, duration: { manual: true }, destinationIds }, called(projectId))
  const beginsWith = onAir?.sceneId ?? activeSceneId
  for (const { id, name } of show.scenes)
    createScene(world, projectId, { name, setActive: id === beginsWith }, called(id))
  if (onAir) {
    const began = onAir.isPreparing ? now : now - timingsOf(world).preparingMs
    startLive(world, projectId, { now: began, newId })
  }
  if (activeSceneId !== null && activeSceneId !== beginsWith) activateScene(world, projectId, activeSceneId, moment)
  if (show.isUnsynced && world.lives[projectId]?.unsyncedEdits === 0)
    updateProject(world, projectId, { title: `${name}, changed` }, moment)
  // Only now: they would refuse what runs already.
  show.destinations.forEach(({ loginExpired }, place) => {
    const destination = world.destinations[destinationIds[place] ?? '']
    if (destination) destination.loginExpired = loginExpired
  })
  const project = world.projects[projectId]
  if (project) project.pluginMode = show.pluginMode
}
