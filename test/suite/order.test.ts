/** In which order a run takes its files. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inOrder, LONGEST } from '../../build/suite/order.ts'

const ordered = (files: string[]) => inOrder(files, (file) => file)

test('of what waits, and of what computes, that comes first which takes longest', () => {
  const [computes = '', , waits = ''] = LONGEST
  expect(ordered(['/x/test/core/b.test.ts', '/x/test/core/a.test.ts', `/x/${computes}`])[0]).toBe(`/x/${computes}`)
  expect(ordered(['/x/test/e2e/b.test.ts', '/x/test/cli/a.test.ts', `/x/${waits}`])[0]).toBe(`/x/${waits}`)
  const both = ordered(LONGEST.map((file) => `/x/${file}`).toReversed())
  for (const kind of [/screens/, /e2e/])
    expect(both.filter((file) => kind.test(file))).toEqual(
      LONGEST.filter((file) => kind.test(file)).map((file) => `/x/${file}`),
    )
})

test('what mostly waits is spread among what computes, each in its own order; none is lost', () => {
  const computing = Array.from({ length: 6 }, (_, nr) => `/x/test/core/${9 - nr}.test.ts`)
  const waiting = ['/x/test/e2e/b.test.ts', '/x/test/cli/a.test.ts']
  const [first, second] = waiting
  const [c1, c2, c3, c4, c5, c6] = computing
  expect(ordered([...computing, ...waiting])).toEqual([c1, first, c2, c3, c4, second, c5, c6])
})

test('every file that is known to take long is there', () =>
  expect(LONGEST.filter((file) => !existsSync(join(import.meta.dirname, '../..', file)))).toEqual([]))
