/** Two newer requests meet, or one meets a request that has left and may still arrive: nothing hangs or is forgotten. */
import { expect, test } from 'vitest'
import {
  createScene,
  FURTHER,
  iso,
  OLD,
  type On,
  ofDates,
  ofList,
  onAir,
  slowDisk,
  WANTED,
  withList,
  withSingleCancels,
} from './wishKit.ts'
import { PROJECT, says } from './world.ts'

const has = (text: string) => expect.stringContaining(text)
const LAST = OLD.map((at) => at + 900 * 60_000)

/** The first request of an operation takes 2 s, and is refused if `isRefused`. */
function slowFirst(on: On, operation: string, isRefused = false) {
  on.befalls(operation, 'slow')
  let isFirst = isRefused
  on.wire.onArrive = (_, name) => {
    if (name !== operation || !isFirst) return
    isFirst = false
    throw says(name, 'CONFLICT', 409)
  }
}

test('a cancel that waits for budget does not wait for the move that waits for it', async () => {
  const on = await ofDates(async (on) => {
    on.dry('cancelSchedules', 5_000)
    on.move(WANTED)
    await on.wait(30)
    on.edit('cancelSchedules')
    await on.wait(60_000)
  })
  expect([on.dates(), on.said(/cancelSchedules/)]).toEqual([[], [has('Dates cancelled')]])
  expect(on.said(/moveSchedule/)).toEqual([has('The move was dropped')])
})

test('three moves in a row, the cancel of the first answered and no budget for the last: no date is lost', async () => {
  const on = await ofDates(async (on) => {
    slowFirst(on, 'cancelSchedules')
    on.move(WANTED)
    await on.wait(500)
    on.move(FURTHER)
    await on.wait(3_800)
    on.dry('scheduleLive', 45_000)
    on.move(LAST)
    await on.wait(120_000)
  })
  expect(on.dates()).toEqual(LAST)
})

test('a move behind a create that is refused goes on at once', async () => {
  await ofDates(async (on) => {
    slowFirst(on, 'scheduleLive', true)
    on.move(WANTED)
    await on.wait(700)
    on.move(FURTHER)
    await on.wait(4_000)
    expect(on.dates()).toEqual(FURTHER)
  })
})

test('a date that begins while the cancel of a move is lost is not reported as lost', async () => {
  const on = await ofDates(async (on) => {
    on.world.dates.splice(0)
    on.world.schedule([on.clock.now() + 1_500, OLD[1] as number])
    on.befalls('cancelSchedules', 'cutBefore')
    on.move(WANTED)
    await on.wait(60_000)
    expect(on.world.live).not.toBeNull()
  })
  expect([on.dates(), on.said(/moveSchedule/)]).toEqual([[OLD[1]], [has('The dates are as they were.')]])
})

test('a Sync by hand while a lost edit of a quiet edit is looked for is reported: viewers saw it in parts', async () => {
  const on = await onAir(async (on) => {
    on.befalls('createScene', 'cutAfter')
    on.edit('quietEdit', { edits: [createScene('Three'), createScene('Four')] })
    await on.wait(1_000)
    on.command({ type: 'sync', projectId: PROJECT, liveId: on.world.live?.liveId ?? '' })
    await on.wait(500)
    on.edit('createScene', { name: 'Five' })
    await on.wait(60_000)
  })
  expect(on.said(/quietEdit/)).toEqual([has('not all at once')])
})

test('what a lost cancel of a dropped move takes away later is named', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('cancelSchedules', 'late')
    on.move(WANTED)
    await on.wait(1_000)
    on.edit('cancelSchedules')
    await on.wait(1_000)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(3_000)
    expect(on.open()).toMatchObject([{ waits: { for: 'reply' }, stands: has('An earlier cancel may still') }])
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual([])
  expect(on.said().at(-1)).toContain('cancel arrived late and took')
})

const SYNCED_LATE = 'Sync got no reply and may have arrived late'

/** What the user does after the sync of a quiet edit was lost, until auto-sync is off. */
const AFTER_LOST_SYNC: Record<string, (on: On) => Promise<void>> = {
  async 'auto-sync was switched off'(on) {
    on.autoSync(false)
  },
  async 'auto-sync was switched on, then off'(on) {
    on.autoSync(true)
    await on.wait(1_000)
    on.autoSync(false)
  },
  async 'auto-sync was switched off and the user synced'(on) {
    on.autoSync(false)
    await on.wait(500)
    on.command({ type: 'sync', projectId: PROJECT, liveId: on.world.live?.liveId ?? '' })
    await on.wait(500)
  },
}

test.each(Object.entries(AFTER_LOST_SYNC))('a lost sync that arrives after %s is named', async (_what, acts) => {
  const on = await onAir(async (on) => {
    on.befalls('syncLive', 'late')
    on.edit('quietEdit', { edits: [createScene('Three')] })
    await on.wait(1_000)
    await acts(on)
    await on.wait(1_000)
    on.edit('createScene', { name: 'Hidden' })
    await on.wait(60_000)
  })
  expect(on.world.aired.flat()).toContain('scene Hidden')
  expect(on.said().filter((one) => one.includes(SYNCED_LATE))).toHaveLength(1)
  expect(on.said().at(-1)).toContain(SYNCED_LATE)
  expect(on.world.autoSync).toBe(false)
})

test('an older cancel of a program does not undo a newer schedule', async () => {
  const on = await ofDates(async (on) => {
    on.edit('cancelSchedules')
    await on.wait(1_000)
    on.befalls('activateScene', 'slow')
    const liveId = on.world.live?.liveId ?? null
    on.command({ type: 'switchScene', projectId: PROJECT, liveId, sceneId: on.world.scenes.at(-1)?.id ?? '' })
    await on.wait(1_500)
    on.command({ type: 'edit', operation: 'cancelSchedules', input: { projectId: PROJECT } }, 'cli')
    await on.wait(1_300)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(30_000)
  })
  expect(on.dates()).toEqual(FURTHER)
})

test('another client’s auto-sync off stays, though ours was switched on again a moment before', async () => {
  const on = await onAir(async (on) => {
    on.befalls('updateProject', 'late')
    on.edit('quietEdit', { edits: [createScene('Three')] })
    await on.wait(500)
    on.autoSync(true)
    await on.wait(5_000)
    on.wire.onDone = (_, name) => {
      if (name !== 'updateProject' || !on.world.autoSync) return
      on.wire.onDone = () => {}
      on.befalls('getProject', 'away')
      on.later(3_000, () => void Object.assign(on.world, { autoSync: false }))
    }
    await on.wait(90_000)
  })
  expect(on.world.autoSync).toBe(false)
})

test('auto-sync off goes out before a scene pressed after it, though an earlier “on” still waits for the disk', async () => {
  const on = await onAir(async (on) => {
    slowDisk(on, 3_000)
    on.edit('quietEdit', { edits: [createScene('Three')] })
    await on.wait(1_000)
    on.autoSync(true)
    await on.wait(300)
    on.autoSync(false)
    await on.wait(500)
    await on.switches()
    await on.wait(60_000)
  })
  const order = on.arrived(/updateProject|activateScene/).map(({ operation, body }) => [operation, body])
  expect(order.slice(0, 2)).toEqual([
    ['updateProject', { autoSync: false }],
    ['activateScene', {}],
  ])
})

test('auto-sync off goes out before an edit pressed after it, though it still waits for a scene switch', async () => {
  const on = await onAir(async (on) => {
    on.means({ concurrentEditsSafe: 'yes' })
    on.befalls('activateScene', 'slow')
    void on.switches()
    await on.wait(1_500)
    on.autoSync(false)
    await on.wait(100)
    on.edit('createScene', { name: 'Hidden' })
    await on.wait(10_000)
  })
  expect(on.world.aired.flat()).not.toContain('scene Hidden')
})

test('a budget of two requests a second is enough for a quiet edit', async () => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
  const on = await onAir(async (on) => {
    let freeAt = on.clock.monotonic()
    const { budgetIn } = on.wire
    on.wire.budgetIn = (operation) => {
      const now = on.clock.monotonic()
      const inMs = Math.max(0, freeAt - now)
      // A write may wait for 50 ms only; a reading takes its place in line.
      if (inMs > 50 && !/^(get|list)/.test(operation)) return inMs
      freeAt = Math.max(now, freeAt) + 500
      return inMs
    }
    on.edit('quietEdit', { edits: names.map(createScene) })
    await on.wait(60_000)
    Object.assign(on.wire, { budgetIn })
  })
  expect(on.said(/quietEdit/)).toEqual([has('Viewers see 10 changes at once')])
  expect(on.wire.log.filter(({ nth }) => nth !== null).length).toBeLessThan(100)
})

test('of two saves on their way the first keeps its undo, and is written first', async () => {
  const on = await onAir(async (on) => {
    const list = withList(on)
    on.dry('setPlaylist', 5_000)
    on.befalls('getLayer', 'slow')
    on.edit('savePlaylist', { ...ofList, files: [{ fileId: 'b' }] })
    await on.wait(100)
    on.edit('savePlaylist', { ...ofList, files: [{ fileId: 'c' }] })
    await on.wait(4_000)
    const [, second] = on.process().store.get().heldEdits
    on.command({ type: 'dismissEdit', editId: second?.id ?? '' })
    await on.wait(10_000)
    expect(list.files.map(({ fileId }) => fileId)).toEqual(['b'])
    on.edit('undoPlaylist', ofList)
    await on.wait(10_000)
    expect(list.files.map(({ fileId }) => fileId)).toEqual(['a'])
  })
  expect(on.said(/savePlaylist/).at(-1)).toContain('Playlist saved')
})

test('a move that was found to be done is not told as done after the user cancelled all dates', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'cutAfter')
    on.move(WANTED)
    await on.wait(150)
    const { write } = on.disk
    on.disk.write = (...written) => on.wait(40_000).then(() => write(...written))
    await on.wait(3_000)
    on.edit('cancelSchedules')
    await on.wait(90_000)
    on.disk.write = write
    await on.wait(60_000)
  })
  expect([on.dates(), on.said().filter((one) => one.includes('Schedule moved'))]).toEqual([[], []])
})

test('two switches of auto-sync on a slow disk, one from each door, do not wait for each other', async () => {
  const on = await onAir(async (on) => {
    slowDisk(on, 2_000)
    on.edit('quietEdit', { edits: [createScene('Three')] })
    await on.wait(130)
    on.edit('updateProject', { autoSync: true })
    await on.wait(1_740)
    on.autoSync(true)
    await on.wait(60_000)
    on.edit('createScene', { name: 'Later' })
    await on.wait(10_000)
  })
  expect(on.said(/createScene/)).toHaveLength(1)
})

test('auto-sync off by hand ends a quiet edit though an earlier “on” waits behind the same request', async () => {
  const on = await onAir(async (on) => {
    on.befalls('createScene', 'slow')
    on.edit('quietEdit', { edits: ['Three', 'Four', 'Five'].map(createScene) })
    await on.wait(1_600)
    on.autoSync(true)
    await on.wait(500)
    on.autoSync(false)
    await on.wait(60_000)
  })
  expect(on.world.autoSync).toBe(false)
  expect(on.said().filter((one) => one.includes('at once'))).toEqual([])
})

test.each(['the only one', 'one of another client'])(
  'what a lost cancel takes away is named although the user cancelled one date meanwhile: %s',
  async (which) => {
    const on = await ofDates(async (on) => {
      withSingleCancels(on)
      on.befalls('cancelSchedules', 'late')
      if (which === 'the only one') on.world.dates = on.world.dates.slice(0, 1)
      on.move(WANTED)
      await on.wait(900)
      const [other] = which === 'the only one' ? on.world.dates : on.world.schedule(FURTHER.slice(0, 1))
      on.edit('cancelSchedule', { liveId: other?.id ?? '' })
      await on.wait(1_000)
      if (which === 'the only one') on.edit('scheduleLive', { dates: iso(FURTHER) })
      await on.wait(60_000)
    })
    expect(on.dates()).toEqual([])
    expect(on.said().at(-1)).toContain('cancel arrived late and took')
  },
)

test('a program’s cancel of all dates is not stopped by a later cancel of one', async () => {
  const on = await ofDates(async (on) => {
    withSingleCancels(on)
    on.befalls('updateProject', 'slow')
    on.edit('updateProject', { title: 'Tonight' })
    await on.wait(1_500)
    on.command({ type: 'edit', operation: 'cancelSchedules', input: { projectId: PROJECT } }, 'cli')
    await on.wait(100)
    on.edit('cancelSchedule', { liveId: on.world.dates[0]?.id ?? '' })
    await on.wait(30_000)
  })
  expect(on.dates()).toEqual([])
})

test('a cancel does not wait for a playlist save on a slow disk', async () => {
  const on = await ofDates(async (on) => {
    withList(on)
    slowDisk(on, 15_000)
    on.edit('savePlaylist', { ...ofList, files: [{ fileId: 'b' }] })
    await on.wait(1_500)
    on.edit('cancelSchedules')
    await on.wait(1_000)
    expect(on.dates()).toEqual([])
    await on.wait(90_000)
  })
  expect(on.said(/savePlaylist/)).toHaveLength(1)
})

test('of a cancel, a schedule and another cancel the last one stands', async () => {
  const on = await ofDates(async (on) => {
    on.dry('scheduleLive', 2_000)
    on.move(WANTED)
    await on.wait(200)
    on.dry('', 0)
    slowFirst(on, 'cancelSchedules')
    on.edit('cancelSchedules')
    await on.wait(1_500)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(700)
    on.edit('cancelSchedules')
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual([])
})

test('a scene prepared before auto-sync is switched on does not go on air', async () => {
  const on = await onAir(async (on) => {
    on.means({ concurrentEditsSafe: 'yes' })
    on.world.autoSync = false
    on.befalls('activateScene', 'slow')
    void on.switches()
    await on.wait(1_500)
    on.befalls('listScenes', 'slow')
    on.edit('createScene', { name: 'Hidden' })
    await on.wait(100)
    on.autoSync(true)
    await on.wait(20_000)
  })
  const order = on.arrived(/createScene|updateProject/).map(({ operation }) => operation)
  expect(order).toEqual(['createScene', 'updateProject'])
})
