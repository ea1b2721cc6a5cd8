/** A Go live or Stop that got no reply and arrives seconds later, after readings have settled what runs. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CommandInput } from '../../shared/commands/commands.ts'
import { describeOutcome } from '../../shared/words/outcomes/outcomes.ts'
import { type On, onAir } from './wishKit.ts'
import { PROJECT, says } from './world.ts'

function startsAndStops({ world }: On): void {
  world.operations.startLive = () => {
    world.start(null)
    return { liveId: world.live?.liveId ?? null, status: 'LIVE', destinations: [], scene: null, syncedAt: null }
  }
  world.operations.stopLive = () => {
    const liveId = world.live?.liveId ?? null
    world.live = null
    return {
      ...{ success: liveId !== null, error: null, message: null, liveId },
      status: liveId === null ? 'OFFLINE' : 'COMPLETED',
    }
  }
}
/** Nothing has run for a while. */
async function offAir(on: On): Promise<void> {
  startsAndStops(on)
  on.world.live = null
  await on.wait(40_000)
}
const press = (on: On, command: CommandInput) => on.process().press(randomUUID(), command)
async function stop(on: On): Promise<void> {
  const liveId = on.world.live?.liveId ?? null
  const armed = await press(on, { type: 'armStop', projectId: PROJECT, liveId, mode: 'press' })
  if (armed.result !== 'armed') throw new Error(describeOutcome(armed))
  await on.wait(1_000)
  void press(on, { type: 'commitStop', armId: armed.arm.armId })
}
const goLive = (on: On, anyway = false) =>
  press(on, { type: 'goLive', projectId: PROJECT, confirmed: true, despiteFaults: anyway })
const show = (on: On) => on.process().store.get().projects[PROJECT]

test('a Stop that ends the broadcast half a minute later is not called anybody else’s', async () => {
  const on = await onAir(async (on) => {
    startsAndStops(on)
    on.wire.lateMs = 20_000
    on.befall({ stopLive: ['late'] })
    await stop(on)
    await on.wait(50_000)
  })
  expect(show(on)).toMatchObject({ lastEnd: { by: 'lateStop' }, pending: null, late: { stop: { isSeen: false } } })
  expect(on.noted).toContainEqual({ event: 'ended', error: null, late: true })
})

test('while an earlier Stop may arrive, Go live says what it could do; ended by it, the broadcast ended late', async () => {
  const on = await onAir(async (on) => {
    startsAndStops(on)
    on.wire.lateMs = 25_000
    on.befall({ stopLive: ['late'] })
    await stop(on)
    await on.wait(8_000)
    await stop(on)
    await on.wait(3_000)
    const refused = await goLive(on)
    expect(describeOutcome(refused)).toContain('may still arrive and end this broadcast')
    expect(await goLive(on, true)).toMatchObject({ result: 'done' })
    await on.wait(20_000)
    expect(show(on)?.lastEnd).toMatchObject({ by: 'lateStop' })
    // It has arrived, so nothing keeps the next broadcast from starting.
    expect(describeOutcome(await goLive(on))).not.toContain('may still arrive')
  })
  expect(show(on)?.late.stop).toMatchObject({ isSeen: false })
})

test('a broadcast that an earlier Go live starts late is said to be perhaps that', async () => {
  const on = await onAir(async (on) => {
    await offAir(on)
    on.wire.lateMs = 27_000
    on.befall({ startLive: ['late'] })
    void goLive(on, true)
    await on.wait(5_000)
    on.world.start(null)
    await on.wait(6_000)
    await stop(on)
    await on.wait(100_000)
  })
  expect(on.noted).toContainEqual({ event: 'startedElsewhere', late: true })
})

test('a late Stop may end the next broadcast, too, if this one was stopped elsewhere meanwhile', async () => {
  const on = await onAir(async (on) => {
    startsAndStops(on)
    on.wire.lateMs = 25_000
    on.befall({ stopLive: ['late'] })
    await stop(on)
    await on.wait(1_000)
    on.world.live = null
    await on.wait(6_000)
    expect(await goLive(on, true)).toMatchObject({ result: 'done' })
    await on.wait(30_000)
  })
  expect(show(on)?.lastEnd).toMatchObject({ by: 'lateStop' })
})

test('a start by another client is not ours once an earlier Go live can no longer arrive', async () => {
  const on = await onAir(async (on) => {
    await offAir(on)
    on.befall({ startLive: ['cutAfter'] })
    void goLive(on, true)
    await on.wait(6_000)
    await stop(on)
    await on.wait(100_000)
    on.world.start(null)
    await on.wait(100_000)
  })
  expect(on.noted).toContainEqual({ event: 'startedElsewhere' })
})

test('what was stopped in the service’s own page leaves a lost Stop on its way to the next broadcast', async () => {
  const on = await onAir(async (on) => {
    startsAndStops(on)
    on.wire.lateMs = 25_000
    on.befall({ stopLive: ['late'] })
    await stop(on)
    await on.wait(8_000)
    on.world.live = null
    await on.wait(6_000)
    expect(await goLive(on, true)).toMatchObject({ result: 'done' })
    await on.wait(30_000)
  })
  expect(show(on)?.lastEnd).toMatchObject({ by: 'lateStop' })
})

test('a Stop is late for half a minute after it was lost, however long nothing could be read', async () => {
  const on = await onAir(async (on) => {
    startsAndStops(on)
    on.wire.lateMs = 300_000
    on.befall({ stopLive: ['late'] })
    const { getLive } = on.world.operations
    await stop(on)
    on.world.operations.getLive = () => {
      throw says('getLive', 'INTERNAL_ERROR', 500)
    }
    await on.wait(90_000)
    expect(show(on)?.pending?.phase).toBe('checking')
    if (getLive) on.world.operations.getLive = getLive
    await on.wait(20_000)
    expect(show(on)?.pending?.phase).toBe('stillRunning')
    await stop(on)
    await on.wait(3_000)
    expect(describeOutcome(await goLive(on))).not.toContain('may still arrive')
  })
  expect(show(on)?.pending).toBeNull()
})

test('while an unlocked Go live may arrive, its project is read as one on air, and the padlock holds', async () => {
  const on = await onAir(async (on) => {
    await offAir(on)
    on.wire.lateMs = 27_000
    on.befall({ startLive: ['late'] })
    void goLive(on, true)
    await on.wait(3_000)
    await press(on, { type: 'unlockGoLive', projectId: PROJECT })
    await on.wait(8_000)
    await press(on, { type: 'setPadlock', locked: true })
    on.edit('createScene', { name: 'Seen' })
    await on.wait(31_000)
    expect(on.world.live).not.toBeNull()
    expect(show(on)?.live?.status).toBe('LIVE')
    await press(on, { type: 'setPadlock', locked: false })
  })
  expect(on.said().join(' ')).toContain('padlock is closed')
})

test('a Go live that still hangs when another broadcast is stopped starts none that is called anybody else’s', async () => {
  const on = await onAir(async (on) => {
    await offAir(on)
    on.befall({ startLive: ['hang'] })
    void goLive(on, true)
    on.later(20_000, () => on.world.start(null))
    await on.wait(4_000)
    on.world.start(null)
    await on.wait(8_000)
    await stop(on)
    await on.wait(90_000)
  })
  expect(on.noted).toContainEqual({ event: 'startedElsewhere', late: true })
})

test('an end long after a lost Stop is another client’s, also with the clock set back', async () => {
  const on = await onAir(async (on) => {
    startsAndStops(on)
    on.befall({ stopLive: ['cutBefore'] })
    await stop(on)
    await on.wait(9_000)
    on.clock.jump(-3_600_000)
    await on.wait(300_000)
    on.world.live = null
    await on.wait(20_000)
  })
  expect(on.noted).toContainEqual({ event: 'ended', error: null })
  expect(show(on)).toMatchObject({ lastEnd: { by: 'elsewhere' } })
})
