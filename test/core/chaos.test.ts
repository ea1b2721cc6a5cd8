/** The shown state stays true while commands, other tools, lost responses and clock changes overlap. */
import { describe, expect, test } from 'vitest'
import {
  ACTIVATE,
  GET_LIVE,
  liveId,
  onAir,
  STOP,
  type Stage,
  SYNC,
  sceneId,
  stage,
  stageOnAir,
  stopByTwoPresses,
  switchTo,
  talliesOf,
} from './stage.ts'

const events = ({ rig }: Stage) => rig.state().journal.flatMap(({ what }) => ('event' in what ? [what] : []))

describe('readings between commands', () => {
  test.each([
    ['20 in 2 s', 20, 100],
    ['100 in 3 s', 100, 30],
  ])(
    '%s: an end by another client shows within two readings; a command costs one reading of each kind',
    async (_, presses, everyMs) => {
      const on = await stageOnAir()
      const { rig, server } = on
      const before = { live: server.count('GET', GET_LIVE.path), scenes: server.count('GET', /\/scenes/) }
      for (let press = 0; press < presses; press += 1) {
        void switchTo(on, press % 3)
        await rig.pass(everyMs)
      }
      server.control.stopElsewhere(server.content.project)
      const since = server.count('GET', GET_LIVE.path)
      await rig.until(() => rig.tally() === 'off', 'the end is shown')
      expect(server.count('GET', GET_LIVE.path) - since).toBeLessThanOrEqual(2)
      await rig.pass(5_000)
      expect(server.count('GET', GET_LIVE.path) - before.live).toBeLessThanOrEqual(presses)
      expect(server.count('GET', /\/scenes/) - before.scenes).toBeLessThanOrEqual(presses)
    },
  )
})

test('an end by another client is seen even if every reading is overtaken by a command', async () => {
  const on = await stageOnAir()
  const { rig, server } = on
  server.faults.add({ kind: 'slow', ms: 800, when: 'after', match: GET_LIVE, times: 'always' })
  const press = async (times: number) => {
    for (let left = times; left > 0; left -= 1) {
      void switchTo(on, left % 3)
      await rig.pass(250)
    }
  }
  await press(12)
  server.control.stopElsewhere(server.content.project)
  await press(12)
  expect(rig.tally()).toBe('off')
})

describe('a stop', () => {
  test('reads the state before it is sent, and leaves a broadcast restarted since the last reading alone', async () => {
    const on = await stage()
    const { rig, server } = on
    const meant = await onAir(on)
    await rig.until(() => rig.clock.now() - (rig.show().live?.readAt ?? 0) > 2_000, 'a reading is no longer young')
    server.control.stopElsewhere(server.content.project)
    server.control.startElsewhere(server.content.project)
    expect(await stopByTwoPresses(on, meant)).toMatchObject({ refusal: { reason: 'otherLive', meant } })
    expect(on.stops()).toBe(0)
  })

  test('is sent within two seconds even if the reading before it gets no response', async () => {
    const on = await stageOnAir()
    const { rig, server } = on
    await rig.until(() => rig.clock.now() - (rig.show().live?.readAt ?? 0) > 2_000, 'a reading is no longer young')
    server.faults.add({ kind: 'hang', match: GET_LIVE, times: 'always' })
    const from = rig.clock.monotonic()
    const stopped = stopByTwoPresses(on)
    await rig.until(() => on.stops() === 1, 'the stop arrives')
    expect(rig.clock.monotonic() - from).toBeLessThan(2_000)
    expect(await stopped).toMatchObject({ done: { what: 'stopped' } })
  })

  test('reports it when the service ended another broadcast than the one meant', async () => {
    const on = await stage()
    const meant = await onAir(on)
    const body = { message: 'stopped', liveId: 'restarted', status: 'OFFLINE', actualDuration: 5 }
    on.server.faults.add({ kind: 'answer', status: 200, body, match: { path: STOP } })
    expect(await stopByTwoPresses(on)).toMatchObject({ done: { what: 'stopped', liveId: 'restarted', meant } })
  })
})

describe('after a lost response nothing is claimed about what is on air', () => {
  test('for a sync that was carried out, with another scene switched after it', async () => {
    const on = await stageOnAir()
    const { rig, server } = on
    await switchTo(on, 1)
    server.faults.add({ kind: 'cutAfter', match: { path: SYNC } })
    expect(await rig.press({ type: 'sync', liveId: liveId(rig) })).toMatchObject({ result: 'unknown' })
    await switchTo(on, 2)
    await rig.pass(60_000)
    expect(server.control.truth(server.content.project).onAirSceneId).toBe(sceneId(on, 1))
    expect(rig.show().air).toMatchObject({ sceneId: null, basis: 'notKnown' })
    // The next sync that gets a response confirms the scene again.
    await rig.press({ type: 'sync', liveId: liveId(rig) })
    expect(rig.show().air.sceneId).toBe(sceneId(on, 2))
  })

  test('for a sync that arrives seconds later, behind one that got its response', async () => {
    const on = await stageOnAir()
    const { rig, server } = on
    // This service does not report unsynced edits, so only our own bookkeeping knows what is on air.
    const { unsyncedLive: _, ...body } = await liveAnswer(on)
    server.faults.add({ kind: 'answer', status: 200, body, match: GET_LIVE, times: 'always' })
    await switchTo(on, 1)
    server.faults.add({ kind: 'cutAfter', executeAfterMs: 8_000, match: { path: SYNC } })
    await rig.press({ type: 'sync', liveId: liveId(rig) })
    await rig.press({ type: 'sync', liveId: liveId(rig) })
    await rig.pass(4_000)
    await switchTo(on, 2)
    await rig.pass(60_000)
    expect(server.control.truth(server.content.project).onAirSceneId).toBe(sceneId(on, 2))
    expect(rig.show().air).toMatchObject({ sceneId: null, basis: 'notKnown' })
  })

  test('for a scene switched with auto-sync on', async () => {
    const on = await stageOnAir({ autoSynch: true })
    const { rig, server } = on
    server.faults.add({ kind: 'cutAfter', match: { path: ACTIVATE } })
    expect(await switchTo(on, 1)).toMatchObject({ result: 'unknown' })
    expect(rig.show().air).toMatchObject({ sceneId: null, basis: 'notKnown' })
  })

  test('for auto-sync itself, which is unknown until it is read, at once', async () => {
    const on = await stageOnAir()
    const { rig, server } = on
    server.faults.add({ kind: 'cutAfter', match: { method: 'PATCH' } })
    const known: (boolean | null | undefined)[] = []
    rig.core.store.subscribe(() => known.push(rig.show().settings?.autoSync))
    await rig.press({ type: 'setAutoSync', liveId: liveId(rig), on: true })
    const from = rig.clock.monotonic()
    await rig.until(() => rig.show().settings?.autoSync === true, 'auto-sync is read')
    expect(rig.clock.monotonic() - from).toBeLessThan(2_000)
    expect(known.filter((one, at) => one !== known[at - 1])).toEqual([false, null, true])
  })
})

test('settings are read even if Go live overtakes their first reading', async () => {
  const on = await stage()
  const { rig, server } = on
  await rig.press({ type: 'loadProjects' })
  const other = rig.state().projectList.items.find(({ id }) => id !== rig.state().targetId)?.id ?? ''
  server.faults.add({ kind: 'slow', ms: 1_000, when: 'after', match: { method: 'GET', path: /\/projects\/[^/]+$/ } })
  await rig.press({ type: 'chooseTarget', projectId: other })
  rig.clock.advance(1)
  await server.arrived('GET', new RegExp(`/projects/${other}$`))
  expect(await rig.press({ type: 'goLive' })).toMatchObject({ result: 'done' })
  expect(rig.show().settings).toBeNull()
  await rig.pass(5_000)
  expect(rig.show().settings).not.toBeNull()
})

describe('a response about another project is not applied', () => {
  test('when it names another project', async () => {
    const on = await stage()
    const { rig, server } = on
    const body = { ...(await whole(on)), id: 'another', name: 'Another show' }
    const path = /\/projects\/[^/]+$/
    server.faults.add({ kind: 'answer', status: 200, body, match: { method: 'GET', path } })
    const name = rig.show().name
    rig.clock.advance(1_000)
    expect(await rig.press({ type: 'refresh' })).toMatchObject({ result: 'failed', failure: { kind: 'unreadable' } })
    expect(rig.show().name).toBe(name)
  })

  test('when a project is deleted on air: target and claims are dropped after the second "not found"', async () => {
    const on = await stageOnAir()
    const { rig, server } = on
    const gone = { kind: 'refuse', status: 404, code: 'PROJECT_NOT_FOUND' } as const
    const fault = server.faults.add({ ...gone, match: { path: /\/projects\// }, times: 'always' })
    await rig.until(() => rig.show().live === null, 'nothing is claimed any more')
    expect(rig.tally()).toBe('error')
    expect(events(on)).toContainEqual({ event: 'projectGone' })
    await rig.press({ type: 'loadProjects' })
    const other = rig.state().projectList.items.find(({ id }) => id !== rig.state().targetId)
    expect(await rig.press({ type: 'chooseTarget', projectId: other?.id ?? '' })).toMatchObject({ result: 'done' })
    fault.remove()
  })

  test('when a single "not found" is false: nothing changes', async () => {
    const on = await stageOnAir()
    const { rig, server } = on
    server.faults.add({ kind: 'refuse', status: 404, code: 'PROJECT_NOT_FOUND', match: GET_LIVE })
    await rig.pass(12_000)
    expect(rig.tally()).toBe('live')
    expect(events(on)).not.toContainEqual({ event: 'projectGone' })
  })
})

describe('freshness', () => {
  test.each([-3_600_000, 600_000])('without responses a wall clock set by %i ms changes nothing', async (jumpMs) => {
    const on = await stageOnAir()
    const { rig, server } = on
    await rig.pass(6_000)
    await server.control.goDown()
    rig.clock.jump(jumpMs)
    await rig.pass(20_000)
    expect(rig.tally()).toBe('stale')
    expect(rig.clock.now() - (rig.show().live?.readAt ?? 0)).toBeLessThan(30_000)
    rig.clock.jump(-3_600_000)
    expect(rig.tally()).toBe('stale')
    await server.control.comeBack()
    await rig.until(() => rig.tally() === 'live', 'live again')
  })

  test('an outage while on air is reported with its length', async () => {
    const on = await stageOnAir()
    const { rig, server } = on
    await server.control.goDown()
    await rig.pass(60_000)
    expect(events(on)).toContainEqual({ event: 'lostContact' })
    expect([rig.tally(), rig.state().service.failure?.kind]).toEqual(['stale', 'offline'])
    await server.control.comeBack()
    await rig.until(() => rig.tally() === 'live', 'live again')
    expect(rig.state().service.failure).toBeNull()
    const back = events(on).find((one) => one.event === 'backInContact')
    expect(back?.ms).toBeGreaterThan(55_000)
    expect(events(on).filter((one) => one.event === 'lostContact')).toHaveLength(1)
  })

  test('Go live from a rested core is no loss of contact: the last reading was made at a slower pace', async () => {
    const on = await stage()
    await on.rig.pass(26_000)
    const seen = talliesOf(on)
    on.server.faults.add({ kind: 'slow', ms: 2_000, match: GET_LIVE })
    await on.rig.press({ type: 'goLive' })
    await on.rig.until(() => on.rig.tally() === 'live', 'on air')
    expect(seen()).not.toContain('stale')
    expect(events(on).filter((one) => one.event === 'lostContact')).toEqual([])
    // From the next reading on, the pace of a running show counts.
    await on.server.control.goDown()
    await on.rig.pass(30_000)
    expect(on.rig.tally()).toBe('stale')
  })

  test('an outage while idle is not reported', async () => {
    const on = await stage()
    await on.server.control.goDown()
    await on.rig.pass(200_000)
    expect(on.rig.tally()).toBe('stale')
    expect(events(on)).toEqual([])
  })
})

test('a destination that fails and recovers is reported both times', async () => {
  const on = await stage()
  const { rig, server } = on
  const { project, destinations } = server.content
  await onAir(on)
  server.control.destinationError(project, destinations.twitch, 'STREAM_ERROR')
  await rig.until(() => events(on).some((one) => one.event === 'destinationFailed'), 'it is told')
  server.control.destinationError(project, destinations.twitch, null)
  await rig.until(() => events(on).some((one) => one.event === 'destinationRecovered'), 'it is told')
})

describe('an end that was not requested here', () => {
  test('is shown until the user dismisses it', async () => {
    const on = await stage()
    const { rig, server } = on
    const ended = await onAir(on)
    server.control.stopElsewhere(server.content.project)
    await rig.until(() => rig.tally() === 'off', 'off')
    expect(rig.show().lastEnd).toMatchObject({ liveId: ended, by: 'elsewhere' })
    await rig.press({ type: 'acknowledge' })
    expect(rig.show().lastEnd).toBeNull()
  })

  test('is not reported for our own stop', async () => {
    const on = await stageOnAir()
    await stopByTwoPresses(on)
    await on.rig.pass(10_000)
    expect(on.rig.show().lastEnd).toBeNull()
  })
})

test('an unsynced flag that stays set for a scheduled broadcast is not an unsynced edit', async () => {
  const on = await stageOnAir()
  const { rig, server } = on
  await switchTo(on, 1)
  await rig.press({ type: 'sync', liveId: liveId(rig) })
  const body = { ...(await liveAnswer(on)), unsyncedLive: true }
  server.faults.add({ kind: 'answer', status: 200, body, match: GET_LIVE, times: 'always' })
  rig.core.store.change((draft) => {
    const settings = draft.projects[rig.show().id]?.settings
    if (settings) settings.scheduledLives = 1
  })
  await rig.pass(12_000)
  expect([rig.tally(), rig.show().air.sceneId]).toEqual(['live', sceneId(on, 1)])
})

const asked = async ({ server }: Stage, path: string) => {
  const response = await fetch(`${server.baseUrl}${path}`, { headers: { authorization: `Bearer ${server.key}` } })
  return (await response.json()) as Record<string, unknown>
}
const whole = (on: Stage) => asked(on, `/projects/${on.server.content.project}`)
const liveAnswer = (on: Stage) => asked(on, `/projects/${on.server.content.project}/live`)
