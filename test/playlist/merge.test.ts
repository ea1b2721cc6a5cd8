import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergePlaylist, type ReadItem } from '../../electron/core/commands/composed/merge.ts'
import { writeWarnings } from '../../shared/playlist/warnings.ts'

const items = (files: string, more: Partial<Record<string, object>> = {}): ReadItem[] =>
  [...files].map((fileId, at) => ({ playlistItemId: `${at}`, fileId, duration: 9, ...more[fileId] }))
const wanted = (files: string) => [...files].map((fileId) => ({ fileId }))
const merged = (base: string, mine: string, now: string) => {
  const { files, conflicts } = mergePlaylist([...base], wanted(mine), items(now))
  return files?.map(({ fileId }) => fileId).join('') ?? conflicts
}

test.each([
  ['nobody else wrote', 'abc', 'cab', 'abc', 'cab'],
  ['mine adds, theirs removes elsewhere', 'abcd', 'xabcd', 'abc', 'xabc'],
  ['mine moves, theirs adds elsewhere', 'abcdef', 'bacdef', 'abcdefz', 'bacdefz'],
  ['both did the same', 'abc', 'ab', 'ab', 'ab'],
  ['a file that stands twice', 'aba', 'abaa', 'xaba', 'xabaa'],
])('%s', (_, base, mine, now, result) => {
  expect(merged(base, mine, now)).toBe(result)
})

test('where both changed the same place, both are shown', () => {
  expect(merged('abc', 'axc', 'ayc')).toEqual([{ mine: ['x'], theirs: ['y'] }])
})

test.each([
  ['moved elsewhere by each', 'abcdef', 'bcadef', 'bcdeaf', [{ mine: ['c', 'a', 'd'], theirs: ['e', 'a', 'f'] }]],
  ['moved by one, taken out by the other', 'abcdef', 'bcdeaf', 'bcdef', [{ mine: ['e', 'a', 'f'], theirs: [] }]],
])('an item %s stands neither twice nor again', (_, base, mine, now, places) => {
  expect(merged(base, mine, now)).toEqual(places)
  expect(merged(base, now, mine)).toEqual(places.map((one) => ({ mine: one.theirs, theirs: one.mine })))
})

test('what the service told of an item is carried along, but for what is its own; what is wanted anew wins', () => {
  const adPoints = [{ timestamp: 10, duration: 30 }]
  const now = items('ab', { a: { adPoints, name: 'A', colour: 'red', isPlaying: true }, b: { name: null } })
  const { files } = mergePlaylist(['a', 'b'], [{ fileId: 'b' }, { fileId: 'a', name: 'New' }], now)
  expect(files).toEqual([{ fileId: 'b' }, { fileId: 'a', adPoints, name: 'New', colour: 'red' }])
})

const list = fc.string({ unit: fc.constantFrom(...'abcdef'), maxLength: 12 })
test('alone, a writer gets what was wanted; the other one keeps theirs; nobody loses what both kept', () => {
  fc.assert(
    fc.property(list, list, (base, changed) => {
      expect(merged(base, changed, base)).toBe(changed)
      expect(merged(base, base, changed)).toBe(changed)
    }),
  )
})

test('tells before a write how many items it takes away, and whether viewers see the list begin anew', () => {
  expect(writeWarnings(wanted('aab'), wanted('ab'), { restarts: true, onAir: true })).toEqual({
    removed: 1,
    restarts: true,
  })
  expect(writeWarnings(wanted('ab'), wanted('bca'), { restarts: true, onAir: false })).toEqual({
    removed: 0,
    restarts: false,
  })
})
