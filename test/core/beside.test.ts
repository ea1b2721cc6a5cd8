/** Everything on air is followed, however it began: beside the show target, by its schedule, after a clock change. */
import { expect, test } from 'vitest'
import { isStale } from '../../shared/state.ts'
import { type Stage, stage, talliesOf } from './stage.ts'

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

test('a date of a project that nobody looked at is seen as it begins beside the show, and can be stopped', async () => {
  const on = await stage({ preparingMs: 0 })
  const [other = ''] = on.server.content.otherProjects
  await on.rig.press({ type: 'goLive', confirmed: true })
  await on.rig.until(() => on.rig.tally() === 'live', 'on air')
  const at = on.rig.clock.now() + 700_000
  const input = { projectId: other, dates: [new Date(at).toISOString()] }
  expect(await on.rig.press({ type: 'edit', operation: 'scheduleLive', input })).toMatchObject({ result: 'done' })
  expect(on.rig.state().projects[other]?.nextScheduleAt).toBe(at)
  await on.rig.pass(at - on.rig.clock.now() + 5_000)
  const beside = () => on.rig.state().projects[other]
  await on.rig.until(() => beside()?.live?.status === 'LIVE', 'began')
  expect(on.rig.state().journal.at(-1)).toMatchObject({ what: { event: expect.stringMatching(/^(onAir|started)/) } })
  const seen = { projectId: other, liveId: beside()?.live?.liveId ?? null }
  const armed = await on.rig.press({ type: 'armStop', ...seen, mode: 'press' })
  if (armed.result !== 'armed') throw new Error(JSON.stringify(armed))
  await on.rig.pass(1_000)
  expect(await on.rig.press({ type: 'commitStop', armId: armed.arm.armId })).toMatchObject({ result: 'done' })
  expect(on.rig.tally()).toBe('live')
})

test('dates that were cancelled here are not shown as near, and a date that comes while the computer sleeps is seen', async () => {
  const on = await stage({ preparingMs: 0 })
  const [other = '', third = ''] = on.server.content.otherProjects
  const schedule = async (projectId: string, inMs: number) => {
    const input = { projectId, dates: [new Date(on.rig.clock.now() + inMs).toISOString()] }
    expect(await on.rig.press({ type: 'edit', operation: 'scheduleLive', input })).toMatchObject({ result: 'done' })
  }
  await schedule(other, 900_000)
  await schedule(third, 3_600_000)
  const cancel = { type: 'edit', operation: 'cancelSchedules', input: { projectId: other } } as const
  expect(await on.rig.press(cancel)).toMatchObject({ result: 'done' })
  await on.rig.pass(300_000)
  expect(on.rig.state().projects[other]?.nextScheduleAt).toBe(null)
  // A sleep: wall time passes, and no timer runs.
  on.rig.clock.jump(3_600_000)
  await on.rig.pass(1_000)
  await on.rig.until(() => on.rig.state().projects[third]?.live?.status === 'LIVE', 'seen')
})

test('a date that comes while the network is away is seen once it is back', async () => {
  const on = await stage({ preparingMs: 0 })
  const [other = ''] = on.server.content.otherProjects
  const duration = { manual: false, planned: 4 * 3_600 }
  const long = { type: 'edit', operation: 'updateProject', input: { projectId: other, duration } } as const
  expect(await on.rig.press(long)).toMatchObject({ result: 'done' })
  const at = on.rig.clock.now() + 720_000
  const input = { projectId: other, dates: [new Date(at).toISOString()] }
  expect(await on.rig.press({ type: 'edit', operation: 'scheduleLive', input })).toMatchObject({ result: 'done' })
  await on.rig.pass(660_000)
  const away = on.server.faults.add({ kind: 'cutBefore', match: { method: 'GET' }, times: 'always' })
  await on.rig.pass(210_000)
  expect(on.rig.state().projects[other]?.live?.status).not.toBe('LIVE')
  // Its lid is closed for longer than anybody would wait.
  on.rig.clock.jump(70 * 60_000)
  on.rig.core.onResume()
  await on.rig.pass(5_000)
  away.remove()
  await on.rig.pass(60_000)
  await on.rig.until(() => on.rig.state().projects[other]?.live?.status === 'LIVE', 'seen')
  expect(on.rig.state().projects[other]?.nextScheduleAt).toBe(null)
})

test('dates that come together do not keep the show target unread, and all are seen beside much that is on air', async () => {
  const on = await stage({ preparingMs: 0, projects: 32 })
  const { otherProjects } = on.server.content
  await on.rig.press({ type: 'goLive', confirmed: true })
  await on.rig.until(() => on.rig.tally() === 'live', 'on air')
  const at = on.rig.clock.now() + 40 * 60_000
  for (const projectId of otherProjects.slice(0, 20)) {
    const input = { projectId, dates: [new Date(at).toISOString()] }
    expect(await on.rig.press({ type: 'edit', operation: 'scheduleLive', input })).toMatchObject({ result: 'done' })
    await on.rig.pass(3_000)
  }
  const tallies = talliesOf(on)
  await on.rig.pass(at - on.rig.clock.now() + 150_000)
  const seen = otherProjects.slice(0, 20).map((id) => on.rig.state().projects[id]?.live?.status)
  expect(new Set(seen)).toEqual(new Set(['LIVE']))
  expect(tallies()).not.toContain('stale')
})

test('a project that was never looked at can be looked at, and stopped', async () => {
  const on = await stage({ preparingMs: 0 })
  const [other = ''] = on.server.content.otherProjects
  const liveId = on.server.control.startElsewhere(other)
  expect(await on.rig.press({ type: 'armStop', projectId: other, liveId, mode: 'press' })).toMatchObject({
    refusal: { reason: 'unknownProject' },
  })
  expect(await on.rig.press({ type: 'refresh', projectId: other })).toMatchObject({ result: 'done' })
  const armed = await on.rig.press({ type: 'armStop', projectId: other, liveId, mode: 'press' })
  expect(armed.result).toBe('armed')
  expect(await on.rig.press({ type: 'refresh', projectId: 'none' })).toMatchObject({
    refusal: { reason: 'unknownProject' },
  })
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
