/** A Go live or Stop that got no reply and arrives seconds later, after readings have settled what runs. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CommandInput } from '../../shared/commands/commands.ts'
import { describeOutcome } from '../../shared/words/outcomes/outcomes.ts'
import { type On, onAir } from './wishKit.ts'
import { PROJECT } from './world.ts'

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
  expect(show(on)).toMatchObject({ lastEnd: { by: 'lateStop' }, pending: null, late: { stop: null } })
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
  expect(show(on)?.late.stop).toBeNull()
})

test('a broadcast that an earlier Go live starts late is said to be perhaps that', async () => {
  const on = await onAir(async (on) => {
    startsAndStops(on)
    on.world.live = null
    await on.wait(40_000)
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
    startsAndStops(on)
    on.world.live = null
    await on.wait(40_000)
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
