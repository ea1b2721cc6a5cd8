/** The two general doors: every read through one cache, every edit as one command that is never sent twice. */
import { describe, expect, test } from 'vitest'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { Touched } from '../../shared/query/query.ts'
import type { FaultKind } from '../fakes/independent/faults.ts'
import { onAir, outcomeOf, type Stage, stage } from './stage.ts'

const PROJECTS = /\/projects$/
const reads = ({ server }: Stage) => server.count('GET', PROJECTS)
const creates = ({ server }: Stage) => server.count('POST', PROJECTS)
const NIGHT = { name: 'Night loop', duration: { manual: true } } as const
type Input = Record<string, unknown>
const create = (input: Input = NIGHT): CommandInput => ({ type: 'edit', operation: 'createProject', input })
const update = (input: Input): CommandInput => ({ type: 'edit', operation: 'updateProject', input })
/** Two titles are written at once, to a service that takes a second for each. */
function writeBoth({ rig, server }: Stage) {
  server.faults.add({ kind: 'slow', ms: 1_000, match: { method: 'PATCH' } })
  const title = (value: string) => rig.press(update({ projectId: rig.show().id, title: value }))
  return Promise.all([title('one'), title('two')])
}
const names = async ({ rig }: Stage) => {
  const { value } = await rig.core.query('listProjects', { limit: 100 })
  return value.projects.map(({ name }) => name)
}

describe('query', () => {
  test('costs the service one request however many ask, and another once its life is over', async () => {
    const on = await stage()
    await on.rig.pass(20_000)
    const before = reads(on)
    const asked = await Promise.all(Array.from({ length: 5 }, () => names(on)))
    expect([new Set(asked.map(String)).size, reads(on) - before]).toEqual([1, 1])
    await names(on)
    expect(reads(on) - before).toBe(1)
    await on.rig.pass(11_000)
    await names(on)
    expect(reads(on) - before).toBe(2)
  })

  test('tells when it was read, and gives a failure to whoever waited and to nobody after', async () => {
    const on = await stage()
    await on.rig.pass(20_000)
    on.server.faults.add({ kind: 'serverError', match: { method: 'GET', path: /\/destinations$/ }, times: 3 })
    const failing = on.rig.core.query('listDestinations', {}).catch((error) => error)
    await on.rig.pass(5_000)
    expect(await failing).toMatchObject({ failure: { kind: 'serverFault', operation: 'listDestinations' } })
    const { readAt, value } = await on.rig.core.query('listDestinations', {})
    expect([readAt, value.destinations.length > 0]).toEqual([on.rig.clock.now(), true])
  })

  test('sends nothing for an input that does not fit', async () => {
    const on = await stage()
    const before = on.server.count('GET', /./)
    const asked = on.rig.core.query('listProjects', { limit: 1_000 })
    await expect(asked).rejects.toMatchObject({ failure: { code: 'VALIDATION_ERROR', mayHaveHappened: false } })
    expect(on.server.count('GET', /./)).toBe(before)
  })

  test('what another hand changed is told as touched, and read anew', async () => {
    const on = await stage()
    const touched: Touched[] = []
    on.rig.core.onTouched((what) => touched.push(what))
    await onAir(on)
    const { id: projectId } = on.rig.show()
    expect(touched).toContainEqual({ names: expect.arrayContaining(['listProjects', 'getLive']), projectId })
  })
})

describe('edit', () => {
  test('is sent once, told in words, and outdates the reads its row names', async () => {
    const on = await stage()
    await names(on)
    const outcome = await on.rig.press(create())
    expect(outcome).toMatchObject({ result: 'done', done: { what: 'edited', about: 'Project created: Night loop.' } })
    expect(creates(on)).toBe(1)
    expect(await names(on)).toContain('Night loop')
    const what = { command: 'edit', about: 'Create project: Night loop' }
    expect(on.rig.state().journal).toContainEqual(expect.objectContaining({ what, outcome }))
    const again = await on.rig.press(create(), 'panel', 'same')
    expect(await on.rig.press(create(), 'panel', 'same')).toEqual(again)
    expect(creates(on)).toBe(2)
  })

  test('that does not fit its row is refused by field, before anything is sent', async () => {
    const on = await stage()
    const outcome = await on.rig.press(create({ name: '', colour: 'red' }))
    expect(outcome).toMatchObject({ refusal: { reason: 'invalid', field: 'input.name' } })
    expect(creates(on)).toBe(0)
  })

  test.each<[string, FaultKind, string[]]>([
    ['carried out', { kind: 'cutAfter' }, ['Night loop']],
    ['carried out late', { kind: 'cutAfter', executeAfterMs: 8_000 }, ['Night loop']],
    ['never carried out', { kind: 'cutBefore' }, []],
  ])('whose answer is lost is looked for and never sent again: %s', async (_, fault, made) => {
    const on = await stage()
    on.server.faults.add({ ...fault, match: { method: 'POST', path: PROJECTS } })
    expect(await on.rig.press(create())).toMatchObject({ result: 'unknown' })
    const [lost] = on.rig.state().lostEdits
    expect(lost).toMatchObject({ about: 'Create project: Night loop', phase: 'looking', projectId: null })
    await on.rig.pass(35_000)
    const left = on.rig.state().lostEdits
    expect(left.map(({ phase }) => phase)).toEqual([made.length ? 'found' : 'notKnown'])
    const settled = { event: 'editSettled', found: made.length > 0 }
    expect(on.rig.state().journal).toContainEqual(expect.objectContaining({ what: expect.objectContaining(settled) }))
    expect([(await names(on)).filter((name) => name === NIGHT.name), creates(on)]).toEqual([made, 1])
    for (const { id } of left) await on.rig.press({ type: 'dismissEdit', editId: id })
    expect(on.rig.state().lostEdits).toEqual([])
  })

  test('a namesake that was there before is not taken for it', async () => {
    const on = await stage()
    await on.rig.press(create())
    on.server.faults.add({ kind: 'cutBefore', match: { method: 'POST', path: PROJECTS } })
    await on.rig.press(create())
    await on.rig.pass(35_000)
    expect(on.rig.state().lostEdits.map(({ phase }) => phase)).toEqual(['notKnown'])
  })

  test('reaches the air as its row and auto-sync say: the padlock, what was seen, and who may only arm', async () => {
    const on = await stage()
    const liveId = await onAir(on)
    const projectId = on.rig.show().id
    const rename = (more: object = {}) => ({ ...update({ projectId, title: 'Tonight' }), ...more })
    await on.rig.press({ type: 'setAutoSync', liveId, on: true })
    const other = await on.rig.press(rename({ seen: { liveId: 'other' } }))
    expect(other).toMatchObject({ refusal: { reason: 'otherLive' } })
    expect(await on.rig.press(rename(), 'agent')).toMatchObject({ refusal: { reason: 'armOnly' } })
    await on.rig.press({ type: 'setPadlock', locked: true })
    expect(await on.rig.press(rename({ seen: { liveId } }))).toMatchObject({ refusal: { reason: 'padlocked' } })
    expect(await on.rig.press(create())).toMatchObject({ result: 'done' })
    await on.rig.press({ type: 'setPadlock', locked: false })
    expect(await on.rig.press(rename({ seen: { liveId } }))).toMatchObject({ result: 'done' })
    expect(on.server.count('PATCH', /\/projects\/[^/]+$/)).toBe(2)
  })

  test('one write of a project is in flight: the second begins when the first has ended', async () => {
    const on = await stage()
    const both = writeBoth(on)
    await on.rig.until(() => on.server.count('PATCH', /./) === 1, 'the first write')
    await on.rig.pass(500)
    expect(on.server.count('PATCH', /./)).toBe(1)
    await on.rig.pass(3_000)
    expect(await both).toMatchObject([{ result: 'done' }, { result: 'done' }])
    const { value } = await on.rig.core.query('getProject', { projectId: on.rig.show().id })
    expect(value.title).toBe('two')
  })
})

test('what was missing for a start and was made a moment ago is not missed any more', async () => {
  const on = await stage({ scenes: 0 })
  const missing = await outcomeOf(on, on.rig.press({ type: 'goLive' }))
  expect(missing).toMatchObject({ refusal: { faults: [{ fault: 'noActiveScene' }] } })
  const input = { projectId: on.rig.show().id, name: 'First', setActive: true }
  await on.rig.press({ type: 'edit', operation: 'createScene', input })
  expect(await outcomeOf(on, on.rig.press({ type: 'goLive' }))).toMatchObject({ done: { what: 'started' } })
})

describe('a meaning that differs', () => {
  test('manualEnds: what runs until stopped is shown to end when the plan ends it', async () => {
    const on = await stage({}, { manualEnds: 28_800 })
    await on.rig.press(update({ projectId: on.rig.show().id, duration: NIGHT.duration }))
    await onAir(on)
    await on.rig.pass(10_000)
    const { startedAt, endsAt } = on.rig.show().live ?? {}
    expect((endsAt ?? 0) - (startedAt ?? 0)).toBe(28_800_000)
  })

  test('concurrentEditsSafe: two writes of one project are on their way at once', async () => {
    const on = await stage({}, { concurrentEditsSafe: 'yes' })
    const both = writeBoth(on)
    await on.rig.until(() => on.server.count('PATCH', /./) === 2, 'both writes')
    await on.rig.pass(2_000)
    expect(await both).toMatchObject([{ result: 'done' }, { result: 'done' }])
  })

  test('switchNeedsSync: a switch is not said to wait where the service switches at once', async () => {
    for (const [switchNeedsSync, reached] of [
      ['unlessAutoSync', 'notOnAir'],
      ['never', 'notConfirmed'],
    ] as const) {
      const on = await stage({ shape: 'minimal' }, { switchNeedsSync })
      const liveId = await onAir(on)
      const other = on.rig.show().scenes?.find(({ isActive }) => !isActive)
      const outcome = await on.rig.press({ type: 'switchScene', liveId, sceneId: other?.id ?? '' })
      expect(outcome).toMatchObject({ done: { reached } })
    }
  })
})
