/** The user's latest request about the same dates, or about auto-sync, wins, whatever is still in flight. */
import { expect, test } from 'vitest'
import { QUIET_WORDS } from '../../shared/words/commands/quiet.ts'
import { timeOfDay } from '../../shared/words/format.ts'
import { PLAYLIST_WORDS } from '../../shared/words/projects/playlists.ts'
import { SCHEDULE_WORDS } from '../../shared/words/schedule/schedule.ts'
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
} from './wishKit.ts'
import { PROJECT } from './world.ts'

const made = ({ arrived }: On) => arrived(/createScene/)
const edits = ['Three', 'Four', 'Five'].map((name) => ({
  operation: 'createScene',
  input: { projectId: PROJECT, name },
}))

test('a cancel requested while a move reads is not undone by that move', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'cutBefore')
    on.move(WANTED)
    await on.wait(1_400)
    on.move(FURTHER)
    await on.wait(10)
    on.edit('cancelSchedules')
    await on.wait(60_000)
  })
  expect([on.dates(), on.said().filter((one) => one.includes('Schedule moved'))]).toEqual([[], []])
})

test.each(['the disk', 'budget'])(
  'a move requested after a cancel waits for it, while the cancel waits for %s',
  async (what) => {
    const on = await ofDates(async (on) => {
      if (what === 'budget') on.dry('cancelSchedules', 20_000)
      else {
        const { rename } = on.disk
        on.disk.rename = (...names) => on.wait(1_500).then(() => rename(...names))
        on.befalls('cancelSchedules', 'cutBefore')
        on.move(WANTED)
        await on.wait(400)
      }
      on.edit('cancelSchedules')
      await on.wait(300)
      on.move(FURTHER)
      await on.wait(60_000)
    })
    expect([on.dates(), on.arrived(/scheduleLive/)]).toEqual([[], []])
    expect(on.said().at(-1)).toContain('Nothing is scheduled')
  },
)

test('commands go out in the order they came, behind an edit in progress', async () => {
  const on = await onAir(async (on) => {
    on.befalls('createScene', 'slow')
    on.edit('createScene', { name: 'A' })
    await on.wait(2_000)
    on.autoSync(false)
    await on.switches()
  })
  expect(on.arrived().map(({ operation }) => operation)).toEqual(['createScene', 'updateProject', 'activateScene'])
})

test('of two auto-sync changes the later one wins, whichever finds budget first', async () => {
  const on = await onAir(async (on) => {
    on.dry('updateProject', 20_000)
    on.autoSync(false)
    await on.wait(15_000)
    on.dry('', 0)
    on.autoSync(true)
    await on.wait(10_000)
    on.edit('createScene', { name: 'A' })
  })
  expect([on.world.autoSync, on.arrived(/updateProject/).length]).toEqual([true, 1])
})

test('auto-sync switched off by the user is not switched on by an earlier request of a program', async () => {
  const on = await onAir(async (on) => {
    on.befalls('createScene', 'slow')
    on.edit('createScene', { name: 'A' })
    await on.wait(2_000)
    on.command({ type: 'edit', operation: 'updateProject', input: { projectId: PROJECT, autoSync: true } }, 'cli')
    await on.wait(100)
    on.autoSync(false)
    await on.wait(10_000)
  })
  expect(on.world.autoSync).toBe(false)
})

test('a move whose cancel waited for budget knows that it was sent', async () => {
  const on = await ofDates(async (on) => {
    on.dry('cancelSchedules', 3_000)
    on.befalls('scheduleLive', 'slow')
    on.move(WANTED)
    await on.wait(4_000)
    on.move(FURTHER)
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(FURTHER)
})

test('of two moves the later one wins, however slowly the other one reads', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('listSchedules', 'slow')
    on.move(WANTED)
    await on.wait(300)
    on.move(FURTHER)
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(FURTHER)
})

test.each(['cutBefore', 'cutAfter'] as const)(
  'a quiet edit does not undo auto-sync off by the user, even with a lost response: %s',
  async (fault) => {
    const on = await onAir(async (on) => {
      on.befalls('createScene', null, 'slow')
      on.edit('quietEdit', { edits })
      await on.wait(2_000)
      on.wire.faultAt = (_, name) => (name === 'updateProject' ? fault : undefined)
      on.autoSync(false)
      await on.wait(8_000)
      on.wire.faultAt = () => undefined
      expect([on.world.autoSync, on.world.aired, on.open().length]).toEqual([false, [], 1])
      on.edit('quietEdit', { edits: [] })
    })
    expect(on.world).toMatchObject({ autoSync: true })
  },
)

test('a cancel of all dates also removes those that a late request of a move schedules', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'late')
    on.move(WANTED)
    await on.wait(1_400)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(1_000)
    expect(on.dates()).toEqual(FURTHER)
    on.edit('cancelSchedules')
    await on.wait(60_000)
  })
  expect([on.dates(), on.said(/cancelSchedules/).length]).toEqual([[], 1])
})

test('dates scheduled by the user stay while a request of a move may still arrive, and no cancel is sent', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'late')
    on.move(WANTED)
    await on.wait(1_400)
    on.edit('scheduleLive', { dates: iso(WANTED) })
    await on.wait(60_000)
  })
  expect([on.dates(), on.arrived(/cancelSchedule/).length]).toEqual([WANTED, 1])
})

test('a refused scene switch does not stop a new scene from becoming active', async () => {
  const on = await onAir(async (on) => {
    on.befalls('createScene', 'slow')
    on.edit('createScene', { name: 'A' })
    await on.wait(2_000)
    on.edit('createScene', { name: 'Break', setActive: true })
    await on.wait(100)
    on.command({ type: 'previousScene', projectId: PROJECT, liveId: on.world.live?.liveId ?? null })
    await on.wait(5_000)
  })
  expect(on.answers).toMatchObject([{ refusal: { reason: 'noOtherScene' } }])
  expect(on.arrived(/createScene/).at(-1)?.body).toMatchObject({ name: 'Break', setActive: true })
})

test('a move that waits for an earlier cancel is shown, and can be cancelled', async () => {
  const on = await ofDates(async (on) => {
    on.dry('cancelSchedules', 20_000)
    on.edit('cancelSchedules')
    await on.wait(300)
    on.move(FURTHER)
    await on.wait(100)
    const held = on.process().store.get().heldEdits
    expect(held.map(({ about }) => about)).toEqual(['Cancel all dates', 'Move schedule'])
    on.command({ type: 'dismissEdit', editId: held[1]?.id ?? '' })
    await on.wait(100)
    expect(on.said(/moveSchedule/)).toHaveLength(1)
    await on.wait(60_000)
  })
  expect([on.dates(), on.arrived(/scheduleLive/)]).toEqual([[], []])
})

test('a quiet edit whose broadcast ended before it began reports that another one is on air', async () => {
  const on = await onAir(async (on) => {
    on.dry('updateProject', 5_000)
    on.edit('quietEdit', { edits })
    await on.wait(2_000)
    on.world.live = null
    on.world.start(null)
    await on.wait(10_000)
  })
  expect([on.said(), on.arrived()]).toEqual([[expect.stringContaining('another one is on air')], []])
})

test('auto-sync switched off and on by the user stays on after a lost request of a quiet edit arrives', async () => {
  const on = await onAir(async (on) => {
    on.befalls('updateProject', 'late')
    on.edit('quietEdit', { edits })
    await on.wait(800)
    on.autoSync(false)
    await on.wait(400)
    on.autoSync(true)
    await on.wait(60_000)
  })
  expect([on.world.autoSync, made(on)]).toEqual([true, []])
})

test('no dates are moved while a cancel with a lost response may still remove them', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('cancelSchedules', 'late')
    on.edit('cancelSchedules')
    await on.wait(1_000)
    on.move(WANTED)
    await on.wait(60_000)
  })
  expect(on.said(/moveSchedule/)).toEqual([expect.stringContaining('may still go through')])
  expect([on.dates(), on.arrived().length]).toEqual([[], 1])
})

test("the cancelled dates are named if the requests of the move and of the user's next edit are lost", async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'cutBefore', 'cutBefore')
    on.move(WANTED)
    await on.wait(1_400)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(60_000)
    const stands = expect.toSatisfy((text: string) => OLD.every((at) => text.includes(timeOfDay(at, false))))
    expect(on.open()).toMatchObject([{ stands, waits: { for: 'person' } }])
    on.move(FURTHER)
  })
  expect(on.dates()).toEqual(FURTHER)
})

test('dates that the user cancelled are not restored by a later move', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'cutBefore', 'refused')
    on.move(WANTED)
    await on.wait(1_400)
    on.edit('cancelSchedules')
    await on.wait(2_600)
    on.move(FURTHER)
    await on.wait(60_000)
  })
  expect([on.dates(), on.said().at(-1)]).toEqual([[], SCHEDULE_WORDS.nothingToMove])
})

test('a dropped move can be requested again, and its end is reported once', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'cutBefore')
    on.move(WANTED)
    await on.wait(1_400)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(40_000)
    expect(on.said().filter((one) => one.includes('dropped'))).toHaveLength(1)
    on.edit('cancelSchedules')
    await on.wait(500)
    on.edit('scheduleLive', { dates: iso(OLD) })
    await on.wait(500)
    on.move(WANTED)
  })
  expect(on.dates()).toEqual(WANTED)
})

test('a dropped move can be requested again while a request of it may still arrive', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'cutBefore')
    on.move(WANTED)
    await on.wait(1_400)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(3_000)
    on.move(WANTED)
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(WANTED)
})

test('a playlist that is slow to read is saved within a quiet edit all the same', async () => {
  const on = await onAir(async (on) => {
    withList(on)
    on.wire.faultAt = (_, name) => (name === 'getLayer' ? 'slow' : undefined)
    const save = { operation: 'savePlaylist', input: { ...ofList, files: [{ fileId: 'b' }] } }
    on.edit('quietEdit', { edits: [save, edits[0]] })
    await on.wait(60_000)
  })
  expect(on.said()).toEqual([expect.stringContaining('Viewers see 2 changes at once')])
})

test('a playlist save that waits for budget delays no scene, is shown, and overwrites no other client', async () => {
  const on = await onAir(async (on) => {
    const list = withList(on)
    on.dry('setPlaylist', 20_000)
    on.edit('savePlaylist', { ...ofList, base: ['a'], files: [{ fileId: 'a' }, { fileId: 'b' }] })
    await on.wait(1_000)
    expect(await on.switches()).toBeLessThanOrEqual(50)
    expect(on.process().store.get().heldEdits).toHaveLength(1)
    list.files = [{ fileId: 'x', name: 'x', playlistItemId: 'x' }, ...list.files]
    await on.wait(30_000)
    expect(list.files.map(({ fileId }) => fileId)).toEqual(['x', 'a', 'b'])
  })
  expect(on.open()).toEqual([])
})

test('no playlist is saved after a restart while a lost save may still replace it', async () => {
  const on = await onAir(async (on) => {
    withList(on)
    on.befalls('setPlaylist', 'late')
    on.edit('savePlaylist', { ...ofList, files: [{ fileId: 'b' }] })
    await on.wait(500)
    on.kill()
    await on.wait(4_000)
    on.edit('savePlaylist', { ...ofList, files: [{ fileId: 'c' }] })
    await on.wait(1_000)
    expect(on.said().at(-1)).toBe(PLAYLIST_WORDS.stillLooking)
  })
  expect(on.arrived(/setPlaylist/)).toHaveLength(1)
})

test.each([130, 170, 190, 250, 290, 310, 350])(
  'auto-sync off, requested %i ms into a quiet edit, is not undone by it, even with a lost response',
  async (ms) => {
    const on = await onAir(async (on) => {
      on.befalls('updateProject', null, 'cutBefore')
      on.edit('quietEdit', { edits })
      await on.wait(ms)
      on.autoSync(false)
      await on.wait(30_000)
      expect([on.world.autoSync, on.world.aired, on.open().length]).toEqual([false, [], 1])
      on.edit('quietEdit', { edits: [] })
    })
    expect(on.world.autoSync).toBe(true)
  },
)

test('auto-sync off that waits for budget comes before the sync of a running quiet edit', async () => {
  const on = await onAir(async (on) => {
    on.edit('quietEdit', { edits: edits.slice(0, 1) })
    await on.wait(250)
    on.dry('updateProject', 6_000)
    on.autoSync(false)
    await on.wait(3_000)
    expect(on.open()).toMatchObject([{ waits: { for: 'wish' } }])
    await on.wait(10_000)
  })
  expect([on.world.autoSync, on.world.aired]).toEqual([false, []])
})

test('a new scene of a quiet edit that a newer switch kept inactive is reported', async () => {
  const on = await onAir(async (on) => {
    on.befalls('createScene', 'slow')
    const input = { projectId: PROJECT, name: 'Five', setActive: true }
    on.edit('quietEdit', { edits: [edits[0], { operation: 'createScene', input }] })
    await on.wait(2_500)
    await on.switches()
    await on.wait(10_000)
  })
  expect(on.said().at(-1)).toContain(QUIET_WORDS.passed)
})

test('auto-sync that another client switches on stays on, though a lost request of a quiet edit and a switch by hand came before', async () => {
  const on = await onAir(async (on) => {
    on.befalls('updateProject', 'cutBefore')
    on.edit('quietEdit', { edits })
    await on.wait(800)
    on.autoSync(false)
    await on.wait(4_000)
    on.world.autoSync = true
    await on.wait(60_000)
  })
  expect([on.world.autoSync, on.arrived(/updateProject/).length]).toEqual([true, 1])
})

test('a lost cancel stays in sight as long as it may still take dates', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('cancelSchedules', 'late')
    on.edit('cancelSchedules')
    await on.wait(2_000)
    const [lost] = on.process().store.get().lostEdits
    on.command({ type: 'dismissEdit', editId: lost?.id ?? '' })
    await on.wait(500)
    on.move(WANTED)
    await on.wait(60_000)
    on.command({ type: 'dismissEdit', editId: lost?.id ?? '' })
    await on.wait(500)
    expect(on.process().store.get().lostEdits).toEqual([])
  })
  expect([on.dates(), on.said(/moveSchedule/)]).toEqual([[], [SCHEDULE_WORDS.cancelMayArrive]])
})

test('of two saves of a playlist that wait for budget the last one stands, and both are in sight', async () => {
  const on = await onAir(async (on) => {
    const list = withList(on)
    on.dry('setPlaylist', 20_000)
    on.edit('savePlaylist', { ...ofList, files: [{ fileId: 'b' }] })
    await on.wait(2_000)
    on.edit('savePlaylist', { ...ofList, files: [{ fileId: 'c' }] })
    await on.wait(5_000)
    expect(on.process().store.get().heldEdits).toHaveLength(2)
    await on.wait(40_000)
    expect(list.files.map(({ fileId }) => fileId)).toEqual(['c'])
  })
  expect(on.said(/savePlaylist/)).toHaveLength(2)
})

test('an edit waits for auto-sync that was switched off before it, also where the service takes several writes at once', async () => {
  const on = await onAir(async (on) => {
    on.means({ concurrentEditsSafe: 'yes' })
    on.dry('updateProject', 6_000)
    on.autoSync(false)
    await on.wait(300)
    on.edit('createScene', { name: 'A' })
    await on.wait(20_000)
  })
  expect([on.world.aired, on.world.unsynced]).toEqual([[], ['scene A']])
})

test.each(['cancelSchedules', 'scheduleLive'])(
  'a request of a move that has budget soon keeps no scene waiting: %s',
  async (name) => {
    const on = await ofDates(async (on) => {
      on.dry(name, 980)
      on.move(WANTED)
      await on.wait(150)
      expect(await on.switches()).toBeLessThanOrEqual(50)
      await on.wait(10_000)
    })
    expect(on.dates()).toEqual(WANTED)
  },
)

test('a lost edit of a quiet edit is found although Sync was pressed meanwhile', async () => {
  const on = await onAir(async (on) => {
    on.befalls('createScene', null, 'cutAfter')
    on.edit('quietEdit', { edits })
    await on.wait(600)
    on.command({ type: 'sync', projectId: PROJECT, liveId: on.world.live?.liveId ?? '' })
    await on.wait(60_000)
  })
  expect(on.world).toMatchObject({ autoSync: true, unsynced: [] })
  expect(on.arrived(/createScene/)).toHaveLength(3)
})

test('dates of another client are not cancelled for a move that never sent its request', async () => {
  const on = await ofDates(async (on) => {
    on.dry('scheduleLive', 5_000)
    on.move(WANTED)
    await on.wait(2_000)
    on.edit('cancelSchedules')
    await on.wait(1_000)
    expect(on.open()).toEqual([])
    on.world.schedule(WANTED)
    await on.wait(60_000)
  })
  expect([on.dates(), on.arrived(/cancelSchedules/).length]).toEqual([WANTED, 2])
})

test('auto-sync of another client stays on where a quiet edit never sent its request', async () => {
  const on = await onAir(async (on) => {
    on.dry('updateProject', 5_000)
    on.edit('quietEdit', { edits })
    await on.wait(2_000)
    on.autoSync(false)
    await on.wait(8_000)
    on.world.autoSync = true
    await on.wait(60_000)
  })
  expect([on.world.autoSync, on.arrived(/updateProject/).length]).toEqual([true, 1])
})

test('a move takes over no request that was never sent', async () => {
  const on = await ofDates(async (on) => {
    on.dry('scheduleLive', 5_000)
    on.move(WANTED)
    await on.wait(2_000)
    on.move(FURTHER)
    await on.wait(8_000)
    expect(on.dates()).toEqual(FURTHER)
  })
  expect(on.dates()).toEqual(FURTHER)
})

test('a cancel is not taken for lost because it was pressed while a create of a move was answered', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'slow')
    on.move(WANTED)
    await on.wait(2_500)
    on.edit('cancelSchedules')
    await on.wait(4_000)
    on.world.schedule(WANTED.slice(0, 1))
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(WANTED.slice(0, 1))
})

test('a quiet edit ends although the list of scenes takes longer to read than a reading counts as fresh', async () => {
  const on = await onAir(async (on) => {
    on.wire.faultAt = (_, name) => (name === 'listScenes' ? 'slow' : undefined)
    on.edit('quietEdit', { edits })
    await on.wait(60_000)
    expect(on.said()).toEqual([expect.stringContaining('Viewers see 3 changes at once')])
  })
  expect(on.world.autoSync).toBe(true)
})

test('auto-sync that another client switches off after ours was answered stays off', async () => {
  const on = await onAir(async (on) => {
    on.edit('quietEdit', { edits: edits.slice(0, 1) })
    on.wire.onDone = (_, name) => {
      if (name !== 'updateProject' || !on.world.autoSync) return
      on.wire.faultAt = (_nth, next) => (next === 'getProject' ? 'away' : undefined)
      on.world.autoSync = true
    }
    await on.wait(5_000)
    on.wire.faultAt = () => undefined
    on.world.autoSync = false
    await on.wait(60_000)
  })
  expect([on.world.autoSync, on.arrived(/updateProject/).length]).toEqual([false, 2])
})

test('old dates that another client puts back during a move are left alone', async () => {
  const on = await ofDates(async (on) => {
    on.dry('scheduleLive', 10_000)
    on.move(WANTED)
    await on.wait(3_000)
    expect(on.dates()).toEqual([])
    on.world.schedule(OLD)
    await on.wait(60_000)
  })
  expect([on.dates(), on.said().at(-1)]).toEqual([OLD, SCHEDULE_WORDS.otherHand])
})

test('the very dates of a move, scheduled by another client while its create is refused, are left alone', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'slow')
    on.move(WANTED)
    await on.wait(1_000)
    on.world.schedule(WANTED)
    await on.wait(60_000)
  })
  expect([on.dates(), on.arrived(/cancelSchedules/).length]).toEqual([WANTED, 1])
})

test.each([
  ['an edit', (on: On) => on.edit('createScene', { name: 'Three' }), 'createScene'],
  ['a quiet edit', (on: On) => on.edit('quietEdit', { edits: [createScene('Three')] }), 'createScene'],
  ['the way back of a quiet edit', (on: On) => on.edit('quietEdit', { edits: [createScene('Three')] }), 'syncLive'],
])(
  '%s without a response makes way for the scene that viewers wait for, and is reconciled',
  async (_, begin, held) => {
    const on = await onAir(async (on) => {
      on.befalls(held, 'hangAfter')
      begin(on)
      await on.wait(3_000)
      expect(await on.switches()).toBeLessThan(2_500)
      await on.wait(90_000)
    })
    expect([on.world.autoSync, on.world.scenes.map(({ name }) => name)]).toEqual([true, ['Opening', 'Next', 'Three']])
  },
)

test('an edit that made way for the show and arrives late does not undo a newer one', async () => {
  const on = await onAir(async (on) => {
    on.wire.slowMs = 8_000
    on.befalls('updateProject', 'slow')
    on.edit('updateProject', { title: 'first' })
    await on.wait(3_000)
    const switched = on.switches()
    await on.wait(500)
    on.edit('updateProject', { title: 'second' })
    expect(await switched).toBeLessThan(2_500)
    await on.wait(30_000)
    on.edit('updateProject', { title: 'third' })
    await on.wait(5_000)
  })
  expect(on.said(/updateProject/).filter((one) => one.includes('already on its way'))).toHaveLength(1)
  expect(on.world.title).toBe('third')
})

test('a new scene that is to be the active one is waited for: it must not arrive after a switch', async () => {
  await onAir(async (on) => {
    on.befalls('createScene', 'hangAfter')
    on.edit('createScene', { name: 'Three', setActive: true })
    await on.wait(3_000)
    expect(await on.switches()).toBeNaN()
  })
})

/** A command of a program. */
const byProgram = (on: On, operation: 'updateProject', input: object) =>
  on.command({ type: 'edit', operation, input: { projectId: PROJECT, ...input } }, 'cli')
const slowScene = (on: On) => {
  on.wire.slowMs = 700
  on.befalls('activateScene', 'slow')
  void on.switches()
  return on.wait(50)
}

test('a schedule of a program does not come after the user’s later cancel of all dates', async () => {
  const on = await ofDates(async (on) => {
    on.world.dates.splice(0)
    await slowScene(on)
    byProgram(on, 'scheduleLive' as 'updateProject', { dates: iso(WANTED) })
    await on.wait(100)
    on.edit('cancelSchedules')
    await on.wait(30_000)
  })
  expect([on.dates(), on.said(/cancelSchedules/)]).toEqual([[], [expect.stringContaining('Dates cancelled')]])
})

test('the user’s cancel of all dates does not wait for the edits of a program', async () => {
  const on = await ofDates(async (on) => {
    let freeAt = on.clock.monotonic()
    on.wire.budgetIn = (name) => {
      if (/^(get|list)/.test(name)) return 0
      const ms = Math.max(0, freeAt - on.clock.monotonic())
      if (ms === 0) freeAt = on.clock.monotonic() + 1_000
      return ms
    }
    for (let nth = 0; nth < 20; nth += 1) byProgram(on, 'createScene' as 'updateProject', { name: `Scene ${nth}` })
    await on.wait(500)
    on.edit('cancelSchedules')
    await on.wait(4_000)
    expect(on.dates()).toEqual([])
    await on.wait(60_000)
  })
  expect(on.world.scenes).toHaveLength(22)
})

test('an older edit of a program does not undo the user’s newer one', async () => {
  const on = await onAir(async (on) => {
    const list = withList(on)
    await slowScene(on)
    byProgram(on, 'updateProject', { title: 'of the program' })
    byProgram(on, 'savePlaylist' as 'updateProject', { ...ofList, files: [{ fileId: 'b' }] })
    await on.wait(100)
    on.edit('updateProject', { title: 'of the user' })
    on.edit('savePlaylist', { ...ofList, files: [{ fileId: 'c' }] })
    await on.wait(30_000)
    expect(list.files).toMatchObject([{ fileId: 'c' }])
  })
  expect(on.world.title).toBe('of the user')
})

test('edits behind an “on” that is superseded keep their order', async () => {
  const on = await onAir(async (on) => {
    slowDisk(on, 3_000)
    on.edit('quietEdit', { edits: [createScene('Three'), createScene('Four')] })
    await on.wait(1_000)
    on.autoSync(true)
    await on.wait(300)
    on.autoSync(false)
    await on.wait(4_300)
    await slowScene(on)
    await on.wait(750)
    on.edit('updateProject', { title: 'first' })
    await on.wait(100)
    on.edit('updateProject', { title: 'second' })
    await on.wait(60_000)
  })
  expect(on.world.title).toBe('second')
})

test('a scene that was prepared hidden and waits for budget stays hidden when auto-sync is switched on after it', async () => {
  const on = await onAir(async (on) => {
    on.autoSync(false)
    await on.wait(1_000)
    on.dry('createScene', 3_000)
    on.edit('createScene', { name: 'Hidden' })
    await on.wait(1_500)
    on.autoSync(true)
    await on.wait(30_000)
  })
  expect([on.world.autoSync, on.said(/createScene/)]).toEqual([true, [expect.stringContaining('Not on air yet')]])
})

test('a quiet edit does not undo what the user has set since', async () => {
  const on = await onAir(async (on) => {
    on.wire.slowMs = 700
    on.befalls('createScene', 'slow')
    const title = { operation: 'updateProject', input: { projectId: PROJECT, title: 'older' } }
    on.edit('quietEdit', { edits: [createScene('Three'), title] })
    await on.wait(500)
    on.edit('updateProject', { title: 'newer' })
    await on.wait(30_000)
  })
  expect([on.world.title, on.said(/quietEdit/)]).toEqual(['newer', [expect.stringContaining('left alone')]])
})

test('a scene made after a program’s “auto-sync off” stays hidden, though that waits for budget', async () => {
  const on = await onAir(async (on) => {
    on.dry('updateProject', 3_000)
    byProgram(on, 'updateProject', { autoSync: false })
    await on.wait(1_500)
    on.edit('createScene', { name: 'Hidden' })
    await on.wait(30_000)
  })
  expect(on.said(/createScene/)).toEqual([expect.stringContaining('Not on air yet')])
})
