/** The order of scenes, as needed for a picture of it. */
import { expect, test } from 'vitest'
import { chainsOf } from '../../shared/scenes/chains.ts'

const scenes = (...pairs: string[]) =>
  pairs.map((pair) => {
    const [id = '', nextScene = null] = pair.split('>')
    return { id, layers: [{ nextScene: null }, { nextScene }] }
  })
const told = (...pairs: string[]) =>
  chainsOf(scenes(...pairs)).map(({ scenes, leadsTo }) => [scenes.map(({ id }) => id).join(''), leadsTo?.id ?? null])

test.each<[string, string[], [string, string | null][]]>([
  ['none', [], []],
  [
    'each on its own',
    ['a', 'b'],
    [
      ['a', null],
      ['b', null],
    ],
  ],
  ['one after the other, whatever their order in the list', ['b>c', 'c', 'a>b'], [['abc', null]]],
  ['back to one of its own', ['a>b', 'b>c', 'c>b'], [['abc', 'b']]],
  [
    'all the way round',
    ['a>b', 'b>a', 'c'],
    [
      ['c', null],
      ['ab', 'a'],
    ],
  ],
  [
    'into another chain',
    ['a>c', 'b>c', 'c'],
    [
      ['ac', null],
      ['b', 'c'],
    ],
  ],
  ['to itself', ['a>a'], [['a', 'a']]],
  ['to a scene that was deleted', ['a>gone'], [['a', null]]],
])('%s', (_, given, expected) => expect(told(...given)).toEqual(expected))
