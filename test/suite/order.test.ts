/** The order in which a run takes its files. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inOrder, LONGEST } from '../../build/suite/order.ts'

const ordered = (files: string[]) => inOrder(files, (file) => file)

const names = Object.keys(LONGEST)

test('among files that wait, and among those that compute, the longest comes first', () => {
  const computes = names.find((file) => /screens/.test(file)) ?? ''
  const waits = names.find((file) => /e2e/.test(file)) ?? ''
  expect(ordered(['/x/test/core/b.test.ts', '/x/test/core/a.test.ts', `/x/${computes}`])[0]).toBe(`/x/${computes}`)
  expect(ordered(['/x/test/e2e/b.test.ts', '/x/test/cli/a.test.ts', `/x/${waits}`])[0]).toBe(`/x/${waits}`)
  const both = ordered(names.map((file) => `/x/${file}`).toReversed())
  const seconds = (file: string) => LONGEST[file.slice('/x/'.length)] ?? 0
  for (const kind of [/screens/, /e2e/]) {
    const those = both.filter((file) => kind.test(file))
    expect(those.map(seconds)).toEqual(those.map(seconds).toSorted((one, other) => other - one))
  }
})

test('files that mostly wait are spread among those that compute, each in its own order; none is lost', () => {
  const computing = Array.from({ length: 6 }, (_, nr) => `/x/test/core/${9 - nr}.test.ts`)
  const waiting = ['/x/test/e2e/b.test.ts', '/x/test/cli/a.test.ts']
  const [first, second] = waiting
  const [c1, c2, c3, c4, c5, c6] = computing
  expect(ordered([...computing, ...waiting])).toEqual([first, c1, c2, c3, second, c4, c5, c6])
})

test('a file that waits for long leaves that time to those that compute', () => {
  const computing = Array.from({ length: 40 }, (_, nr) => `/x/test/core/${nr}.test.ts`)
  const [long = '', other = ''] = names.filter((file) => /e2e/.test(file)).map((file) => `/x/${file}`)
  const order = ordered([...computing, long, other])
  expect(order[0]).toBe(long)
  // Both take about the same time: half of the computing files come between them.
  expect(Math.abs(order.indexOf(other) - 20)).toBeLessThan(3)
})

test('every file that is known to take long exists', () =>
  expect(names.filter((file) => !existsSync(join(import.meta.dirname, '../..', file)))).toEqual([]))
