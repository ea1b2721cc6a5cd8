/** Macros: no step after a failure, a manual command or a restart; never two at once; nothing sent twice. */
import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MacroStep } from '../../shared/macros/macro.ts'
import { newDir, type Rig, startRig } from '../fakes/rig.ts'
import { closing } from '../support/atEnd.ts'
import { ACTIVATE, arming, liveId, type Stage, SYNC, scenesOf, stage, stageOnAir, switchTo } from './stage.ts'

const sceneAt = (on: Stage, at: number) => {
  const { id = '', name = '' } = scenesOf(on)[at] ?? {}
  return { id, name }
}
const to = (on: Stage, at: number): MacroStep => ({ do: 'scene', scene: sceneAt(on, at) })
const wait = (seconds: number): MacroStep => ({ do: 'wait', seconds })
const sync: MacroStep = { do: 'sync' }

/** Saves a macro with these steps; returns its id. */
async function kept({ rig }: Pick<Stage, 'rig'>, steps: MacroStep[], name = 'Opening'): Promise<string> {
  const id = randomUUID()
  expect(await rig.press({ type: 'saveMacro', id, name, steps })).toMatchObject({ result: 'done' })
  return id
}

async function begun(on: Stage, steps: MacroStep[]): Promise<string> {
  const macroId = await kept(on, steps)
  expect(await on.rig.press({ type: 'runMacro', macroId }, 'hotkey')).toMatchObject({ result: 'done' })
  return macroId
}

const over = ({ rig }: { rig: Rig }) =>
  rig.until(() => rig.state().macro === null || rig.state().macro?.ended !== null, 'the macro is over')
const ended = ({ rig }: { rig: Rig }) => rig.state().macro?.ended ?? null
/** How the only run so far went. */
const report = ({ rig }: { rig: Rig }) => Object.values(rig.state().macroReports)[0]
const switches = ({ server }: Stage) => server.count('POST', ACTIVATE)
const syncs = ({ server }: Stage) => server.count('POST', SYNC)
/** What the journal says about macros. */
const told = ({ rig }: { rig: Rig }) =>
  rig.state().journal.flatMap(({ what }) => ('event' in what && what.event === 'editStep' ? [what.about] : []))

test('runs its steps in order, each as a command with a line of its own, from the source that started it', async () => {
  const on = await stageOnAir()
  await begun(on, [to(on, 1), sync, wait(20), to(on, 0), sync])
  await on.rig.until(() => on.rig.state().macro?.step === 3, 'it waits')
  expect([switches(on), syncs(on)]).toEqual([1, 1])
  expect(on.rig.state().macro).toMatchObject({ name: 'Opening', of: 5, until: expect.any(Number), ended: null })
  await over(on)
  expect([switches(on), syncs(on), on.rig.state().macro]).toEqual([2, 2, null])
  expect(report(on)).toMatchObject({ done: 5, why: null, rehearsal: false })
  expect(report(on)?.ms).toBeGreaterThanOrEqual(20_000)
  const lines = on.rig.state().journal.filter(({ source }) => source === 'hotkey')
  const names = lines.map(({ what }) => ('command' in what ? what.command : what.event))
  expect(names).toEqual(['runMacro', 'switchScene', 'sync', 'switchScene', 'sync'])
  expect(told(on)).toEqual(['Opening is done: 5 of 5.'])
})

test.each([
  ['is refused', { kind: 'refuse', status: 409, code: 'NO' }],
  ['fails', { kind: 'serverError' }],
  ['is lost', { kind: 'cutAfter' }],
] as const)('ends when a step %s, and says at which', async (_, fault) => {
  const on = await stageOnAir()
  on.server.faults.add({ ...fault, match: { method: 'POST', path: SYNC } })
  await begun(on, [to(on, 1), sync, to(on, 0)])
  await over(on)
  expect([switches(on), syncs(on)]).toEqual([1, 1])
  expect(told(on)[0]).toContain('stopped at step 2 of 3')
  expect(report(on)).toMatchObject({ done: 1, why: ended(on) })
  await on.rig.press({ type: 'stopMacro' })
  expect([on.rig.state().macro, report(on)?.done]).toEqual([null, 1])
})

test('the report of a run says how far it came, and goes with the macro that it is about', async () => {
  const on = await stageOnAir()
  const macroId = await begun(on, [to(on, 1), wait(20), sync])
  await on.rig.until(() => on.rig.state().macro?.until != null, 'it waits')
  expect(report(on)).toBeUndefined()
  await on.rig.press({ type: 'stopMacro' })
  expect(report(on)).toMatchObject({ done: 1, why: 'You stopped it.' })
  await on.rig.press({ type: 'saveMacro', id: macroId, name: 'Opening', steps: [sync] })
  expect(report(on)).toBeUndefined()
  await on.rig.press({ type: 'runMacro', macroId })
  await over(on)
  expect(report(on)).toMatchObject({ done: 1, why: null })
  await on.rig.press({ type: 'deleteMacro', macroId })
  expect(report(on)).toBeUndefined()
})

test('ends when the user switches a scene, before that switch is done', async () => {
  const on = await stageOnAir()
  await begun(on, [to(on, 1), wait(20), to(on, 0)])
  await on.rig.until(() => on.rig.state().macro?.until != null, 'it waits')
  const pressed = switchTo(on, 2)
  expect(ended(on)).toBe('Somebody took over.')
  expect(report(on)).toMatchObject({ done: 1, why: 'Somebody took over.' })
  await pressed
  await on.rig.pass(30_000)
  expect(switches(on)).toBe(2)
  expect(scenesOf(on)[2]?.isActive).toBe(true)
})

test('a step still waiting in the queue is not sent once the user takes over', async () => {
  const on = await stageOnAir()
  on.server.faults.add({ kind: 'slow', ms: 1_000, match: { method: 'POST', path: ACTIVATE }, times: 1 })
  void switchTo(on, 2)
  await begun(on, [to(on, 1)])
  await on.rig.until(() => on.rig.state().journal.length > 0 && on.rig.state().macro !== null, 'it began')
  on.rig.clock.advance(1)
  const stopped = on.rig.press({ type: 'sync', liveId: liveId(on.rig) })
  await on.rig.until(() => syncs(on) === 1, 'the sync was sent')
  await stopped
  expect([switches(on), ended(on)]).toEqual([1, 'Somebody took over.'])
})

test('a macro that goes live or stops is armed once and takes the two steps', async () => {
  const on = await stage()
  const steps: MacroStep[] = [
    { do: 'goLive' },
    { do: 'until', air: { is: 'live' }, seconds: 120 },
    wait(5),
    { do: 'stop' },
    { do: 'until', air: { is: 'off' }, seconds: 60 },
  ]
  const macroId = await kept(on, steps, 'Test run')
  const arm = await arming(on, { type: 'runMacro', macroId, mode: 'press' }, 'hotkey')
  expect([arm.macro?.name, on.starts()]).toEqual(['Test run', 0])
  on.rig.clock.advance(500)
  await on.rig.press({ type: 'runMacro', armId: arm.armId }, 'hotkey')
  await over(on)
  expect([on.starts(), on.stops(), told(on)]).toEqual([1, 1, ['Test run is done: 5 of 5.']])
})

test('a link only arms, whatever the macro does; a closed padlock refuses it', async () => {
  const on = await stageOnAir()
  const macroId = await kept(on, [to(on, 1)])
  const arm = await arming(on, { type: 'runMacro', macroId }, 'link')
  on.rig.clock.advance(500)
  expect(await on.rig.press({ type: 'runMacro', armId: arm.armId }, 'link')).toMatchObject({
    refusal: { reason: 'armOnly' },
  })
  await on.rig.press({ type: 'setPadlock', locked: true })
  expect(await on.rig.press({ type: 'runMacro', macroId })).toMatchObject({ refusal: { reason: 'padlocked' } })
  expect(switches(on)).toBe(0)
})

test('conditions: waits for a state, ends if it does not come, continues only if it is set', async () => {
  const on = await stageOnAir()
  const isOn = (at: number) => ({ is: 'scene', scene: sceneAt(on, at) }) as const
  await begun(on, [to(on, 1), sync, { do: 'until', air: isOn(1), seconds: 30 }, { do: 'onlyIf', air: isOn(0) }, sync])
  await over(on)
  expect([told(on)[0], syncs(on)]).toEqual([expect.stringMatching(/step 4 of 5\. Its condition was not met/), 1])
  await begun(on, [{ do: 'until', air: { is: 'off' }, seconds: 5 }, sync])
  await over(on)
  expect([ended(on), syncs(on)]).toEqual(['5 s passed before the show is off air.', 1])
})

test('ends with sleep, another account or the process; the next process reports it and does not continue', async () => {
  const on = await stageOnAir()
  await begun(on, [wait(60), to(on, 1)])
  await on.rig.until(() => on.rig.state().macro?.until != null, 'it waits')
  on.rig.core.onResume()
  expect(ended(on)).toContain('asleep')
  expect(report(on)).toMatchObject({ done: 0, why: ended(on) })
  await begun(on, [wait(60), to(on, 1)])
  await on.rig.until(() => on.rig.state().macro?.until != null, 'it waits')
  await on.rig.pass(1_000)
  const dataDir = newDir()
  cpSync(on.rig.dataDir, dataDir, { recursive: true })
  await on.rig.core.close()
  const next = closing(await startRig({ service: on.server, clock: on.rig.clock, dataDir }))
  await next.pass(70_000)
  expect([next.state().macro, switches(on)]).toEqual([null, 0])
  expect(told({ rig: next }).at(-1)).toContain('stopped at step 1 of 2')
})

test('one runs at a time; a running one cannot be changed; another broadcast is not touched', async () => {
  const on = await stageOnAir()
  const macroId = await begun(on, [wait(60), to(on, 1)])
  const runs = { refusal: { reason: 'edit', message: 'Opening is running. Stop it first.' } }
  expect(await on.rig.press({ type: 'runMacro', macroId })).toMatchObject(runs)
  expect(await on.rig.press({ type: 'deleteMacro', macroId })).toMatchObject(runs)
  on.rig.core.store.change((draft) => {
    const live = draft.projects[draft.targetId ?? '']?.live
    if (live) live.liveId = 'another'
  })
  on.rig.clock.advance(60_100)
  await on.rig.until(() => ended(on) !== null, 'the macro is over')
  expect(switches(on)).toBe(0)
})

/** A macro, what happens meanwhile, and when. */
const meanwhile = fc.record({
  steps: fc.array(fc.constantFrom('scene0', 'scene1', 'sync', 'wait', 'onlyLive'), { minLength: 2, maxLength: 6 }),
  what: fc.constantFrom('manual', 'fault', 'again', 'stop', 'padlock'),
  afterMs: fc.integer({ min: 0, max: 6_000 }),
})

test('never a step after its end, never two at once, never a step twice', async () => {
  const on = await stageOnAir()
  const stepOf: Record<string, MacroStep> = {
    scene0: to(on, 0),
    scene1: to(on, 1),
    sync,
    wait: wait(2),
    onlyLive: { do: 'onlyIf', air: { is: 'live' } },
  }
  const check = fc.asyncProperty(meanwhile, async ({ steps, what, afterMs }) => {
    const meant = steps.map((name) => stepOf[name] as MacroStep)
    const acts = meant.filter((step) => step.do === 'scene' || step.do === 'sync').length
    const sent = () => switches(on) + syncs(on)
    const before = sent()
    const macroId = await begun(on, meant)
    await on.rig.pass(afterMs)
    if (what === 'fault')
      on.server.faults.add({ kind: 'serverError', times: 1, match: { method: 'POST', path: SYNC } })
    if (what === 'manual') await on.rig.press({ type: 'setAutoSync', on: false, liveId: liveId(on.rig) })
    if (what === 'again') await on.rig.press({ type: 'runMacro', macroId })
    if (what === 'stop') await on.rig.press({ type: 'stopMacro' })
    if (what === 'padlock') await on.rig.press({ type: 'setPadlock', locked: true })
    const wasOver = on.rig.state().macro === null || ended(on) !== null
    const atEnd = sent()
    await on.rig.pass(20_000)
    if (what !== 'again' && what !== 'fault') expect(wasOver).toBe(true)
    if (wasOver && what !== 'again') expect(sent()).toBe(atEnd)
    expect(sent() - before).toBeLessThanOrEqual(what === 'again' ? 2 * acts : acts)
    await on.rig.press({ type: 'setPadlock', locked: false })
    await over(on)
    await on.rig.press({ type: 'stopMacro' })
    await on.rig.press({ type: 'deleteMacro', macroId })
    on.server.faults.clear()
  })
  await fc.assert(check, { numRuns: 15 })
})

test('does not go live with a login that expired: nobody is there to decide', async () => {
  const on = await stage()
  await on.rig.press({ type: 'checkDestinations' })
  await on.rig.pass(6 * 60_000)
  on.server.control.expireDestination(on.server.content.destinations.twitch)
  const macroId = await kept(on, [{ do: 'goLive' }])
  const { armId } = await arming(on, { type: 'runMacro', macroId, mode: 'menu' }, 'tray')
  await on.rig.pass(500)
  await on.rig.press({ type: 'runMacro', armId }, 'tray')
  await over(on)
  expect(ended(on)).toMatch(/^Login expired: reconnect .+ in the studio\.$/)
  expect(on.starts()).toBe(0)
})
