/** What plays now, known from the service or estimated from lengths. */
import { describe, expect, test } from 'vitest'
import { playsNow } from '../../shared/timeline/nowPlaying.ts'
import { plays } from '../renderer/playingSheet.ts'
import { NOW } from '../renderer/states.ts'

const list = [plays('l1', 'a', 0, 10), plays('l1', 'b', 10, 30), plays('l1', 'a', 30, 40, { isSeam: true })]
const told = (items = list, onAir: Parameters<typeof playsNow>[1] = null, at = 0) => {
  const { plays: rows, isBehind } = playsNow(items, onAir, NOW + at * 1_000)
  const short = rows.map(({ item, isKnown, endsAt, next }) => [
    item.name,
    isKnown,
    endsAt === null ? null : (endsAt - NOW) / 1_000,
    next?.name ?? null,
  ])
  return { short, isBehind }
}
const says = (playlistItemId: string, seconds: number, layerId = 'l1') => [
  { layerId, playlistItemId, startedAt: NOW + seconds * 1_000 },
]

describe('without data of the service, the lengths decide', () => {
  test.each([
    [0, ['a', false, 10, 'b']],
    [10, ['b', false, 30, 'a']],
    [39, ['a', false, 40, null]],
  ])('after %i s', (at, row) => expect(told(list, null, at)).toEqual({ short: [row], isBehind: false }))

  test('an item past its end is not shown, and has to be read again', () =>
    expect(told(list, null, 41)).toEqual({ short: [], isBehind: true }))
})

test('what the service reports is known, however wrong the prediction is', () =>
  expect(told(list, says('b', 4), 5).short).toEqual([['b', true, 24, 'a']]))

test('of a repeated item, the occurrence nearest to the reported time is meant', () =>
  expect(told(list, says('a', 31), 33).short).toEqual([['a', true, 41, null]]))

test('what follows a finished item is estimated until the service reports it', () =>
  expect(told(list, says('a', -1), 9.5).short).toEqual([['b', false, 29, 'a']]))

test('what was not predicted is not guessed', () => {
  expect(told(list, says('z', 0))).toEqual({ short: [], isBehind: true })
  expect(told(list, says('a', 0, 'l9'))).toEqual({ short: [], isBehind: true })
  expect(told(list, [])).toEqual({ short: [], isBehind: false })
})

test('at the end of a list the scene it leads to is next; a layer of that scene does not play yet', () => {
  const chain = [plays('l1', 'a', 0, 10), plays('l5', 'x', 10, 90, { sceneId: 's3' })]
  expect(told(chain, null, 5).short).toEqual([['a', false, 10, 'x']])
  expect(told([plays('l1', 'a', 0, null)], null, 500).short).toEqual([['a', false, null, null]])
})
