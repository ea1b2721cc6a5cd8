/** Items of a list that is read a page at a time: none is lost, and none is there twice. */
import { expect, it } from 'vitest'
import { readPages } from '../../electron/cli/reading.ts'
import { systemClock } from '../../electron/util/time.ts'
import { createKeys } from '../../shared/contract/pages.ts'

const play = (second: number, fileId = 'f1') => ({ fileId, timestamp: `12:00:${second}`, action: 'start' })

/** How many items there are after these pages. */
function count(...pages: [items: readonly object[], total: number][]): number {
  const keysOf = createKeys()
  return new Set(pages.flatMap(([items, total]) => keysOf(items, total))).size
}

it('equal rows of a log are all kept, within a page and across two', () => {
  const log = [play(3), play(2), play(2), play(2), play(1)]
  expect(count([log, 5])).toBe(5)
  expect(count([log.slice(0, 2), 5], [log.slice(2, 4), 5], [log.slice(4), 5])).toBe(5)
})

it('a page that comes twice adds nothing, from a service that ignores the offset', () => {
  const log = [play(2), play(2), play(1)]
  expect(count([log, 6], [log, 6])).toBe(3)
})

it('rows that moved on because a log grew at its front are there once', () => {
  const log = [play(4), play(3), play(3), play(2)]
  expect(count([log.slice(0, 2), 4], [log.slice(1, 3), 5], [log.slice(3), 5])).toBe(4)
})

it('records with an id are recognised by it, wherever they come again', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id }))
  if (!a || !b || !c) throw new Error('no records')
  expect(count([[a, b], 3], [[b, c], 3], [[{ ...a, name: 'changed' }], 3])).toBe(3)
})

it('the command line joins a log of equal rows in full, and reads a service that ignores the offset only twice', async () => {
  const log = [play(2), play(2), play(1)]
  const asked: unknown[] = []
  const reader = (slice: (offset: number) => object[]) => ({
    clock: systemClock,
    client: {
      async query(_: string, { offset }: { offset: number }) {
        asked.push(offset)
        return { value: { rows: slice(offset), total: 6 }, readAt: 1 }
      },
    } as never,
  })
  const whole = await readPages(
    reader((offset) => [...log, play(0), play(0), play(0)].slice(offset, offset + 2)),
    'getPlayedFiles',
    {},
  )
  expect(whole.value).toMatchObject({ rows: { length: 6 }, total: 6 })
  asked.length = 0
  expect(
    (
      await readPages(
        reader(() => log),
        'getPlayedFiles',
        {},
      )
    ).value,
  ).toMatchObject({ rows: { length: 3 } })
  expect(asked).toEqual([0, 3])
})
