/** The shown state is true: scenes and edits on air, freshness, and changes by other clients. */
import { describe, expect, test } from 'vitest'
import { type ProjectState, targetOf, unreadProject } from '../../shared/state.ts'
import { whyNoStop, whyNoSync } from '../../shared/view/reasons.ts'
import { REASONS } from '../../shared/words/outcomes/reasons.ts'
import { serviceWords } from '../../shared/words/panel/states.ts'
import { tallySentence } from '../../shared/words/show/tally.ts'
import type { FaultKind } from '../fakes/independent/faults.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { ready, startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'
import {
  ACTIVATE,
  GET_LIVE,
  liveId,
  START,
  SYNC,
  sceneId,
  scenesOf,
  stage,
  stageOnAir,
  switchTo,
  talliesOf,
} from './stage.ts'

test('from the start, nothing is shown as off before the target was read as off', async () => {
  const clock = new VirtualClock()
  const service = closing(await startIndependentServer({ clock }))
  const rig = closing(await startRig({ service, clock }))
  const seen = new Set<string>()
  rig.core.store.subscribe(() => seen.add(`${rig.tally()}, ${targetOf(rig.state())?.live ? 'read' : 'not read'}`))
  await ready(rig)
  expect([...seen].sort()).toEqual(['off, read', 'unknown, not read'])
})

test('while the service is away nothing is shown as off: it may have been started since', async () => {
  const on = await stage()
  expect(on.rig.tally()).toBe('off')
  await on.server.control.goDown()
  await on.rig.until(() => on.rig.state().service.failure !== null, 'it fails')
  const [target, now] = [targetOf(on.rig.state()), on.rig.clock.now()]
  expect([on.rig.tally(), target?.stale]).toEqual(['stale', false])
  expect(tallySentence('stale', on.rig.state(), target, now)).toMatch(/^No contact\. Was off air \d+ s ago$/)
  const failure = on.rig.state().service.failure
  // The top of the screen already says that the state is unknown.
  expect(failure && serviceWords(on.rig.state(), failure).now).toBe(null)
  await on.server.control.comeBack()
  await on.rig.until(() => on.rig.tally() === 'off', 'read again')
})

test('a rehearsed fault that has ended is not blamed on the studio: the state is read at once', async () => {
  const on = await stage()
  const faults = (...all: object[]) => on.rig.core.store.change({ rehearsal: { faults: all } as never })
  faults({ id: 'f1' })
  await on.server.control.goDown()
  await on.rig.until(() => on.rig.state().service.failure !== null, 'it fails')
  await on.server.control.comeBack()
  const { failure } = on.rig.state().service
  const asStudio = { ...on.rig.state(), service: { ...on.rig.state().service, rehearsal: true } }
  faults()
  expect(failure && serviceWords(asStudio, failure).headline).toBe('The service cannot be reached.')
  expect(failure && serviceWords({ ...asStudio, rehearsal: null }, failure).headline).toMatch(/local studio/)
  await on.rig.pass(500)
  expect(on.rig.state().service.failure).toBe(null)
})

describe('auto-sync off', () => {
  test('a switched scene is active in the project and NOT on air, until Sync', async () => {
    const on = await stageOnAir()
    expect(on.rig.show().air).toMatchObject({ sceneId: sceneId(on, 0), basis: 'lastSync' })
    const switched = await switchTo(on, 1)
    expect(switched).toMatchObject({ done: { what: 'sceneSwitched', reached: 'notOnAir' } })
    await on.rig.until(() => scenesOf(on)[1]?.isActive === true)
    await on.rig.pass(40_000)
    expect(scenesOf(on)[1]?.isActive).toBe(true)
    expect(on.rig.show().air.sceneId).toBe(sceneId(on, 0))
    expect([on.rig.tally(), on.truth()]).toEqual(['unsynced', 'unsynced'])

    expect(await on.rig.press({ type: 'sync', liveId: liveId(on.rig) })).toMatchObject({ done: { what: 'synced' } })
    expect(on.rig.show().air.sceneId).toBe(sceneId(on, 1))
    expect([on.rig.tally(), on.truth()]).toEqual(['live', 'live'])
  })

  test('with nothing on air a scene is switched without any claim about viewers', async () => {
    const on = await stage()
    expect(await switchTo(on, 2)).toMatchObject({ done: { reached: 'nothingRunning' } })
    expect(on.rig.show().air).toMatchObject({ sceneId: null, basis: 'notKnown' })
  })

  test('back, next and previous go to the right scene, and nothing wraps around', async () => {
    const on = await stageOnAir()
    const running = { liveId: liveId(on.rig) }
    const active = () => scenesOf(on).findIndex((scene) => scene.isActive)
    await on.rig.press({ type: 'nextScene', ...running })
    await on.rig.press({ type: 'nextScene', ...running })
    expect(active()).toBe(2)
    await on.rig.press({ type: 'previousScene', ...running })
    expect(active()).toBe(1)
    await on.rig.press({ type: 'previousScene', ...running })
    expect(active()).toBe(0)
    const further = await on.rig.press({ type: 'previousScene', ...running })
    expect(further).toMatchObject({ refusal: { reason: 'noOtherScene' } })
  })

  test('back leads to the scene viewers saw last, however many switches since', async () => {
    const on = await stageOnAir()
    const running = { liveId: liveId(on.rig) }
    const active = () => scenesOf(on).findIndex((scene) => scene.isActive)
    const back = () => on.rig.press({ type: 'backToScene', ...running })
    expect(await back()).toMatchObject({ refusal: { reason: 'noOtherScene' } })
    for (const nr of [1, 2, 3]) await switchTo(on, nr)
    await back()
    expect([active(), on.rig.show().unsynced]).toEqual([0, { some: false, edits: 0, basis: 'own' }])
    await switchTo(on, 3)
    await on.rig.press({ type: 'sync', ...running })
    await back()
    expect(active()).toBe(0)
    // Viewers still see the fourth one: back leads there.
    await back()
    expect(active()).toBe(3)
  })

  test('back has a destination even if what is on air is read between quick commands', async () => {
    const steps = ['sync', 'nextScene', 'previousScene'] as const
    for (let mask = 0; mask < 2 ** steps.length; mask += 1) {
      const on = await stageOnAir({ airFields: true })
      const running = { liveId: liveId(on.rig) }
      await on.rig.until(() => on.rig.show().air.basis === 'service')
      await switchTo(on, 2)
      for (const [at, step] of steps.entries()) {
        await on.rig.press({ type: step, ...running })
        if (mask & (1 << at)) await on.rig.pass(6_000)
      }
      const told = `read after ${steps.filter((_, at) => mask & (1 << at)).join(', ') || 'none'}`
      expect([told, await on.rig.press({ type: 'backToScene', ...running })]).toMatchObject([
        told,
        { result: 'done' },
      ])
    }
  })

  test('Take switches a scene and brings it on air in one command; Cue leaves it for Sync', async () => {
    const on = await stageOnAir()
    expect(await on.rig.press({ type: 'setTake', on: true })).toMatchObject({ done: { what: 'takeSet', on: true } })
    expect(await switchTo(on, 1)).toMatchObject({ done: { what: 'sceneSwitched', reached: 'onAir' } })
    expect([on.rig.tally(), on.truth(), on.rig.show().air.sceneId]).toEqual(['live', 'live', sceneId(on, 1)])
    const cue = { type: 'switchScene', liveId: liveId(on.rig), sceneId: sceneId(on, 2), take: false } as const
    expect(await on.rig.press(cue)).toMatchObject({ done: { reached: 'notOnAir' } })
    expect(on.server.count('POST', SYNC)).toBe(1)
  })

  test('a failed switch is never synced, and a take whose sync fails claims nothing', async () => {
    const on = await stageOnAir()
    await on.rig.press({ type: 'setTake', on: true })
    const refuses = (path: RegExp) =>
      on.server.faults.add({
        kind: 'answer',
        status: 409,
        body: { error: { code: 'PROJECT_BUSY', message: 'not now' } },
        match: { method: 'POST', path },
      })
    refuses(ACTIVATE)
    expect((await switchTo(on, 1)).result).toBe('failed')
    expect(on.server.count('POST', SYNC)).toBe(0)
    refuses(SYNC)
    expect((await switchTo(on, 1)).result).toBe('failed')
    expect([on.rig.tally(), on.truth(), on.rig.show().air.sceneId]).toEqual(['unsynced', 'unsynced', sceneId(on, 0)])
  })

  test('a take never brings the scene of another command on air', async () => {
    const on = await stageOnAir()
    on.server.faults.add({ kind: 'slow', ms: 1_000, when: 'before', match: { path: ACTIVATE } })
    const press = (nr: number, take: boolean) =>
      on.rig.press({ type: 'switchScene', liveId: liveId(on.rig), sceneId: sceneId(on, nr), take })
    const taken = press(1, true)
    await on.rig.pass(100)
    const cued = press(2, false)
    await on.rig.pass(3_000)
    expect((await cued).result).toBe('done')
    expect(await taken).toMatchObject({ result: 'refused', refusal: { reason: 'superseded' } })
    expect([on.server.count('POST', SYNC), on.rig.show().air.sceneId]).toEqual([0, sceneId(on, 0)])
  })

  test('two quick switches reach the service in order', async () => {
    const on = await stageOnAir()
    on.server.faults.add({ kind: 'slow', ms: 1_000, when: 'before', match: { path: ACTIVATE } })
    const first = switchTo(on, 1)
    await on.rig.pass(100)
    const second = switchTo(on, 2)
    await on.rig.pass(2_000)
    expect(await first).toMatchObject({ result: 'done' })
    expect(await second).toMatchObject({ result: 'done' })
    expect(on.server.control.truth(on.server.content.project).activeSceneId).toBe(sceneId(on, 2))
    expect(scenesOf(on)[2]?.isActive).toBe(true)
  })
})

test('auto-sync on: a switched scene is on air when the service says so', async () => {
  const on = await stageOnAir({ autoSynch: true })
  expect(await switchTo(on, 1)).toMatchObject({ done: { reached: 'onAir' } })
  expect([on.rig.show().air.sceneId, on.rig.tally()]).toEqual([sceneId(on, 1), 'live'])
})

test('auto-sync on, but no confirmation from the service: not confirmed, no claim', async () => {
  const on = await stageOnAir({ autoSynch: true, shape: 'minimal' })
  expect(await switchTo(on, 1)).toMatchObject({ done: { reached: 'notConfirmed' } })
  // Nor is the previous scene claimed: it may have left the air.
  expect(on.rig.show().air).toMatchObject({ sceneId: null, basis: 'notKnown' })
})

test('a service that reports what is on air overrides our own bookkeeping', async () => {
  const on = await stageOnAir({ airFields: true })
  await on.rig.until(() => on.rig.show().air.basis === 'service')
  on.server.control.chainSwitch(on.server.content.project, sceneId(on, 3))
  await on.rig.until(() => on.rig.show().air.sceneId === sceneId(on, 3), 'the chain is seen')
})

test('an active scene moved by another client does not prove what viewers see', async () => {
  const on = await stageOnAir()
  on.server.control.activateElsewhere(on.server.content.project, sceneId(on, 2))
  await on.rig.until(() => scenesOf(on)[2]?.isActive === true)
  expect(on.rig.show().air).toMatchObject({ sceneId: null, basis: 'notKnown' })
  await on.rig.until(() => on.rig.tally() === 'unsynced', 'the service says that something is unsynced')
})

test('after a sync of what another client moved, and an immediate switch, no scene is claimed', async () => {
  const on = await stageOnAir()
  on.server.control.activateElsewhere(on.server.content.project, sceneId(on, 1))
  await on.rig.press({ type: 'sync', liveId: liveId(on.rig) })
  await switchTo(on, 2)
  await on.rig.pass(60_000)
  expect(on.server.control.truth(on.server.content.project).onAirSceneId).toBe(sceneId(on, 1))
  expect(on.rig.show().air).toMatchObject({ sceneId: null, basis: 'notKnown' })
})

test('an unsynced edit is not forgotten when another client moves the active scene', async () => {
  const on = await stageOnAir()
  await switchTo(on, 1)
  await on.rig.pass(6_000)
  on.server.control.activateElsewhere(on.server.content.project, sceneId(on, 2))
  const seen = talliesOf(on)
  await on.rig.until(() => scenesOf(on)[2]?.isActive === true, 'the move is seen')
  expect([on.rig.tally(), ...seen()]).toEqual(['unsynced', 'unsynced'])
})

test.each<[string, FaultKind]>([
  ['lost', { kind: 'hang', execute: true }],
  ['answered late', { kind: 'slow', ms: 5_000, when: 'after' }],
])('a scene switched while a start is %s: no scene is claimed to be on air', async (_, fault) => {
  const on = await stage()
  on.server.faults.add({ ...fault, match: { method: 'POST', path: START } })
  void on.rig.press({ type: 'goLive' })
  await on.server.arrived('POST', START)
  await switchTo(on, 2)
  await on.rig.until(() => on.rig.show().pending === null && on.rig.tally() === 'unsynced', 'settled as started')
  expect(on.rig.show().air).toMatchObject({ sceneId: null, basis: 'notKnown' })
})

test('after edits are synced by another client, no scene is claimed to be on air', async () => {
  const on = await stageOnAir()
  await switchTo(on, 1)
  expect(on.rig.show().air.sceneId).toBe(sceneId(on, 0))
  on.server.control.syncElsewhere(on.server.content.project)
  await on.rig.until(() => on.rig.tally() === 'live', 'the service says that all is synced')
  expect(on.rig.show().air).toMatchObject({ sceneId: null, basis: 'notKnown' })
})

describe('a sync', () => {
  test.each<[string, FaultKind]>([
    ['cut', { kind: 'cutAfter' }],
    ['hung', { kind: 'hang' }],
    ['half a JSON', { kind: 'truncated' }],
  ])('with the response %s is not claimed, and repeated only by the user', async (_, fault) => {
    const on = await stageOnAir()
    await switchTo(on, 1)
    on.server.faults.add({ ...fault, match: { path: SYNC } })
    const pressed = on.rig.press({ type: 'sync', liveId: liveId(on.rig) })
    await on.rig.pass(12_000)
    expect(await pressed).toMatchObject({ result: 'unknown' })
    await on.rig.pass(12_000)
    expect(on.server.count('POST', SYNC)).toBe(1)
    expect(on.rig.tally()).toBe(on.truth())
    await on.rig.press({ type: 'sync', liveId: liveId(on.rig) })
    expect([on.rig.tally(), on.truth(), on.server.count('POST', SYNC)]).toEqual(['live', 'live', 2])
  })

  test('of another broadcast than the one seen is refused', async () => {
    const on = await stageOnAir()
    const refused = await on.rig.press({ type: 'sync', liveId: 'another' })
    expect(refused).toMatchObject({ refusal: { reason: 'otherLive' } })
    expect(on.server.count('POST', SYNC)).toBe(0)
  })
})

describe('readings', () => {
  test.each<[string, FaultKind]>([
    ['a page', { kind: 'html' }],
    ['half a JSON', { kind: 'truncated' }],
    ['wrong types', { kind: 'wrongTypes', set: { status: 42 } }],
    ['nothing', { kind: 'empty' }],
  ])('with the response %s change nothing that is known', async (_, fault) => {
    const on = await stageOnAir()
    const before = on.rig.show().live?.readAt
    on.server.faults.add({ ...fault, match: GET_LIVE, times: 'always' })
    await on.rig.pass(40_000)
    expect(on.rig.show().live?.readAt).toBe(before)
    expect([on.rig.tally(), on.rig.show().failure?.kind]).toEqual(['stale', 'unreadable'])
    on.server.faults.clear()
    await on.rig.until(() => on.rig.tally() === 'live', 'live again')
  })

  test('begun before a start got its response are not believed after it', async () => {
    const on = await stage()
    // Before the next reading, because a response older than a believed one is ignored for that reason alone.
    on.server.faults.add({ kind: 'slow', ms: 500, when: 'after', match: GET_LIVE })
    on.rig.clock.advance(1_000)
    const slow = on.rig.press({ type: 'refresh' })
    await on.server.arrived('GET', GET_LIVE.path, on.server.count('GET', GET_LIVE.path) + 1)
    await on.rig.press({ type: 'goLive' })
    const seen = talliesOf(on)
    await on.rig.pass(6_000)
    await slow
    expect(seen()).not.toContain('off')
  })
})

test('changes made elsewhere are seen and reported: a start, an end, an error', async () => {
  const on = await stage()
  const { project } = on.server.content
  const told = () => on.rig.state().journal.map((entry) => ('event' in entry.what ? entry.what.event : ''))
  on.server.control.startElsewhere(project)
  await on.rig.until(() => on.rig.tally() === 'live', 'seen live')
  expect(told()).toContain('startedElsewhere')
  on.server.control.endBroadcast(project, { error: 'STREAM_ERROR' })
  await on.rig.until(() => on.rig.tally() === 'error', 'seen ended')
  expect(on.rig.show().lastError?.message).toBe('STREAM_ERROR')
  await on.rig.press({ type: 'acknowledge' })
  expect(on.rig.tally()).toBe('off')
})

test('PREPARING that ends with an error is reported as such', async () => {
  const on = await stage()
  on.server.control.preparingFails(on.server.content.project, 'CONNECTION_ERROR')
  await on.rig.press({ type: 'goLive' })
  await on.rig.until(() => on.rig.tally() === 'error', 'the error')
  expect(on.rig.show().lastError?.message).toBe('CONNECTION_ERROR')
})

test('a broadcast that no destination accepts is an error, not "live"', async () => {
  const on = await stageOnAir()
  const { destinations, project } = on.server.content
  for (const id of [destinations.youtube, destinations.twitch, destinations.facebook]) {
    on.server.control.destinationError(project, id, 'STREAM_ERROR')
  }
  await on.rig.until(() => on.rig.tally() === 'error', 'nobody can watch')
})

test('Stop and Sync do not claim that nothing is on air without a recent reading', () => {
  const unread = unreadProject('p', 'Evening Show')
  const live = {
    ...{ readAt: 0, liveId: null, status: 'OFFLINE', destinations: [], startedAt: null, endsAt: null },
  } as const
  const off = { ...unread, live: { ...live, viewers: null, peakViewers: null, onAir: null } } as ProjectState
  for (const why of [whyNoStop, whyNoSync]) {
    expect([unread, { ...off, stale: true }].map(why)).toEqual([REASONS.airNotKnown, REASONS.airNotKnown])
    expect(why(off)).toBe(REASONS.notLive)
  }
})
