/** What of a journal is not over: the same whether it is read or written, over any number of crashes. */
import { expect, test } from 'vitest'
import type { JournalLine } from '../../electron/core/journal/line.ts'
import { createOpenLines } from '../../electron/core/journal/openLines.ts'

const failure = { kind: 'timeout', operation: 'startLive', method: 'POST', path: '', mayHaveHappened: true } as const
const UNKNOWN = { result: 'unknown', failure } as const
const DONE = { result: 'done', done: { what: 'refreshed' } } as const

const line = (id: string, more: Partial<JournalLine> = {}): JournalLine => ({
  ...{ line: 'sent', id, at: 1, source: 'panel', projectId: 'p', projectName: 'P', service: 'here' },
  ...{ what: { command: 'goLive', about: null }, outcome: null, ms: null },
  ...more,
})
const start = (id: string, more: Partial<JournalLine> = {}) =>
  line(id, { air: { act: 'start', liveId: null }, ...more })
const ended = (one: JournalLine, outcome: JournalLine['outcome']): JournalLine => ({ ...one, line: 'ended', outcome })
const settles = (id: string): JournalLine =>
  line(`event of ${id}`, { line: 'event', what: { event: 'settled', act: 'start', as: 'started' }, settles: id })

function after(...lines: JournalLine[]) {
  const open = createOpenLines()
  for (const one of lines) open.see(one)
  const ids = (list: JournalLine[]) => list.map((one) => one.id)
  return { unended: ids(open.unended()), unsettled: ids(open.unsettled()), lines: open.lines() }
}

test.each([
  ['nothing', [], [], []],
  ['sent and not ended', [start('a')], ['a'], ['a']],
  ['ended well', [start('a'), ended(start('a'), DONE)], [], []],
  ['its answer lost', [start('a'), ended(start('a'), UNKNOWN)], [], ['a']],
  ['lost and settled', [start('a'), ended(start('a'), UNKNOWN), settles('a')], [], []],
  ['settled before its end was told', [start('a'), settles('a'), ended(start('a'), UNKNOWN)], [], []],
  ['another one settled', [start('a'), ended(start('a'), UNKNOWN), settles('b')], [], ['a']],
  ['an edit whose answer was lost', [line('a'), ended(line('a'), UNKNOWN)], [], []],
  ['an edit on its way', [line('a')], ['a'], []],
  ['a later one of the same project', [start('a'), ended(start('a'), UNKNOWN), start('b')], ['b'], ['b']],
  [
    'one of the same project elsewhere',
    [start('a'), ended(start('a'), UNKNOWN), start('b', { service: 'there' })],
    ['b'],
    ['a', 'b'],
  ],
  [
    'one of another project',
    [start('a'), ended(start('a'), UNKNOWN), start('b', { projectId: 'q' }), ended(start('b'), DONE)],
    [],
    ['a'],
  ],
] as [string, JournalLine[], string[], string[]][])('%s', (_, lines, unended, unsettled) => {
  expect(after(...lines)).toMatchObject({ unended, unsettled })
})

test('read again from what it hands on, as after a rotation, it is the same', () => {
  const lines = [start('a'), ended(start('a'), UNKNOWN), line('b'), start('c', { projectId: 'q' }), settles('x')]
  const first = after(...lines)
  expect(after(...first.lines)).toEqual(first)
})
