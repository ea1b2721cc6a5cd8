/** Whatever the disk does, and whenever Cuelight dies: no incomplete edit is forgotten, and none is found twice. */
import { expect, test } from 'vitest'
import { WORKFLOW_WORDS } from '../../shared/words/commands/workflows.ts'
import { FURTHER, ofDates, ofImports, onAir, slowDisk, WANTED } from './wishKit.ts'
import { PROJECT } from './world.ts'

const has = (text: string) => expect.stringContaining(text)

test.each([1_300, 1_800, 2_300, 2_800])(
  'a move whose dates are all gone survives a refused cancel, and a kill %i ms after its request',
  async (ms) => {
    const on = await ofDates(async (on) => {
      on.befalls('scheduleLive', 'cutBefore')
      on.move(WANTED)
      await on.wait(1_400)
      expect(on.dates()).toEqual([])
      on.befalls('cancelSchedules', 'refused')
      const asBefore = slowDisk(on, 500)
      on.edit('cancelSchedules')
      await on.wait(ms)
      expect(on.answers.length + on.said().length).toBe(1)
      on.kill()
      asBefore()
      await on.wait(60_000)
      on.move(WANTED)
    })
    expect([on.dates(), on.said().filter((one) => one.includes('dropped'))]).toEqual([WANTED, []])
  },
)

test('a move that has ended, with its file still being removed, is not found beside the next one', async () => {
  const on = await ofDates(async (on) => {
    on.move(WANTED)
    const { remove } = on.disk
    on.disk.remove = (name) => on.wait(3_000).then(() => remove(name))
    await on.wait(1_000)
    on.move(FURTHER)
    await on.wait(200)
    on.kill()
    await on.wait(1_100)
    expect(on.open().length).toBeLessThanOrEqual(1)
    on.disk.remove = remove
    await on.wait(60_000)
  })
  expect([on.dates(), on.said().filter((one) => !one.includes('Schedule moved'))]).toEqual([WANTED, []])
})

test('a completed edit is reported at once, however long removing its file takes', async () => {
  const on = await onAir(async (on) => {
    on.disk.remove = (name) => on.wait(5_000).then(() => void on.disk.files.delete(name))
    on.edit('quietEdit', { edits: [{ operation: 'createScene', input: { projectId: PROJECT, name: 'Three' } }] })
    await on.wait(2_000)
    expect(on.said()).toEqual([has('Auto-sync is on again')])
  })
  expect(on.world.autoSync).toBe(true)
})

test('an edit found to be done is not repeated after a kill, however slowly its file is removed', async () => {
  const on = await ofDates(async (on) => {
    const { remove } = on.disk
    on.befalls('scheduleLive', 'cutAfter')
    on.disk.remove = () => new Promise(() => {})
    on.move(WANTED)
    await on.wait(3_000)
    expect(on.said()).toEqual([has('Schedule moved')])
    on.world.dates = []
    on.kill()
    on.disk.remove = remove
    await on.wait(60_000)
  })
  expect([on.dates(), on.arrived(/scheduleLive/).length]).toEqual([[], 1])
})

test('an edit that waits for the disk is shown, and gives up if the disk does not respond', async () => {
  const on = await ofDates(async (on) => {
    const { remove } = on.disk
    on.move(WANTED)
    on.disk.remove = (name) => on.wait(30_000).then(() => remove(name))
    await on.wait(1_000)
    on.move(FURTHER)
    await on.wait(5_000)
    expect(on.open()).toMatchObject([{ waits: { for: 'disk', why: WORKFLOW_WORDS.diskSlow } }])
    await on.wait(8_000)
    expect([on.open(), on.said().at(-1)]).toEqual([[], has(WORKFLOW_WORDS.diskSlow)])
    on.edit('cancelSchedules')
    await on.wait(3_000)
    expect(on.process().store.get().heldEdits).toMatchObject([{ about: 'Cancel all dates' }])
    await on.wait(40_000)
  })
  expect(on.dates()).toEqual([])
})

test.each([40, 50, 60, 80, 100, 120, 160])(
  'a request goes out only once it is stored, whatever is refused meanwhile: requested after %i ms',
  async (ms) => {
    const on = await ofDates(async (on) => {
      slowDisk(on, 5)
      on.wire.faultAt = (_, name) => (name === 'cancelSchedule' ? 'refused' : undefined)
      let isKilled = false
      on.wire.onDone = (_, name) => {
        if (name !== 'cancelSchedules' || isKilled) return
        isKilled = true
        on.kill()
      }
      on.move(WANTED)
      await on.wait(ms)
      for (const liveId of ['gone-1', 'gone-2']) on.edit('cancelSchedule', { liveId })
      await on.wait(60_000)
    })
    expect(on.dates()).toEqual(WANTED)
  },
)

test('a run that waits for its own record says so', async () => {
  const on = await ofDates(async (on) => {
    const { write } = on.disk
    on.disk.write = (...those) => on.wait(10_000).then(() => write(...those))
    on.move(WANTED)
    await on.wait(5_000)
    expect(on.open()).toMatchObject([{ waits: { for: 'disk', why: WORKFLOW_WORDS.diskSlow } }])
    on.disk.write = write
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(WANTED)
})

test('no scene is on air before auto-sync off that was pressed before it, however slow the disk is', async () => {
  const on = await onAir(async (on) => {
    slowDisk(on, 3_000)
    on.edit('quietEdit', { edits: [{ operation: 'createScene', input: { projectId: PROJECT, name: 'Three' } }] })
    await on.wait(1_000)
    on.autoSync(false)
    await on.wait(500)
    await on.switches()
    await on.wait(30_000)
    expect(on.arrived().map(({ operation }) => operation)).toEqual(['updateProject', 'activateScene'])
  })
  expect([on.world.autoSync, on.world.aired]).toEqual([false, []])
})

test('a move that was dropped on a disk that takes nothing is listed until its record can be removed', async () => {
  const on = await ofDates(async (on) => {
    on.dry('scheduleLive', 60_000)
    on.move(WANTED)
    await on.wait(1_400)
    Object.assign(on.disk, { isHeld: true, onWrite: () => 'full' })
    on.edit('cancelSchedules')
    await on.wait(30_000)
    expect(on.dates()).toEqual([])
    expect(on.open()).toMatchObject([{ waits: { for: 'removal', why: has('ended now, it would carry on') } }])
    const { remove } = on.disk
    Object.assign(on.disk, { isHeld: false, onWrite: () => null })
    on.disk.remove = (name) => on.wait(3_000).then(() => remove(name))
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual([])
})

test('a switch of accounts over a half-done move says what it waits for', async () => {
  const on = await ofDates(async (on) => {
    on.dry('scheduleLive', 20_000)
    on.move(WANTED)
    await on.wait(5_000)
    on.process().switchTo('b')
    await on.wait(20_000)
    expect(on.said(/moveSchedule/)).toEqual([has('Another account is in use now')])
    on.process().switchTo('a')
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(WANTED)
})

const LINK = 'https://example.com/one.mp4'

test('an import that is removed while it waits for budget is not sent, however slow the disk is', async () => {
  const on = await ofImports(async (on) => {
    on.dry('importFile', 6_000)
    on.press('importFiles', { links: [LINK], type: 'video' })
    await on.wait(2_500)
    const { write } = on.disk
    on.disk.write = (...written) => on.wait(8_000).then(() => write(...written))
    on.press('removeImport', { importId: on.process().imports()[0]?.id })
    await on.wait(20_000)
    on.disk.write = write
    await on.wait(20_000)
  })
  expect([on.arrived(/importFile/), on.process().imports()]).toEqual([[], []])
})

test('an import whose removal the disk refuses is sent in its turn if it was being recorded', async () => {
  const on = await ofImports(async (on) => {
    const { write } = on.disk
    on.disk.write = (...written) => on.wait(1_000).then(() => write(...written))
    on.press('importFiles', { links: [LINK], type: 'video' })
    await on.wait(1_500)
    on.press('removeImport', { importId: on.process().imports()[0]?.id })
    await on.wait(700)
    Object.assign(on.disk, { onWrite: () => 'full', write })
    await on.wait(5_000)
    on.disk.onWrite = () => null
    await on.wait(120_000)
    on.faults.splice(0)
  })
  expect(on.said(/removeImport/)).toEqual([expect.stringContaining('It is as it was.')])
  expect(on.process().imports()).toMatchObject([{ state: 'done', error: null }])
})

test('what became of an import that waits for budget is told if the disk refuses its removal', async () => {
  const on = await ofImports(async (on) => {
    on.dry('importFile', 6_000)
    on.press('importFiles', { links: [LINK], type: 'video' })
    await on.wait(2_500)
    on.full(2_000)
    on.press('removeImport', { importId: on.process().imports()[0]?.id })
    await on.wait(80_000)
    on.faults.splice(0)
  })
  expect(on.said(/removeImport/)).toEqual([expect.stringContaining('not sent any more, but it stays in the queue')])
  expect([on.arrived(/importFile$/), on.process().imports()]).toMatchObject([[], [{ state: 'failed' }]])
})

test('an import is followed though the disk refused its record for a moment', async () => {
  const on = await ofImports(async (on) => {
    on.wire.onDone = (_, name) => {
      if (name !== 'importFile') return
      on.disk.onWrite = () => 'full'
      on.later(500, () => Object.assign(on.disk, { onWrite: () => null }))
    }
    on.press('importFiles', { links: [LINK], type: 'video' })
    await on.wait(90_000)
    expect(on.faults.splice(0)).toMatchObject([{ code: 'ENOSPC' }])
  })
  expect(on.process().imports()).toMatchObject([{ state: 'done', error: null }])
})
