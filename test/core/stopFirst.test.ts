/** Whatever else is requested, nothing on our side keeps a stop from going out. */
import { expect, test } from 'vitest'
import { tallySentence } from '../../shared/words/show/tally.ts'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import {
  arming,
  GET_LIVE,
  onAir,
  outcomeOf,
  STOP,
  type Stage,
  scenesOf,
  stage,
  stageOnAir,
  switchTo,
} from './stage.ts'

/** Ms within which a stop must be on the wire. */
const ON_THE_WIRE_MS = 100
const MINUTE = 60_000

/** Requests a stop; returns how long it took to arrive, and its outcome. */
async function stopNow(on: Stage) {
  const { rig } = on
  const arm = await arming(on, { type: 'armStop', liveId: rig.show().live?.liveId ?? '' })
  rig.clock.advance(500)
  const pressedAt = rig.clock.monotonic()
  const pressed = rig.press({ type: 'commitStop', armId: arm.armId })
  await rig.until(() => on.stops() > 0, 'it is on the wire')
  return { ms: rig.clock.monotonic() - pressedAt, outcome: await outcomeOf(on, pressed) }
}

/** Actions that a client repeats without end, at a fixed rate. */
const FLOODS: Record<string, (on: Stage, nth: number) => unknown> = {
  'scene switches': (on, nth) => switchTo(on, nth % 2),
  refresh: ({ rig }) => rig.press({ type: 'refresh' }),
  'what is read of other projects': ({ rig, server }, nth) =>
    rig.core.query('listFiles', { search: `file ${nth}`, limit: (nth % 50) + 1 }).catch(() => server.content.project),
  edits: ({ rig, server }, nth) => {
    const [sceneId] = scenesOf({ rig } as Stage).map(({ id }) => id)
    const input = { projectId: server.content.project, sceneId, name: `Scene ${nth}` }
    return rig.press({ type: 'edit', operation: 'updateScene', input })
  },
  'Go live of another project': ({ rig, server }) =>
    rig.press({ type: 'goLive', projectId: server.content.otherProjects[0] ?? '' }),
}
const SERVICES: Partial<IndependentOptions>[] = [{ headerStyle: 'ietf' }, { headerStyle: 'none' }]

test.each(Object.keys(FLOODS).flatMap((name) => SERVICES.map((service) => [name, service] as const)))(
  'a stop goes out at once during a flood of %s (%o)',
  async (name, service) => {
    const on = await stage({ ...service, projects: 2 })
    await onAir(on)
    for (let nth = 0; nth < 1_600; nth += 1) {
      void FLOODS[name]?.(on, nth)
      if (nth % 4 === 0) await on.rig.pass(100)
    }
    const { ms, outcome } = await stopNow(on)
    expect(outcome).toMatchObject({ result: 'done', done: { what: 'stopped' } })
    expect(ms).toBeLessThanOrEqual(ON_THE_WIRE_MS)
    const times = on.server.requests.map(({ at }) => at)
    const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE).length))
    expect(most).toBeLessThanOrEqual(150)
  },
)

/** A stop that the service delays by 20 s. */
async function heldStop() {
  const on = await stageOnAir()
  const { rig, server } = on
  server.faults.add({ kind: 'rateLimited', retryAfterMs: 20_000, match: { method: 'POST', path: STOP } })
  const arm = await arming(on, { type: 'armStop', liveId: rig.show().live?.liveId ?? '' })
  rig.clock.advance(500)
  const pressed = rig.press({ type: 'commitStop', armId: arm.armId })
  await rig.until(() => rig.show().pending?.heldUntil !== undefined, 'it is held up')
  return { on, pressed }
}

test('a stop that the service refuses waits visibly for the time it was given, and goes out once more', async () => {
  const { on, pressed } = await heldStop()
  const { rig } = on
  const said = tallySentence(rig.tally(), rig.state(), rig.show(), rig.clock.now())
  expect(said).toMatch(/^Still on air\. The service is over its limit: Stop goes out again in (19|20) s$/)
  expect(await outcomeOf(on, pressed)).toMatchObject({ result: 'done', done: { what: 'stopped' } })
  await rig.until(() => rig.tally() === 'off', 'it is read to be off')
  expect([on.stops(), rig.show().pending]).toEqual([2, null])
})

test('closing the padlock meanwhile keeps it from going out', async () => {
  const { on, pressed } = await heldStop()
  await on.rig.press({ type: 'setPadlock', locked: true })
  expect(await outcomeOf(on, pressed)).toMatchObject({ result: 'refused', refusal: { reason: 'padlocked' } })
  expect([on.stops(), on.truth()]).toEqual([1, 'live'])
})

test('a refused reading that waits to be repeated keeps no stop from going out', async () => {
  const on = await stageOnAir({ headerStyle: 'none' })
  const { rig, server } = on
  const refusal = server.faults.add({ kind: 'unavailable', retryAfterMs: 5_000, match: GET_LIVE })
  await rig.until(() => refusal.fired > 0, 'a reading was refused')
  await rig.pass(100)
  const { ms, outcome } = await stopNow(on)
  expect(outcome).toMatchObject({ result: 'done', done: { what: 'stopped' } })
  expect(ms).toBeLessThanOrEqual(ON_THE_WIRE_MS)
})
