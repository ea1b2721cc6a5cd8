/** Scenes that lead to each other endlessly, while the studio is not running. */
import { produce } from 'immer'
import { expect, it } from 'vitest'
import { addFault } from '../../electron/studio/rules/broadcasts/lifecycle.ts'
import { playsOf } from '../../electron/studio/rules/broadcasts/played.ts'
import { advance } from '../../electron/studio/rules/broadcasts/timeline.ts'
import { addLayer } from '../../electron/studio/rules/projects/layers.ts'
import { activateScene } from '../../electron/studio/rules/projects/scenes.ts'
import { asIs, type World, type WorldDraft } from '../../electron/studio/rules/world/world.ts'
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
  ['a ring with further lists, some of which have files shorter than its scenes', [30, 7, 11, 5], withLists],
])('%s has the same state after a day without the studio as with it running', (_, seconds, more) => {
  const begin = ring(seconds, more)
  let stepped: World = begin
  for (let hour = 0; hour <= 24; hour += 1) stepped = goOn(stepped, hour * HOUR).after
  expect(seen(goOn(begin, 24 * HOUR).after, 24 * HOUR)).toEqual(seen(stepped, 24 * HOUR))
})

/** Adds looping lists to every scene. */
function withLists(world: WorldDraft, sceneIds: string[]): void {
  const [projectId = ''] = Object.keys(world.projects)
  for (const [nth, sceneId] of sceneIds.flatMap((id) => Array.from({ length: 40 }, () => id)).entries()) {
    const files = Array.from({ length: 10 }, (_, at) => ({ fileId: `video-${1 + ((nth + at) % 9)}` }))
    addLayer(world, { projectId, sceneId }, { type: 'videoPlaylist', settings: { files, loop: true } }, moment(0))
  }
  const [live] = Object.values(world.lives)
  const [project] = Object.values(world.projects)
  if (live && project) live.onAir = structuredClone(asIs(project.show))
}

/** The same world, and how often the items of its lists on air are read: the work it takes. */
function counting(world: World): { world: World; reads: () => number } {
  let reads = 0
  const counted = structuredClone(world) as WorldDraft
  for (const layer of Object.values(counted.lives).flatMap(({ onAir }) =>
    onAir.scenes.flatMap((one) => one.layers),
  )) {
    const { items } = layer
    Object.defineProperty(layer, 'items', {
      get() {
        reads += 1
        return items
      },
    })
  }
  return { world: counted, reads: () => reads }
}

it('a ring takes no more work after a month than after some days, however many lists its scenes have', () => {
  const works = [4, 30].map((days) => {
    const { world, reads } = counting(ring([1, 60, 61], withLists))
    expect(goOn(world, days * 24 * HOUR).steps).toBeLessThan(10_000)
    return reads()
  })
  expect(Math.max(...works)).toBeLessThan(20_000)
})

it.each([
  [
    'dates of another project',
    (world: WorldDraft) => {
      const [project] = Object.values(world.projects)
      if (!project) return
      world.projects.other = { ...structuredClone(asIs(project)), id: 'other', planned: 60 }
      const runs = Array.from({ length: 50 }, (_, nth) => ({ liveId: `run${nth}`, at: (nth + 1) * 12 * HOUR }))
      world.schedules.other = {
        ...{ projectId: 'other', createdAt: 0, runs, nextShow: null },
        show: structuredClone(asIs(project.show)),
      }
    },
  ],
  [
    'ends of faults',
    (world: WorldDraft) => {
      for (let nth = 1; nth <= 50; nth += 1)
        addFault(world, { kind: 'latency', on: 'all', forMs: nth * 12 * HOUR }, moment(0))
    },
  ],
])('the latest plays of a ring are listed once for the whole absence, whatever happens meanwhile: %s', (_, more) => {
  const { after, steps } = goOn(ring([1, 60, 61], more), 30 * 24 * HOUR)
  expect(steps).toBeLessThan(2_100)
  expect([Object.keys(after.schedules), Object.keys(after.faults)]).toEqual([[], []])
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
