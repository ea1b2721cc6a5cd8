/** A name sent to any service is what it looks like: no control characters, no reversed direction, one line. */
import { expect, test } from 'vitest'
import { EDIT_NAMES, inputSchema } from '../../shared/contract/inputs.ts'
import { Scene } from '../../shared/contract/records.ts'
import { plainName, plainText } from '../../shared/util/plainName.ts'
import { BODIES } from './bodies.ts'

const ODD = 'a\u0000\u0007 \u202eb\n\u2028c\ufeff'
const NAMES = ['name', 'title', 'sceneName', 'layerName']

/** A body with each name in it spoiled, including optional ones. */
const oddened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(oddened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, NAMES.includes(key) ? ODD : oddened(held)]),
  )
}

const namesIn = (value: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, held]) => (NAMES.includes(key) ? [held] : namesIn(held)))
}

const IDS = { projectId: 'p', sceneId: 's', layerId: 'l', scheduleId: 'd', fileId: 'f' }
const named = EDIT_NAMES.flatMap((operation) => {
  const schema = inputSchema(operation)
  const own = Object.keys(schema.shape)
  const extra = Object.fromEntries(NAMES.filter((name) => own.includes(name)).map((name) => [name, ODD]))
  const ids = Object.fromEntries(Object.entries(IDS).filter(([id]) => own.includes(id)))
  const body = (BODIES as Record<string, object | undefined>)[operation] ?? {}
  const input = { ...ids, ...(oddened(body) as object), ...extra }
  return namesIn(input).length > 0 ? [{ operation, input, schema }] : []
})

test('every edit that takes a name is tried', () =>
  expect(named.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining([
      ...['createProject', 'updateProject', 'createScene', 'updateScene'],
      ...['createSceneWithPlaylist', 'addLayer', 'updateLayer', 'renameFiles'],
    ]),
  ))

test.each(named)('$operation cleans it', ({ input, schema }) => {
  const names = namesIn(schema.parse(input))
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names)).toEqual(new Set(['a b c']))
})

test('a name without visible characters is refused, and a text keeps its lines', () => {
  expect(inputSchema('createProject').safeParse({ name: '\u0000\u200f\n', duration: { manual: true } }).success).toBe(
    false,
  )
  expect([plainName('e\u0301 \ud800'), plainText('one\n\ttwo\u0007\u202e')]).toEqual(['é �', 'one\n\ttwo  '])
})

test.each([
  ['\u202eniaM', ' niaM'],
  ['\u200b\u2060', ''],
  ['Main  show', 'Main  show'],
  ['🎬', '🎬'],
])('a name %j from the service reverses no sentence, and is dropped if nothing in it is visible', (name, shown) => {
  expect(Scene.parse({ id: 's1', name, isActive: false }).name).toBe(shown)
})
