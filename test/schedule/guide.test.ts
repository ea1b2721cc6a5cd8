/** What plays is drawn as blocks that can be read. */
import { expect, test } from 'vitest'
import type { ForecastItem } from '../../shared/query/views.ts'
import { lanesOf, scenesOf, withoutRounds } from '../../shared/timeline/guide.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 20, 20)
const iso = (hours: number) => new Date(START + hours * HOUR).toISOString()
const item = (
  layerId: string,
  name: string | null,
  from: number,
  until: number | null,
  scene = 'Day',
): ForecastItem => ({
  ...{ at: iso(from), until: until === null ? null : iso(until), name, fileId: name, playlistItemId: name },
  ...{ sceneId: scene, sceneName: scene, layerId, layerName: layerId, isKnown: false, isSeam: false },
})

test('rounds of a shuffled list are one block, and no other list is folded', () => {
  const rounds = Array.from({ length: 40 }, (_, nth) => item('music', null, nth, nth + 1))
  const folded = withoutRounds([
    item('video', 'a', 0, 2),
    ...rounds,
    item('video', 'a', 2, 4),
    item('music', null, 50, 51),
  ])
  const music = lanesOf(folded).find(({ layerId }) => layerId === 'music')?.blocks
  expect(music?.map(({ from, until }) => [from, until])).toEqual([
    [START, START + 40 * HOUR],
    [START + 50 * HOUR, START + 51 * HOUR],
  ])
  expect(lanesOf(folded).find(({ layerId }) => layerId === 'video')?.blocks).toHaveLength(2)
})

test('a scene lasts until the next one, and the last one has no end of its own', () => {
  const items = [item('a', 'x', 0, 1), item('b', 'y', 0, 2), item('c', 'z', 2, null, 'Night'), item('a', 'x', 5, 6)]
  expect(scenesOf(items).map(({ name, from, until }) => [name, from - START, until && until - START])).toEqual([
    ['Day', 0, 2 * HOUR],
    ['Night', 2 * HOUR, 5 * HOUR],
    ['Day', 5 * HOUR, null],
  ])
})
