/** Several edits as one change for viewers: auto-sync off, the edits, one sync, auto-sync on. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CommandInput } from '../../shared/commands/commands.ts'
import type { JournalEntry } from '../../shared/state.ts'
import { openWorkLines } from '../../shared/view/openWork.ts'
import type { FaultKind } from '../fakes/independent/faults.ts'
import { newDir, type Rig, startRig } from '../fakes/rig.ts'
import { closing } from '../support/atEnd.ts'
import { answered, liveId, outcomeOf, type Stage, SYNC, stageOnAir } from './stage.ts'

const SCENES = { method: 'POST', path: /\/scenes$/ }
const SETTINGS = { method: 'PATCH', path: /\/projects\/[^/]+$/ }
const THE_SYNC = { method: 'POST', path: SYNC }
const at = ({ server }: Stage) => server.control.truth(server.content.project)

/** On air with auto-sync on; requests are counted from here. */
async function quietStage() {
  const on = await stageOnAir()
  await on.rig.press({ type: 'setAutoSync', on: true, liveId: liveId(on.rig) })
  const count = () =>
    [SCENES, SETTINGS, THE_SYNC].map(({ method, path }) => on.server.count(method, path)) as [number, number, number]
  const before = count()
  return { ...on, sent: () => count().map((now, nth) => now - (before[nth] ?? 0)) }
}

function quiet({ rig }: Pick<Stage, 'rig'>, ...names: string[]): CommandInput {
  const projectId = rig.show().id
  const edits = names.map((name) => ({ operation: 'createScene', input: { projectId, name, setActive: true } }))
  return { type: 'edit', operation: 'quietEdit', input: { projectId, edits } }
}

/** The settled truth: names of new scenes, whether viewers see everything, auto-sync. */
async function truth(on: Stage, rig: Rig = on.rig) {
  const asked = rig.core.query('listScenes', { projectId: rig.show().id, limit: 100 }, true)
  const { value } = await answered(rig, asked)
  const fresh = value.scenes.map(({ name }) => name).filter((name) => ['One', 'Two'].includes(name))
  return { fresh, waiting: at(on).unsyncedEdits, autoSync: at(on).autoSynch }
}
const isRefused = ({ outcome }: JournalEntry) => outcome?.result === 'refused'
/** Waits until everything that resumes automatically has completed. */
const over = (on: Stage, rig: Rig = on.rig) =>
  rig.until(() => at(on).autoSynch && at(on).unsyncedEdits === 0, 'auto-sync is on again')
const DONE = { fresh: ['One', 'Two'], waiting: 0, autoSync: true }

test('shows viewers nothing until everything is made, and then all of it at once', async () => {
  const on = await quietStage()
  const aired = new Set<unknown>()
  on.server.faults.add({ kind: 'slow', ms: 1_000, match: SCENES, times: 2 })
  const stop = on.rig.core.store.subscribe(() => aired.add(at(on).onAirSceneId))
  const outcome = await outcomeOf(on, on.rig.press(quiet(on, 'One', 'Two')))
  stop()
  expect(outcome).toMatchObject({ done: { synced: true, about: expect.stringContaining('2 changes at once') } })
  expect([aired.size, on.sent(), await truth(on)]).toEqual([2, [2, 2, 1], DONE])
})

test.each<[string, FaultKind, typeof SCENES, number]>([
  ['auto-sync off', { kind: 'cutAfter' }, SETTINGS, 1],
  ['auto-sync off', { kind: 'cutBefore' }, SETTINGS, 1],
  ['an edit', { kind: 'cutAfter' }, SCENES, 2],
  ['the sync', { kind: 'cutAfter' }, THE_SYNC, 1],
  ['the sync', { kind: 'cutBefore' }, THE_SYNC, 1],
  ['auto-sync on', { kind: 'cutAfter' }, SETTINGS, 2],
  ['auto-sync on', { kind: 'cutBefore' }, SETTINGS, 2],
])('with the response to %s lost (%j) it completes, and nothing is made twice', async (_, fault, step, nth) => {
  const on = await quietStage()
  on.server.faults.add({ ...fault, match: { ...step, nth } })
  const outcome = await outcomeOf(on, on.rig.press(quiet(on, 'One', 'Two')))
  // If the response is lost for good, it resumes without another command.
  await on.rig.until(() => on.sent()[0] === 2, 'the edits are made')
  if (outcome.result === 'refused') await over(on)
  expect([on.sent()[0], await truth(on)]).toEqual([2, DONE])
})

test.each<[string, typeof SCENES, number]>([
  ['auto-sync was being switched off', SETTINGS, 1],
  ['the sync was on its way', THE_SYNC, 1],
  ['auto-sync was being switched on', SETTINGS, 2],
])('killed while %s: the next process resumes it', async (_, step, nth) => {
  const on = await quietStage()
  on.server.faults.add({ kind: 'hang', execute: true, match: { ...step, nth } })
  const arrived = on.server.arrived(step.method, step.path, on.server.count(step.method, step.path) + nth)
  void on.rig.press(quiet(on, 'One', 'Two'))
  await arrived
  const dataDir = newDir()
  cpSync(on.rig.dataDir, dataDir, { recursive: true })
  await on.rig.core.close()
  const next = closing(await startRig({ service: on.server, clock: on.rig.clock, dataDir }))
  await next.until(() => on.sent()[0] === 2, 'the edits are made')
  await over(on, next)
  expect([on.sent()[0], await truth(on, next)]).toEqual([2, DONE])
})

test('killed with an edit in flight: whether it was made is unknown, so the user ends it', async () => {
  const on = await quietStage()
  on.server.faults.add({ kind: 'hang', execute: true, match: { ...SCENES, nth: 2 } })
  const arrived = on.server.arrived('POST', SCENES.path, on.server.count('POST', SCENES.path) + 2)
  void on.rig.press(quiet(on, 'One', 'Two'))
  await arrived
  const dataDir = newDir()
  cpSync(on.rig.dataDir, dataDir, { recursive: true })
  await on.rig.core.close()
  const next = closing(await startRig({ service: on.server, clock: on.rig.clock, dataDir }))
  await next.until(() => next.state().journal.some(isRefused), 'it says so')
  expect(at(on)).toMatchObject({ unsyncedEdits: 2, autoSynch: false })
  expect(await outcomeOf({ ...on, rig: next }, next.press(quiet({ rig: next })))).toMatchObject({ result: 'done' })
  expect([on.sent()[0], await truth(on, next)]).toEqual([2, DONE])
})

test('a refused edit is never half visible: a first one undoes all, a later one waits for the user', async () => {
  const on = await quietStage()
  const tooLong = 'x'.repeat(61)
  expect(await on.rig.press(quiet(on, 'One', tooLong))).toMatchObject({ refusal: { reason: 'edit' } })
  expect(on.sent()).toEqual([0, 0, 0])
  const refuse = { kind: 'refuse', status: 400, code: 'SCENE_LIMIT_REACHED' } as const
  on.server.faults.add({ ...refuse, match: SCENES })
  const all = await outcomeOf(on, on.rig.press(quiet(on, 'One', 'Two')))
  expect(all).toMatchObject({ refusal: { message: expect.stringContaining('Nothing was changed') } })
  expect(await truth(on)).toEqual({ fresh: [], waiting: 0, autoSync: true })

  on.server.faults.add({ ...refuse, match: { ...SCENES, nth: 2 } })
  const half = await outcomeOf(on, on.rig.press(quiet(on, 'One', 'Two')))
  expect(half).toMatchObject({ refusal: { message: expect.stringContaining('1 of 2 changes made') } })
  await on.rig.pass(40_000)
  expect(await truth(on)).toEqual({ fresh: ['One'], waiting: 1, autoSync: false })
  expect(await outcomeOf(on, on.rig.press(quiet(on, 'Two')))).toMatchObject({ result: 'done' })
  expect(await truth(on)).toEqual(DONE)
})

test('a first edit of several requests that is refused undoes everything', async () => {
  const on = await quietStage()
  const { id: projectId } = on.rig.show()
  const { value } = await answered(on.rig, on.rig.core.query('listScenes', { projectId, limit: 100 }, true))
  const layerId = value.scenes.flatMap(({ layers }) => layers ?? [])[0]?.id
  const edits = [{ operation: 'undoPlaylist', input: { projectId, layerId } }]
  const outcome = await outcomeOf(
    on,
    on.rig.press({ type: 'edit', operation: 'quietEdit', input: { projectId, edits } }),
  )
  expect(outcome).toMatchObject({ refusal: { message: expect.stringContaining('Nothing was changed') } })
  expect(await truth(on)).toEqual({ fresh: [], waiting: 0, autoSync: true })
})

test('a quiet edit that waits for the user is listed as open work until it is ended', async () => {
  const on = await quietStage()
  on.server.faults.add({ kind: 'refuse', status: 400, code: 'SCENE_LIMIT_REACHED', match: { ...SCENES, nth: 2 } })
  await outcomeOf(on, on.rig.press(quiet(on, 'One', 'Two')))
  const { value } = await answered(on.rig, on.rig.core.query('openWork', {}))
  expect(value.openWork).toMatchObject([
    { operation: 'quietEdit', waits: { for: 'person', why: expect.any(String) } },
  ])
  expect(openWorkLines(on.rig.state())).toEqual([expect.stringMatching(/half done.*It waits for you/)])
  await outcomeOf(on, on.rig.press(quiet(on)))
  expect(on.rig.state().openWork).toEqual([])
})

test('a quiet edit left incomplete by an earlier version is resumed', async () => {
  const on = await quietStage()
  on.server.faults.add({ kind: 'hang', execute: true, match: { ...SETTINGS, nth: 1 } })
  const arrived = on.server.arrived(
    SETTINGS.method,
    SETTINGS.path,
    on.server.count(SETTINGS.method, SETTINGS.path) + 1,
  )
  void on.rig.press(quiet(on, 'One', 'Two'))
  await arrived
  const dataDir = newDir()
  cpSync(on.rig.dataDir, dataDir, { recursive: true })
  const folder = join(dataDir, 'workflows')
  const { service, projectId, data } = JSON.parse(readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8'))
  const { liveId: begunFor, edits } = data
  const earlier = { projectId, liveId: begunFor, isOff: false, edits, made: 0, sending: false, stopped: null }
  rmSync(folder, { recursive: true })
  writeFileSync(join(dataDir, 'quiet.json'), JSON.stringify({ [JSON.stringify([service, projectId])]: earlier }))
  await on.rig.core.close()
  const next = closing(await startRig({ service: on.server, clock: on.rig.clock, dataDir }))
  await next.until(() => on.sent()[0] === 2, 'the edits are made')
  await over(on, next)
  expect([on.sent()[0], await truth(on, next)]).toEqual([2, DONE])
})

test('if its broadcast ended, another one is not synced, and auto-sync is on again', async () => {
  const on = await quietStage()
  on.server.faults.add({ kind: 'slow', ms: 2_000, match: SCENES })
  const pressed = on.rig.press(quiet(on, 'One'))
  await on.server.arrived('POST', SCENES.path, on.server.count('POST', SCENES.path) + 1)
  on.server.control.endBroadcast(on.server.content.project)
  const outcome = await outcomeOf(on, pressed)
  expect([outcome, on.sent()[2]]).toMatchObject([{ done: { synced: false } }, 0])
  expect(at(on).autoSynch).toBe(true)
  expect(await on.rig.press(quiet(on, 'Two'))).toMatchObject({ refusal: { reason: 'edit' } })
})

test('a closed padlock refuses it, and pauses it midway until it is opened', async () => {
  const on = await quietStage()
  await on.rig.press({ type: 'setPadlock', locked: true }, 'window')
  expect(await on.rig.press(quiet(on, 'One'))).toMatchObject({ refusal: { reason: 'padlocked' } })
  expect(on.sent()).toEqual([0, 0, 0])
  await on.rig.press({ type: 'setPadlock', locked: false }, 'window')
  on.server.faults.add({ kind: 'slow', ms: 1_000, match: SCENES })
  const pressed = on.rig.press(quiet(on, 'One', 'Two'))
  await on.server.arrived('POST', SCENES.path, on.server.count('POST', SCENES.path) + 1)
  await on.rig.press({ type: 'setPadlock', locked: true }, 'window')
  expect((await outcomeOf(on, pressed)).result).toBe('refused')
  await on.rig.pass(40_000)
  expect(await truth(on)).toMatchObject({ waiting: 1, autoSync: false })
  await on.rig.press({ type: 'setPadlock', locked: false }, 'window')
  expect(await outcomeOf(on, on.rig.press(quiet(on, 'Two')))).toMatchObject({ result: 'done' })
  expect(await truth(on)).toEqual(DONE)
})

test.each<[string, string, Record<string, unknown>, string]>([
  ['of another project', 'createScene', { projectId: 'other', name: 'One' }, 'edit'],
  ['of auto-sync itself', 'updateProject', { autoSync: false }, 'edit'],
  ['that viewers never see', 'createProject', { name: 'One', duration: { manual: true } }, 'invalid'],
  ['of the show', 'activateScene', { sceneId: 'one' }, 'invalid'],
  ['nobody knows', 'nothing', {}, 'invalid'],
])('an edit %s cannot be part of it', async (_, operation, input, reason) => {
  const on = await quietStage()
  const { id } = on.rig.show()
  const edits = [{ operation, input: { projectId: id, ...input } }]
  const asked = { type: 'edit', operation: 'quietEdit', input: { projectId: id, edits } } as const
  expect(await on.rig.press(asked)).toMatchObject({ refusal: { reason } })
  expect(on.sent()).toEqual([0, 0, 0])
})
