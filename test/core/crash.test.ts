/** After a crash the next process finds out what is true, and sends nothing again. */
import { cpSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JournalLine } from '../../electron/core/journal/line.ts'
import { createOpenLines } from '../../electron/core/journal/openLines.ts'
import { SCHEDULE_WORDS } from '../../shared/words/schedule/schedule.ts'
import type { FaultKind } from '../fakes/independent/faults.ts'
import { newDir, type Rig, startRig } from '../fakes/rig.ts'
import { closing } from '../support/atEnd.ts'
import { arming, liveId, onAir, START, STOP, type Stage, SYNC, stage, stageOnAir, stopByTwoPresses } from './stage.ts'

/** What a kill leaves: a copy of the files as they are now, and a new process that reads them. */
async function afterKill({ rig, server }: Stage): Promise<Rig> {
  const dataDir = newDir()
  cpSync(rig.dataDir, dataDir, { recursive: true })
  return closing(await startRig({ service: server, clock: rig.clock, dataDir }))
}

test.each<[string, FaultKind, string]>([
  ['it had been carried out', { kind: 'hang', execute: true }, 'live'],
  ['it never arrived', { kind: 'hang' }, 'off'],
])('killed with a start in flight; %s', async (_, fault, truth) => {
  const on = await stage()
  on.server.faults.add({ ...fault, match: { method: 'POST', path: START } })
  void on.rig.press({ type: 'goLive' })
  await on.server.arrived('POST', START)
  const next = await afterKill(on)
  await next.until(() => next.tally() === 'unknown', 'it knows that it does not know')
  expect(await next.press({ type: 'goLive' })).toMatchObject({ refusal: { reason: 'unsettled' } })
  await next.until(() => next.tally() === truth, 'the truth')
  expect([on.starts(), on.truth()]).toEqual([1, truth])
  const told = next.state().journal.filter((entry) => 'command' in entry.what && entry.what.command === 'goLive')
  expect(told.map((entry) => entry.outcome?.result)).toEqual(['unknown', 'refused'])
})

test('killed again before a lost start was settled: it stays unknown and blocks Go live until then', async () => {
  const on = await stage()
  on.server.faults.add({ kind: 'hang', match: { method: 'POST', path: START } })
  void on.rig.press({ type: 'goLive' })
  await on.server.arrived('POST', START)
  const second = await afterKill(on)
  await second.until(() => second.tally() === 'unknown', 'it knows that it does not know')
  const third = await afterKill({ ...on, rig: second })
  await third.until(() => third.tally() === 'unknown', 'it still knows that')
  expect(await third.press({ type: 'goLive' })).toMatchObject({ refusal: { reason: 'unsettled' } })
  await third.until(() => third.tally() === 'off', 'settled')
  const fourth = await afterKill({ ...on, rig: third })
  await fourth.until(() => fourth.tally() === 'off', 'and it stays settled')
  expect([on.starts(), fourth.show().pending]).toEqual([1, null])
})

test('a command repeated to the next process by a sender without a response is not carried out twice', async () => {
  const on = await stageOnAir()
  on.server.faults.add({ kind: 'hang', match: { method: 'POST', path: SYNC } })
  const sync = { type: 'sync', liveId: liveId(on.rig) } as const
  void on.rig.press(sync, 'panel', 'same')
  await on.server.arrived('POST', SYNC)
  const next = await afterKill(on)
  await next.until(() => next.tally() === 'live', 'live')
  expect(await next.press(sync, 'panel', 'same')).toMatchObject({ result: 'unknown' })
  expect(on.server.count('POST', SYNC)).toBe(1)
})

test('killed with an edit in flight: its outcome is unknown, and what it would undo waits for it', async () => {
  const on = await stage()
  const path = /\/schedules$/
  on.server.faults.add({ kind: 'hang', match: { method: 'DELETE', path } })
  const { id: projectId } = on.rig.show()
  void on.rig.press({ type: 'edit', operation: 'cancelSchedules', input: { projectId } })
  await on.server.arrived('DELETE', path)
  const next = await afterKill(on)
  await next.until(() => next.tally() === 'off', 'off')
  expect(next.state().lostEdits).toMatchObject([{ operation: 'cancelSchedules', projectId, phase: 'notKnown' }])
  const dates = [new Date(next.clock.now() + 3_600_000).toISOString()]
  const move = next.press({ type: 'edit', operation: 'moveSchedule', input: { projectId, dates } })
  expect(await move).toMatchObject({ refusal: { message: SCHEDULE_WORDS.cancelMayArrive } })
})

test('killed with a switch of auto-sync in flight: arriving late, it does not undo a newer one', async () => {
  const on = await stageOnAir()
  const path = /\/projects\/[^/]+$/
  on.server.faults.add({ kind: 'hang', match: { method: 'PATCH', path } })
  const meant = liveId(on.rig)
  void on.rig.press({ type: 'setAutoSync', on: false, liveId: meant })
  await on.server.arrived('PATCH', path)
  const next = await afterKill(on)
  await next.until(() => next.tally() === 'live', 'live')
  await next.press({ type: 'setAutoSync', on: true, liveId: meant })
  await next.pass(3_000)
  on.server.control.setAutoSynch(on.server.content.project, false)
  await next.until(() => on.server.control.truth(on.server.content.project).autoSynch, 'on again')
  await next.until(() => next.state().openWork.length === 0, 'it is over')
})

test('killed with a stop in flight', async () => {
  const on = await stageOnAir()
  on.server.faults.add({ kind: 'hang', execute: true, match: { method: 'POST', path: STOP } })
  void stopByTwoPresses(on)
  await on.server.arrived('POST', STOP)
  const next = await afterKill(on)
  await next.until(() => next.tally() === 'off' && next.show().pending === null, 'off')
  expect([on.stops(), on.truth()]).toEqual([1, 'off'])
})

test('killed with a stop in flight and the response to the start pending: both settle, neither repeats', async () => {
  const on = await stage({ preparingMs: 60_000 })
  on.server.faults.add({ kind: 'slow', ms: 9_000, when: 'after', match: { method: 'POST', path: START } })
  void on.rig.press({ type: 'goLive' }, 'panel', 'same')
  await on.rig.until(() => on.rig.tally() === 'preparing', 'a reading shows that it runs')
  on.server.faults.add({ kind: 'hang', execute: true, match: { method: 'POST', path: STOP } })
  void stopByTwoPresses(on)
  await on.server.arrived('POST', STOP)
  const next = await afterKill(on)
  expect(await next.press({ type: 'goLive' }, 'panel', 'same')).toMatchObject({ result: 'unknown' })
  await next.until(() => next.tally() === 'off' && next.show().pending === null, 'off')
  expect([on.starts(), on.stops(), on.truth()]).toEqual([1, 1, 'off'])
})

test('an arm does not outlive its process', async () => {
  const on = await stage()
  const live = await onAir(on)
  const { armId } = await arming(on, { type: 'armStop', liveId: live })
  const next = await afterKill(on)
  await next.until(() => next.tally() === 'live', 'live')
  next.clock.advance(500)
  expect(await next.press({ type: 'commitStop', armId })).toMatchObject({ refusal: { reason: 'noArm' } })
})

test('the padlock and the show target survive a kill', async () => {
  const on = await stage()
  const other = on.server.content.otherProjects[1] ?? ''
  await on.rig.press({ type: 'chooseTarget', projectId: other })
  await on.rig.press({ type: 'setPadlock', locked: true })
  const next = await afterKill(on)
  await next.until(() => next.state().targetId !== null, 'a target')
  expect([next.state().targetId, next.state().padlock.locked]).toEqual([other, true])
})

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
] as [string, JournalLine[], string[], string[]][])('%s', (_, lines, unended, unsettled) =>
  expect(after(...lines)).toMatchObject({ unended, unsettled }),
)

test('reading the lines that a rotation carries over gives the same result', () => {
  const lines = [start('a'), ended(start('a'), UNKNOWN), line('b'), start('c', { projectId: 'q' }), settles('x')]
  const first = after(...lines)
  expect(after(...first.lines)).toEqual(first)
})
