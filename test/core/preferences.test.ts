/** Guard times and pace as the user sets them: in force at once, stored, within bounds, and no way around the guard. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSettings } from '../../electron/core/files/settingsFile.ts'
import { SOURCES } from '../../shared/commands/commands.ts'
import { requestsPerMinute } from '../../shared/settings/pace.ts'
import { BOUNDS, DEFAULT_PREFERENCES, type PreferencesPart } from '../../shared/settings/preferences.ts'
import { describeOutcome } from '../../shared/words/outcomes/outcomes.ts'
import { arming, liveId, onAir, type Stage, stage, stageOnAir } from './stage.ts'

const LONGEST = BOUNDS.guard.pressUntilMs.most
const choose = ({ rig }: Stage, part: PreferencesPart) => rig.press({ type: 'setPreferences', ...part })
const liveReads = ({ server }: Stage) => server.count('GET', /\/live$/)
const reads = ({ server }: Stage) => server.requests.filter((one) => one.method === 'GET').length

async function arm(on: Stage, mode: 'press' | 'hold' | 'cancelWindow'): Promise<string> {
  const command = { type: 'armStop', liveId: liveId(on.rig), mode } as const
  return (await arming(on, command, mode === 'press' ? 'hotkey' : 'panel')).armId
}

const commit = async ({ rig }: Stage, armId: string) => {
  const outcome = await rig.press({ type: 'commitStop', armId })
  return outcome.result === 'refused' ? outcome.refusal.reason : outcome.result
}

describe('guard times', () => {
  test.each([
    ['hold', { holdMs: 4_000 }, 4_000, 5_500],
    ['cancelWindow', { cancelWindowMs: 12_000 }, 12_000, 15_000],
    // Two presses within 400 ms count as one press, whatever the setting.
    ['press', { pressUntilMs: LONGEST }, 400, LONGEST],
  ] as const)('%s with %j: the second step is taken from %i ms to %i ms', async (mode, guard, from, until) => {
    for (const [wait, expected, stops] of [
      [from - 1, 'tooSoon', 0],
      [from, 'done', 1],
      [until, 'done', 1],
      [until + 1, 'noArm', 0],
    ] as const) {
      const on = await stageOnAir()
      await choose(on, { guard })
      const armId = await arm(on, mode)
      on.rig.clock.advance(wait)
      expect([wait, await commit(on, armId), on.stops()]).toEqual([wait, expected, stops])
    }
  })

  test('an arm keeps the times it was armed with', async () => {
    const on = await stageOnAir()
    const armId = await arm(on, 'hold')
    await choose(on, { guard: { holdMs: 5_000 } })
    on.rig.clock.advance(1_500)
    expect([await commit(on, armId), on.stops()]).toEqual(['done', 1])
  })

  test('a shorter hold does not release an arm that is already held', async () => {
    const on = await stageOnAir()
    await choose(on, { guard: { holdMs: 5_000 } })
    const armId = await arm(on, 'hold')
    await choose(on, { guard: { holdMs: 1_000 } })
    on.rig.clock.advance(4_999)
    expect([await commit(on, armId), on.stops()]).toEqual(['tooSoon', 0])
  })
})

describe('choosing', () => {
  test('is reserved for the user, and changes only the named fields', async () => {
    const on = await stage()
    for (const source of SOURCES) {
      const outcome = await on.rig.press({ type: 'setPreferences', guard: { holdMs: 2_000 } }, source)
      const may = ['panel', 'window', 'tray'].includes(source)
      expect([source, outcome.result]).toEqual([source, may ? 'done' : 'refused'])
    }
    const { guard, pace } = DEFAULT_PREFERENCES
    expect(on.rig.state().preferences).toEqual({ guard: { ...guard, holdMs: 2_000 }, pace })
  })

  test('is described in the journal, and survives a restart', async () => {
    const on = await stage()
    await choose(on, { guard: { holdMs: 2_500 }, pace: { idleMs: 120_000 } })
    const entry = on.rig.state().journal.at(-1)
    expect(entry?.outcome && describeOutcome(entry.outcome)).toBe(
      'From now on, hold Stop for 2.5 s. Refreshes every 2 min while off air.',
    )
    expect(openSettings(join(on.rig.dataDir), Date.now).get().preferences).toEqual(on.rig.state().preferences)
  })

  test.each(
    Object.entries(BOUNDS).flatMap(([group, of]) =>
      Object.entries(of).flatMap(([name, { least, most }]) => [
        [`${group}.${name}`, group, name, least - 1],
        [`${group}.${name}`, group, name, most + 1],
        [`${group}.${name}`, group, name, least + 0.5],
      ]),
    ) as [string, string, string, number][],
  )(
    '%s: an out of bounds value is refused by name, and nothing changes (%s %s %d)',
    async (field, group, name, ms) => {
      const on = await stage()
      const outcome = await on.rig.press({ type: 'setPreferences', [group]: { [name]: ms } } as never)
      expect(outcome).toMatchObject({ refusal: { reason: 'invalid', field } })
      expect(on.rig.state().preferences).toEqual(DEFAULT_PREFERENCES)
    },
  )
})

describe('pace', () => {
  test('on air the pace sets how often readings come; the state is stale after three missed readings', async () => {
    const on = await stageOnAir()
    await choose(on, { pace: { liveMs: 20_000 } })
    await on.rig.pass(20_000)
    const before = liveReads(on)
    await on.rig.pass(120_000)
    expect(liveReads(on) - before).toBeGreaterThanOrEqual(5)
    expect(liveReads(on) - before).toBeLessThanOrEqual(7)
    expect(on.rig.show().staleAfterMs).toBe(60_000)
  })

  test('a quicker pace applies at once, and does not make anything stale', async () => {
    const on = await stageOnAir()
    await choose(on, { pace: { liveMs: 30_000 } })
    await on.rig.pass(50_000)
    const before = liveReads(on)
    await choose(on, { pace: { liveMs: 5_000 } })
    for (let passed = 0; passed < 6_000; passed += 250) {
      await on.rig.pass(250)
      expect(on.rig.tally()).toBe('live')
    }
    expect(liveReads(on)).toBeGreaterThan(before)
  })

  test('changing the pace repeatedly delays no reading', async () => {
    const on = await stageOnAir()
    const before = liveReads(on)
    for (let nr = 0; nr < 30; nr += 1) {
      await choose(on, { pace: { liveMs: 5_000 + (nr % 5) * 1_000 } })
      await on.rig.pass(1_000)
    }
    expect(liveReads(on) - before).toBeGreaterThanOrEqual(3)
    expect(on.rig.tally()).toBe('live')
  })

  test.each([
    ['running', { liveMs: 5_000, idleMs: 30_000 }],
    ['running', { liveMs: 10_000, idleMs: 30_000 }],
    ['idle', { liveMs: 5_000, idleMs: 30_000 }],
    ['idle', { liveMs: 5_000, idleMs: 10_000 }],
    ['idle', { liveMs: 5_000, idleMs: 120_000 }],
  ] as const)('%s at %j costs as many requests as the settings say', async (when, pace) => {
    const on = await stage()
    if (when === 'running') await onAir(on)
    await choose(on, { pace })
    await on.rig.pass(130_000)
    const { scenes, settings } = on.rig.show()
    const read = { scenes: scenes?.length ?? 0, scheduled: (settings?.scheduledLives ?? 0) > 0 }
    const before = reads(on)
    await on.rig.pass(600_000)
    const measured = (reads(on) - before) / 10
    expect(Math.abs(measured - requestsPerMinute(pace, when, read))).toBeLessThan(1)
  })
})

test('a project with many scenes and a schedule is shown to cost more', () => {
  const { pace } = DEFAULT_PREFERENCES
  const cost = (scenes: number, scheduled: boolean) => requestsPerMinute(pace, 'running', { scenes, scheduled })
  expect([cost(0, false), cost(100, false), cost(101, false), cost(300, true)]).toEqual([15, 15, 17, 20])
})
