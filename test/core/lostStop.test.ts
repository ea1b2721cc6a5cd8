import { describe, expect, test } from 'vitest'
import type { FaultKind } from '../fakes/independent/faults.ts'
import {
  arming,
  liveId,
  onAir,
  outcomeOf,
  START,
  STOP,
  type Stage,
  stage,
  stageOnAir,
  stopByTwoPresses,
  talliesOf,
} from './stage.ts'

function stopInto(on: Stage, fault: FaultKind) {
  on.server.faults.add({ ...fault, match: { method: 'POST', path: STOP } })
  return outcomeOf(on, stopByTwoPresses(on))
}

const carriedOut: [name: string, fault: FaultKind][] = [
  ['cut', { kind: 'cutAfter' }],
  ['hung', { kind: 'hang', execute: true }],
  ['half a JSON', { kind: 'truncated' }],
  ['a page', { kind: 'html', execute: true }],
  ['wrong types', { kind: 'wrongTypes', set: { status: 42 } }],
  ['a broken gateway', { kind: 'badGateway', execute: true }],
]

describe('a stop with a lost response is sent once and reconciled', () => {
  test.each(carriedOut)('%s, carried out', async (_, fault) => {
    const on = await stageOnAir()
    const seen = talliesOf(on)
    expect(await stopInto(on, fault)).toMatchObject({ result: 'unknown' })
    expect(seen()).toContain('unknown')
    await on.rig.until(() => on.rig.tally() === 'off', 'off')
    expect([on.stops(), on.truth(), on.rig.show().pending]).toEqual([1, 'off', null])
  })

  test.each<[string, FaultKind]>([
    ['cut', { kind: 'cutBefore' }],
    ['hung', { kind: 'hang' }],
  ])('%s, not carried out: reported as still on air, and can be stopped again', async (_, fault) => {
    const on = await stageOnAir()
    expect(await stopInto(on, fault)).toMatchObject({ result: 'unknown' })
    expect(await stopByTwoPresses(on)).toMatchObject({ refusal: { reason: 'busy', act: 'stop' } })
    await on.rig.until(() => on.rig.show().pending?.phase === 'stillRunning', 'it is seen to run')
    expect([on.rig.tally(), on.stops()]).toEqual(['live', 1])
    expect(await stopByTwoPresses(on)).toMatchObject({ result: 'done', done: { what: 'stopped' } })
    expect([on.rig.tally(), on.truth(), on.stops()]).toEqual(['off', 'off', 2])
  })
})

test('a broadcast that a lost stop did not stop and that ends later leaves nothing pending', async () => {
  const on = await stageOnAir()
  await stopInto(on, { kind: 'cutBefore' })
  await on.rig.until(() => on.rig.show().pending?.phase === 'stillRunning', 'it is seen to run')
  on.server.control.stopElsewhere(on.server.content.project)
  await on.rig.until(() => on.rig.tally() === 'off', 'off')
  expect(on.rig.show().pending).toBeNull()
  expect(on.rig.state().journal.map(({ what }) => what)).toContainEqual(expect.objectContaining({ event: 'ended' }))
})

test('stop works while the response to the start is pending, and that response changes nothing any more', async () => {
  const on = await stage({ preparingMs: 60_000 })
  on.server.faults.add({ kind: 'slow', ms: 9_000, when: 'after', match: { method: 'POST', path: START } })
  const started = on.rig.press({ type: 'goLive' })
  await on.rig.until(() => on.rig.tally() === 'preparing', 'a reading shows it')
  expect(await stopByTwoPresses(on)).toMatchObject({ result: 'done', done: { what: 'stopped' } })
  const seen = talliesOf(on)
  await on.rig.pass(9_000)
  expect(await started).toMatchObject({ result: 'done' })
  expect([seen(), on.truth(), on.rig.show().pending]).toEqual([['off'], 'off', null])
})

test('a stop that finds nothing running reports that it was already off', async () => {
  const on = await stageOnAir()
  on.server.control.stopElsewhere(on.server.content.project)
  expect(await stopByTwoPresses(on)).toMatchObject({ result: 'done', done: { what: 'wasOff' } })
  expect(on.rig.tally()).toBe('off')
})

test('a stop means one broadcast: another one that runs by then is left alone', async () => {
  const on = await stage()
  const meant = await onAir(on)
  const { armId } = await arming(on, { type: 'armStop', liveId: meant })
  on.server.control.stopElsewhere(on.server.content.project)
  on.server.control.startElsewhere(on.server.content.project)
  await on.rig.pass(1_000)
  await on.rig.press({ type: 'refresh' })
  expect(liveId(on.rig)).not.toBe(meant)
  on.rig.clock.advance(500)
  const outcome = await on.rig.press({ type: 'commitStop', armId })
  expect(outcome).toMatchObject({ refusal: { reason: 'otherLive', meant, running: liveId(on.rig) } })
  expect(on.stops()).toBe(0)
})

test('while the service reports a stopped broadcast as running, it is shown as running', async () => {
  const on = await stageOnAir({ stoppingMs: 8_000 })
  await stopByTwoPresses(on)
  await on.rig.pass(2_000)
  expect(on.rig.tally()).toBe('live')
  await on.rig.until(() => on.rig.tally() === 'off', 'off')
  expect(on.stops()).toBe(1)
})
