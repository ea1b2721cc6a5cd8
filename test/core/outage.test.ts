/** A service that cannot be read for a while, and then can. */
import { expect, test } from 'vitest'
import { type Stage, stage } from './stage.ts'

const goesOut = ({ server }: Stage) =>
  server.faults.add({ kind: 'cutBefore', match: { method: 'GET' }, times: 'always' })

test('what an outage kept from being read is read as it ends, not at its next turn', async () => {
  const on = await stage()
  const { rig, server } = on
  const outage = goesOut(on)
  await rig.pass(70_000)
  expect(rig.show().failure).not.toBeNull()
  const before = { scenes: rig.show().scenesReadAt ?? 0, project: rig.show().settings?.readAt ?? 0 }
  outage.remove()
  const count = server.count('GET', /\/scenes/)
  await rig.until(() => rig.show().failure === null, 'the first reading after it')
  const back = rig.clock.now()
  await rig.until(() => (rig.show().settings?.readAt ?? 0) > before.project, 'the settings')
  await rig.until(() => (rig.show().scenesReadAt ?? 0) > before.scenes, 'the scenes')
  expect(rig.clock.now() - back).toBeLessThan(5_000)
  expect(server.count('GET', /\/scenes/) - count).toBe(1)
})

test('while the service fails it is known when it is asked again, and it is asked then', async () => {
  const on = await stage()
  const { rig, server } = on
  expect(rig.state().service.nextTryAt).toBeNull()
  const outage = goesOut(on)
  await rig.until(() => rig.state().service.nextTryAt !== null, 'the failure is seen, and the next try planned')
  const next = rig.state().service.nextTryAt ?? 0
  expect(next).toBeGreaterThan(rig.clock.now())
  expect(next - rig.clock.now()).toBeLessThanOrEqual(35_000)
  const count = server.count('GET', /\/live$/)
  await rig.until(() => server.count('GET', /\/live$/) > count, 'it is asked again')
  // Not before, and soon: the limiter may hold a background reading back for a moment.
  expect(rig.clock.now()).toBeGreaterThanOrEqual(next)
  expect(rig.clock.now() - next).toBeLessThan(5_000)
  outage.remove()
  await rig.until(() => rig.state().service.failure === null, 'it answers')
  await rig.until(() => rig.state().service.nextTryAt === null, 'nothing is tried again')
})
