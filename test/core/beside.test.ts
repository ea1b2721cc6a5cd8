/** Everything on air is followed, however it began: beside the show target, by its schedule, after a clock change. */
import { expect, test } from 'vitest'
import { isStale } from '../../shared/state.ts'
import { type Stage, stage } from './stage.ts'

/** Starts a project other than the show target. */
async function startedBeside() {
  const on = await stage({ preparingMs: 6_000 })
  const [other = ''] = on.server.content.otherProjects
  const target = on.rig.show().id
  for (const projectId of [other, target]) {
    await on.rig.press({ type: 'chooseTarget', projectId })
    await on.rig.until(() => on.rig.show().check !== null, 'read')
  }
  await on.rig.press({ type: 'goLive', projectId: other, confirmed: true })
  const beside = () => on.rig.state().projects[other]
  return { on, other, beside }
}

const events = ({ rig }: Stage) => rig.state().journal.flatMap(({ what }) => ('event' in what ? [what.event] : []))

test('a broadcast started beside the show target is followed until it is off', async () => {
  const { on, other, beside } = await startedBeside()
  expect(beside()?.live?.status).toBe('PREPARING')
  await on.rig.until(() => beside()?.live?.status === 'LIVE', 'on air')
  await on.rig.pass(75_000)
  expect(isStale(beside() as never, on.rig.clock.now())).toBe(false)
  on.rig.core.provide({ quit() {} })
  expect(await on.rig.press({ type: 'quit' })).toMatchObject({ refusal: { reason: 'onAir' } })
  on.server.control.endBroadcast(other)
  await on.rig.until(() => beside()?.live?.status === 'OFFLINE', 'off')
  expect(events(on)).toEqual(expect.arrayContaining(['onAir', 'ended']))
  on.server.forget()
  await on.rig.pass(60_000)
  expect(on.server.count('GET', new RegExp(`/projects/${other}/live$`))).toBe(0)
  expect(await on.rig.press({ type: 'quit' })).toMatchObject({ done: { leftOnAir: [] } })
})

test('a broadcast that someone else started beside the show target is followed too', async () => {
  const { on, other, beside } = await startedBeside()
  on.server.control.endBroadcast(other)
  await on.rig.until(() => beside()?.live?.status === 'OFFLINE', 'off')
  on.server.control.startElsewhere(other)
  await on.rig.pass(1_000)
  await on.rig.press({ type: 'refresh', projectId: other })
  await on.rig.until(() => beside()?.live?.status === 'LIVE', 'on air')
})

test.each([30_000, 300_000])(
  'with no view open and an idle pace of %i ms, a scheduled start is seen as soon as any other',
  async (idleMs) => {
    const on = await stage({ preparingMs: 0 })
    const { project } = on.server.content
    await on.rig.press({ type: 'setPreferences', pace: { idleMs } })
    on.rig.core.setVisible('panel', false)
    const at = on.rig.clock.now() + 400_000
    const input = { projectId: project, dates: [new Date(at).toISOString()] }
    expect(await on.rig.press({ type: 'edit', operation: 'scheduleLive', input })).toMatchObject({ result: 'done' })
    await on.rig.until(() => on.rig.show().nextScheduleAt !== null, 'scheduled')
    await on.rig.pass(at - on.rig.clock.now() - 1_000)
    expect(on.rig.tally()).toBe('off')
    await on.rig.until(() => on.truth() === 'live', 'it began')
    const since = on.rig.clock.now()
    await on.rig.until(() => on.rig.tally() === 'live', 'seen')
    expect(on.rig.clock.now() - since).toBeLessThanOrEqual(6_000)
  },
)

test.each([3_600_000, -3_600_000])(
  'setting the clock by %i ms costs one reading, not a minute without contact',
  async (ms) => {
    const on = await stage()
    await on.rig.pass(3_000)
    on.rig.clock.jump(ms)
    await on.rig.pass(6_000)
    expect(on.rig.tally()).toBe('off')
  },
)
