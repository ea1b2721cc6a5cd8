/** A service that cannot be read for a while, and then can. */
import { expect, test } from 'vitest'
import { isRunning } from '../../shared/state.ts'
import { GET_LIVE, type Stage, stage, stageOnAir } from './stage.ts'

const goesOut = ({ server }: Stage) =>
  server.faults.add({ kind: 'cutBefore', match: { method: 'GET' }, times: 'always' })

test('what an outage left unread is read as it ends, not at its next regular time', async () => {
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

test('a single failing read is retried with the next response to anything else, and then at its own pace', async () => {
  const on = await stageOnAir()
  const { rig, server } = on
  const scenes = { method: 'GET', path: /\/scenes/ }
  const fault = server.faults.add({ kind: 'cutBefore', match: scenes, times: 'always' })
  const fails = () => rig.show().failure !== null
  await rig.until(fails, 'the scenes are not read')
  await rig.pass(10_000)
  const whileFailing = server.count('GET', scenes.path)
  await rig.pass(15_000)
  expect(server.count('GET', scenes.path)).toBe(whileFailing)
  fault.remove()
  const unread = rig.show().scenesReadAt ?? 0
  await rig.until(() => (rig.show().scenesReadAt ?? 0) > unread, 'the scenes are read at their own pace')

  const once = server.faults.add({ kind: 'cutBefore', match: scenes, times: 'always' })
  await rig.until(fails, 'the scenes are not read once more')
  once.remove()
  const before = { at: rig.clock.now(), read: rig.show().scenesReadAt ?? 0 }
  await rig.until(() => (rig.show().scenesReadAt ?? 0) > before.read, 'the scenes')
  expect(rig.clock.now() - before.at).toBeLessThan(10_000)
})

test('a response that two callers waited for does not delay a due reading', async () => {
  const on = await stage()
  const { rig, server } = on
  server.control.startElsewhere(server.content.project)
  const cut = server.faults.add({ kind: 'cutBefore', match: { method: 'GET', path: /\/scenes/ }, times: 'always' })
  server.faults.add({ kind: 'unavailable', retryAfterMs: 2_000, match: GET_LIVE })
  // Two pages open: everything is requested twice, and read once for both.
  for (let pages = 0; pages < 2; pages += 1) {
    rig.core.setVisible('panel', false)
    rig.core.setVisible('panel', true)
    rig.clock.advance(1)
  }
  await rig.until(() => rig.show().failure !== null, 'the scenes are not read')
  cut.remove()
  const before = rig.show().scenesReadAt ?? 0
  await rig.until(() => isRunning(rig.show().live), 'it is seen that something runs')
  const at = rig.clock.now()
  await rig.until(() => (rig.show().scenesReadAt ?? 0) > before, 'the scenes')
  expect(rig.clock.now() - at).toBeLessThan(10_000)
})

test('while the service fails the time of the next attempt is shown, and the attempt is made then', async () => {
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
  // Not earlier, and soon after: the limiter may delay a background reading for a moment.
  expect(rig.clock.now()).toBeGreaterThanOrEqual(next)
  expect(rig.clock.now() - next).toBeLessThan(5_000)
  outage.remove()
  await rig.until(() => rig.state().service.failure === null, 'it answers')
  await rig.until(() => rig.state().service.nextTryAt === null, 'nothing is tried again')
})
