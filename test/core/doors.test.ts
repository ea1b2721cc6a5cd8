/** The two general entry points: every query goes through one cache, every edit is one command that is sent once. */
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
/** Writes two titles at once, to a service that takes a second for each. */
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
  test('costs one request however many callers ask, and another once the cached value has expired', async () => {
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

  test('reports when the value was read, and passes a failure only to the callers that were waiting', async () => {
    const on = await stage()
    await on.rig.pass(20_000)
    on.server.faults.add({ kind: 'serverError', match: { method: 'GET', path: /\/destinations$/ }, times: 3 })
    const failing = on.rig.core.query('listDestinations', {}).catch((error) => error)
    await on.rig.pass(5_000)
    expect(await failing).toMatchObject({ failure: { kind: 'serverFault', operation: 'listDestinations' } })
    const { readAt, value } = await on.rig.core.query('listDestinations', {})
    expect([readAt, value.destinations.length > 0]).toEqual([on.rig.clock.now(), true])
  })

  test('sends nothing for an invalid input', async () => {
    const on = await stage()
    const before = on.server.count('GET', /./)
    const asked = on.rig.core.query('listProjects', { limit: 1_000 })
    await expect(asked).rejects.toMatchObject({ failure: { code: 'VALIDATION_ERROR', mayHaveHappened: false } })
    expect(on.server.count('GET', /./)).toBe(before)
  })

  test('reports as touched what another client changed, and reads it again', async () => {
    const on = await stage()
    const touched: Touched[] = []
    on.rig.core.onTouched((what) => touched.push(what))
    await onAir(on)
    const { id: projectId } = on.rig.show()
    expect(touched).toContainEqual({ names: expect.arrayContaining(['listProjects', 'getLive']), projectId })
  })
})

describe('edit', () => {
  test('is sent once, described in words, and invalidates the reads named in its row', async () => {
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

  test('with an invalid input is refused with the field named, before anything is sent', async () => {
    const on = await stage()
    const outcome = await on.rig.press(create({ name: '', colour: 'red' }))
    expect(outcome).toMatchObject({ refusal: { reason: 'invalid', field: 'input.name' } })
    expect(creates(on)).toBe(0)
  })

  test.each<[string, FaultKind, string[]]>([
    ['carried out', { kind: 'cutAfter' }, ['Night loop']],
    ['carried out late', { kind: 'cutAfter', executeAfterMs: 8_000 }, ['Night loop']],
    ['never carried out', { kind: 'cutBefore' }, []],
  ])('with a lost response is reconciled and never sent again: %s', async (_, fault, made) => {
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

  test('shows the latest 50 settled lost edits, and drops those that need no action after a day', async () => {
    const on = await stage()
    const lost = () => on.rig.state().lostEdits
    async function lose(kind: 'cutAfter' | 'cutBefore', name: string): Promise<void> {
      on.server.faults.add({ kind, match: { method: 'POST', path: PROJECTS } })
      void on.rig.press(create({ ...NIGHT, name }))
      await on.rig.until(() => lost().some(({ about }) => about.endsWith(name)), `${name} is lost`)
      await on.rig.pass(4_000)
    }
    for (let nth = 1; nth <= 51; nth += 1) await lose('cutBefore', `Night ${nth}`)
    await lose('cutAfter', 'Morning')
    await on.rig.pass(60_000)
    const about = lost().map((one) => one.about)
    expect([about.length, about[0], about.at(-1)]).toEqual([50, 'Create project: Night 3', 'Create project: Morning'])
    expect(lost().at(-1)?.phase).toBe('found')
    on.rig.clock.advance(24 * 3_600_000)
    expect(lost().map((one) => one.about)).toEqual(about.slice(0, -1))
  })

  test.each([
    ['it arrived', 'cutAfter', 'found'],
    ['it did not', 'cutBefore', 'notKnown'],
  ] as const)(
    'repeated before it was reconciled (%s): the second result is not taken for the first',
    async (_, kind, phase) => {
      const on = await stage()
      on.server.faults.add({ kind, match: { method: 'POST', path: PROJECTS } })
      await on.rig.press(create())
      expect(await on.rig.press(create())).toMatchObject({ result: 'done' })
      await on.rig.pass(35_000)
      expect(on.rig.state().lostEdits.map((one) => one.phase)).toEqual([phase])
    },
  )

  test('does not take an older object of the same name for the result of a lost edit', async () => {
    const on = await stage()
    await on.rig.press(create())
    on.server.faults.add({ kind: 'cutBefore', match: { method: 'POST', path: PROJECTS } })
    await on.rig.press(create())
    await on.rig.pass(35_000)
    expect(on.rig.state().lostEdits.map(({ phase }) => phase)).toEqual(['notKnown'])
  })

  test('is guarded like a show command when its row and auto-sync say it reaches the air', async () => {
    const on = await stage()
    const liveId = await onAir(on)
    const projectId = on.rig.show().id
    const rename = (more: object = {}) => ({ ...update({ projectId, title: 'Tonight' }), ...more })
    await on.rig.press({ type: 'setAutoSync', liveId, on: true })
    const other = await on.rig.press(rename({ seen: { liveId: 'other' } }))
    expect(other).toMatchObject({ refusal: { reason: 'otherLive' } })
    expect(await on.rig.press(rename(), 'agent')).toMatchObject({ refusal: { reason: 'proposeOnly' } })
    await on.rig.press({ type: 'setPadlock', locked: true })
    expect(await on.rig.press(rename({ seen: { liveId } }))).toMatchObject({ refusal: { reason: 'padlocked' } })
    expect(await on.rig.press(create())).toMatchObject({ result: 'done' })
    await on.rig.press({ type: 'setPadlock', locked: false })
    expect(await on.rig.press(rename({ seen: { liveId } }))).toMatchObject({ result: 'done' })
    expect(on.server.count('PATCH', /\/projects\/[^/]+$/)).toBe(2)
  })

  test('switches no auto-sync past a closed padlock, as the command of that name does not', async () => {
    const on = await stage()
    const liveId = await onAir(on)
    const input = { projectId: on.rig.show().id, autoSync: true }
    await on.rig.press({ type: 'setAutoSync', liveId, on: false })
    await on.rig.press({ type: 'setPadlock', locked: true })
    expect(await on.rig.press(update(input))).toMatchObject({ refusal: { reason: 'padlocked' } })
    expect(on.server.count('PATCH', /\/projects\/[^/]+$/)).toBe(1)
  })

  test('waits until the previous write of the project has ended', async () => {
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

test('a start does not report as missing what was created a moment ago', async () => {
  const on = await stage({ scenes: 0 })
  const missing = await outcomeOf(on, on.rig.press({ type: 'goLive' }))
  expect(missing).toMatchObject({ refusal: { faults: [{ fault: 'noActiveScene' }] } })
  const input = { projectId: on.rig.show().id, name: 'First', setActive: true }
  await on.rig.press({ type: 'edit', operation: 'createScene', input })
  expect(await outcomeOf(on, on.rig.press({ type: 'goLive' }))).toMatchObject({ done: { what: 'started' } })
})

describe('a service meaning that differs', () => {
  test('manualEnds: a broadcast that runs until stopped shows the end that the plan sets', async () => {
    const on = await stage({}, { manualEnds: 28_800 })
    await on.rig.press(update({ projectId: on.rig.show().id, duration: NIGHT.duration }))
    await onAir(on)
    await on.rig.pass(10_000)
    const { startedAt, endsAt } = on.rig.show().live ?? {}
    expect((endsAt ?? 0) - (startedAt ?? 0)).toBe(28_800_000)
  })

  test('concurrentEditsSafe: two writes of one project are in flight at once', async () => {
    const on = await stage({}, { concurrentEditsSafe: 'yes' })
    const both = writeBoth(on)
    await on.rig.until(() => on.server.count('PATCH', /./) === 2, 'both writes')
    await on.rig.pass(2_000)
    expect(await both).toMatchObject([{ result: 'done' }, { result: 'done' }])
  })

  test('switchNeedsSync: a switch is not reported as waiting if the service switches at once', async () => {
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
