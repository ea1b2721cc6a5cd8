/** A service whose readings come from a copy that is behind by seconds, as with replicated databases. */
import { expect, test } from 'vitest'
import { createScene, type On, ofDates, ofList, onAir, WANTED, withList } from './wishKit.ts'

const has = (text: string) => expect.stringContaining(text)

/** From now on every reading shows the state of `ms` ago. */
function behind({ world, clock }: On, ms: number): void {
  const taken = () => {
    const { dates, live, autoSync, title, scenes, unsynced } = world
    return structuredClone({ dates, live, autoSync, title, scenes, unsynced })
  }
  const states = [{ at: Number.NEGATIVE_INFINITY, state: taken() }]
  for (const [name, carryOut] of Object.entries(world.operations)) {
    world.operations[name] = (params, body) => {
      if (!/^(get|list)/.test(name)) {
        const answer = carryOut(params, body)
        states.push({ at: clock.monotonic(), state: taken() })
        return answer
      }
      const { dates, live, autoSync, title, scenes, unsynced } = world
      const old = states.findLast(({ at }) => at <= clock.monotonic() - ms)
      Object.assign(world, structuredClone(old?.state))
      try {
        return carryOut(params, body)
      } finally {
        Object.assign(world, { dates, live, autoSync, title, scenes, unsynced })
      }
    }
  }
}

test.each([60, 2_000, 5_000])('%i ms behind: a move takes no old reading for another client’s change', async (ms) => {
  const on = await ofDates(async (on) => {
    behind(on, ms)
    on.move(WANTED)
    await on.wait(90_000)
  })
  expect([on.dates(), on.said(), on.arrived().length]).toEqual([WANTED, [has('Schedule moved')], 2])
})

test('a move whose create arrives at the last moment is told as made, though readings are behind', async () => {
  const on = await ofDates(async (on) => {
    behind(on, 6_000)
    on.wire.lateMs = 27_000
    on.befalls('scheduleLive', 'late')
    on.move(WANTED)
    await on.wait(120_000)
  })
  expect([on.dates(), on.said()]).toEqual([WANTED, [has('Schedule moved')]])
})

test.each([60, 2_000, 5_000])(
  '%i ms behind: viewers see a quiet edit at once, and auto-sync is on again',
  async (ms) => {
    const on = await onAir(async (on) => {
      behind(on, ms)
      on.edit('quietEdit', { edits: [createScene('Three'), createScene('Four')] })
      await on.wait(90_000)
    })
    expect([on.world.autoSync, on.world.aired.length]).toEqual([true, 1])
    expect(on.said()).toEqual([has('Viewers see 2 changes at once. Auto-sync is on again.')])
  },
)

test('a second save of a playlist keeps what the first one changed', async () => {
  const on = await onAir(async (on) => {
    const list = withList(on)
    const { getLayer } = on.world.operations
    on.world.operations.getLayer = (params, body) => {
      const { files } = list
      if (on.clock.monotonic() < readableAt) list.files = [{ fileId: 'a', name: 'a', playlistItemId: 'item' }]
      const answer = structuredClone(getLayer?.(params, body))
      list.files = files
      return answer as object
    }
    const readableAt = on.clock.monotonic() + 3_000
    on.edit('savePlaylist', { ...ofList, base: ['a'], files: [{ fileId: 'b' }, { fileId: 'a' }] })
    await on.wait(1_000)
    on.edit('savePlaylist', {
      ...ofList,
      base: ['b', 'a'],
      files: [{ fileId: 'b' }, { fileId: 'a' }, { fileId: 'c' }],
    })
    await on.wait(30_000)
    expect(list.files.map(({ fileId }) => fileId)).toEqual(['b', 'a', 'c'])
  })
  expect(on.said()).toEqual([has('Playlist saved'), has('Playlist saved')])
})

test('a quiet edit right after auto-sync was switched off changes nothing, though readings still show it on', async () => {
  const on = await onAir(async (on) => {
    behind(on, 3_000)
    on.autoSync(false)
    await on.wait(1_000)
    on.quiet('Three', 'Four')
    await on.wait(60_000)
  })
  expect([on.world.autoSync, on.world.aired]).toEqual([false, []])
  expect(on.said(/quietEdit/)).toEqual([has('Auto-sync was switched off a moment ago')])
})

test('a move right after all dates were cancelled brings none back, though readings still show them', async () => {
  const on = await ofDates(async (on) => {
    behind(on, 3_000)
    on.edit('cancelSchedules')
    await on.wait(1_000)
    on.move(WANTED)
    await on.wait(60_000)
  })
  expect([on.dates(), on.said(/moveSchedule/)]).toEqual([[], [has('The move was dropped')]])
})

test('a quiet edit after one whose last switch got no reply is made, though that switch was our own', async () => {
  const on = await onAir(async (on) => {
    on.befall({ updateProject: [null, 'cutAfter'] })
    on.quiet('Three')
    await on.wait(10_000)
    on.quiet('Four')
    await on.wait(30_000)
  })
  expect([on.world.autoSync, on.world.aired.length]).toEqual([true, 2])
})
