/** The opening scene of a show, and the confirmation of the first broadcast of an account. */
import { describe, expect, test } from 'vitest'
import type { IndependentOptions } from '../fakes/independent/options.ts'
import { startIndependentServer } from '../fakes/independent/server.ts'
import { newDir, type Rig, ready, startRig } from '../fakes/rig.ts'
import { VirtualClock } from '../fakes/virtualClock.ts'
import { closing } from '../support/atEnd.ts'
import { ACTIVATE, arming, outcomeOf, START, type Stage, scenesOf, stage, switchTo } from './stage.ts'

const activations = ({ server }: Stage) => server.count('POST', ACTIVATE)
const choose = (on: Stage, at: number | null) =>
  on.rig.press({ type: 'setOpeningScene', sceneId: at === null ? null : (scenesOf(on)[at]?.id ?? 'gone') })
const active = (on: Stage) => scenesOf(on).findIndex(({ isActive }) => isActive)
const goLive = (on: Stage) => outcomeOf(on, on.rig.press({ type: 'goLive' }))

describe('the opening scene', () => {
  test('is activated once before the start, and is the scene on air', async () => {
    const on = await stage()
    expect(await choose(on, 2)).toMatchObject({ result: 'done' })
    expect(activations(on)).toBe(0)
    const name = scenesOf(on)[2]?.name
    expect(await goLive(on)).toMatchObject({ done: { what: 'started', opening: name } })
    const sent = on.server.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)
    expect(sent.findIndex((path) => ACTIVATE.test(path))).toBeLessThan(sent.findIndex((path) => START.test(path)))
    expect([activations(on), on.starts(), active(on)]).toEqual([1, 1, 2])
    await on.rig.until(() => on.rig.tally() === 'live')
    expect(on.rig.show().air.sceneId).toBe(scenesOf(on)[2]?.id)
    expect(on.rig.state().journal.at(-1)?.projectId).toBe(on.rig.show().id)
  })

  test('costs no request if it is already active or none is chosen', async () => {
    const on = await stage()
    await choose(on, 2)
    await switchTo(on, 2)
    expect(await goLive(on)).toMatchObject({ done: { opening: scenesOf(on)[2]?.name } })
    expect(activations(on)).toBe(1)
    const other = await stage()
    await choose(other, 2)
    await choose(other, null)
    const outcome = await goLive(other)
    expect(outcome).toMatchObject({ done: { what: 'started' } })
    expect(outcome).not.toMatchObject({ done: { opening: expect.anything() } })
    expect(activations(other)).toBe(0)
  })

  test.each([
    ['carried out', true],
    ['not carried out', false],
  ])('with a lost response, %s: the scenes are read before anything is started', async (_, execute) => {
    const on = await stage()
    await choose(on, 2)
    on.server.faults.add({ kind: 'hang', execute, match: { method: 'POST', path: ACTIVATE } })
    const outcome = await goLive(on)
    expect(activations(on)).toBe(1)
    if (execute) expect(outcome).toMatchObject({ done: { what: 'started' } })
    else expect(outcome).toMatchObject({ refusal: { reason: 'opening' } })
    expect(on.starts()).toBe(execute ? 1 : 0)
    expect(active(on)).toBe(execute ? 2 : 0)
  })

  test('is not activated if something runs by then', async () => {
    const on = await stage()
    await choose(on, 2)
    on.server.control.startElsewhere(on.server.content.project)
    on.rig.clock.advance(1_000)
    await outcomeOf(on, on.rig.press({ type: 'refresh' }))
    expect(await goLive(on)).toMatchObject({ refusal: { reason: 'alreadyLive' } })
    expect([activations(on), on.starts()]).toEqual([0, 0])
  })

  test('that is deleted is a fault: nothing is sent unless the user confirms', async () => {
    const on = await stage()
    await choose(on, 2)
    const { baseUrl, key, content } = on.server
    const [scene, headers] = [scenesOf(on)[2]?.id ?? '', { authorization: `Bearer ${key}` }]
    await fetch(`${baseUrl}/projects/${content.project}/scenes/${scene}`, { method: 'DELETE', headers })
    const gone = { refusal: { faults: [{ fault: 'openingGone' }] } }
    expect(await goLive(on)).toMatchObject(gone)
    await outcomeOf(on, on.rig.press({ type: 'refresh' }))
    expect(await goLive(on)).toMatchObject(gone)
    expect(on.starts()).toBe(0)
    const anyway = on.rig.press({ type: 'goLive', despiteFaults: true })
    expect(await outcomeOf(on, anyway)).toMatchObject({ done: { what: 'started' } })
  })
})

describe('the first broadcast of an account', () => {
  async function newAccount(options: IndependentOptions = {}, dataDir = newDir()) {
    const clock = new VirtualClock()
    const server = closing(await startIndependentServer({ clock, ...options }))
    const rig: Rig = closing(await startRig({ service: server, clock, dataDir, isNew: true }))
    await ready(rig)
    const starts = () => server.count('POST', START)
    return { rig, server, starts }
  }

  test('is refused with what it would start, starts once confirmed, and is never asked about again', async () => {
    const { rig, starts } = await newAccount()
    const { name, scenes, settings } = rig.show()
    const [scene, destinations] = [
      scenes?.find((one) => one.isActive)?.name,
      settings?.destinations.map((one) => one.name),
    ]
    const first = { reason: 'first', projectName: name, destinations, scene }
    for (const source of ['panel', 'window', 'cli'] as const)
      expect(await rig.press({ type: 'goLive' }, source)).toEqual({ result: 'refused', refusal: first })
    expect(starts()).toBe(0)
    expect(await rig.press({ type: 'goLive', confirmed: true })).toMatchObject({ done: { what: 'started' } })
    await rig.until(() => rig.tally() === 'live')
    expect(rig.core.settings.get().wentLive).toHaveLength(1)
    rig.clock.advance(1_000)
    await rig.press({ type: 'refresh' })
    const liveId = rig.show().live?.liveId ?? ''
    const { armId } = await arming({ rig } as Stage, { type: 'armStop', liveId })
    rig.clock.advance(500)
    await rig.press({ type: 'commitStop', armId })
    await rig.until(() => rig.tally() === 'off')
    expect(await rig.press({ type: 'goLive' })).toMatchObject({ done: { what: 'started' } })
  })

  test('is confirmed by the second of two steps, from any source', async () => {
    const { rig } = await newAccount()
    const { armId } = await arming({ rig } as Stage, { type: 'armGoLive' }, 'hotkey')
    rig.clock.advance(500)
    expect(await rig.press({ type: 'commitGoLive', armId }, 'hotkey')).toMatchObject({ done: { what: 'started' } })
    expect(rig.core.settings.get().wentLive).toHaveLength(1)
  })

  test('that failed to start still has to be confirmed', async () => {
    const { rig, server } = await newAccount()
    server.faults.add({
      kind: 'refuse',
      status: 400,
      code: 'NO_DESTINATIONS',
      match: { method: 'POST', path: START },
    })
    expect(await rig.press({ type: 'goLive', confirmed: true })).toMatchObject({ result: 'failed' })
    expect(await rig.press({ type: 'goLive' })).toMatchObject({ refusal: { reason: 'first' } })
  })
})

test('the chosen scene survives a restart, for its project and service only', async () => {
  const on = await stage()
  await choose(on, 1)
  const { id } = on.rig.show()
  const kept = { [id]: { id: scenesOf(on)[1]?.id, name: scenesOf(on)[1]?.name } }
  expect(on.rig.state().openings).toEqual(kept)
  expect(Object.values(on.rig.core.settings.get().openings)).toEqual([kept])
  expect(await choose(on, 99)).toMatchObject({ refusal: { reason: 'noScene' } })
  expect(await on.rig.press({ type: 'setOpeningScene', sceneId: null }, 'agent')).toMatchObject({
    refusal: { reason: 'personOnly' },
  })
  await on.rig.core.settings.written()
  const again = closing(await startRig({ service: on.server, clock: new VirtualClock(), dataDir: on.rig.dataDir }))
  await ready(again)
  expect(again.state().openings).toEqual(kept)
})
