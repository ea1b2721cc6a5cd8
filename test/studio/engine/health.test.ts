/** What is reported of the last minutes, from counters that only grow. */
import { expect, test } from 'vitest'
import { createHealth } from '../../../electron/studio/broadcasting/health.ts'
import { reported } from '../../../electron/studio/broadcasting/reported.ts'
import { createTargets, lostReport } from '../../../electron/studio/broadcasting/targets.ts'
import type { TargetState } from '../../../electron/studio/engine/plan.ts'
import type { Files } from '../../../electron/studio/files/files.ts'
import type { World } from '../../../electron/studio/rules/world/world.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'

const target = (more: Partial<TargetState>): TargetState => ({
  ...{ liveId: 'show', destinationId: 'ours', state: 'LIVE', error: null, message: null },
  ...{ reconnects: 0, dropped: 0, bytes: 0, ...more },
})

test('what happened lately is counted, and forgotten after five minutes', () => {
  const clock = new VirtualClock()
  const health = createHealth(clock)
  const take = (...targets: TargetState[]) => health.take({ targets, broadcasts: [] })
  take(target({}), target({ destinationId: 'other' }))
  clock.advance(1_000)
  take(target({ reconnects: 2, dropped: 30 }), target({ destinationId: 'other' }))
  clock.advance(200_000)
  take(target({ reconnects: 3, dropped: 30 }))
  expect(health.of(target({}))).toMatchObject({ reconnects: 2, dropped: 30 })
  expect(health.of(target({ destinationId: 'other' }))).toMatchObject({ reconnects: 0, dropped: 0 })
  clock.advance(100_000)
  expect(health.of(target({}))).toMatchObject({ reconnects: 1, dropped: 0 })
  clock.advance(200_000)
  expect(health.of(target({}))).toMatchObject({ reconnects: 0, dropped: 0 })
})

test('one outage is one loss, however often the server was tried; one that was never reached is none', () => {
  const health = createHealth(new VirtualClock())
  const outage = [
    target({ state: 'WAIT', reconnects: 3 }),
    ...[
      target({ reconnects: 3 }),
      target({ state: 'WAIT', reconnects: 4 }),
      target({ state: 'WAIT', reconnects: 14 }),
    ],
    target({ reconnects: 14 }),
  ]
  const losses = outage.map((one) => {
    health.take({ targets: [one], broadcasts: [] })
    return health.of(one).reconnects
  })
  expect(losses).toEqual([0, 0, 1, 1, 1])
})

test('a new engine counts from 0, and its restart is counted', () => {
  const clock = new VirtualClock()
  const health = createHealth(clock)
  health.take({ targets: [target({ reconnects: 7, dropped: 5 })], broadcasts: [] })
  expect(health.engineRestarts).toBe(0)
  health.engineRestarted()
  health.take({ targets: [target({ dropped: 1 })], broadcasts: [] })
  expect(health.engineRestarts).toBe(1)
  expect(health.of(target({}))).toMatchObject({ reconnects: 0, dropped: 6 })
  clock.advance(300_000)
  expect(health.engineRestarts).toBe(0)
})

test('a destination that was made anew, as for another key, counts from 0 as well', () => {
  const health = createHealth(new VirtualClock())
  for (const dropped of [7, 1]) health.take({ targets: [target({ dropped })], broadcasts: [] })
  expect(health.of(target({}))).toMatchObject({ dropped: 8 })
})

test('what is wrong with a sound is reported to the screens, like what is wrong with a picture', () => {
  const health = createHealth(new VirtualClock())
  const world = {
    lives: { p: { projectId: 'p', liveId: 'show' } },
    projects: {},
    destinations: {},
  } as unknown as World
  const sound = { path: null, trouble: 'it could not be mixed', failed: null, isPlaylist: false }
  const report = {
    targets: [],
    broadcasts: [{ liveId: 'show', path: 'film', layers: null, trouble: null, failed: null, sound }],
  }
  const sources = { report, health, files: {} as Files, keys: new Map(), missing: [], diskLeft: null }
  expect(reported(world, 0, sources)).toMatchObject({
    notShown: [],
    notHeard: [{ projectId: 'p', why: 'it could not be mixed' }],
  })
})

test('the rate is that of the last seconds, unknown at first and while nothing is sent', () => {
  const clock = new VirtualClock()
  const health = createHealth(clock)
  let bytes = 0
  const second = (sent: number) => {
    bytes += sent
    health.take({ targets: [target({ bytes })], broadcasts: [] })
    clock.advance(1_000)
  }
  for (let nth = 0; nth < 3; nth += 1) second(300_000)
  expect(health.of(target({})).kbps).toBeNull()
  for (let nth = 0; nth < 10; nth += 1) second(300_000)
  expect(health.of(target({})).kbps).toBe(2_400)
  expect(health.of(target({ state: 'WAIT' })).kbps).toBeNull()
  for (let nth = 0; nth < 12; nth += 1) second(100_000)
  expect(health.of(target({})).kbps).toBe(800)
})

test('of a lost engine neither a file nor an audio playlist is said to be on air', () => {
  const sound = { path: 'song.flv', trouble: null, failed: null, isPlaylist: true }
  const shown = { liveId: 'show', path: 'film.flv', layers: null, trouble: null, failed: null, sound }
  const report = { targets: [target({})], broadcasts: [shown] }
  const nobody = { of: () => ({ viewers: 0, peakViewers: 0 }), turnstile: { joined() {}, left() {} }, close() {} }
  const onAir = (now: typeof report | ReturnType<typeof lostReport>) => {
    const { isSlateFor, isPlaylistSilentFor, targetOf } = createTargets(() => now, nobody)
    return [!isSlateFor('show'), !isPlaylistSilentFor('show'), targetOf('show', 'ours')?.state]
  }
  expect(onAir(report)).toEqual([true, true, 'LIVE'])
  expect(onAir(lostReport(report, 'The engine does not respond.'))).toEqual([false, false, 'WAIT'])
})
