/** The show goes before an edit that hangs, but never so that viewers see what was to stay hidden. */
import { expect, test } from 'vitest'
import { createScene, type On, ofDates, onAir, WANTED } from './wishKit.ts'
import { PROJECT, says } from './world.ts'

const has = (text: string) => expect.stringContaining(text)
const byProgram = (on: On, operation: 'createScene', input: object) =>
  on.command({ type: 'edit', operation, input: { projectId: PROJECT, ...input } }, 'cli')

test('a switch of a quiet edit that hangs makes way for scenes', async () => {
  const on = await onAir(async (on) => {
    on.befalls('updateProject', 'hangAfter')
    on.edit('quietEdit', { edits: [createScene('Three')] })
    await on.wait(3_000)
    expect(await on.switches()).toBeLessThan(2_500)
    await on.wait(90_000)
  })
  expect(on.world.autoSync).toBe(true)
})

/** Who creates the hidden scene, and how it comes to be unsent when auto-sync is switched on. */
const HIDDEN: Record<string, (on: On) => void> = {
  'of the user, under way': (on) => {
    on.wire.slowMs = 9_000
    on.befalls('createScene', 'slow')
    on.edit('createScene', { name: 'Hidden' })
  },
  'of a program, without budget': (on) => {
    on.dry('createScene', 3_000)
    byProgram(on, 'createScene', { name: 'Hidden' })
  },
  'of a program, behind another edit': (on) => {
    on.wire.slowMs = 1_200
    on.befalls('updateProject', 'slow')
    on.edit('updateProject', { title: 'new' })
    byProgram(on, 'createScene', { name: 'Hidden' })
  },
  'of the user, in a queue of its own': (on) => {
    on.means({ concurrentEditsSafe: 'yes' })
    on.dry('createScene', 3_000)
    on.edit('createScene', { name: 'Hidden' })
  },
}

test.each(Object.entries(HIDDEN))('a scene %s, stays hidden though auto-sync is switched on', async (_, begin) => {
  const on = await onAir(async (on) => {
    on.autoSync(false)
    await on.wait(1_000)
    begin(on)
    await on.wait(1_500)
    on.autoSync(true)
    await on.wait(60_000)
  })
  expect(on.world.scenes.map(({ name }) => name)).toContain('Hidden')
  expect(on.world.aired.flat()).not.toContain('scene Hidden')
})

test('a removal of a scene is waited for: arriving late, it could take the scene that is on air', async () => {
  await onAir(async (on) => {
    on.world.operations.deleteScene = ({ sceneId }) => ({ deletedSceneId: sceneId, affectedLayers: [], synced: true })
    on.befalls('deleteScene', 'hangAfter')
    on.edit('deleteScene', { sceneId: 'scene-1' })
    await on.wait(3_000)
    expect(await on.switches()).toBeNaN()
  })
})

/** A cancel of a move makes way for a scene, and then shows that it has arrived. */
async function cancelMakesWay(on: On): Promise<void> {
  on.befalls('cancelSchedules', 'hangAfter')
  on.move(WANTED)
  await on.wait(3_000)
  void on.switches()
}

test('once it is known that what made way has arrived, edits and moves go on', async () => {
  const on = await ofDates(async (on) => {
    await cancelMakesWay(on)
    await on.wait(9_000)
  })
  expect([on.dates(), on.said(/moveSchedule/)]).toEqual([WANTED, [has('Schedule moved')]])
})

test('the user’s cancel of all dates counts, though a cancel of a move had made way', async () => {
  const on = await ofDates(async (on) => {
    await cancelMakesWay(on)
    await on.wait(4_000)
    on.edit('cancelSchedules')
    await on.wait(60_000)
  })
  expect([on.dates(), on.said(/cancelSchedules/)]).toEqual([[], [has('Dates cancelled')]])
})

test('of a change of a quiet edit only what the user has set since is left out', async () => {
  const on = await onAir(async (on) => {
    on.wire.slowMs = 700
    on.befalls('createScene', 'slow')
    const change = { operation: 'updateProject', input: { projectId: PROJECT, title: 'older', description: 'New' } }
    on.edit('quietEdit', { edits: [createScene('Three'), change] })
    await on.wait(500)
    on.edit('updateProject', { title: 'newer' })
    await on.wait(30_000)
  })
  expect(on.arrived(/updateProject/).map(({ body }) => body)).toContainEqual({ description: 'New' })
  expect(on.said(/quietEdit/)).toEqual([
    has('Viewers see 2 changes at once. Auto-sync is on again. What was changed since'),
  ])
})

test('what the user changes during a quiet edit that comes to nothing is said to wait', async () => {
  const on = await onAir(async (on) => {
    on.wire.slowMs = 700
    on.befalls('createScene', 'slow')
    on.wire.onArrive = (_, name) => {
      if (name === 'createScene') throw says(name, 'SCENE_LIMIT_REACHED', 400)
    }
    on.edit('quietEdit', { edits: [createScene('Three'), createScene('Four')] })
    await on.wait(500)
    on.edit('updateProject', { title: 'by hand' })
    await on.wait(30_000)
  })
  expect(on.said(/quietEdit/)).toEqual([has('What was changed in another way meanwhile waits for Sync.')])
})

test('a quiet edit beside a scheduled broadcast, for which something always waits, is done', async () => {
  for (const isLost of [false, true]) {
    const on = await onAir(async (on) => {
      const { getLive, getProject } = on.world.operations
      on.world.operations.getLive = (...of) => ({
        ...(getLive?.(...of) as object),
        unsynced: true,
        unsyncedEdits: null,
      })
      on.world.operations.getProject = (...of) => ({ ...(getProject?.(...of) as object), scheduledLivesCount: 1 })
      if (isLost) on.befalls('updateProject', null, 'cutBefore')
      on.edit('quietEdit', { edits: [createScene('Three')] })
      await on.wait(120_000)
    })
    expect([isLost, on.world.autoSync]).toEqual([isLost, true])
    expect(on.said(/quietEdit/).at(-1)).toContain('Viewers see 1 change at once. Auto-sync is on again.')
  }
})

test('where an active scene is on air at once, none becomes active within a quiet edit', async () => {
  const on = await onAir(async (on) => {
    on.means({ switchNeedsSync: 'never' })
    const { input } = createScene('Three')
    on.edit('quietEdit', { edits: [{ operation: 'createScene', input: { ...input, setActive: true } }] })
    await on.wait(5_000)
  })
  expect([on.arrived(), on.said()]).toEqual([[], [has('switch to it afterwards')]])
})

test('of two titles that a service may take at once, the later one counts', async () => {
  const on = await onAir(async (on) => {
    on.means({ concurrentEditsSafe: 'yes' })
    on.wire.slowMs = 700
    on.befalls('updateProject', 'slow')
    on.edit('updateProject', { title: 'first' })
    await on.wait(200)
    on.edit('updateProject', { title: 'second' })
    await on.wait(5_000)
  })
  expect(on.world.title).toBe('second')
})

/** A quiet edit has synced, and its "on" never arrives; meanwhile a scene is made active. */
async function switchedMeanwhile(on: On, by: 'here' | 'elsewhere'): Promise<void> {
  on.befalls('updateProject', null, 'cutBefore')
  on.edit('quietEdit', { edits: [createScene('Three')] })
  await on.wait(3_000)
  if (by === 'here') void on.switches()
  else on.world.edited('scene active')
  await on.wait(40_000)
}

test('a scene that is pressed while a lost "on" may arrive reaches viewers, and auto-sync is on again', async () => {
  const on = await onAir((on) => switchedMeanwhile(on, 'here'))
  expect([on.world.autoSync, on.world.unsynced]).toEqual([true, []])
})

test('what another client changed meanwhile waits for the user, who ends it with one press', async () => {
  const on = await onAir(async (on) => {
    await switchedMeanwhile(on, 'elsewhere')
    expect([on.world.autoSync, on.open()]).toMatchObject([false, [{ waits: { for: 'person' } }]])
    on.edit('quietEdit', { edits: [] })
    await on.wait(5_000)
  })
  expect(on.world.autoSync).toBe(true)
})
