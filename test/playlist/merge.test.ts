/** Saving a playlist keeps what other clients changed meanwhile. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergePlaylist, type ReadItem } from '../../electron/core/commands/composed/merge.ts'
import { writeWarnings } from '../../shared/playlist/warnings.ts'

const items = (files: string, more: Partial<Record<string, object>> = {}): ReadItem[] =>
  [...files].map((fileId, at) => ({ playlistItemId: `${at}`, fileId, duration: 9, ...more[fileId] }))
const wanted = (files: string) => [...files].map((fileId) => ({ fileId }))
const merged = (base: string, mine: string, now: string) => {
  const { files, conflicts } = mergePlaylist(wanted(base), wanted(mine), items(now))
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

test('if both changed the same place, both versions are shown', () => {
  expect(merged('abc', 'axc', 'ayc')).toEqual([{ mine: ['x'], theirs: ['y'] }])
})

test.each([
  ['moved elsewhere by each', 'abcdef', 'bcadef', 'bcdeaf', [{ mine: ['c', 'a', 'd'], theirs: ['e', 'a', 'f'] }]],
  ['moved by one, taken out by the other', 'abcdef', 'bcdeaf', 'bcdef', [{ mine: ['e', 'a', 'f'], theirs: [] }]],
])('an item %s occurs neither twice nor again', (_, base, mine, now, places) => {
  expect(merged(base, mine, now)).toEqual(places)
  expect(merged(base, now, mine)).toEqual(places.map((one) => ({ mine: one.theirs, theirs: one.mine })))
})

test('the service’s fields of an item are kept, except for its own ones; new requested values win', () => {
  const adPoints = [{ timestamp: 10, duration: 30 }]
  const now = items('ab', { a: { adPoints, name: 'A', colour: 'red', isPlaying: true }, b: { name: null } })
  const { files } = mergePlaylist(wanted('ab'), [{ fileId: 'b' }, { fileId: 'a', name: 'New' }], now)
  expect(files).toEqual([{ fileId: 'b' }, { fileId: 'a', adPoints, name: 'New', colour: 'red' }])
})

const list = fc.string({ unit: fc.constantFrom(...'abcdef'), maxLength: 12 })
test('a sole writer gets the requested list, the other one keeps theirs, and no common item is lost', () => {
  fc.assert(
    fc.property(list, list, (base, changed) => {
      expect(merged(base, changed, base)).toBe(changed)
      expect(merged(base, base, changed)).toBe(changed)
    }),
  )
})

/** A list whose items are identified by their ids; ad breaks are at the items of these places. */
const read = (files: string, breaks: readonly number[] = []): ReadItem[] =>
  [...files].map((fileId, at) => ({
    ...{ playlistItemId: `${fileId}${at}`, fileId },
    ...(breaks.includes(at) ? { adPoints: [{ timestamp: at, duration: 30 }] } : {}),
  }))
const told = (files: readonly { fileId: string; adPoints?: unknown }[] | null) =>
  files?.map(({ fileId, adPoints }) => (adPoints ? `${fileId}!` : fileId)).join('')

test.each<[string, string, number[], number[], string]>([
  ['the first is taken out', 'aba', [0], [1, 2], 'ba'],
  ['the second is taken out', 'aba', [0], [0, 1], 'a!b'],
  ['the second is moved to the front', 'aba', [2], [2, 0, 1], 'a!ab'],
  ['the last of three is moved between', 'aaab', [2], [2, 0, 3, 1], 'a!aba'],
])('each occurrence of a repeated file keeps its ad break: %s', (_, files, breaks, places, result) => {
  const base = read(`${files}qr`, breaks)
  const mine = [...places, files.length, files.length + 1]
    .map((at) => base[at])
    .flatMap((one) => (one ? [{ fileId: one.fileId, playlistItemId: one.playlistItemId }] : []))
  expect(told(mergePlaylist(base, mine, base).files)).toBe(`${result}qr`)
  // Another client added an item, which gave every item a new id.
  const now = read(`${files}qrz`, breaks).map((one) => ({ ...one, playlistItemId: `new ${one.playlistItemId}` }))
  expect(told(mergePlaylist(base, mine, now).files)).toBe(`${result}qrz`)
})

test('without ids the places decide: the ad break of a removed item is removed with it', () => {
  expect(told(mergePlaylist(wanted('aba'), wanted('ba'), read('aba', [0])).files)).toBe('ba')
})

test('a name that another client gave an item is kept if the writer named only new items', () => {
  const base = read('ab')
  const now = read('ab').map((one) => (one.fileId === 'a' ? { ...one, name: 'Theirs' } : one))
  const mine = [
    ...base.map(({ fileId, playlistItemId }) => ({ fileId, playlistItemId })),
    { fileId: 'c', name: 'Mine' },
  ]
  expect(mergePlaylist(base, mine, now).files).toEqual([
    { fileId: 'a', name: 'Theirs' },
    { fileId: 'b' },
    { fileId: 'c', name: 'Mine' },
  ])
})

test('600 items merge, whatever is repeated in them', () => {
  for (const files of ['a'.repeat(600), 'ab'.repeat(300), 'abc'.repeat(200)]) {
    const base = read(files)
    const mine = wanted(`x${files.slice(2)}`)
    const now = read(`${files.slice(0, -1)}y`)
    const merge = mergePlaylist(base, mine, now)
    expect(merge.files?.map(({ fileId }) => fileId).join('')).toBe(`x${files.slice(2, -1)}y`)
  }
})

test('before a write it reports how many items are removed, and whether viewers see the list restart', () => {
  expect(writeWarnings(wanted('aab'), wanted('ab'), { restarts: true, onAir: true })).toEqual({
    removed: 1,
    restarts: true,
  })
  expect(writeWarnings(wanted('ab'), wanted('bca'), { restarts: true, onAir: false })).toEqual({
    removed: 0,
    restarts: false,
  })
})
