/** Presses are sent in the order in which they were pressed, and mean what is there when their turn comes. */
import { expect, test } from 'vitest'
import { ACTIVATE, outcomeOf, sceneId, stageOnAir, switchTo } from './stage.ts'

const LIST_SCENES = { method: 'GET', path: /\/scenes$/ }
const seen = (on: { rig: { show(): { live: { liveId: string | null } | null } } }) => ({
  liveId: on.rig.show().live?.liveId ?? null,
})

test.each(['nextScene', 'previousScene'] as const)(
  '%s twice is two scenes on, however slow the service is',
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

test('"next" after a switch that got lost looks which scene is active first', async () => {
  const on = await stageOnAir()
  on.server.faults.add({ kind: 'cutAfter', match: { method: 'POST', path: ACTIVATE } })
  const first = on.rig.press({ type: 'nextScene', ...seen(on) })
  const second = on.rig.press({ type: 'nextScene', ...seen(on) })
  expect(await outcomeOf(on, first)).toMatchObject({ result: 'unknown' })
  expect(await outcomeOf(on, second)).toMatchObject({ result: 'done' })
  expect(on.server.control.truth(on.server.content.project).activeSceneId).toBe(sceneId(on, 2))
})

test('an edit that looks first keeps its place before what is pressed later', async () => {
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

test('a look that hangs costs the certainty, and neither the edit nor what is pressed after it', async () => {
  const on = await stageOnAir()
  on.server.faults.add({ kind: 'hang', match: LIST_SCENES })
  const projectId = on.rig.show().id
  const at = on.rig.clock.monotonic()
  const edit = on.rig.press({ type: 'edit', operation: 'createScene', input: { projectId, name: 'Break' } })
  const press = switchTo(on, 1)
  expect([(await outcomeOf(on, edit)).result, (await outcomeOf(on, press)).result]).toEqual(['done', 'done'])
  expect(on.rig.clock.monotonic() - at).toBeLessThan(3_000)
})

test('a scene that is switched to after Go live was pressed stands before the opening one', async () => {
  const on = await stageOnAir()
  await on.server.control.stopElsewhere(on.server.content.project)
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
