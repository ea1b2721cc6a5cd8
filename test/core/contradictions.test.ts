/** An outcome reports what the response of the command says; a contradictory response is never reported as done. */
import { describe, expect, test } from 'vitest'
import { CONTRADICTIONS } from '../../shared/words/outcomes/failures.ts'
import {
  ACTIVATE,
  arming,
  liveId,
  onAir,
  outcomeOf,
  START,
  STOP,
  sceneId,
  scenesOf,
  stage,
  stageOnAir,
  stopByTwoPresses,
  switchTo,
} from './stage.ts'

const events = (on: Awaited<ReturnType<typeof stage>>) =>
  on.rig.state().journal.flatMap(({ what }) => ('event' in what ? [what.event] : []))

describe('Stop', () => {
  test.each(['LIVE', 'PREPARING'])('with the response %s is not reported as stopped', async (status) => {
    const on = await stageOnAir()
    const body = { message: 'ok', liveId: liveId(on.rig), status }
    on.server.faults.add({ kind: 'answer', status: 200, body, match: { method: 'POST', path: STOP } })
    expect(await stopByTwoPresses(on)).toMatchObject({ result: 'unknown', failure: { kind: 'contradictory' } })
    expect(on.rig.show().pending).toMatchObject({ act: 'stop', phase: 'checking' })
    await on.rig.until(() => on.rig.show().pending?.phase === 'stillRunning', 'found out')
    expect([on.rig.tally(), on.truth()]).toEqual(['live', 'live'])
  })

  /** Stops a broadcast; the service responds with this body and the broadcast's own id, and stops nothing. */
  async function stopWith(body: object) {
    const on = await stageOnAir()
    const own = { liveId: liveId(on.rig), ...body }
    on.server.faults.add({ kind: 'answer', status: 200, body: own, match: { method: 'POST', path: STOP } })
    return { on, outcome: await stopByTwoPresses(on) }
  }

  test.each([
    { liveId: null },
    { liveId: null, success: false, message: 'no' },
    { liveId: null, success: true },
    { liveId: null, status: 'STOPPING' },
    { status: 'STOPPING' },
    {},
    { message: 'Stop requested' },
    { success: false, message: 'no' },
    { success: true, error: 'busy' },
    { success: false, status: 'OFFLINE' },
    { status: 'OFFLINE', error: { code: 'BUSY' } },
  ])('with the response %j, which does not confirm the end, is not reported as stopped', async (body) => {
    const { on, outcome } = await stopWith(body)
    const failure = { kind: 'contradictory', detail: CONTRADICTIONS.notEnded }
    expect(outcome).toMatchObject({ result: 'unknown', failure })
    expect([on.rig.show().pending?.phase, on.rig.tally(), on.truth()]).toEqual(['checking', 'unknown', 'live'])
  })

  test.each([{ success: true }, { status: 'OFFLINE', error: null }, { status: 'COMPLETED', success: true }])(
    'with the response %j, which confirms the end, is reported as stopped',
    async (body) => expect((await stopWith(body)).outcome).toMatchObject({ done: { what: 'stopped' } }),
  )

  test('reports a broadcast that runs on after a confirmed stop as running, not as started elsewhere', async () => {
    const on = await stageOnAir()
    const body = { message: 'ok', liveId: liveId(on.rig), status: 'OFFLINE' }
    on.server.faults.add({ kind: 'answer', status: 200, body, match: { method: 'POST', path: STOP } })
    expect(await stopByTwoPresses(on)).toMatchObject({ done: { what: 'stopped' } })
    await on.rig.pass(15_000)
    expect(on.rig.tally()).toBe('live')
    expect(events(on)).not.toContain('startedElsewhere')
    const settled = expect.objectContaining({ event: 'settled', act: 'stop', as: 'stillRunning' })
    expect(on.rig.state().journal.map(({ what }) => what)).toContainEqual(settled)
  })

  test('that takes its time is not reported as an end from elsewhere', async () => {
    const on = await stageOnAir({ stoppingMs: 3_000 })
    await stopByTwoPresses(on)
    await on.rig.pass(15_000)
    expect([on.rig.tally(), on.rig.show().lastEnd]).toEqual(['off', null])
    expect(events(on)).not.toContain('ended')
  })
})

test.each(['ERROR', 'OFFLINE', 'COMPLETED'])('a start returning %s is not reported as starting', async (status) => {
  const on = await stage()
  const body = { liveId: 'odd', status, destinations: [] }
  on.server.faults.add({ kind: 'answer', status: 201, body, match: { method: 'POST', path: START } })
  expect(await on.rig.press({ type: 'goLive' })).toMatchObject({
    result: 'unknown',
    failure: { kind: 'contradictory' },
  })
  expect([on.rig.show().pending?.phase, on.rig.tally()]).toEqual(['checking', 'unknown'])
  await on.rig.until(() => on.rig.show().pending === null, 'settled')
  expect([on.rig.tally(), on.starts()]).toEqual(['off', 1])
})

test.each(['another scene', 'no scene at all'])(
  'a switch with the response %s claims nothing and triggers a reading',
  async (what) => {
    const on = await stageOnAir({ autoSynch: true })
    const other = what === 'another scene' ? sceneId(on, 0) : 'zzz'
    const body = { activeSceneId: other, synced: true }
    on.server.faults.add({ kind: 'answer', status: 200, body, match: { method: 'POST', path: ACTIVATE } })
    const outcome = await outcomeOf(on, switchTo(on, 1))
    expect(outcome).toMatchObject({ result: 'unknown', failure: { kind: 'contradictory' } })
    expect(on.rig.show().air).toMatchObject({ basis: 'notKnown' })
    const active = () => (on.rig.show().scenes ?? []).filter(({ isActive }) => isActive).map(({ id }) => id)
    await on.rig.until(() => on.rig.show().scenesReadAt !== null, 'read')
    expect(active()).toEqual([on.server.control.truth(on.server.content.project).activeSceneId])
  },
)

test('a broadcast without a liveId can be stopped, and a lost start of it settles', async () => {
  const on = await stage({ preparingMs: 0 })
  const nameless = on.server.faults.add({
    ...{ kind: 'answer', status: 200, match: { method: 'GET', path: /\/live$/, when: () => on.truth() !== 'off' } },
    body: {
      liveId: null,
      status: 'LIVE',
      destinations: [],
      elapsedSeconds: 5,
      remainingSeconds: null,
      viewers: 0,
      peakViewers: 0,
      unsyncedLive: false,
    },
    times: 'always',
  })
  on.server.faults.add({ kind: 'cutAfter', match: { method: 'POST', path: START } })
  expect(await on.rig.press({ type: 'goLive' })).toMatchObject({ result: 'unknown' })
  await on.rig.until(() => on.rig.show().pending === null, 'settled')
  expect([on.rig.tally(), on.rig.show().live?.liveId]).toEqual(['live', null])
  const { armId } = await arming(on, { type: 'armStop', liveId: null })
  on.rig.clock.advance(500)
  expect(await on.rig.press({ type: 'commitStop', armId })).toMatchObject({ done: { what: 'stopped' } })
  nameless.remove()
  expect([on.truth(), on.stops()]).toEqual(['off', 1])
})

test('a start that was not sent leaves the error of the last show unchanged', async () => {
  const on = await stage({ preparingMs: 0 })
  await onAir(on)
  on.server.control.endBroadcast(on.server.content.project, { error: 'Encoder lost' })
  await on.rig.until(() => on.rig.show().lastError !== null, 'the error')
  await on.server.control.goDown()
  expect(await outcomeOf(on, on.rig.press({ type: 'goLive' }))).not.toMatchObject({ result: 'done' })
  expect(on.rig.show().lastError?.message).toBe('Encoder lost')
  await on.server.control.comeBack()
  await on.rig.pass(40_000)
  await on.rig.until(() => on.rig.show().pending === null, 'settled')
  await onAir(on)
  expect(on.rig.show().lastError).toBeNull()
})

test.each([408, 425, 499, 460])('a start that is carried out with the response %i is detected', async (status) => {
  const on = await stage({ preparingMs: 0 })
  const match = { method: 'POST', path: START }
  on.server.faults.add({ kind: 'answer', status, body: 'gone', execute: true, match })
  expect(await on.rig.press({ type: 'goLive' })).toMatchObject({ result: 'unknown' })
  await on.rig.until(() => on.rig.tally() === 'live', 'found out')
  expect(on.starts()).toBe(1)
})

test('an edit whose response concerns another object is unknown; another name in it is reported', async () => {
  const on = await stageOnAir()
  const [first, second] = scenesOf(on)
  const rename = (body: object) => {
    on.server.faults.add({ kind: 'answer', status: 200, body, match: { method: 'PATCH', path: /\/scenes\// } })
    const input = { projectId: on.rig.show().id, sceneId: first?.id, name: 'New' }
    return on.rig.press({ type: 'edit', operation: 'updateScene', input })
  }
  const scene = { isActive: false, layers: [] }
  expect(await rename({ ...scene, id: second?.id, name: 'New' })).toMatchObject({
    failure: { kind: 'contradictory', detail: CONTRADICTIONS.other },
  })
  expect(await rename({ ...scene, id: first?.id, name: 'Old' })).toMatchObject({
    done: { about: expect.stringContaining('The service calls it Old.') },
  })
})
