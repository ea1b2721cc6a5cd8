import { describe, expect, test } from 'vitest'
import { settle, type Watch } from '../../electron/core/state/lostAnswers.ts'
import type { LiveStatus } from '../../shared/contract/records.ts'
import type { FaultKind } from '../fakes/independent/faults.ts'
import { outcomeOf, START, type Stage, stage, switchTo, talliesOf } from './stage.ts'

/** Requests Go live while the start meets a fault; time passes until its outcome. */
function goLiveInto(on: Stage, fault: FaultKind) {
  on.server.faults.add({ ...fault, match: { method: 'POST', path: START } })
  return outcomeOf(on, on.rig.press({ type: 'goLive' }))
}

const lost: [name: string, fault: FaultKind, carriedOut: boolean][] = [
  ['cut before it was carried out', { kind: 'cutBefore' }, false],
  ['cut after it was carried out', { kind: 'cutAfter' }, true],
  ['reset after it was carried out', { kind: 'cutAfter', reset: true }, true],
  ['cut, and carried out seconds later', { kind: 'cutAfter', executeAfterMs: 8_000 }, true],
  ['hung, not carried out', { kind: 'hang' }, false],
  ['hung, carried out', { kind: 'hang', execute: true }, true],
  ['cut in the middle of the answer', { kind: 'cutBody' }, true],
  ['answered with half a JSON', { kind: 'truncated' }, true],
  ['answered with nothing', { kind: 'empty' }, true],
  ['answered with a page, not carried out', { kind: 'html' }, false],
  ['answered with a page, carried out', { kind: 'html', execute: true }, true],
  ['answered with wrong types', { kind: 'wrongTypes', set: { liveId: 42 } }, true],
  ['answered by a broken gateway, carried out', { kind: 'badGateway', execute: true }, true],
  ['answered by a broken gateway, not carried out', { kind: 'badGateway' }, false],
  ['answered 500 without a code', { kind: 'serverError' }, false],
  ['answered 500 with the code of a crash', { kind: 'serverError', code: 'INTERNAL_ERROR' }, false],
  ['answered with bytes that are not HTTP', { kind: 'garbage', execute: true }, true],
  ['answered by an odd error body', { kind: 'oddError', shape: 'array', status: 400 }, false],
  ['answered by a nested error body', { kind: 'oddError', shape: 'nested', status: 422 }, false],
]

describe('a start with a lost response is sent once and reconciled', () => {
  test.each(lost)('%s', async (_, fault, carriedOut) => {
    const on = await stage({ preparingMs: 4_000 })
    const { rig, server } = on
    const seen = talliesOf(on)
    expect(await goLiveInto(on, fault)).toMatchObject({ result: 'unknown' })
    expect(seen()).toContain('unknown')

    // Repeating the command meanwhile sends nothing.
    const again = await rig.press({ type: 'goLive' })
    expect(again).toMatchObject({ refusal: { reason: rig.show().pending ? 'unsettled' : 'alreadyLive' } })
    const from = rig.clock.monotonic()
    await rig.until(() => rig.show().pending === null, 'it is settled')
    const took = rig.clock.monotonic() - from
    if (!carriedOut) expect(took).toBeGreaterThanOrEqual(30_000)
    await rig.until(() => rig.tally() === (carriedOut ? 'live' : 'off'), 'the truth is shown')

    expect([on.starts(), on.truth()]).toEqual([1, carriedOut ? 'live' : 'off'])
    expect(server.control.truth(server.content.project).begun).toHaveLength(carriedOut ? 1 : 0)
    const event = { event: 'settled', act: 'start', as: carriedOut ? 'started' : 'notStarted' }
    expect(rig.state().journal.map((entry) => entry.what)).toContainEqual(event)
    if (!carriedOut) expect(await rig.press({ type: 'goLive' })).toMatchObject({ result: 'done' })
  })
})

const surelyNot: [name: string, fault: FaultKind, kind: string][] = [
  ['a key it has accepted before', { kind: 'unauthorized' }, 'revoked'],
  ['the plan', { kind: 'planRequired' }, 'plan'],
  ['a refusal with a known code', { kind: 'refuse', status: 400, code: 'NO_DESTINATIONS' }, 'refused'],
  ['a known code under a 5xx', { kind: 'refuse', status: 501, code: 'NOT_IMPLEMENTED' }, 'refused'],
]

describe('a refused start is off, and Go live is free again', () => {
  test.each(surelyNot)('%s', async (_, fault, kind) => {
    const on = await stage()
    expect(await goLiveInto(on, fault)).toMatchObject({ result: 'failed', failure: { kind, mayHaveHappened: false } })
    expect([on.rig.show().pending, on.starts()]).toEqual([null, 1])
    if (kind === 'refused') expect(on.rig.tally()).toBe('off')
    // Without a key or a plan nothing can be read, so the project is not shown as off until it has been read.
    await on.rig.until(() => on.rig.tally() === 'off', 'it is off')
    expect(await on.rig.press({ type: 'goLive' })).toMatchObject({ result: 'done' })
  })
})

test('a start that waits for its response is not shown as off for longer than a second', async () => {
  const on = await stage({ preparingMs: 60_000 })
  on.server.faults.add({ kind: 'slow', ms: 4_000, when: 'after', match: { method: 'POST', path: START } })
  const pressed = on.rig.press({ type: 'goLive' })
  expect(on.rig.tally()).toBe('off')
  await on.rig.pass(1_500)
  expect(on.rig.tally()).toBe('unknown')
  await on.rig.pass(4_000)
  expect([await pressed, on.rig.tally()]).toMatchObject([{ result: 'done' }, 'preparing'])
})

test('a start with a 429 was not executed: it is sent once more within its deadline, and no more', async () => {
  const on = await stage()
  expect(await goLiveInto(on, { kind: 'rateLimited', retryAfterMs: 1_000 })).toMatchObject({ result: 'done' })
  expect([on.starts(), on.server.executed('POST', START)]).toEqual([2, 1])
})

test('a 429 that lasts longer than the deadline is reported, and the start is not sent again', async () => {
  const on = await stage()
  const outcome = await goLiveInto(on, { kind: 'rateLimited', retryAfterMs: 20_000 })
  expect(outcome).toMatchObject({ result: 'failed', failure: { kind: 'rateLimited' } })
  await on.rig.pass(30_000)
  expect([on.starts(), on.rig.tally()]).toEqual([1, 'off'])
})

test('closing the padlock while a 429 is waited out prevents the second sending', async () => {
  const on = await stage()
  on.server.faults.add({ kind: 'rateLimited', retryAfterMs: 2_000, match: { method: 'POST', path: START } })
  const pressed = on.rig.press({ type: 'goLive' })
  await on.rig.until(() => on.starts() === 1, 'the first sending')
  await on.rig.pass(250)
  await on.rig.press({ type: 'setPadlock', locked: true })
  await on.rig.pass(5_000)
  expect(await pressed).toMatchObject({ result: 'refused', refusal: { reason: 'padlocked' } })
  expect(on.starts()).toBe(1)
})

test('the user can unlock Go live after checking; a program cannot', async () => {
  const on = await stage()
  await goLiveInto(on, { kind: 'cutBefore' })
  expect(await on.rig.press({ type: 'unlockGoLive' }, 'cli')).toMatchObject({ refusal: { reason: 'personOnly' } })
  expect(await on.rig.press({ type: 'unlockGoLive' })).toMatchObject({ result: 'done' })
  await on.rig.until(() => on.rig.tally() === 'off', 'off')
  expect(await on.rig.press({ type: 'goLive' })).toMatchObject({ result: 'done' })
})

test('switching scenes does not delay reconciling a lost start', async () => {
  const on = await stage()
  const { rig, server } = on
  await goLiveInto(on, { kind: 'cutBefore' })
  for (const scene of [1, 2, 3, 1]) {
    await rig.pass(9_000)
    await rig.press({ type: 'switchScene', liveId: null, sceneId: server.content.scenes[scene] ?? '' })
  }
  expect([rig.show().pending, rig.tally(), on.starts()]).toEqual([null, 'off', 1])
})

test('a scene switched while a lost start is in progress is not claimed to be on air once it is settled', async () => {
  const on = await stage({ preparingMs: 8_000 })
  const { rig, server } = on
  server.faults.add({ kind: 'hang', execute: true, match: { method: 'POST', path: START } })
  const seen = talliesOf(on)
  const started = rig.press({ type: 'goLive' })
  await rig.pass(6_000)
  await switchTo(on, 1)
  expect(await outcomeOf(on, started)).toMatchObject({ result: 'unknown' })
  await rig.until(() => on.truth() === 'unsynced' && rig.show().pending === null, 'it is settled')
  expect([rig.tally(), seen()]).toEqual(['unsynced', expect.not.arrayContaining(['live'])])
})

test('a lost start of a project that is not the show target is reconciled too', async () => {
  const on = await stage()
  const { rig, server } = on
  const { project, otherProjects } = server.content
  await rig.press({ type: 'refresh' })
  await rig.press({ type: 'chooseTarget', projectId: otherProjects[0] ?? '' })
  server.faults.add({ kind: 'cutAfter', match: { method: 'POST', path: START } })
  expect(await rig.press({ type: 'goLive', projectId: project })).toMatchObject({ result: 'unknown' })
  await rig.until(() => rig.state().projects[project]?.pending === null, 'it is settled')
  expect(rig.state().projects[project]?.live).toMatchObject({ liveId: server.control.truth(project).liveId })
})

type Reading = [seconds: number, status: LiveStatus, liveId: string | null]

/** Feeds readings one by one; returns the second at which it settled and the result, or null. */
function settled(act: 'start' | 'stop', liveId: string | null, readings: Reading[]) {
  let watch: Watch | undefined
  for (const [seconds, status, seen] of readings) {
    const step = settle({ act, liveId }, watch, { status, liveId: seen }, seconds * 1000)
    if (step.settled) return [seconds, step.settled]
    watch = step.watch
  }
  return null
}

const off = (...at: number[]): Reading[] => at.map((seconds) => [seconds, 'OFFLINE', null])

const running = [1, 2, 5].map((at): Reading => [at, 'LIVE', 'mine'])

describe('which readings settle a lost start or stop, and at which second', () => {
  test.each<[about: string, act: 'start' | 'stop', liveId: string | null, Reading[], ReturnType<typeof settled>]>([
    ['a broadcast that was not there before', 'start', null, [[1, 'PREPARING', 'new']], [1, 'started']],
    ['the same after OFFLINE', 'start', null, [...off(1, 4), [7, 'LIVE', 'new']], [7, 'started']],
    ['an old one that is over settles nothing', 'start', 'old', [[1, 'COMPLETED', 'old']], null],
    ['a new one that failed', 'start', 'old', [[1, 'ERROR', 'new']], [1, 'started']],
    ['a new one that is over', 'start', 'old', [[1, 'COMPLETED', 'new']], [1, 'started']],
    ['a schedule settles nothing', 'start', 'old', [[1, 'SCHEDULED', 'next']], null],
    ['one OFFLINE settles nothing', 'start', null, off(1), null],
    ['nor many within 30 s', 'start', null, off(1, 2, 3, 4, 5, 30), null],
    ['nor two over more', 'start', null, off(1, 40), null],
    ['three OFFLINE over 30 s', 'start', null, off(1, 16, 31), [31, 'notStarted']],
    ['SCHEDULED is as good', 'start', null, [1, 16, 31].map((at) => [at, 'SCHEDULED', null]), [31, 'notStarted']],
    ['running without an id settles nothing', 'start', null, [...off(1, 16), [31, 'PREPARING', null]], null],
    ['unless it goes on', 'start', 'old', [1, 16, 31].map((at) => [at, 'LIVE', null]), [31, 'started']],
    ['nor after an old one', 'start', 'old', [[1, 'PREPARING', null]], null],
    ['nor begins it anew', 'start', null, [...off(1), [16, 'PREPARING', null], ...off(31, 32)], [32, 'notStarted']],
    ['it does not run', 'stop', 'mine', off(1), [1, 'stopped']],
    ['another runs', 'stop', 'mine', [[1, 'LIVE', 'another']], [1, 'stopped']],
    ['it is over', 'stop', 'mine', [[1, 'COMPLETED', 'mine']], [1, 'stopped']],
    ['running once settles nothing', 'stop', 'mine', [[1, 'LIVE', 'mine']], null],
    ['whatever runs is what had no name', 'stop', null, running, [5, 'stillRunning']],
    ['it goes on running', 'stop', 'mine', running, [5, 'stillRunning']],
  ])('%s', (_, act, liveId, readings, expected) => expect(settled(act, liveId, readings)).toEqual(expected))
})
