/** Regular expressions that take more than linear time are found before they are run on a long text. */
import { expect, test } from 'vitest'
import { judgePatterns, keyOf, patternsIn } from '../../build/safety/patterns.ts'

const patternsOf = (text: string) => patternsIn({ file: 'some.ts', text, imports: [] })

test.each(['/(a+)+$/', String.raw`/token\s*:?\s*"/`, String.raw`/\s+$/`])(
  '%s is reported, with its file',
  async (literal) => {
    const { unsafe, linear } = await judgePatterns(patternsOf(`export const one = ${literal}`), new Set())
    expect([unsafe, [...linear]]).toEqual([[expect.stringContaining(`some.ts: ${literal} is not linear`)], []])
  },
)

test('a pattern that was found to be linear before is not judged again', async () => {
  const slow = patternsOf('export const one = /(a+)+$/')
  expect(await judgePatterns(slow, new Set(slow.map(keyOf)))).toMatchObject({ unsafe: [] })
})
