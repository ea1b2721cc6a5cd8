import { produce } from 'immer'
import { prepare } from '../../electron/studio/rules/broadcasts/lives.ts'
import { addLayer, updateLayer } from '../../electron/studio/rules/projects/layers.ts'
import { createProject } from '../../electron/studio/rules/projects/projects.ts'
import { createScene } from '../../electron/studio/rules/projects/scenes.ts'
import { emptyWorld, type WorldDraft } from '../../electron/studio/rules/world/world.ts'
import { mediaOf } from './support.ts'

let ids = 0
/** What the rules need, at a time. */
export const moment = (now: number) => ({ now, newId: () => `id${++ids}`, media: mediaOf })

/**
 * A broadcast that begins with the first of these scenes; each but the first leads to the next one, the last to the
 * second.
 */
export function ring(
  seconds: readonly number[],
  prepareMore: (world: WorldDraft, sceneIds: string[]) => void = () => {},
) {
  return produce(emptyWorld(), (world) => {
    world.destinations.d = {
      id: 'd',
      name: 'D',
      type: 'rtmp',
      provider: 'rtmp',
      createdAt: 0,
      loginExpired: false,
      server: null,
    }
    const fields = { name: 'Ring', duration: { manual: true as const }, destinationIds: ['d'] }
    const projectId = createProject(world, fields, moment(0))
    const sceneIds = seconds.map((one) => createScene(world, projectId, { name: `${one} s` }, moment(0)).sceneId)
    for (const [nth, one] of seconds.entries()) {
      const settings = { files: [{ fileId: `video-${one}` }] }
      const place = { projectId, sceneId: sceneIds[nth] ?? '' }
      const { layerId } = addLayer(world, place, { type: 'videoPlaylist', settings }, moment(0))
      const nextScene = sceneIds[nth + 1] ?? sceneIds[1]
      updateLayer(world, { projectId, layerId }, { settings: { nextScene } }, moment(0))
    }
    const { show } = world.projects[projectId] ?? {}
    if (show) prepare(world, projectId, 'live', show, 0)
    prepareMore(world, sceneIds)
  })
}

/** As many broadcasts of such a ring. */
export function rings(count: number, seconds: readonly number[]): WorldDraft {
  const world = structuredClone(ring(seconds)) as WorldDraft
  const [project] = Object.values(world.projects)
  const [live] = Object.values(world.lives)
  for (let nth = 1; project && live && nth < count; nth += 1) {
    const id = `${project.id}-${nth}`
    world.projects[id] = { ...structuredClone(project), id }
    world.lives[id] = { ...structuredClone(live), projectId: id, liveId: `live-${nth}` }
  }
  return world
}
