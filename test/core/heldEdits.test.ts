/** An edit without budget is shown as pending, keeps its order, and delays no show command. */
import { expect, test } from 'vitest'
import type { PairingAccess } from '../../electron/core/commands/ports.ts'
import { outcomeOf, type Stage, scenesOf, stage, switchTo } from './stage.ts'

/** Nothing is paired any more. */
const NO_PAIRINGS = {
  list: () => ({ pairings: [], address: null }),
  end: async () => ({ ended: 1 }),
} as Partial<PairingAccess> as PairingAccess

const RENAME = { method: 'PATCH', path: /\/scenes\// }

const rename = ({ rig, server }: Stage, nth: number) => {
  const [, scene] = scenesOf({ rig } as Stage)
  const input = { projectId: server.content.project, sceneId: scene?.id ?? '', name: `Name ${nth}` }
  return rig.press({ type: 'edit', operation: 'updateScene', input }, 'panel', `rename ${nth}`)
}
/** The names that reached the service, in order. */
const names = ({ server }: Stage) =>
  server.requests
    .filter(({ method, path }) => method === RENAME.method && RENAME.path.test(path))
    .map(({ body }) => (body as { name: string }).name)

/** More edits than a minute's budget allows; the rest is pending. */
async function crowded(count: number) {
  const on = await stage({ headerStyle: 'none' })
  const all = Array.from({ length: count }, (_, nth) => rename(on, nth))
  await on.rig.until(() => on.rig.state().heldEdits.length > 0 && names(on).length > 100, 'some wait')
  await on.rig.pass(2_000)
  return { on, all }
}

test('edits beyond the budget are queued and sent in order, and a scene is switched meanwhile', async () => {
  const { on, all } = await crowded(150)
  const { heldEdits } = on.rig.state()
  expect(heldEdits.length).toBe(150 - names(on).length)
  expect(heldEdits[0]).toMatchObject({
    about: expect.stringContaining('Name '),
    projectId: on.server.content.project,
  })
  const [wait = 0] = heldEdits.map(({ until }) => until - on.rig.clock.now())
  expect([wait > 10_000, wait <= 61_000]).toEqual([true, true])
  const at = on.rig.clock.monotonic()
  expect(await outcomeOf(on, switchTo(on, 2))).toMatchObject({ result: 'done' })
  expect(on.rig.clock.monotonic() - at).toBeLessThanOrEqual(100)
  const came = await Promise.all(all.map((one) => outcomeOf(on, one)))
  expect(new Set(came.map(({ result }) => result))).toEqual(new Set(['done']))
  expect(names(on)).toEqual(Array.from({ length: 150 }, (_, nth) => `Name ${nth}`))
  expect(on.rig.state().heldEdits).toEqual([])
})

test('a queued edit can be cancelled: it is not sent, and those behind it are', async () => {
  const { on, all } = await crowded(145)
  const [first, second] = on.rig.state().heldEdits
  for (const one of [first, second]) await on.rig.press({ type: 'dismissEdit', editId: one?.id ?? '' })
  const cancelled = [first, second].map((one) => Number(one?.id.split(' ')[1]))
  const came = await Promise.all(all.map((one) => outcomeOf(on, one)))
  const refused = came.flatMap((one, nth) => (one.result === 'refused' ? [nth] : []))
  expect(refused).toEqual(cancelled)
  expect(came[cancelled[0] ?? 0]).toMatchObject({ refusal: { message: expect.stringContaining('Cancelled') } })
  expect(names(on)).toHaveLength(143)
})

test('what a pairing has queued is not sent once it is not paired any more; what others sent is', async () => {
  const { on, all } = await crowded(140)
  const input = { projectId: on.server.content.project, name: 'Unwanted' }
  const paired = { name: 'Deck', scope: 'edit' } as const
  const command = { type: 'edit', operation: 'createScene', input }
  const theirs = on.rig.core.dispatch('theirs', command, 'pairing', paired)
  await on.rig.pass(2_000)
  on.rig.core.provide({ pairings: NO_PAIRINGS })
  await on.rig.press({ type: 'endPairings' })
  expect(await outcomeOf(on, theirs)).toMatchObject({ refusal: { reason: 'edit' } })
  const came = await Promise.all(all.map((one) => outcomeOf(on, one)))
  expect(new Set(came.map(({ result }) => result))).toEqual(new Set(['done']))
  expect(on.server.count('POST', /\/scenes$/)).toBe(0)
})

test('a queued edit is not sent once the computer has slept', async () => {
  const { on, all } = await crowded(145)
  const before = names(on).length
  on.rig.clock.jump(8 * 3_600_000)
  const came = await Promise.all(all.map((one) => outcomeOf(on, one)))
  expect(names(on)).toHaveLength(before)
  expect(came.at(-1)).toMatchObject({ result: 'failed', failure: { kind: 'noBudget' } })
})

test('several lost edits in one project share their readings', async () => {
  const on = await stage()
  const projectId = on.server.content.project
  const path = /\/scenes$/
  on.server.faults.add({ kind: 'cutBefore', times: 12, match: { method: 'POST', path } })
  for (let nth = 0; nth < 12; nth += 1) {
    const input = { projectId, name: `Break ${nth}` }
    const lost = on.rig.press({ type: 'edit', operation: 'createScene', input })
    expect(await outcomeOf(on, lost)).toMatchObject({ result: 'unknown' })
    await on.rig.pass(1_500)
  }
  await on.rig.until(() => on.rig.state().lostEdits.every(({ phase }) => phase !== 'looking'), 'all are settled')
  expect(on.rig.state().lostEdits.map(({ phase }) => phase)).toEqual(Array(12).fill('notKnown'))
  // Each edit takes one reading before it and one of the followed list after it; all share the reconciling.
  expect(on.server.count('GET', path)).toBeLessThanOrEqual(42)
})
