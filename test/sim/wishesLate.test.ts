/** A request whose response was lost arrives late, after newer user requests: what those asked for counts, or is named. */
import { expect, test } from 'vitest'
import { newRun } from '../../electron/core/workflows/runs.ts'
import { QUIET_WORDS } from '../../shared/words/commands/quiet.ts'
import { createScene, FURTHER, iso, OLD, type On, ofDates, onAir, WANTED, withSingleCancels } from './wishKit.ts'
import { PROJECT, says } from './world.ts'

const has = (text: string) => expect.stringContaining(text)
const TOOK = 'cancel arrived late and took'
const tookIn = (on: On) => on.said().filter((one) => one.includes(TOOK))
const scheduled = (on: On, at: number | undefined) => on.edit('scheduleLive', { dates: iso([at ?? 0]) })
/** Cancels the first date alone. */
const cancelsOne = (on: On) => on.edit('cancelSchedule', { liveId: on.world.dates[0]?.id ?? '' })

/** What the user does while the cancel of a move is lost; after that no date exists. */
const OWN_CANCELS: Record<string, (on: On) => Promise<void>> = {
  async 'each date was cancelled alone'(on) {
    cancelsOne(on)
    await on.wait(1_000)
    cancelsOne(on)
  },
  async 'a new date was cancelled alone'(on) {
    on.edit('cancelSchedules')
    await on.wait(2_000)
    scheduled(on, FURTHER[0])
    await on.wait(4_000)
    cancelsOne(on)
  },
}

test.each(Object.entries(OWN_CANCELS))(
  '%s: a late cancel is still awaited, and what it takes is named',
  async (_, acts) => {
    const on = await ofDates(async (on) => {
      withSingleCancels(on)
      on.wire.lateMs = 20_000
      on.befalls('cancelSchedules', 'late')
      on.move(WANTED)
      await on.wait(1_000)
      await acts(on)
      await on.wait(7_000)
      expect([tookIn(on), on.dates()]).toEqual([[], []])
      scheduled(on, FURTHER[1])
      await on.wait(60_000)
    })
    expect([on.dates(), tookIn(on)]).toEqual([[], [has(TOOK)]])
  },
)

test('what a late cancel took is named although another date was scheduled since', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('cancelSchedules', 'late')
    on.move(WANTED)
    await on.wait(1_000)
    on.edit('cancelSchedules')
    await on.wait(1_000)
    scheduled(on, FURTHER[0])
    await on.wait(7_000)
    scheduled(on, FURTHER[1])
    await on.wait(60_000)
  })
  expect([on.dates(), tookIn(on)]).toEqual([FURTHER.slice(1), [has(TOOK)]])
})

test('what a late cancel took is named although one of several new dates was cancelled alone', async () => {
  const on = await ofDates(async (on) => {
    withSingleCancels(on)
    on.befalls('cancelSchedules', 'late')
    on.move(WANTED)
    await on.wait(1_000)
    on.edit('cancelSchedules')
    await on.wait(4_500)
    on.edit('scheduleLive', { dates: iso(FURTHER) })
    await on.wait(1_000)
    cancelsOne(on)
    await on.wait(60_000)
  })
  expect([on.dates(), tookIn(on)]).toEqual([[], [has(TOOK)]])
})

/** What happens before or after all dates are cancelled, and the create of a move arrives late. */
const AFTER_CANCEL_ALL: Record<string, { before?: (on: On) => void; after?: (on: On) => void }> = {
  'another schedule was lost before that': {
    before: (on) => on.edit('scheduleLive', { dates: iso(FURTHER) }),
  },
  'one date of another client is cancelled after that': {
    after(on) {
      on.world.schedule(FURTHER)
      on.later(1_000, () => {
        cancelsOne(on)
        on.later(1_000, () => cancelsOne(on))
      })
    },
  },
  'the cancel of what arrived is refused once': {
    after(on) {
      on.wire.onArrive = (_, name) => {
        if (name !== 'cancelSchedules') return
        on.wire.onArrive = () => {}
        throw says(name, 'CONFLICT', 409)
      }
    },
  },
  'the project is on air by then': {
    after: (on) => on.later(7_500, () => on.world.start(on.clock.now() + 60_000)),
  },
}

test.each(Object.entries(AFTER_CANCEL_ALL))(
  'what a late create brings after all dates were cancelled is cancelled, though %s',
  async (_, { before, after }) => {
    const on = await ofDates(async (on) => {
      withSingleCancels(on)
      on.befalls('scheduleLive', 'late', 'cutBefore')
      on.move(WANTED)
      await on.wait(1_000)
      before?.(on)
      await on.wait(1_000)
      on.edit('cancelSchedules')
      await on.wait(500)
      after?.(on)
      await on.wait(150_000)
    })
    expect(on.arrived(/scheduleLive/)).toHaveLength(1)
    expect(on.dates()).toEqual([])
    expect(on.said(/moveSchedule/)).not.toContainEqual(has('moved'))
  },
)

test('what is left of a late create after all dates were cancelled is named', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'late')
    on.move(WANTED)
    await on.wait(1_000)
    on.edit('cancelSchedules')
    await on.wait(500)
    on.befalls('cancelSchedules', 'part', 'part')
    await on.wait(60_000)
  })
  expect([on.dates().length, on.said().at(-1)]).toEqual([1, has('Cancel what is not wanted')])
})

test('a late sync is named although one more scene was prepared before the next reading', async () => {
  const on = await onAir(async (on) => {
    on.befalls('syncLive', 'late')
    on.edit('quietEdit', { edits: [createScene('Three')] })
    await on.wait(1_000)
    on.autoSync(false)
    await on.wait(1_000)
    on.edit('createScene', { name: 'Hidden' })
    await on.wait(6_500)
    on.edit('createScene', { name: 'Next one' })
    await on.wait(60_000)
  })
  expect(on.world.aired.flat()).toContain('scene Hidden')
  expect(on.said().at(-1)).toContain('may have arrived late')
})

test('a broadcast that begins later shows everything: no late sync is named', async () => {
  const on = await onAir(async (on) => {
    on.befalls('syncLive', 'cutBefore')
    on.edit('quietEdit', { edits: [createScene('Three')] })
    await on.wait(1_000)
    on.autoSync(false)
    await on.wait(3_000)
    on.world.live = null
    await on.wait(1_000)
    on.world.start(null)
    await on.wait(60_000)
  })
  expect(on.said()).not.toContainEqual(has('late'))
})

test('while a sync may arrive, another quiet edit is refused with the reason', async () => {
  const on = await onAir(async (on) => {
    on.befalls('syncLive', 'late')
    on.edit('quietEdit', { edits: [createScene('Three')] })
    await on.wait(1_000)
    on.autoSync(true)
    await on.wait(1_000)
    expect(on.open()).toMatchObject([{ stands: QUIET_WORDS.standsWatched('sync') }])
    on.edit('quietEdit', { edits: [createScene('Five')] })
    await on.wait(60_000)
  })
  expect(on.said(/quietEdit/).at(-1)).toContain('An earlier Sync got no reply, and may still arrive')
})

test('of a quiet edit whose broadcast ends, a change that may have been made is not denied', async () => {
  const on = await onAir(async (on) => {
    on.befalls('updateProject', null, 'cutAfter')
    on.wire.onDone = (_, name) => {
      if (name === 'updateProject' && on.world.title === 'Made') on.world.live = null
    }
    const title = { operation: 'updateProject', input: { projectId: PROJECT, title: 'Made' } }
    on.edit('quietEdit', { edits: [title, createScene('Three')] })
    await on.wait(60_000)
  })
  expect(on.said(/quietEdit/).at(-1)).toContain('0 of 2 changes made, and perhaps one more')
})

test('a user’s switch is not undone by a late one that the service will not take back: it is named', async () => {
  const on = await onAir(async (on) => {
    on.befalls('updateProject', null, 'late')
    on.edit('quietEdit', { edits: [createScene('Three')] })
    await on.wait(1_000)
    on.autoSync(false)
    await on.wait(1_000)
    on.befalls('updateProject', 'refused')
    await on.wait(60_000)
  })
  expect([on.world.autoSync, on.said().at(-1)]).toEqual([true, has('Switch it off.')])
})

test('a move that replaces another goes on from the dates before both, if they have to be put back', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'part')
    on.dry('cancelSchedules', 6_000, () => on.arrived(/scheduleLive/).length > 0)
    on.move(WANTED)
    await on.wait(3_000)
    on.befalls('scheduleLive', 'refused')
    on.move(FURTHER)
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(OLD)
})

test('a date that nobody cancelled is put back, though a second move was pressed before one was cancelled', async () => {
  const on = await ofDates(async (on) => {
    withSingleCancels(on)
    on.wire.lateMs = 12_000
    on.befalls('cancelSchedules', 'late')
    on.move(WANTED)
    await on.wait(1_000)
    on.move(FURTHER)
    await on.wait(1_000)
    cancelsOne(on)
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(OLD.slice(1))
})

test('a late switch is seen soon, though another project’s quiet edit waits for its user', async () => {
  await onAir(async (on) => {
    on.wire.lateMs = 12_000
    on.befalls('updateProject', null, 'late')
    const { runs } = on.process()
    const waits = { for: 'person', why: '' } as const
    const other = { ...newRun({ service: 'a', workflow: 'quietEdit', projectId: 'other' }, {}, {}, 0), waits }
    void runs.begin(other)
    await on.wait(20_000)
    on.edit('quietEdit', { edits: [createScene('Three')] })
    await on.wait(1_000)
    on.autoSync(false)
    await on.wait(20_000)
    expect(on.world.autoSync).toBe(false)
    await runs.end(other)
  })
})

test('a date that another client cancelled does not come back with the old ones', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('cancelSchedules', 'cutBefore')
    on.move(WANTED)
    await on.wait(1_000)
    on.world.dates.shift()
    await on.wait(500)
    on.befalls('scheduleLive', 'refused')
    on.move(FURTHER)
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(OLD.slice(1))
})

test('the dates that come back after a second move are those of the first, once they all stood', async () => {
  const on = await ofDates(async (on) => {
    on.wire.lateMs = 2_000
    on.befalls('scheduleLive', 'late')
    on.move(WANTED)
    await on.wait(3_000)
    on.befalls('scheduleLive', 'refused')
    on.move(FURTHER)
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(WANTED)
})

test('what the user scheduled is not taken for a date of the move whose cancel was lost', async () => {
  const on = await ofDates(async (on) => {
    let isTaken = false
    on.wire.faultAt = (_, name) => {
      if (name === 'scheduleLive' && !isTaken) {
        isTaken = true
        return 'part'
      }
      return name === 'cancelSchedules' && isTaken && on.arrived(/cancelSchedules/).length === 1
        ? 'cutBefore'
        : undefined
    }
    on.move(WANTED)
    await on.wait(1_500)
    on.wire.faultAt = () => undefined
    on.edit('cancelSchedules')
    await on.wait(1_000)
    scheduled(on, WANTED[0])
    await on.wait(60_000)
  })
  expect(on.said()).not.toContainEqual(has('Cancel what is not wanted'))
})

test('after a second move and a single cancel, what existed then comes back, not what the first one moved', async () => {
  const on = await ofDates(async (on) => {
    withSingleCancels(on)
    on.wire.lateMs = 2_000
    on.befalls('scheduleLive', 'late')
    on.move(WANTED)
    await on.wait(3_000)
    on.wire.lateMs = 8_000
    on.befalls('cancelSchedules', 'late')
    on.move(FURTHER)
    await on.wait(1_000)
    cancelsOne(on)
    await on.wait(60_000)
  })
  expect(on.dates()).toEqual(WANTED.slice(1))
})

test('what the user cancelled is cancelled again as soon as the broadcast is over, before it would begin itself', async () => {
  const on = await ofDates(async (on) => {
    on.befalls('scheduleLive', 'late')
    const soon = on.clock.now() + 600_000
    on.move([soon, WANTED[1] as number])
    await on.wait(1_000)
    on.edit('cancelSchedules')
    await on.wait(7_500)
    on.world.start(soon - 10_000)
    await on.wait(700_000)
  })
  expect([on.dates(), on.world.begun]).toEqual([[], [expect.any(String)]])
})
