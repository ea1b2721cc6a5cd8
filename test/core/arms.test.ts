import { expect, test } from 'vitest'
import { createArms } from '../../electron/core/commands/arms.ts'
import { createSequence } from '../../electron/util/sequence.ts'
import type { Arm, ArmMode } from '../../shared/commands/arm.ts'
import { DEFAULT_PREFERENCES } from '../../shared/settings/preferences.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'

function rig(guard = DEFAULT_PREFERENCES.guard) {
  const clock = new VirtualClock()
  const sequence = createSequence()
  const shown: (Arm | null)[] = []
  const arms = createArms(
    clock,
    () => guard,
    sequence,
    (arm) => shown.push(arm),
  )
  const stop = (mode: ArmMode) =>
    arms.arm(
      { act: 'stop', mode, projectId: 'p', projectName: 'Show', liveId: 'l', destinations: [] },
      { number: sequence.next(), source: 'panel' },
    ).armId
  const take = (armId: string) => Object({ reason: 'taken', ...arms.take(armId, 'stop') }).reason
  return { clock, arms, shown, stop, take }
}

test.each([
  ['press', 400, 3_000],
  ['menu', 400, 10_000],
  ['hold', 1_500, 3_000],
  ['cancelWindow', 3_000, 6_000],
] as const)('%s: the second step is accepted from %i ms to %i ms after the first', (mode, from, until) => {
  for (const [wait, expected] of [
    [from - 1, 'tooSoon'],
    [from, 'taken'],
    [until, 'taken'],
    [until + 1, 'noArm'],
  ] as const) {
    const { clock, stop, take } = rig()
    const armId = stop(mode)
    clock.advance(wait)
    expect([mode, wait, take(armId)]).toEqual([mode, wait, expected])
  }
})

test('an arm reports how long it lasts, whatever guard times are chosen', () => {
  const guard = { holdMs: 5_000, cancelWindowMs: 15_000, pressUntilMs: 10_000 }
  const { stop, shown } = rig(guard)
  const lasting = (['press', 'menu', 'hold', 'cancelWindow'] as const).map((mode) => {
    stop(mode)
    const arm = shown.at(-1)
    return arm && [arm.notBefore - arm.armedAt, arm.expires - arm.armedAt]
  })
  expect(lasting).toEqual([
    [400, 10_000],
    [400, 10_000],
    [5_000, 6_500],
    [15_000, 18_000],
  ])
})

test('a repeating key counts as one press, however long it is held down', () => {
  const { clock, stop, take } = rig()
  const armId = stop('press')
  for (let held = 0; held < 2_900; held += 33) {
    clock.advance(33)
    expect(take(armId)).toMatch(/tooSoon|noArm/)
  }
})

test.each<[string, ArmMode, number[]]>([
  ['after a bounce the next press of its own commits', 'press', [50, 399, 400]],
  ['a hold whose second step comes too early is not made longer', 'hold', [1_400, 100]],
])('%s', (_, mode, waits) => {
  const { clock, stop, take } = rig()
  const armId = stop(mode)
  const steps = waits.map((ms) => [clock.advance(ms), take(armId)][1])
  expect(steps).toEqual([...waits.slice(1).map(() => 'tooSoon'), 'taken'])
})

test.each(['press', 'menu'] as const)('a bouncing %s reports when it may be pressed again', (mode) => {
  const { clock, arms, shown, stop } = rig()
  const armId = stop(mode)
  clock.advance(150)
  expect(arms.take(armId, 'stop')).toEqual({ reason: 'tooSoon', waitMs: 250 })
  expect(shown.at(-1)?.notBefore).toBe(clock.now() + 400)
})

test('an arm can be used once: a second commit finds none', () => {
  const { clock, stop, take } = rig()
  const armId = stop('press')
  clock.advance(500)
  expect(take(armId)).toBe('taken')
  expect(take(armId)).toBe('noArm')
})

test('an arm for stopping starts nothing', () => {
  const { clock, arms, stop } = rig()
  const armId = stop('press')
  clock.advance(500)
  expect(arms.take(armId, 'goLive')).toEqual({ reason: 'noArm' })
})

test('setting the wall clock back opens no guard early and keeps none open longer', () => {
  const { clock, stop, take } = rig()
  const armId = stop('hold')
  clock.jump(-7_200_000)
  expect(take(armId)).toBe('tooSoon')
  clock.advance(1_500)
  expect(take(armId)).toBe('taken')
  const second = stop('hold')
  clock.jump(-7_200_000)
  clock.advance(3_001)
  expect(take(second)).toBe('noArm')
})

test('an arm that has expired by the wall clock is over, even if the monotonic clock stood still during sleep', () => {
  const { clock, stop, take } = rig()
  const armId = stop('press')
  clock.advance(500)
  clock.jump(8 * 3_600_000)
  expect(take(armId)).toBe('armExpired')
})

test('an arm is shown until it is taken, cancelled or expired', () => {
  const { clock, arms, shown, stop } = rig()
  const armId = stop('press')
  expect(shown.at(-1)?.armId).toBe(armId)
  clock.advance(3_002)
  expect(shown.at(-1)).toBeNull()
  expect(arms.cancel(armId)).toBe(false)
  const second = stop('press')
  expect(arms.cancel(second)).toBe(true)
  expect(shown.at(-1)).toBeNull()
})
