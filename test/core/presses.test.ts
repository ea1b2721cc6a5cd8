/** Commands are sent in the order the user gave them, and act on the state at their place in the queue. */
import { expect, test } from 'vitest'
import type { Outcome } from '../../shared/outcome.ts'
import { PASSED } from '../../shared/words/commands/operations.ts'
import { describeRefusal } from '../../shared/words/outcomes/outcomes.ts'
import { ACTIVATE, outcomeOf, type Stage, sceneId, scenesOf, stageOnAir, switchTo } from './stage.ts'

const LIST_SCENES = { method: 'GET', path: /\/scenes$/ }
const seen = (on: { rig: { show(): { live: { liveId: string | null } | null } } }) => ({
  liveId: on.rig.show().live?.liveId ?? null,
})

test.each(['nextScene', 'previousScene'] as const)(
  '%s twice moves two scenes, however slow the service is',
  async (type) => {
    const on = await stageOnAir()
    if (type === 'previousScene') await switchTo(on, 3)
    on.server.faults.add({ kind: 'slow', ms: 300, match: { method: 'POST', path: ACTIVATE } })
    const first = on.rig.press({ type, ...seen(on) })
    await on.rig.pass(100)
    const second = on.rig.press({ type, ...seen(on) })
    const came = [await outcomeOf(on, first), await outcomeOf(on, second)]
    const names = (on.rig.show().scenes ?? []).map(({ name }) => name)
    const expected = type === 'nextScene' ? [names[1], names[2]] : [names[2], names[1]]
    expect(came).toMatchObject(expected.map((sceneName) => ({ done: { sceneName } })))
    const { activeSceneId } = on.server.control.truth(on.server.content.project)
    expect(activeSceneId).toBe(sceneId(on, type === 'nextScene' ? 2 : 1))
  },
)

test('"next" after a lost switch first reads which scene is active', async () => {
  const on = await stageOnAir()
  on.server.faults.add({ kind: 'cutAfter', match: { method: 'POST', path: ACTIVATE } })
  const first = on.rig.press({ type: 'nextScene', ...seen(on) })
  const second = on.rig.press({ type: 'nextScene', ...seen(on) })
  expect(await outcomeOf(on, first)).toMatchObject({ result: 'unknown' })
  expect(await outcomeOf(on, second)).toMatchObject({ result: 'done' })
  expect(on.server.control.truth(on.server.content.project).activeSceneId).toBe(sceneId(on, 2))
})

test('an edit that reads first keeps its place before later commands', async () => {
  const on = await stageOnAir({ autoSynch: true })
  on.server.faults.add({ kind: 'slow', ms: 1_900, match: LIST_SCENES })
  const projectId = on.rig.show().id
  const input = { projectId, name: 'Break', setActive: true }
  on.server.forget()
  const edit = on.rig.press({ type: 'edit', operation: 'createScene', input })
  await on.rig.pass(500)
  const press = switchTo(on, 1)
  const came = [await outcomeOf(on, edit), await outcomeOf(on, press)]
  expect(came.map(({ result }) => result)).toEqual(['done', 'done'])
  const writes = on.server.requests
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => path.split('/').at(-1))
  expect(writes).toEqual(['scenes', 'activate'])
  expect(on.server.control.truth(on.server.content.project).onAirSceneId).toBe(sceneId(on, 1))
})

test.each([
  ['cli', 0],
  ['panel', 2],
] as const)(
  'a show command, while edits by the %s are in the queue, goes out after %i of them',
  async (source, after) => {
    const on = await stageOnAir()
    for (let nth = 0; nth < 3; nth += 1)
      on.server.faults.add({ kind: 'slow', ms: 900, match: { method: 'POST', path: /\/scenes$/ } })
    const projectId = on.rig.show().id
    const edits = ['A', 'B', 'C'].map((name) =>
      on.rig.press({ type: 'edit', operation: 'createScene', input: { projectId, name } }, source),
    )
    await on.rig.pass(300)
    on.server.forget()
    expect((await outcomeOf(on, switchTo(on, 1))).result).toBe('done')
    const writes = on.server.requests
      .filter(({ method }) => method === 'POST')
      .map(({ path }) => path.split('/').at(-1))
    expect(writes.indexOf('activate')).toBe(after)
    for (const edit of edits) expect((await outcomeOf(on, edit)).result).toBe('done')
  },
)

test('a hanging check before an edit is given up, and blocks neither the edit nor later commands', async () => {
  const on = await stageOnAir()
  on.server.faults.add({ kind: 'hang', match: LIST_SCENES })
  const projectId = on.rig.show().id
  const at = on.rig.clock.monotonic()
  const edit = on.rig.press({ type: 'edit', operation: 'createScene', input: { projectId, name: 'Break' } })
  const press = switchTo(on, 1)
  expect([(await outcomeOf(on, edit)).result, (await outcomeOf(on, press)).result]).toEqual(['done', 'done'])
  expect(on.rig.clock.monotonic() - at).toBeLessThan(3_000)
})

test('an edit without a response blocks the show for 5 s at most, and is then reconciled', async () => {
  const on = await stageOnAir()
  on.server.faults.add({ kind: 'hang', match: { method: 'PATCH', path: /\/scenes\// } })
  const input = { projectId: on.rig.show().id, sceneId: sceneId(on, 2), name: 'Renamed' }
  const edit = on.rig.press({ type: 'edit', operation: 'updateScene', input })
  await on.rig.pass(500)
  const early = switchTo(on, 1)
  expect(await outcomeOf(on, early)).toMatchObject({ refusal: { reason: 'busy' } })
  const since = on.rig.clock.monotonic()
  const press = switchTo(on, 1)
  expect(await outcomeOf(on, press)).toMatchObject({ result: 'done' })
  expect(on.rig.clock.monotonic() - since).toBeLessThan(2_000)
  expect(await outcomeOf(on, edit)).toMatchObject({ result: 'unknown' })
  expect(on.rig.core.store.get().lostEdits).toMatchObject([{ operation: 'updateScene' }])
})

test('a new scene that was to become active does not replace one requested since', async () => {
  const on = await stageOnAir({ autoSynch: true, headerStyle: 'none' })
  const projectId = on.rig.show().id
  const edit = (operation: 'createScene' | 'updateProject', input: object) =>
    on.rig.press({ type: 'edit', operation, input: { projectId, ...input } })
  for (let nth = 0; on.rig.state().heldEdits.length === 0 && nth < 200; nth += 1) {
    void edit('updateProject', { title: `${nth}` })
    await on.rig.pass(20)
  }
  const made = edit('createScene', { name: 'Break', setActive: true })
  expect((await outcomeOf(on, switchTo(on, 1))).result).toBe('done')
  expect(await outcomeOf(on, made)).toMatchObject({ done: { about: expect.stringContaining(PASSED) } })
  const { activeSceneId, onAirSceneId } = on.server.control.truth(on.server.content.project)
  expect([activeSceneId, onAirSceneId]).toEqual([sceneId(on, 1), sceneId(on, 1)])
})

test('a cancel of near dates, requested before the padlock closed, is not sent after it', async () => {
  const on = await stageOnAir()
  await on.server.control.stopElsewhere(on.server.content.project)
  const projectId = on.rig.show().id
  await on.rig.until(() => on.rig.tally() === 'off', 'off')
  const dates = [new Date(on.rig.clock.now() + 20 * 60_000).toISOString()]
  await on.rig.press({ type: 'edit', operation: 'scheduleLive', input: { projectId, dates } })
  on.server.faults.add({ kind: 'slow', ms: 2_000, match: { method: 'PATCH' } })
  void on.rig.press({ type: 'edit', operation: 'updateProject', input: { projectId, title: 'A' } })
  const cancel = on.rig.press({ type: 'edit', operation: 'cancelSchedules', input: { projectId } })
  await on.rig.pass(500)
  await on.rig.press({ type: 'setPadlock', locked: true })
  expect(await outcomeOf(on, cancel)).toMatchObject({ refusal: { reason: 'padlocked' } })
  expect(on.server.count('DELETE', /\/schedules$/)).toBe(0)
})

test('a cancel whose dates could not be read under the padlock is not reconciled: nothing was sent', async () => {
  const on = await stageOnAir()
  const projectId = on.rig.show().id
  await on.rig.press({ type: 'setPadlock', locked: true })
  on.server.faults.add({ kind: 'hang', match: { method: 'GET', path: /\/schedules$/ } })
  const cancel = on.rig.press({ type: 'edit', operation: 'cancelSchedules', input: { projectId } })
  expect(await outcomeOf(on, cancel)).toMatchObject({ result: 'refused' })
  expect([on.server.count('DELETE', /\/schedules$/), on.rig.state().lostEdits]).toEqual([0, []])
})

test('a scene switched to after Go live was requested takes precedence over the opening scene', async () => {
  const on = await stageOnAir()
  await on.server.control.stopElsewhere(on.server.content.project)
  await on.rig.pass(1_000)
  await on.rig.press({ type: 'refresh' })
  await on.rig.press({ type: 'setOpeningScene', sceneId: sceneId(on, 3) })
  on.server.control.expireDestination(on.server.content.destinations.twitch)
  await on.rig.press({ type: 'checkDestinations' })
  await on.rig.pass(6_000)
  on.server.control.renewDestination(on.server.content.destinations.twitch)
  on.server.faults.add({ kind: 'slow', ms: 1_500, match: { path: /\/verify$/ } })
  const live = on.rig.press({ type: 'goLive' })
  await on.rig.pass(500)
  const press = switchTo(on, 1)
  expect([(await outcomeOf(on, press)).result, (await outcomeOf(on, live)).result]).toEqual(['done', 'done'])
  expect(on.server.control.truth(on.server.content.project).onAirSceneId).toBe(sceneId(on, 1))
})

/** The scenes activated at the service, by position. */
const activated = (on: Stage) => {
  const ids = scenesOf(on).map(({ id }) => id)
  const paths = on.server.requests.map(({ path }) => path).filter((path) => path.endsWith('/activate'))
  return paths.map((path) => ids.findIndex((id) => path.includes(`/${encodeURIComponent(id)}/`)))
}

/** Dispatches the commands 100 ms apart while the first is still in flight; returns their outcomes. */
async function pressed(on: Stage, presses: ((on: Stage) => Promise<Outcome>)[]) {
  on.server.faults.add({ kind: 'slow', ms: 1_000, match: { method: 'POST', path: ACTIVATE } })
  const all: Promise<Outcome>[] = []
  for (const press of presses) {
    all.push(press(on))
    await on.rig.pass(100)
  }
  return Promise.all(all.map((one) => outcomeOf(on, one)))
}

const to = (at: number) => (on: Stage) => switchTo(on, at)
const next = (on: Stage) => on.rig.press({ type: 'nextScene', ...seen(on) })
const syncNow = (on: Stage) => on.rig.press({ type: 'sync', liveId: seen(on).liveId ?? '' })

const ORDERS: Record<string, { presses: ((on: Stage) => Promise<Outcome>)[]; sent: number[]; superseded: number[] }> =
  {
    'of scenes pressed while one is on its way the last is sent': {
      presses: [to(1), to(2), to(1), to(3)],
      sent: [1, 3],
      superseded: [1, 2],
    },
    '"next" starts from the scene pressed before it, which is sent': {
      presses: [to(1), to(2), next],
      sent: [1, 2, 3],
      superseded: [],
    },
    'a scene stands for itself, and "next" before it is not sent': {
      presses: [to(1), next, to(3)],
      sent: [1, 3],
      superseded: [1],
    },
    'what was synced in between is sent': {
      presses: [to(1), to(2), syncNow, to(3)],
      sent: [1, 2, 3],
      superseded: [],
    },
  }

test.each(Object.entries(ORDERS))('%s', async (_, { presses, sent, superseded }) => {
  const on = await stageOnAir({ autoSynch: true })
  const [first] = scenesOf(on)
  const came = await pressed(on, presses)
  expect([first?.isActive, activated(on)]).toEqual([true, sent])
  const refused = came.flatMap((one, nr) => (one.result === 'refused' ? [nr] : []))
  expect(refused).toEqual(superseded)
  const told = [...new Set(came.flatMap((one) => (one.result === 'refused' ? [describeRefusal(one.refusal)] : [])))]
  for (const one of told) expect(one).toMatch(/^Not sent: .+ was pressed after it\.$/)
})

test('a switch that waits for its budget is overtaken by a newer one', async () => {
  const on = await stageOnAir({ headerStyle: 'none' })
  const refusal = on.server.faults.add({ kind: 'rateLimited', style: 'absent', match: { method: 'GET' } })
  await on.rig.until(() => refusal.fired > 0, 'a reading was refused')
  await on.rig.pass(50)
  const at = on.rig.clock.monotonic()
  const older = switchTo(on, 1)
  await on.rig.pass(100)
  const newer = switchTo(on, 2)
  expect(await outcomeOf(on, older)).toMatchObject({ refusal: { reason: 'superseded' } })
  expect(on.rig.clock.monotonic() - at).toBeLessThan(500)
  expect(await outcomeOf(on, newer)).toMatchObject({ result: 'done' })
  expect(activated(on)).toEqual([2])
})

test('a scene that does not exist supersedes nothing', async () => {
  const on = await stageOnAir()
  const none = (stage: Stage) => stage.rig.press({ type: 'switchScene', sceneId: 'none', ...seen(stage) })
  const came = await pressed(on, [to(1), to(2), none])
  expect(came.map(({ result }) => result)).toEqual(['done', 'done', 'refused'])
})

test('a take that is overtaken reports which scene superseded it', async () => {
  const on = await stageOnAir()
  on.server.faults.add({ kind: 'slow', ms: 300, match: { method: 'POST', path: ACTIVATE } })
  const taken = on.rig.press({ type: 'switchScene', sceneId: sceneId(on, 1), take: true, ...seen(on) })
  await on.rig.pass(100)
  const next = switchTo(on, 2)
  const by = scenesOf(on)[2]?.name
  expect(await outcomeOf(on, taken)).toEqual({
    result: 'refused',
    refusal: { reason: 'superseded', by, isSwitched: true },
  })
  expect((await outcomeOf(on, next)).result).toBe('done')
})
