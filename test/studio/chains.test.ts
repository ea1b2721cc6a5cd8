/** Scenes that lead to each other endlessly, while the studio is not running. */
import { produce } from 'immer'
import { expect, it } from 'vitest'
import { playsOf } from '../../electron/studio/rules/broadcasts/playing.ts'
import { advance } from '../../electron/studio/rules/broadcasts/timeline.ts'
import { activateScene } from '../../electron/studio/rules/projects/scenes.ts'
import type { World, WorldDraft } from '../../electron/studio/rules/world/world.ts'
import { moment, ring, rings } from './rings.ts'

const HOUR = 3_600_000

function goOn(world: World, now: number, most?: number) {
  let steps = 0
  const after = produce(world, (draft) => {
    steps = advance(draft, moment(now), most)
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

it('a hundred rings are caught up with in small parts, their plays are few in total, and all of them are counted', () => {
  const now = 24 * HOUR
  const one = goOn(ring([60, 61, 62]), now).after
  const parts: number[] = []
  let world: World = rings(100, [60, 61, 62])
  do {
    const { after, steps } = goOn(world, now, 500)
    parts.push(steps)
    world = after
  } while ((parts.at(-1) ?? 0) > 0)
  expect(Math.max(...parts)).toBeLessThan(1_000)
  const played = Object.values(world.played)
  expect(played.reduce((sum, { plays }) => sum + plays.length, 0)).toBeLessThan(25_000)
  const counts = Object.values(world.lives).map((live) => {
    const { plays, earlier } = playsOf(world, live, live.liveId, now, [])
    return [live.playing.switchAt, plays.length + earlier]
  })
  const { playing, plays } = seen(one, now)
  const expected = [playing?.switchAt, plays.plays.length + plays.earlier]
  expect(counts).toEqual(Array.from({ length: 100 }, () => expected))
})

it('lists that ended meanwhile are remembered in parts, too', () => {
  const ended = produce(rings(20, [1, 1, 1]), (world) => {
    for (const live of Object.values(world.lives)) live.planned = 3_600
    for (const { onAir } of Object.values(world.lives)) {
      for (const layer of onAir.scenes.flatMap(({ layers }) => layers))
        Object.assign(layer, { loop: true, nextScene: null })
    }
  })
  const { after } = goOn(goOn(ended, 10_000).after, 24 * HOUR, 500)
  expect(Object.keys(after.lives).length).toBeGreaterThan(15)
})
