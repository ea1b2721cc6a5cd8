/** What plays when, compared with examples calculated by hand and with a clock that steps second by second. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TimedLayer, TimedScene } from '../../shared/timeline/lists.ts'
import { type Playing, whatPlays } from '../../shared/timeline/whatPlays.ts'

const S = 1_000
const DAY = 86_400 * S
const layer = (id: string, durations: readonly (number | null)[], more: Partial<TimedLayer> = {}): TimedLayer => ({
  id,
  items: durations.map((duration, at) => ({ playlistItemId: `${id}${at}`, duration })),
  ...{ type: 'videoPlaylist', loop: false, shuffle: false, nextScene: null },
  ...more,
})
const scene = (id: string, ...layers: TimedLayer[]): TimedScene => ({ id, layers })
const playing = (scenes: readonly TimedScene[], more: Partial<Playing> = {}): Playing => ({
  ...{ scenes, sceneId: 'a', since: 0, onAir: null, from: 0, until: DAY, end: null },
  ...more,
})
const told = (of: Playing) => {
  const { items, end } = whatPlays(of)
  return { plays: items.map(({ at, item }) => `${at / S} ${item?.playlistItemId ?? 'any'}`), end }
}

describe('what plays', () => {
  const intro = scene('a', layer('i', [10, 20], { nextScene: 'b' }))
  test.each<[string, Playing, string[], object | null]>([
    [
      'a list ends in dead air',
      playing([scene('a', layer('p', [10, 20]))]),
      ['0 p0', '10 p1'],
      { why: 'deadAir', at: 30_000 },
    ],
    [
      'a chain switches',
      playing([intro, scene('b', layer('p', [60]))]),
      ['0 i0', '10 i1', '30 p0'],
      { why: 'deadAir', at: 90_000 },
    ],
    ['a chain leads nowhere', playing([intro]), ['0 i0', '10 i1'], { why: 'deadAir', at: 30_000, sceneId: 'a' }],
    [
      'an end is forced',
      playing([scene('a', layer('p', [10], { loop: true }))], { end: { at: 15_000, why: 'planned' } }),
      ['0 p0', '10 p0'],
      { why: 'planned' },
    ],
    [
      'a length is not known',
      playing([scene('a', layer('p', [10, null, 5]))]),
      ['0 p0', '10 p1'],
      { why: 'unknownLength', at: 10_000 },
    ],
    [
      'a chain of unknown length',
      playing([scene('a', layer('p', [null], { nextScene: 'b' })), scene('b')]),
      ['0 p0'],
      { why: 'unknownLength', at: 0 },
    ],
    [
      'a shuffled list',
      playing([scene('a', layer('p', [10, 20], { shuffle: true, loop: true }))], { until: 30_000 }),
      ['0 any'],
      null,
    ],
    ['an empty scene', playing([scene('a')]), [], { why: 'deadAir', at: 0 }],
    [
      'music alone is no picture',
      playing([scene('a', layer('m', [10], { loop: true, type: 'audioPlaylist' }))], { until: 5_000 }),
      ['0 m0'],
      { why: 'deadAir', at: 0 },
    ],
  ])('%s', (_, of, plays, end) => {
    const is = told(of)
    expect(is.plays).toEqual(plays)
    if (end === null) expect(is.end).toBeNull()
    else expect(is.end).toMatchObject(end)
  })

  test('what the service reports as playing now is known, and the rest is calculated from there', () => {
    const of = playing([scene('a', layer('p', [10, 20, 30], { loop: true }))], {
      ...{ onAir: [{ layerId: 'p', playlistItemId: 'p1', startedAt: 100_000 }], from: 105_000, until: 165_000 },
    })
    const { items } = whatPlays(of)
    expect(
      items.map(({ at, until, item, ...how }) => [
        at / S,
        Number(until) / S,
        item?.playlistItemId,
        how.isKnown,
        how.isSeam,
      ]),
    ).toEqual([
      [100, 120, 'p1', true, false],
      [120, 150, 'p2', false, false],
      [150, 160, 'p0', false, true],
      [160, 165, 'p1', false, false],
    ])
  })
})

/** The same result in another way: a clock that checks every second what each layer plays. */
function stepped({ scenes, sceneId, from, until }: Playing): Map<number, string> {
  const seen = new Map<number, string>()
  let current = scenes.find(({ id }) => id === sceneId)
  let left = new Map(current?.layers.map((one) => [one.id, { index: 0, rest: one.items[0]?.duration ?? 0 }]))
  for (let now = 0; now < until && current; now += S) {
    const over = current.layers.find(({ id, nextScene, loop, items }) => {
      return nextScene !== null && !loop && items.length > 0 && (left.get(id)?.index ?? 0) >= items.length
    })
    if (over) {
      current = scenes.find(({ id }) => id === over.nextScene)
      left = new Map(current?.layers.map((one) => [one.id, { index: 0, rest: one.items[0]?.duration ?? 0 }]))
    }
    const playingNow = current?.layers.flatMap(
      ({ id, items }) => items[left.get(id)?.index ?? 0]?.playlistItemId ?? [],
    )
    if (now >= from) seen.set(now, (playingNow ?? []).toSorted().join())
    for (const { id, items, loop } of current?.layers ?? []) {
      const at = left.get(id)
      if (!at || --at.rest > 0) continue
      at.index = loop && at.index + 1 >= items.length ? 0 : at.index + 1
      at.rest = items[at.index]?.duration ?? 0
    }
  }
  return seen
}

test('for any project, it equals what a clock would see, second by second', () => {
  const anyLayer = (id: string) =>
    fc
      .record({
        durations: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        kind: fc.constantFrom('loop', 'chain', 'plain'),
        to: fc.constantFrom('a', 'b'),
      })
      .map(({ durations, kind, to }) =>
        layer(id, durations, { loop: kind === 'loop', nextScene: kind === 'chain' ? to : null }),
      )
  fc.assert(
    fc.property(anyLayer('p'), anyLayer('q'), anyLayer('r'), fc.integer({ min: 0, max: 60 }), (p, q, r, from) => {
      const of = playing([scene('a', p, q), scene('b', r)], { from: from * S, until: 120 * S })
      const { items } = whatPlays(of)
      for (const [now, seen] of stepped(of)) {
        const at = items
          .filter((one) => one.at <= now && (one.until ?? 0) > now)
          .map(({ item }) => item?.playlistItemId)
        expect(at.toSorted().join(), `at ${now / S} s`).toBe(seen)
      }
    }),
  )
})
