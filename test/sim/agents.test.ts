/** An agent edits beside the user: viewers see nothing of it that nobody allowed, and no user waits for it. */
import { expect, test } from 'vitest'
import { createScene, type On, onAir } from './wishKit.ts'
import { PROJECT } from './world.ts'

const adds = (on: On, name = 'AGENT') => on.edit('createScene', { name }, 'agent')
/** What the agent was told, and the scenes whose requests arrived. */
const outcomes = (on: On) =>
  on.told
    .filter(({ source }) => source === 'agent')
    .map(({ outcome }) => 'refusal' in outcome && outcome.refusal.reason)
const added = (on: On) => on.arrived(/createScene/).map(({ body }) => (body as { name: string }).name)

async function offSync(on: On): Promise<void> {
  on.world.autoSync = false
  await on.wait(65_000)
}

test('while a quiet edit of the user has auto-sync off, which it switches on again at its end', async () => {
  const on = await onAir(async (on) => {
    on.quiet('A', 'B', 'C', 'D', 'E')
    await on.wait(500)
    adds(on)
    await on.wait(20_000)
  })
  expect([outcomes(on), added(on)]).toEqual([['proposeOnly'], ['A', 'B', 'C', 'D', 'E']])
  expect(on.said(/quiet/)).toEqual(['Viewers see 5 changes at once. Auto-sync is on again.'])
})

test('while one waits behind a closed padlock, or for an edit of it without a reply', async () => {
  const on = await onAir(async (on) => {
    on.quiet('A', 'B', 'C', 'D', 'E')
    await on.wait(450)
    on.command({ type: 'setPadlock', locked: true }, 'window')
    await on.wait(10_000)
    adds(on)
    await on.wait(5_000)
    on.command({ type: 'setPadlock', locked: false }, 'window')
    await on.wait(70_000)
    on.befall({ createScene: [null, 'cutBefore'] })
    on.quiet('F', 'G')
    await on.wait(6_000)
    adds(on)
    await on.wait(60_000)
    // The user ends what waits for an answer.
    on.edit('quietEdit', { edits: [] })
    await on.wait(10_000)
  })
  expect([outcomes(on), added(on).includes('AGENT')]).toEqual([['proposeOnly', 'proposeOnly'], false])
})

test('while the lost request that switches auto-sync on may arrive yet', async () => {
  const on = await onAir(async (on) => {
    await offSync(on)
    on.wire.lateMs = 12_000
    on.befall({ updateProject: ['late'] })
    on.autoSync(true)
    await on.wait(3_000)
    adds(on)
    await on.wait(60_000)
  })
  expect([outcomes(on), added(on), on.world.autoSync]).toEqual([['proposeOnly'], [], true])
})

test('while a macro runs, whose next step may be a Sync', async () => {
  const macroId = '00000000-0000-4000-8000-000000000001'
  const on = await onAir(async (on) => {
    await offSync(on)
    const steps = [{ do: 'wait', seconds: 10 } as const, { do: 'sync' } as const]
    on.command({ type: 'saveMacro', id: macroId, name: 'M', steps })
    await on.wait(500)
    on.command({ type: 'runMacro', macroId, mode: 'press' })
    await on.wait(3_000)
    adds(on)
    await on.wait(30_000)
    adds(on, 'AFTERWARDS')
    await on.wait(5_000)
  })
  expect([outcomes(on), added(on)]).toEqual([['proposeOnly', false], ['AFTERWARDS']])
})

test('while a lost Go live may start it yet, also with auto-sync off', async () => {
  const on = await onAir(async (on) => {
    on.world.operations.startLive = () => {
      on.world.start(null)
      return { liveId: on.world.live?.liveId ?? null, status: 'LIVE', destinations: [], scene: null, syncedAt: null }
    }
    await offSync(on)
    on.world.live = null
    await on.wait(40_000)
    on.wire.lateMs = 27_000
    on.befall({ startLive: ['late'] })
    on.command({ type: 'goLive', projectId: PROJECT, confirmed: true, despiteFaults: true })
    await on.wait(3_000)
    on.command({ type: 'unlockGoLive', projectId: PROJECT })
    await on.wait(1_000)
    adds(on)
    await on.wait(60_000)
  })
  expect([outcomes(on), added(on), on.world.live !== null]).toEqual([['proposeOnly'], [], true])
})

for (const concurrentEditsSafe of ['no', 'yes'] as const)
  test(`auto-sync on waits for no edit of an agent, and shows none (concurrent edits: ${concurrentEditsSafe})`, async () => {
    const on = await onAir(async (on) => {
      on.means({ concurrentEditsSafe })
      await offSync(on)
      on.dry('createScene', 40_000)
      adds(on)
      await on.wait(3_000)
      on.autoSync(true)
      await on.wait(500)
      expect(on.world.autoSync).toBe(true)
      await on.wait(60_000)
      on.world.autoSync = false
      await on.wait(65_000)
      on.wire.slowMs = 800
      on.befall({ updateProject: ['slow'] })
      on.autoSync(true)
      await on.wait(500)
      adds(on)
      await on.wait(20_000)
    })
    expect([outcomes(on), added(on)]).toEqual([['proposeOnly', 'proposeOnly'], []])
  })

/** Auto-sync on is answered late; meanwhile the padlock is closed and a scene is added. */
async function behindSlowOn(on: On, source: 'panel' | 'cli' | 'agent', untilLocked = 300): Promise<void> {
  await on.wait(untilLocked)
  on.command({ type: 'setPadlock', locked: true }, 'window')
  await on.wait(untilLocked === 300 ? 300 : 100)
  on.edit('createScene', { name: 'LOCKED' }, source)
  await on.wait(20_000)
}

for (const source of ['panel', 'cli', 'agent'] as const)
  test(`behind auto-sync on, a closed padlock keeps the edit of ${source} from viewers`, async () => {
    const on = await onAir(async (on) => {
      await offSync(on)
      on.wire.slowMs = 800
      on.befall({ updateProject: ['slow'] })
      on.autoSync(true)
      await behindSlowOn(on, source)
    })
    expect([added(on), on.said(/createScene/)]).toEqual([[], [expect.stringMatching(/padlock|live controls/i)]])
  })

test('so it does behind an edit that switches auto-sync on, and behind the end of a quiet edit', async () => {
  const byEdit = await onAir(async (on) => {
    await offSync(on)
    on.wire.slowMs = 800
    on.befall({ updateProject: ['slow'] })
    on.edit('updateProject', { projectId: PROJECT, autoSync: true })
    await behindSlowOn(on, 'panel')
  })
  const byQuiet = await onAir(async (on) => {
    on.wire.slowMs = 800
    on.befall({ updateProject: [null, 'slow'] })
    on.edit('quietEdit', { edits: [createScene('A')] })
    await behindSlowOn(on, 'panel', 900)
  })
  expect([added(byEdit), added(byQuiet)]).toEqual([[], ['A']])
})
