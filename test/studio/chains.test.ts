/** Scenes that lead to each other endlessly, while the studio is not running. */
import { produce } from 'immer'
import { expect, it } from 'vitest'
import { prepare } from '../../electron/studio/rules/broadcasts/lives.ts'
import { playsOf } from '../../electron/studio/rules/broadcasts/playing.ts'
import { advance } from '../../electron/studio/rules/broadcasts/timeline.ts'
import { addLayer, updateLayer } from '../../electron/studio/rules/projects/layers.ts'
import { createProject } from '../../electron/studio/rules/projects/projects.ts'
import { activateScene, createScene } from '../../electron/studio/rules/projects/scenes.ts'
import { emptyWorld, type World, type WorldDraft } from '../../electron/studio/rules/world/world.ts'
import { mediaOf } from './support.ts'

const HOUR = 3_600_000
let ids = 0
const moment = (now: number) => ({ now, newId: () => `id${++ids}`, media: mediaOf })

/**
 * A broadcast that begins with the first of these scenes; each but the first leads to the next one, the last to the
 * second.
 */
function ring(seconds: readonly number[], prepareMore: (world: WorldDraft, sceneIds: string[]) => void = () => {}) {
  return produce(emptyWorld(), (world) => {
    world.destinations.d = { id: 'd', name: 'D', type: 'rtmp', provider: 'rtmp', createdAt: 0, loginExpired: false }
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

function goOn(world: World, now: number) {
  let steps = 0
  const after = produce(world, (draft) => {
    steps = advance(draft, moment(now))
  })
  return { after, steps }
}

/** Everything observable: what plays, what has played, what waits for a sync. */
function seen(world: World, now: number) {
  const [live] = Object.values(world.lives)
  const [project] = Object.values(world.projects)
  const plays = playsOf(world, live, 'live', now, [])
  return { playing: live?.playing, edits: live?.unsyncedEdits, active: project?.show.activeSceneId, plays }
}

it.each([
  ['a ring', [30, 7, 11, 5], () => {}],
  [
    'a ring that passes the scene whose activation waits',
    [30, 7, 11, 5],
    (world: WorldDraft, sceneIds: string[]) => {
      const [projectId = ''] = Object.keys(world.projects)
      activateScene(world, projectId, sceneIds[3] ?? '', moment(0))
    },
  ],
])('%s has the same state after a day without the studio as with it running', (_, seconds, more) => {
  const begin = ring(seconds, more)
  let stepped: World = begin
  for (let hour = 0; hour <= 24; hour += 1) stepped = goOn(stepped, hour * HOUR).after
  expect(seen(goOn(begin, 24 * HOUR).after, 24 * HOUR)).toEqual(seen(stepped, 24 * HOUR))
})

it('a ring of one-second scenes takes no more steps after a month than after some hours', () => {
  const begin = ring([1, 1, 1])
  for (const hours of [3, 30 * 24]) expect(goOn(begin, hours * HOUR).steps).toBeLessThan(2_100)
})
