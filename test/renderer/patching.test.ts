/** The page's state after patches is exactly the core's. */
import fc from 'fast-check'
import { applyPatches, type Draft, enablePatches, type Patch, produceWithPatches } from 'immer'
import { expect, it } from 'vitest'
import { type Patch as Given, patched } from '../../renderer/bridge/patching.ts'

enablePatches()

type Tree = Record<string, unknown>
interface Step {
  where: number[]
  act: 'set' | 'delete' | 'push' | 'insert' | 'cut' | 'sort'
  key: number
  value: unknown
}

const KEYS = ['a', 'b', 'list', 'projects']
const leaf = fc.oneof(fc.integer(), fc.string(), fc.constant(null))
const tree = fc.letrec<{ value: unknown; record: Tree }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, { arbitrary: leaf, weight: 3 }, fc.array(tie('value')), tie('record')),
  record: fc.dictionary(fc.constantFrom(...KEYS), tie('value')),
}))
const step: fc.Arbitrary<Step> = fc.record({
  where: fc.array(fc.nat(5), { maxLength: 4 }),
  act: fc.constantFrom('set', 'delete', 'push', 'insert', 'cut', 'sort'),
  key: fc.nat(5),
  value: tree.value,
})

function act(draft: Draft<Tree>, { where, act, key, value }: Step): void {
  let at: unknown = draft
  for (const turn of where) {
    const inner = Object.values(at as object).filter((one) => typeof one === 'object' && one !== null)
    if (inner.length > 0) at = inner[turn % inner.length]
  }
  if (Array.isArray(at)) {
    if (act === 'push') at.push(value)
    else if (act === 'insert') at.splice(key, 0, value)
    else if (act === 'cut') at.splice(key, 2)
    else if (act === 'sort') at.reverse()
    else if (act === 'set' && at.length > 0) at[key % at.length] = value
    else if (act === 'delete') at.length = Math.min(at.length, key)
  } else {
    const record = at as Tree
    const name = KEYS[key % KEYS.length] as string
    if (act === 'delete' || act === 'cut') delete record[name]
    else record[name] = value
  }
}

const sent = (patches: Patch[]): Given[] => JSON.parse(JSON.stringify(patches))

it('a patched state: equals the core’s state after any change, as immer produces it', () => {
  fc.assert(
    fc.property(tree.record, fc.array(step, { maxLength: 6 }), (start, steps) => {
      const [end, patches] = produceWithPatches(start, (draft) => {
        // Immer freezes its input, and a step may be tried again.
        for (const one of steps) act(draft, structuredClone(one))
      })
      const before = JSON.stringify(start)
      expect(patched(start, sent(patches))).toEqual(end)
      expect(patched(start, sent(patches))).toEqual(applyPatches(start, patches))
      expect(JSON.stringify(start)).toBe(before)
    }),
    { numRuns: 3_000 },
  )
})

it('a patched state: reuses the objects that no patch touches', () => {
  const start = { left: { deep: [1, 2] }, right: { deep: [{ a: 1 }, { a: 2 }] } }
  const end = patched(start, [{ op: 'replace', path: ['right', 'deep', 1, 'a'], value: 3 }])
  expect(end).toEqual({ left: { deep: [1, 2] }, right: { deep: [{ a: 1 }, { a: 3 }] } })
  expect(end.left).toBe(start.left)
  expect(end.right.deep[0]).toBe(start.right.deep[0])
  expect(end.right.deep[1]).not.toBe(start.right.deep[1])
})

it('a patched state: is refused if a path leads nowhere, or out of the state', () => {
  const start = { a: { b: 1 } }
  for (const path of [
    ['a', 'b', 'c'],
    ['x', 'y'],
    ['__proto__', 'hit'],
    ['a', 'constructor', 'prototype', 'hit'],
  ]) {
    expect(() => patched(start, [{ op: 'add', path, value: 1 }]), path.join('.')).toThrow('leads nowhere')
  }
  expect(({} as Tree).hit).toBeUndefined()
  expect(start).toEqual({ a: { b: 1 } })
})
