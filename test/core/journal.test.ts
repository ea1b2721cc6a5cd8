import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { statusOf } from '../../electron/cli/status.ts'
import { createCore } from '../../electron/core/core.ts'
import { inOneRow, openJournal } from '../../electron/core/journal/journal.ts'
import type { JournalLine } from '../../electron/core/journal/line.ts'
import { shown } from '../../electron/core/journal/recovery.ts'
import { stateLines } from '../../electron/shell/tray/stateLines.ts'
import { JOURNAL_SHOWN } from '../../shared/state.ts'
import { newDir, startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'
import { arming, liveId, START, type Stage, stage, stageOnAir, stopByTwoPresses } from './stage.ts'

const fail = (error: unknown) => {
  throw error
}
const line = (id: string, kind: JournalLine['line'], more: Partial<JournalLine> = {}): JournalLine => ({
  ...{ line: kind, id, at: 1, source: 'panel', projectId: 'p', projectName: 'Show', ms: null },
  what: { command: 'goLive', about: null },
  outcome: kind === 'ended' ? { result: 'done', done: { what: 'refreshed' } } : null,
  ...more,
})

test('the next process reads what was written, with the sent and ended lines as one entry', () => {
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

test('a last line torn by a kill costs only that line, and is never reported as damage', () => {
  const dir = newDir()
  openJournal(dir, fail).journal.write(line('a', 'ended'))
  appendFileSync(join(dir, 'journal.jsonl'), '{"line":"sent","id":"to')
  const { journal, damaged } = openJournal(dir, fail)
  expect(damaged).toBe(0)
  journal.write(line('b', 'ended'))
  const next = openJournal(dir, fail)
  expect([next.damaged, next.entries.map((entry) => entry.id)]).toEqual([0, ['a', 'b']])
})

test('invalid lines in the file are skipped', () => {
  const dir = newDir()
  const odd = JSON.stringify({ ...line('x', 'ended'), outcome: { result: 'odd' } })
  const rows = ['null', '[]', '{}', '{"line":"ended"}', '\u0000', odd]
  writeFileSync(join(dir, 'journal.jsonl'), `${rows.join('\n')}\n`)
  const { entries, damaged } = openJournal(dir, fail)
  expect([entries, damaged]).toEqual([[], rows.length])
})

test('a rotation carries over what is still in flight', () => {
  const dir = newDir()
  const { journal } = openJournal(dir, fail, 2_000)
  journal.write(line('open', 'sent', { air: { act: 'stop', liveId: 'l' } }))
  for (let index = 0; index < 40; index += 1) journal.write(line(`n${index}`, 'event'))
  expect(readdirSync(dir).sort()).toContain('journal.1.jsonl')
  expect(openJournal(dir, fail).unended.map((one) => one.id)).toEqual(['open'])
  expect(readFileSync(join(dir, 'journal.jsonl'), 'utf8').length).toBeLessThan(3_000)
})

const refused = (id: string) =>
  line(id, 'ended', { outcome: { result: 'refused', refusal: { reason: 'padlocked' } }, at: 5 })

test('refused commands have files of their own, and never push a show out of the journal', () => {
  const dir = newDir()
  const { journal } = openJournal(dir, fail, 20_000)
  journal.write(line('show', 'sent', { air: { act: 'start', liveId: null } }))
  journal.write(line('show', 'ended'))
  journal.write(line('seen', 'event', { what: { event: 'onAir' } }))
  for (let index = 0; index < 2_000; index += 1) journal.write(refused(`n${index}`))
  const { entries } = openJournal(dir, fail)
  expect(entries.slice(0, 2).map(({ id, outcome }) => [id, outcome?.result])).toEqual([
    ['show', 'done'],
    ['seen', undefined],
  ])
  expect(entries.at(-1)?.id).toBe('n1999')
  const kept = shown(entries)
  expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([2 + JOURNAL_SHOWN / 2, 'show', 'n1999'])
})

const GROWN = 2_200_000_000
const START_SENT = { air: { act: 'start', liveId: null } } as const

test('a journal of two gigabytes is read from its end and set aside by name, and its open start is not lost', () => {
  const dir = newDir()
  const path = join(dir, 'journal.jsonl')
  writeFileSync(path, '')
  truncateSync(path, GROWN)
  appendFileSync(path, `\n${JSON.stringify(line('open', 'sent', START_SENT))}\n`)
  const { journal, unended, setAside, entries } = openJournal(dir, fail)
  expect([unended.map(({ id }) => id), entries.map(({ id }) => id)]).toEqual([['open'], ['open']])
  expect(setAside).toEqual([`${path}.unusable (the file is too large)`])
  journal.close()
  const again = openJournal(dir, fail)
  expect([again.unended.map(({ id }) => id), again.setAside]).toEqual([['open'], []])
})

test('megabytes of open starts are read quickly: the latest count, and the number of skipped ones is reported', () => {
  const dir = newDir()
  const many = Array.from({ length: 3_000 }, (_, n) => line(`n${n}`, 'sent', { ...START_SENT, projectId: `p${n}` }))
  writeFileSync(join(dir, 'journal.jsonl'), many.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const { unended, damaged } = openJournal(dir, fail)
  expect([unended.length + damaged, unended.at(-1)?.id]).toEqual([3_000, 'n2999'])
  expect(unended.length).toBeLessThanOrEqual(500)
})

const UNUSABLE: Record<string, { put(path: string): void; why: string }> = {
  'a folder': { put: (path) => mkdirSync(path), why: 'a folder is where a file should be' },
  'a pipe': { put: (path) => spawnSync('mkfifo', [path]), why: 'it is not an ordinary file' },
  'a device': { put: (path) => symlinkSync('/dev/zero', path), why: 'it is not an ordinary file' },
  'a circle of links': { put: (path) => symlinkSync(path, path), why: 'its links lead in a circle' },
}

test
  .skipIf(process.platform === 'win32')
  .each(
    Object.keys(UNUSABLE).flatMap((what) =>
      ['journal.jsonl', 'journal.1.jsonl', 'journal-local.jsonl'].map((name) => [what, name] as const),
    ),
  )('%s in place of %s is set aside and reported', async (what, name) => {
  const dataDir = newDir()
  const path = join(dataDir, name)
  UNUSABLE[what]?.put(path)
  const log: string[] = []
  const core = closing(
    createCore({ dataDir, clock: new VirtualClock(), version: '0', log: (said) => log.push(said) }),
  )
  const about = `${path}.unusable (${UNUSABLE[what]?.why})`
  const locking = { type: 'setPadlock', locked: true } as const
  expect(await core.dispatch('00000000-0000-4000-8000-000000000000', locking, 'panel')).toMatchObject({
    result: 'done',
  })
  expect(core.store.get().notices).toEqual([expect.objectContaining({ kind: 'journalSetAside', about })])
  expect(log).toEqual([])
})

test('both files are merged into one list, each in its own order even if the clock was set back', () => {
  const at = (id: string, time: number) => ({ id, at: time })
  const one = inOneRow([at('a', 10), at('b', 4), at('c', 20)], [at('x', 5), at('y', 15), at('z', 30)])
  expect(one.map(({ id }) => id)).toEqual(['x', 'a', 'b', 'y', 'c', 'z'])
})

test('the end of a sent command is stored with it, even if a reading had settled it before', () => {
  const dir = newDir()
  const { journal } = openJournal(dir, fail)
  journal.write(line('a', 'sent', { air: { act: 'start', liveId: null } }))
  journal.write(line('e', 'event', { what: { event: 'onAir' }, settles: 'a' }))
  journal.write(line('a', 'ended'))
  const { entries } = openJournal(dir, fail)
  expect(entries.map(({ id, outcome }) => [id, outcome?.result])).toEqual([
    ['a', 'done'],
    ['e', undefined],
  ])
})

test('a write failure is reported once, and what is open is written once writing works again', () => {
  const dir = newDir()
  const told: (string | null)[] = []
  const { journal } = openJournal(dir, (problem) => told.push(problem))
  journal.write(line('before', 'event'))
  renameSync(dir, `${dir}-before`)
  writeFileSync(dir, 'in the way')
  expect(journal.write(line('a', 'sent', { air: { act: 'start', liveId: null } }))).toContain('a folder should be')
  expect(journal.write(refused('b'))).toContain('a folder should be')
  expect([journal.problem(), told.length]).toEqual([told[0], 1])
  rmSync(dir)
  mkdirSync(dir)
  expect([journal.write(refused('c')), told[1], journal.problem()]).toEqual([null, null, null])
  const { unended, damaged } = openJournal(dir, fail)
  expect([unended.map(({ id }) => id), damaged]).toEqual([['a'], 0])
})

test('a data dir removed while open is created again with what is open', () => {
  const dir = newDir()
  const { journal } = openJournal(dir, fail)
  journal.write(line('a', 'sent', { air: { act: 'start', liveId: null } }))
  rmSync(dir, { recursive: true })
  journal.write(line('b', 'event'))
  const { unended, entries } = openJournal(dir, fail)
  expect([unended.map(({ id }) => id), entries.map(({ id }) => id)]).toEqual([['a'], ['a', 'b']])
})

const JOURNAL = { fault: 'journal', error: expect.stringContaining('where a folder should be') }
const notices = ({ rig }: Stage) =>
  rig.state().notices.flatMap(({ kind }) => (kind === 'journalUnwritable' ? [kind] : []))

/** Makes the disk refuse all writes; the result repairs it. */
function breakDisk({ rig }: Stage): () => void {
  renameSync(rig.dataDir, `${rig.dataDir}-before`)
  writeFileSync(rig.dataDir, 'in the way')
  return () => {
    rmSync(rig.dataDir)
    mkdirSync(rig.dataDir)
    rig.log.splice(0)
  }
}

test('a start that could not be stored is not sent, until the user confirms it', async () => {
  const on = await stage()
  breakDisk(on)
  // The failure was unknown before; the line of this start reveals it.
  expect(await on.rig.press({ type: 'goLive' })).toEqual({
    result: 'refused',
    refusal: { reason: 'faults', faults: [JOURNAL] },
  })
  expect([on.starts(), on.rig.show().pending, notices(on)]).toEqual([0, null, ['journalUnwritable']])
  expect(await on.rig.press({ type: 'armGoLive' }, 'hotkey')).toMatchObject({ refusal: { faults: [JOURNAL] } })
  const said = expect.stringMatching(/^The journal cannot be written: /)
  expect(statusOf(on.rig.state(), on.rig.show(), on.rig.clock.now()).journal).toEqual(said)
  const seen = { state: on.rig.state(), target: on.rig.show(), tally: on.rig.tally(), now: on.rig.clock.now() }
  expect(stateLines(seen).find(({ id }) => id === 'journal')?.label).toEqual(said)
  expect(await on.rig.press({ type: 'goLive', despiteFaults: true })).toMatchObject({ result: 'done' })
  expect(on.starts()).toBe(1)
})

test('a start armed before the failure is not sent either', async () => {
  const on = await stage()
  const { armId } = await arming(on, { type: 'armGoLive' }, 'hotkey')
  breakDisk(on)
  on.rig.clock.advance(500)
  const outcome = await on.rig.press({ type: 'commitGoLive', armId }, 'hotkey')
  expect(outcome).toMatchObject({ refusal: { faults: [JOURNAL] } })
  expect(on.starts()).toBe(0)
})

test('what is on air can be stopped without a journal', async () => {
  const on = await stageOnAir()
  breakDisk(on)
  expect(await stopByTwoPresses(on, liveId(on.rig))).toMatchObject({ done: { what: 'stopped' } })
})

test('once writing works again the next command notices, and the fault is gone', async () => {
  const on = await stage()
  const mend = breakDisk(on)
  await on.rig.press({ type: 'goLive' })
  mend()
  expect(await on.rig.press({ type: 'goLive' })).toMatchObject({ result: 'done' })
  expect(notices(on)).toEqual([])
})

test('a start sent without its line survives a crash as soon as writing works again', async () => {
  const on = await stage()
  const mend = breakDisk(on)
  await on.rig.press({ type: 'goLive' })
  on.server.faults.add({ kind: 'hang', match: { method: 'POST', path: START } })
  void on.rig.press({ type: 'goLive', despiteFaults: true })
  await on.server.arrived('POST', START)
  mend()
  await on.rig.press({ type: 'setPadlock', locked: false })
  const dataDir = newDir()
  cpSync(on.rig.dataDir, dataDir, { recursive: true })
  const next = closing(await startRig({ service: on.server, clock: on.rig.clock, dataDir }))
  await next.until(() => next.tally() === 'unknown', 'it knows that it does not know')
  expect(await next.press({ type: 'goLive' })).toMatchObject({ refusal: { reason: 'unsettled' } })
  expect(on.starts()).toBe(1)
})
