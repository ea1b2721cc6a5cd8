/** A command is checked again after every wait; one that was overtaken meanwhile ends as superseded. */
import { describe, expect, test } from 'vitest'
import { type Stage, stage } from './stage.ts'

const VERIFY = { method: 'POST', path: /\/destinations\/verify$/ }

/** A project beyond the listed ones, whose name has to be read before it is chosen. */
async function farAway() {
  const on = await stage({ projects: 120, showIsOldest: false })
  await on.rig.press({ type: 'loadProjects' })
  const { items } = on.rig.state().projectList
  const near = items.find(({ id }) => id !== on.rig.state().targetId)?.id ?? ''
  const { value } = await on.rig.core.query('listProjects', { limit: 100, offset: 100 })
  return { on, near, far: value.projects[0]?.id ?? '' }
}

test('a slow, older choice of the target ends as superseded', async () => {
  const { on, near, far } = await farAway()
  on.server.faults.add({ kind: 'slow', ms: 3_000, match: { path: new RegExp(`/projects/${far}$`) } })
  const older = on.rig.press({ type: 'chooseTarget', projectId: far })
  await on.rig.pass(500)
  expect(await on.rig.press({ type: 'chooseTarget', projectId: near })).toMatchObject({ result: 'done' })
  await on.rig.pass(4_000)
  expect(await older).toEqual({ result: 'refused', refusal: { reason: 'superseded' } })
  expect(on.rig.state().targetId).toBe(near)
})

/** Go live or its arm while logins are verified this slowly, and the user's action meanwhile. */
async function whileVerifying(press: 'goLive' | 'armGoLive', meanwhile: (on: Stage, other: string) => unknown) {
  const on = await stage({ preparingMs: 0 })
  await on.rig.press({ type: 'loadProjects' })
  const other = on.rig.state().projectList.items.find(({ id }) => id !== on.rig.state().targetId)?.id ?? ''
  on.server.control.expireDestination(on.server.content.destinations.twitch)
  await on.rig.press({ type: 'checkDestinations' })
  await on.rig.pass(6_000)
  on.server.control.renewDestination(on.server.content.destinations.twitch)
  on.server.faults.add({ kind: 'slow', ms: 1_500, match: VERIFY })
  const pressed = on.rig.press({ type: press })
  await on.rig.pass(500)
  await meanwhile(on, other)
  await on.rig.pass(3_000)
  return { on, outcome: await pressed }
}

const MEANWHILE: Record<string, (on: Stage, other: string) => unknown> = {
  'another target is chosen': ({ rig }, projectId) => rig.press({ type: 'chooseTarget', projectId }),
  'the padlock is closed': ({ rig }) => rig.press({ type: 'setPadlock', locked: true }),
  'the padlock is closed and opened': async ({ rig }) => {
    await rig.press({ type: 'setPadlock', locked: true })
    await rig.press({ type: 'setPadlock', locked: false })
  },
  'the computer sleeps for hours': ({ rig }) => {
    rig.clock.jump(8 * 3_600_000)
    rig.core.onResume()
  },
}

describe.each(Object.keys(MEANWHILE))('while logins are verified and %s, a request', (what) => {
  test('arms nothing', async () => {
    const { on, outcome } = await whileVerifying('armGoLive', MEANWHILE[what] ?? (() => {}))
    expect(outcome).toMatchObject({ result: 'refused' })
    expect([on.rig.state().arm, on.starts()]).toEqual([null, 0])
  })

  test('starts nothing', async () => {
    const { on, outcome } = await whileVerifying('goLive', MEANWHILE[what] ?? (() => {}))
    // A Go live requested before the padlock closed still counts once it is opened again.
    const starts = what === 'the padlock is closed and opened' ? 1 : 0
    expect([outcome.result, on.starts()]).toEqual([starts ? 'done' : 'refused', starts])
  })
})

test('an arm does not outlive a sleep', async () => {
  const on = await stage()
  const armed = await on.rig.press({ type: 'armGoLive' }, 'hotkey')
  if (armed.result !== 'armed') throw new Error('not armed')
  on.rig.clock.jump(8 * 3_600_000)
  on.rig.core.onResume()
  on.rig.clock.advance(500)
  const outcome = await on.rig.press({ type: 'commitGoLive', armId: armed.arm.armId }, 'hotkey')
  expect([outcome.result, on.rig.state().arm, on.starts()]).toEqual(['refused', null, 0])
})

test('an older check of logins does not overwrite a newer one', async () => {
  const on = await stage()
  const twitch = on.server.content.destinations.twitch
  on.server.faults.add({ kind: 'slow', ms: 4_000, match: VERIFY })
  const older = on.rig.press({ type: 'checkDestinations' })
  await on.rig.pass(500)
  on.server.control.expireDestination(twitch)
  const newer = await on.rig.press({ type: 'checkDestinations' })
  expect(newer).toMatchObject({ done: { faulty: [expect.any(String)] } })
  const at = on.rig.show().check?.at
  await on.rig.pass(5_000)
  await older
  expect(on.rig.show().check).toMatchObject({ at, results: { [twitch]: { valid: false } } })
})
