/** Cuelight quits when the user says so, and never because a question about what is on air went unanswered. */
import { expect, test } from 'vitest'
import type { StudioRunning } from '../../electron/core/commands/ports.ts'
import { mustStayAwake } from '../../electron/shell/system/awake.ts'
import { whyHeld } from '../../electron/shell/updates/policy.ts'
import type { CommandOf } from '../../shared/commands/commands.ts'
import { describeOutcome } from '../../shared/words/outcomes/outcomes.ts'
import { arming, liveId, onAir, outcomeOf, START, STOP, type Stage, stage } from './stage.ts'

interface Leaving extends Stage {
  /** How often it really quit. */
  ends(): number
  quit(command?: Partial<CommandOf<'quit'>>): ReturnType<Stage['rig']['press']>
}

/** @param studio what the local studio reports on air; omitted: a hosted service is in use */
async function leaving(studio?: () => Promise<StudioRunning[]>): Promise<Leaving> {
  const on = await stage()
  let ended = 0
  const rehearsal = studio ? { rehearsal: () => ({ onAir: studio }) as never } : {}
  const quit = () => {
    ended += 1
  }
  on.rig.core.provide({ ...rehearsal, quit })
  return { ...on, ends: () => ended, quit: (command = {}) => on.rig.press({ type: 'quit', ...command }) }
}

test('with nothing on air it quits after its response has been delivered, and starts nothing meanwhile', async () => {
  const on = await leaving()
  expect(await on.quit()).toMatchObject({ done: { what: 'quitting', leftOnAir: [] } })
  expect(on.ends()).toBe(0)
  expect(await on.rig.press({ type: 'goLive' })).toMatchObject({ refusal: { reason: 'closing' } })
  on.rig.clock.advance(250)
  expect([on.ends(), on.starts()]).toEqual([1, 0])
})

test('with something on air, or possibly on air, it asks; the user may leave it on air', async () => {
  const on = await leaving()
  const fault = on.server.faults.add({ kind: 'hang', match: { method: 'POST', path: START } })
  void on.rig.press({ type: 'goLive' })
  await on.server.arrived('POST', START)
  expect(await on.quit()).toMatchObject({ refusal: { reason: 'onAir', projectNames: ['Evening Show'] } })
  fault.remove()
  await on.rig.pass(60_000)
  await onAir(on)
  expect(await on.quit()).toMatchObject({ refusal: { reason: 'onAir', projectNames: ['Evening Show'] } })
  on.rig.clock.advance(1_000)
  expect(on.ends()).toBe(0)
  expect(await on.quit({ onAir: 'leave' })).toMatchObject({ done: { leftOnAir: ['Evening Show'] } })
  on.rig.clock.advance(250)
  expect([on.ends(), on.stops(), on.truth()]).toEqual([1, 0, 'live'])
})

test('stopping before quitting takes the usual two steps', async () => {
  const on = await leaving()
  const live = await onAir(on)
  for (const arm of [{}, { armId: 'made up' }])
    expect(await on.quit({ onAir: 'stop', ...arm })).toMatchObject({ refusal: { reason: 'noArm' } })
  const { armId } = await arming(on, { type: 'armStop', liveId: live })
  expect(await on.quit({ onAir: 'stop', armId })).toMatchObject({ refusal: { reason: 'tooSoon' } })
  await on.rig.press({ type: 'setPadlock', locked: true })
  expect(await on.quit({ onAir: 'stop', armId })).toMatchObject({ refusal: { reason: 'padlocked' } })
  expect([on.stops(), on.ends()]).toEqual([0, 0])
  await on.rig.press({ type: 'setPadlock', locked: false })
  const again = await arming(on, { type: 'armStop', liveId: live })
  on.rig.clock.advance(500)
  expect(await on.quit({ onAir: 'stop', armId: again.armId })).toMatchObject({ done: { leftOnAir: [] } })
  on.rig.clock.advance(250)
  expect([on.stops(), on.ends(), on.truth()]).toEqual([1, 1, 'off'])
})

test('a stop with a lost response prevents quitting', async () => {
  const on = await leaving()
  const { armId } = await arming(on, { type: 'armStop', liveId: await onAir(on) })
  on.rig.clock.advance(500)
  on.server.faults.add({ kind: 'cutBefore', match: { method: 'POST', path: STOP } })
  expect(await on.quit({ onAir: 'stop', armId })).toMatchObject({ result: 'unknown' })
  on.rig.clock.advance(1_000)
  expect([on.ends(), on.truth()]).toEqual([0, 'live'])
})

test('a service that has been silent for long has not confirmed that nothing is on air', async () => {
  const on = await leaving()
  await on.server.control.goDown()
  await on.rig.pass(120_000)
  const asked = await on.quit()
  expect(asked).toMatchObject({ refusal: { reason: 'onAir', projectNames: [], notKnown: true } })
  expect(describeOutcome(asked)).toMatch(/not known/)
  expect(await on.quit({ onAir: 'leave' })).toMatchObject({ done: { what: 'quitting' } })
})

test('the local studio lists every broadcast running on it, viewed or not, once each', async () => {
  const running: StudioRunning[] = []
  const on = await leaving(async () => running)
  running.push({ projectId: on.rig.show().id, projectName: 'Evening Show', liveId: await onAir(on) })
  running.push({ projectId: 'another', projectName: 'Evening Show', liveId: 'b' })
  expect(await on.quit()).toMatchObject({ refusal: { projectNames: ['Evening Show', 'Evening Show'] } })
})

test('a studio that does not respond has not confirmed that nothing is on air', async () => {
  const on = await leaving(() => Promise.reject(new Error('The studio did not answer in time.')))
  expect(await on.quit()).toMatchObject({ refusal: { reason: 'onAir', projectNames: [], notKnown: true } })
  on.rig.clock.advance(1_000)
  expect(on.ends()).toBe(0)
  expect(await on.quit({ onAir: 'leave' })).toMatchObject({ done: { what: 'quitting' } })
})

test('an arm for a project other than the show target is stored under that project', async () => {
  const on = await stage()
  const { otherProjects } = on.server.content
  const other = otherProjects[0] ?? ''
  await on.rig.press({ type: 'chooseTarget', projectId: other })
  await on.rig.until(() => on.rig.show().settings !== null, 'the other show')
  const { armId } = await arming(on, { type: 'armGoLive', projectId: on.server.content.project })
  on.rig.clock.advance(500)
  await on.rig.press({ type: 'commitGoLive', armId })
  const told = on.rig.state().journal.findLast((entry) => 'command' in entry.what)
  expect(told).toMatchObject({ projectId: on.server.content.project, projectName: 'Evening Show' })
  expect(() => liveId(on.rig)).toThrow()
})

test('incomplete work is reported first with its state; the user may leave it, and nothing was stopped', async () => {
  const on = await leaving()
  const projectId = on.server.content.project
  const at = (hours: number) => [new Date(on.rig.clock.now() + hours * 3_600_000).toISOString()]
  const schedules = { method: 'POST', path: /\/schedules$/ }
  await on.rig.press({ type: 'edit', operation: 'scheduleLive', input: { projectId, dates: at(24) } })
  on.server.faults.add({ kind: 'hang', match: schedules })
  const sent = on.server.count(schedules.method, schedules.path)
  void on.rig.press({ type: 'edit', operation: 'moveSchedule', input: { projectId, dates: at(30) } })
  await on.rig.until(() => on.server.count(schedules.method, schedules.path) > sent, 'the new dates are on their way')
  const asked = await on.quit()
  expect(asked).toMatchObject({ refusal: { reason: 'openWork', by: 'quit' } })
  expect(describeOutcome(asked)).toMatch(
    /^Move schedule \(Evening Show\): not finished\. The old dates \(\w.+\) are cancelled, the new ones may not be scheduled\. It stays like that until Cuelight is started again\. Quit anyway, or stay until it is finished\.$/,
  )
  expect(await on.quit({ onAir: 'leave' })).toMatchObject({ refusal: { reason: 'openWork' } })
  expect(await on.quit({ onAir: 'stop', armId: 'any' })).toMatchObject({ refusal: { reason: 'openWork' } })
  on.rig.clock.advance(1_000)
  expect(on.ends()).toBe(0)
  expect(await on.quit({ openWork: 'leave' })).toMatchObject({ done: { what: 'quitting' } })
})

test('a move that still reads when quitting is allowed does not begin', async () => {
  const on = await leaving()
  const projectId = on.server.content.project
  const at = (hours: number) => [new Date(on.rig.clock.now() + hours * 3_600_000).toISOString()]
  const schedules = { method: 'GET', path: /\/schedules$/ }
  await on.rig.press({ type: 'edit', operation: 'scheduleLive', input: { projectId, dates: at(24) } })
  on.server.faults.add({ kind: 'slow', ms: 200, match: schedules })
  const read = on.server.count(schedules.method, schedules.path)
  const move = on.rig.press({ type: 'edit', operation: 'moveSchedule', input: { projectId, dates: at(30) } })
  await on.rig.until(() => on.server.count(schedules.method, schedules.path) > read, 'the dates are being read')
  expect(await on.quit()).toMatchObject({ done: { what: 'quitting' } })
  await on.rig.pass(2_000)
  expect(await move).toMatchObject({ refusal: { reason: 'closing' } })
  expect(on.server.count('DELETE', /\/schedules/)).toBe(0)
})

for (const how of ['once it is unlocked', 'once a start elsewhere was stopped'] as const)
  test(`a Go live without a reply that may arrive yet is asked about, ${how}`, async () => {
    const on = await leaving()
    on.server.faults.add({ kind: 'cutAfter', executeAfterMs: 20_000, match: { method: 'POST', path: START } })
    expect(await outcomeOf(on, on.rig.press({ type: 'goLive' }))).toMatchObject({ result: 'unknown' })
    await on.rig.pass(3_000)
    if (how === 'once it is unlocked') await on.rig.press({ type: 'unlockGoLive' })
    else {
      on.server.control.startElsewhere(on.server.content.project)
      await on.rig.pass(6_000)
      const { armId } = await arming(on, { type: 'armStop', liveId: liveId(on.rig) })
      on.rig.clock.advance(500)
      expect(await outcomeOf(on, on.rig.press({ type: 'commitStop', armId }))).toMatchObject({ result: 'done' })
    }
    await on.rig.pass(1_000)
    expect(on.rig.show().pending).toBe(null)
    const asked = await outcomeOf(on, on.quit())
    expect(asked).toMatchObject({ refusal: { reason: 'onAir', projectNames: ['Evening Show'], mayBe: true } })
    expect(describeOutcome(asked)).toMatch(/^Evening Show is, or may be, on air\. /)
    const state = on.rig.state()
    expect([mustStayAwake(state), whyHeld(state, on.rig.clock.now())]).toEqual([
      true,
      'Evening Show is, or may be, on air',
    ])
    const left = await on.quit({ onAir: 'leave' })
    expect(describeOutcome(left)).toBe('Cuelight is quitting. Still on air, or may be: Evening Show.')
  })
