import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type JournalLine, openJournal } from '../../electron/core/journal.ts'

const newDir = () => mkdtempSync(join(tmpdir(), 'cuelight-journal-'))
const fail = (error: unknown) => {
  throw error
}
const line = (id: string, kind: JournalLine['line'], more: Partial<JournalLine> = {}): JournalLine => ({
  line: kind,
  id,
  at: 1,
  source: 'panel',
  projectId: 'p',
  projectName: 'Show',
  what: { command: 'goLive', about: null },
  outcome: kind === 'ended' ? { result: 'done', done: { what: 'refreshed' } } : null,
  ms: null,
  ...more,
})

test('what was written is there for the next process, sent and ended as one entry', () => {
  const dir = newDir()
  const first = openJournal(dir, fail)
  first.journal.write(line('a', 'sent'))
  first.journal.write(line('a', 'ended'))
  first.journal.write(line('b', 'sent', { air: { act: 'start', liveId: null } }))
  // Not closed: the process died here.
  const second = openJournal(dir, fail)
  expect(second.entries.map((entry) => [entry.id, entry.outcome?.result])).toEqual([
    ['a', 'done'],
    ['b', undefined],
  ])
  expect(second.unended.map((one) => [one.id, one.air?.act])).toEqual([['b', 'start']])
})

test('a last line torn by a kill costs that line and nothing else, and is told as no damage, then or later', () => {
  const dir = newDir()
  openJournal(dir, fail).journal.write(line('a', 'ended'))
  appendFileSync(join(dir, 'journal.jsonl'), '{"line":"sent","id":"to')
  const { journal, damaged } = openJournal(dir, fail)
  expect(damaged).toBe(0)
  journal.write(line('b', 'ended'))
  const next = openJournal(dir, fail)
  expect([next.damaged, next.entries.map((entry) => entry.id)]).toEqual([0, ['a', 'b']])
})

test('nonsense in the file is passed over', () => {
  const dir = newDir()
  const rows = [
    'null',
    '[]',
    '{}',
    '{"line":"ended"}',
    '\u0000',
    JSON.stringify({ ...line('x', 'ended'), outcome: { result: 'odd' } }),
  ]
  writeFileSync(join(dir, 'journal.jsonl'), `${rows.join('\n')}\n`)
  const { entries, damaged } = openJournal(dir, fail)
  expect([entries, damaged]).toEqual([[], rows.length])
})

test('when it is rotated, what is still on its way moves along', () => {
  const dir = newDir()
  const { journal } = openJournal(dir, fail, 2_000)
  journal.write(line('open', 'sent', { air: { act: 'stop', liveId: 'l' } }))
  for (let index = 0; index < 40; index += 1) journal.write(line(`n${index}`, 'event'))
  expect(readdirSync(dir).sort()).toContain('journal.1.jsonl')
  expect(openJournal(dir, fail).unended.map((one) => one.id)).toEqual(['open'])
  expect(readFileSync(join(dir, 'journal.jsonl'), 'utf8').length).toBeLessThan(3_000)
})
