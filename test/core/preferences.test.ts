/** What a person chooses of guard times and pace holds from then on, over a restart, and within its bounds only. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSettings } from '../../electron/core/settingsFile.ts'
import { requestsPerMinute } from '../../shared/pace.ts'
import { DEFAULT_PREFERENCES } from '../../shared/preferences.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings.ts'
import { liveId, onAir, stage } from './stage.ts'

const newDir = () => mkdtempSync(join(tmpdir(), 'cuelight-preferences-'))
const armStop = async ({ rig }: Awaited<ReturnType<typeof stage>>) => {
  const outcome = await rig.press({ type: 'armStop', liveId: liveId(rig), mode: 'hold' })
  if (outcome.result !== 'armed') throw new Error(`not armed: ${JSON.stringify(outcome)}`)
  return outcome.arm
}

describe('guard times', () => {
  test('a longer hold is asked for from then on, and a stop held for less is not sent', async () => {
    const on = await stage()
    await onAir(on)
    expect(await on.rig.press({ type: 'setPreferences', guard: { holdMs: 4_000 } })).toMatchObject({
      result: 'done',
      done: { what: 'preferencesSet' },
    })
    expect(on.rig.core.store.get().preferences).toEqual({
      ...DEFAULT_PREFERENCES,
      guard: { ...DEFAULT_PREFERENCES.guard, holdMs: 4_000 },
    })
    const { armId, armedAt, notBefore } = await armStop(on)
    expect(notBefore - armedAt).toBe(4_000)
    await on.rig.pass(1_600)
    expect(await on.rig.press({ type: 'commitStop', armId })).toMatchObject({ refusal: { reason: 'tooSoon' } })
    expect(on.stops()).toBe(0)
    await on.rig.pass(2_500)
    expect(await on.rig.press({ type: 'commitStop', armId })).toMatchObject({ result: 'done' })
    expect(on.stops()).toBe(1)
  })

  test.each([
    [{ guard: { holdMs: 100 } }, 'guard.holdMs'],
    [{ guard: { holdMs: 60_000 } }, 'guard.holdMs'],
    [{ guard: { cancelWindowMs: 0 } }, 'guard.cancelWindowMs'],
    [{ guard: { pressUntilMs: 401 } }, 'guard.pressUntilMs'],
    [{ guard: { holdMs: '2000' } }, 'guard.holdMs'],
    [{ guard: { gapMs: 1 } }, 'guard.gapMs'],
    [{ pace: { liveMs: 100 } }, 'pace.liveMs'],
    [{ pace: { idleMs: 1e9 } }, 'pace.idleMs'],
  ])('%j is refused by its name, and nothing changes', async (part, field) => {
    const { rig } = await stage()
    const outcome = await rig.core.dispatch('odd', { type: 'setPreferences', ...part }, 'panel')
    expect(outcome).toMatchObject({ result: 'refused', refusal: { reason: 'invalid', field } })
    expect(rig.core.store.get().preferences).toEqual(DEFAULT_PREFERENCES)
  })

  test('only a person changes them', async () => {
    const { rig } = await stage()
    const command = { type: 'setPreferences', guard: { holdMs: 1_000 } }
    expect(await rig.core.dispatch('a', command, 'cli')).toMatchObject({
      refusal: { reason: 'personOnly' },
    })
  })
})

describe('pace', () => {
  test('another one holds from the next reading on, and what counts as stale follows it', async () => {
    const on = await stage()
    await onAir(on)
    const { rig, server } = on
    await rig.pass(10_000)
    await rig.press({ type: 'setPreferences', pace: { liveMs: 20_000 } })
    expect(rig.show().staleAfterMs).toBe(60_000)
    const before = server.count('GET', /\/live$/)
    await rig.pass(60_000)
    expect(server.count('GET', /\/live$/) - before).toBeLessThanOrEqual(4)
    await rig.press({ type: 'setPreferences', pace: { liveMs: 2_000 } })
    expect(rig.show().staleAfterMs).toBe(6_000)
    const slow = server.count('GET', /\/live$/)
    await rig.pass(20_000)
    expect(server.count('GET', /\/live$/) - slow).toBeGreaterThanOrEqual(9)
  })

  test('costs what is said', () => {
    expect(requestsPerMinute(DEFAULT_PREFERENCES.pace, 'running')).toBe(15)
    expect(requestsPerMinute(DEFAULT_PREFERENCES.pace, 'idle')).toBe(5)
    expect(requestsPerMinute({ liveMs: 2_000, idleMs: 10_000 }, 'running')).toBe(33)
  })
})

describe('in the file', () => {
  test('they are there for the next process, and settings from before there was a choice have the defaults', async () => {
    const dir = newDir()
    const preferences = { ...DEFAULT_PREFERENCES, pace: { liveMs: 10_000, idleMs: 60_000 } }
    await openSettings(dir, () => 7).change({ preferences })
    expect(openSettings(dir, () => 7).get().preferences).toEqual(preferences)
    const { preferences: _, ...before } = DEFAULT_SETTINGS
    writeFileSync(join(dir, 'settings.json'), JSON.stringify(before))
    expect(openSettings(dir, () => 7).get()).toEqual(DEFAULT_SETTINGS)
  })

  test('a guard set to nothing by hand is not taken: the file is kept aside', () => {
    const dir = newDir()
    const text = JSON.stringify({
      ...DEFAULT_SETTINGS,
      preferences: { ...DEFAULT_PREFERENCES, guard: { ...DEFAULT_PREFERENCES.guard, holdMs: 0 } },
    })
    writeFileSync(join(dir, 'settings.json'), text)
    const settings = openSettings(dir, () => 7)
    expect(settings.get()).toEqual(DEFAULT_SETTINGS)
    expect(settings.problem?.field).toBe('preferences.guard.holdMs')
    expect(readFileSync(settings.setAside ?? '', 'utf8')).toBe(text)
  })
})
