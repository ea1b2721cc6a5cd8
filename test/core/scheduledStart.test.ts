/** A scheduled project cannot go live now, which is shown before and reported after the request. */
import { expect, test } from 'vitest'
import type { LiveEvent } from '../../shared/outcome.ts'
import { forcedEnd } from '../../shared/tally.ts'
import { describeEvent, describeOutcome } from '../../shared/words/outcomes/outcomes.ts'
import { GET_LIVE, type Stage, stage } from './stage.ts'

const DAY = 86_400_000
/** Schedules a date for the stage's project; returns its time. */
async function dated({ rig, server }: Stage): Promise<number> {
  const at = rig.clock.now() + DAY
  const input = { projectId: server.content.project, dates: [new Date(at).toISOString()] }
  expect(await rig.press({ type: 'edit', operation: 'scheduleLive', input })).toMatchObject({ result: 'done' })
  return at
}

/** A stage whose project Cuelight has read as scheduled. */
async function scheduled() {
  const on = await stage()
  const at = await dated(on)
  await on.rig.until(() => on.rig.show().live?.status === 'SCHEDULED' && on.rig.show().nextScheduleAt === at)
  return { ...on, at }
}

test.each(['goLive', 'armGoLive'] as const)('%s reports the scheduled date, and sends nothing', async (type) => {
  const on = await scheduled()
  const command = type === 'goLive' ? ({ type } as const) : ({ type, mode: 'press' } as const)
  const outcome = await on.rig.press(command)
  const refusal = { reason: 'scheduled', projectName: 'Evening Show', at: on.at }
  expect(outcome).toEqual({ result: 'refused', refusal })
  expect(describeOutcome(outcome)).toMatch(/^Evening Show is scheduled for .+\. Cancel its dates to go live now\.$/)
  expect([on.starts(), on.rig.tally(), on.rig.state().arm]).toEqual([0, 'off', null])
})

test("dates made elsewhere since the last reading: the service's refusal is reported just as plainly", async () => {
  const on = await stage()
  const at = on.rig.clock.now() + DAY
  on.server.control.scheduleElsewhere(on.server.content.project, at)
  expect(await on.rig.press({ type: 'goLive' })).toEqual({
    result: 'refused',
    refusal: { reason: 'scheduled', projectName: 'Evening Show', at },
  })
  expect([on.starts(), on.rig.tally(), on.rig.show().pending, on.rig.show().lastError]).toEqual([
    1,
    'off',
    null,
    null,
  ])
})

test('dates cancelled elsewhere since the last reading block nothing', async () => {
  const on = await scheduled()
  on.server.control.cancelDatesElsewhere(on.server.content.project)
  await on.rig.pass(1_000)
  expect(on.rig.show().live?.status).toBe('SCHEDULED')
  expect(await on.rig.press({ type: 'goLive' })).toMatchObject({ result: 'done', done: { what: 'started' } })
  expect(on.starts()).toBe(1)
})

test('a check without a response is not waited for, and the known dates apply', async () => {
  const on = await scheduled()
  await on.rig.pass(2_000)
  on.server.faults.add({ kind: 'hang', match: GET_LIVE, times: 'always' })
  const pressed = on.rig.press({ type: 'goLive' })
  await on.rig.pass(4_000)
  expect(await pressed).toMatchObject({ refusal: { reason: 'scheduled', at: on.at } })
})

test('a show started by its own schedule is reported as such, and not as started elsewhere', async () => {
  const on = await scheduled()
  const began = () => on.rig.state().journal.find(({ what }) => 'event' in what && what.event === 'startedElsewhere')
  on.rig.clock.advance(on.at - on.rig.clock.now() - 120_000)
  await on.rig.until(() => began() !== undefined, 'it began')
  expect(began()?.what).toEqual({ event: 'startedElsewhere', byDate: true })
  expect(describeEvent(began()?.what as LiveEvent)).toBe('Started by its date.')
  // The date stays listed for a while, but ends nothing.
  const ending = (nextScheduleAt: number) => forcedEnd({ ...on.rig.show(), nextScheduleAt })?.by
  expect([ending(on.at), ending(on.at + 600_000)]).toEqual(['planned', 'schedule'])
})
