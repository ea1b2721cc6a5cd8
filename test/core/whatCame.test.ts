/** What a list shows about an edit with a lost response: found only if something tells it from another client's. */
import { expect, test } from 'vitest'
import { type Item, resultOfLost } from '../../electron/core/query/resultOfLost.ts'
import { type EditName, type Operation, operations } from '../../shared/contract/operations.ts'

const FILE = { type: 'video' }
test.each<[string, EditName, Item, Item, boolean]>([
  ['a layer of that name', 'addLayer', { type: 'text', name: 'Clock' }, { type: 'text', name: 'Clock' }, true],
  ['a layer of another name', 'addLayer', { type: 'text', name: 'Clock' }, { type: 'text', name: 'Theirs' }, false],
  [
    'any layer of the type, and none was named',
    'addLayer',
    { type: 'text' },
    { type: 'text', name: 'Theirs' },
    false,
  ],
  [
    'the file of the link',
    'importFile',
    { ...FILE, url: 'https://a.org/my%20show.mp4?x=1' },
    { ...FILE, name: 'My show.mp4' },
    true,
  ],
  [
    'it without its ending',
    'importFile',
    { ...FILE, url: 'https://a.org/show.mov' },
    { ...FILE, name: 'show (2)' },
    true,
  ],
  [
    'a file of another name',
    'importFile',
    { ...FILE, url: 'https://a.org/show.mp4' },
    { ...FILE, name: 'other-hand.mp4' },
    false,
  ],
  [
    'any file, and the link names none',
    'importFile',
    { ...FILE, url: 'https://a.org/' },
    { ...FILE, name: 'other.mp4' },
    false,
  ],
])('%s', (_, operation, values, came, isFound) => {
  const { lookFor }: Operation = operations[operation]
  if (!lookFor) throw new Error(`${operation} is not looked for`)
  const sent = { values, before: new Set<string>(), isOurs: () => false }
  expect(resultOfLost([{ id: 'new', ...came }], lookFor, sent)).toEqual(isFound ? { id: 'new' } : null)
})
