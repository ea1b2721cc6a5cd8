/** What must be composed, in which pieces, and what viewers see until these are made. */
import { expect, it } from 'vitest'
import { type ComposeSources, cellsOf, composedOf } from '../../../electron/studio/broadcasting/composePlan.ts'
import { enginePlan, type PlanSources } from '../../../electron/studio/broadcasting/enginePlan.ts'
import { createHeld } from '../../../electron/studio/broadcasting/held.ts'
import { placeOf } from '../../../electron/studio/broadcasting/layout.ts'
import { createMissing } from '../../../electron/studio/broadcasting/missing.ts'
import { WATCH_PAGE } from '../../../electron/studio/rules/account/servers.ts'
import type { Part } from '../../../electron/studio/rules/broadcasts/pictures.ts'
import type { Live, World } from '../../../electron/studio/rules/world/world.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'

const WHOLE = { x: 0, y: 0, width: 100, height: 100 }
const CORNER = { x: 75, y: 75, width: 25, height: 25 }
const frame = { width: 1_280, height: 720 }

/** The files of a layer one after the other. */
function partsOf(layerId: string, lengths: readonly number[], about: Partial<Part> = {}): Part[] {
  let at = about.startedAt ?? 0
  return lengths.map((length, nth) => {
    const startedAt = at
    at += length
    return {
      fileId: `${layerId}${nth}`,
      layerId,
      volume: 10,
      box: WHOLE,
      isPlain: layerId === 'film',
      ...about,
      startedAt,
      endsAt: at,
    }
  })
}

/** @param made whether the nth piece that is asked for is there */
function sourcesWith(made: (nth: number) => boolean, more: Partial<ComposeSources> = {}): ComposeSources {
  let nth = -1
  const pieceOf = () => {
    nth += 1
    return { path: made(nth) ? `/composed/${nth}` : null, why: null }
  }
  return {
    frame,
    aspectOf: () => 16 / 9,
    copyOf: ({ fileId }) => ({ path: `/play/${fileId}`, why: null }),
    pieceOf,
    ...more,
  }
}
const all = sourcesWith(() => true)

it('cells follow each other without a gap, end with each file, and are the same at any time', () => {
  const parts = [...partsOf('film', [20_000, 30_000, Number.POSITIVE_INFINITY]), ...partsOf('logo', [12_050, 12_000])]
  const cells = cellsOf(parts, 0)
  expect(cells.map(({ from, until, parts: { length } }) => [from, until, length]).slice(0, 9)).toEqual([
    [0, 8_000, 2],
    [8_000, 12_050, 2],
    [12_050, 20_000, 2],
    [20_000, 24_050, 2],
    // Counted from the beginning of its file, as after the logo is forgotten.
    [24_050, 28_000, 1],
    [28_000, 36_000, 1],
    [36_000, 44_000, 1],
    [44_000, 50_000, 1],
    [50_000, 58_000, 1],
  ])
  for (const now of [7_999, 8_001, 26_000, 49_000]) {
    const later = cellsOf(
      parts.filter(({ endsAt }) => endsAt > now - 8_000),
      now,
    )
    const same = cells.filter(({ until }) => until > now)
    expect(later.slice(0, same.length)).toEqual(same)
    expect(later.every(({ from }, nth) => nth === 0 || from === later[nth - 1]?.until)).toBe(true)
  }
  // Far on in a file of unknown length.
  const [late] = cellsOf(partsOf('film', [Number.POSITIVE_INFINITY]), 8_000e6 + 1)
  expect([late?.from, late?.until]).toEqual([8_000e6, 8_000e6 + 8_000])
})

it('what is too short for a piece belongs to the one before it', () => {
  const parts = [...partsOf('film', [10_000, 10_000]), ...partsOf('logo', [10_040, 5_000])]
  expect(cellsOf(parts, 0).map(({ from, until }) => [from, until])).toEqual([
    [0, 8_000],
    [8_000, 10_040],
    [10_040, 15_040],
    [15_040, 18_000],
    [18_000, 20_000],
  ])
})

it('nothing is composed for one playlist in the whole frame with or without an audio playlist', () => {
  const music = partsOf('music', [60_000], { box: null, isPlain: true, volume: 5 })
  const hidden = partsOf('logo', [60_000], { box: { ...CORNER, x: 120 }, volume: 0 })
  const parts = [...partsOf('film', [60_000]), ...music, ...hidden]
  expect(composedOf(parts, 0, 0, all)).toMatchObject({ plays: [], pieces: [], missing: [] })
})

it('a video on a playlist is composed with every sound, from where each of them is by then', () => {
  const music = partsOf('music', [60_000], { box: null, isPlain: true, volume: 5, startedAt: -1_000 })
  const parts = [...partsOf('film', [60_000]), ...music, ...partsOf('logo', [60_000], { box: CORNER, volume: 3 })]
  const { plays, pieces, missing } = composedOf(parts, 9_000, -500, all)
  expect(pieces[0]).toEqual({
    from: 8_000,
    piece: {
      frame,
      lengthMs: 8_000,
      parts: [
        {
          path: '/play/film0',
          fromMs: 8_000,
          volume: 10,
          seen: { crop: { x: 0, y: 0, ...frame }, at: { x: 0, y: 0, ...frame } },
        },
        { path: '/play/music0', fromMs: 9_000, volume: 10, seen: null },
        {
          ...{ path: '/play/logo0', fromMs: 8_000, volume: 3 },
          seen: { crop: { x: 0, y: 0, ...frame }, at: { x: 960, y: 540, width: 320, height: 180 } },
        },
      ],
    },
  })
  expect(plays[0]).toEqual({
    ...{ id: '0 8500', path: '/composed/0', why: null, startsIn: -1_000, endsIn: 7_000, isSilent: false },
    layers: ['film', 'music', 'logo'],
  })
  expect(missing).toEqual([])
})

it('pieces are shown once some seconds of them are made; until then, and without its copy, a file is missing', () => {
  const logo = partsOf(
    'logo',
    Array.from({ length: 20 }, () => 2_000),
    { box: CORNER },
  )
  const parts = [...partsOf('film', [60_000]), ...logo]
  const shown = (made: (nth: number) => boolean) =>
    composedOf(parts, 0, 0, sourcesWith(made)).plays.map(({ startsIn }) => startsIn)
  expect(shown((nth) => nth < 2)).toEqual([])
  expect(shown((nth) => nth < 3)).toEqual([0, 2_000, 4_000])
  expect(shown((nth) => nth > 0 && nth < 4)).toEqual([2_000, 4_000, 6_000])
  expect(
    composedOf(
      parts,
      0,
      0,
      sourcesWith((nth) => nth < 2),
    ).missing,
  ).toEqual([{ fileId: 'logo0', why: null }])
  // A video that is shown once, for less than that.
  const once = [...partsOf('film', [60_000]), ...partsOf('logo', [3_000], { box: CORNER })]
  expect(composedOf(once, 0, 0, all).plays.map(({ endsIn }) => endsIn)).toEqual([3_000])
  const copyOf = ({ fileId }: Part) => ({
    path: fileId === 'logo0' ? null : `/play/${fileId}`,
    why: 'it is no video',
  })
  const without = composedOf(
    once,
    0,
    0,
    sourcesWith(() => true, { copyOf }),
  )
  expect(without).toMatchObject({ plays: [], pieces: [], missing: [{ fileId: 'logo0', why: 'it is no video' }] })
})

it('a playlist that does not fill the frame is composed, and what lies below another one is not drawn', () => {
  const half = partsOf('film', [60_000], { box: { x: 0, y: 0, width: 50, height: 100 } })
  const seenOf = (parts: readonly Part[]) =>
    composedOf(parts, 0, 0, all).pieces[0]?.piece.parts.map(({ seen }) => seen?.at ?? null)
  // In the middle of its place, as wide as that.
  expect(seenOf(half)).toEqual([{ x: 0, y: 180, width: 640, height: 360 }])
  const whole = { x: 0, y: 0, ...frame }
  const over = [...partsOf('film', [60_000]), ...partsOf('logo', [60_000])]
  expect(seenOf(over)).toEqual([null, whole])
  const silent = partsOf('film', [60_000], { volume: 0 })
  expect(seenOf([...silent, ...partsOf('logo', [60_000])])).toEqual([whole])
})

it('a picture keeps its shape, is cut off at the frame, and is not there outside of it', () => {
  // A square, in a copy with bars beside it.
  expect(placeOf({ x: 50, y: 0, width: 50, height: 50 }, 1, frame)).toEqual({
    crop: { x: 280, y: 0, width: 720, height: 720 },
    at: { x: 780, y: 0, width: 360, height: 360 },
  })
  expect(placeOf({ x: -25, y: 50, width: 50, height: 50 }, 16 / 9, frame)).toEqual({
    crop: { x: 640, y: 0, width: 640, height: 720 },
    at: { x: 0, y: 360, width: 320, height: 360 },
  })
  for (const box of [
    { ...WHOLE, x: 100 },
    { ...WHOLE, y: -100 },
    { ...WHOLE, width: 0 },
    { ...WHOLE, height: 0.1 },
  ])
    expect(placeOf(box, 16 / 9, frame)).toBe(null)
  // As large as the contract allows: less than a pixel of it fills the frame.
  for (const x of [0, -50_000, -99_900, -99_000.3]) {
    const found = placeOf({ x, y: x, width: 100_000, height: 100_000 }, 16 / 9, frame)
    expect(found?.crop.width).toBeGreaterThanOrEqual(2)
    expect((found?.crop.x ?? 0) + (found?.crop.width ?? 0)).toBeLessThanOrEqual(1_280)
  }
})

it('what is to come is said to be missing only once it lasts', () => {
  const clock = new VirtualClock()
  const missing = createMissing(clock)
  missing.take([{ liveId: 'l', fileId: 'logo', why: null }])
  expect(missing.told()).toEqual([])
  clock.advance(14_000)
  missing.take([{ liveId: 'l', fileId: 'other', why: null }])
  clock.advance(1_000)
  expect(missing.told().map(({ fileId }) => fileId)).toEqual(['other'])
  missing.take([{ liveId: 'l', fileId: 'logo', why: 'it is no video' }])
  expect(missing.told().map(({ why }) => why)).toEqual(['it is no video'])
  missing.take([{ liveId: 'l', fileId: 'logo', why: null }])
  expect(missing.told()).toEqual([])
})

it('after an edit, what was composed before it is shown until it is composed anew, unless another playlist begins', () => {
  const held = createHeld()
  const live = (startedAt: number) =>
    ({
      liveId: 'l',
      onAir: { scenes: [], activeSceneId: 's' },
      playing: { sceneId: `s${startedAt}`, runs: [] },
    }) as unknown as Live
  const logo = (x: number) => partsOf('logo', [60_000], { box: { ...CORNER, x } })
  const composedAt = (x: number, now: number, made: (nth: number) => boolean) =>
    composedOf([...partsOf('film', [60_000]), ...logo(x)], now, 0, sourcesWith(made))
  const before = held.take(
    live(0),
    composedAt(75, 1_000, () => true),
    1_000,
  )
  expect(before.plays[0]).toMatchObject({ startsIn: -1_000, endsIn: 7_000 })

  const during = held.take(
    live(0),
    composedAt(0, 4_000, () => false),
    4_000,
  )
  expect(during.plays.map(({ id, startsIn }) => [id, startsIn])).toEqual([
    ['0 0', -4_000],
    ['1 8000', 4_000],
    ['2 16000', 12_000],
  ])
  // Its pieces are not removed meanwhile, and the new ones are still wanted.
  expect(during.pieces).toEqual([...composedAt(0, 4_000, () => false).pieces, ...before.pieces.slice(0, 3)])
  expect(
    held.take(
      live(1),
      composedAt(0, 4_000, () => false),
      4_000,
    ).plays,
  ).toEqual([])
  expect(
    held.take(
      live(0),
      composedAt(0, 16_000, () => false),
      16_000,
    ).plays,
  ).toEqual([])
  const after = held.take(
    live(0),
    composedAt(0, 5_000, () => true),
    5_000,
  )
  expect(after.plays).toEqual(composedAt(0, 5_000, () => true).plays)
})

it('of more broadcasts than the machine can compose for, the later ones are their playlist alone, and it is said', () => {
  const layer = (id: string, type: string, position: typeof WHOLE) => {
    const items = [{ playlistItemId: id, fileId: id, name: id, duration: 60 }]
    return { id, type, position, items, loop: true, shuffle: false, volume: 10, nextScene: null, hide: false }
  }
  const show = {
    activeSceneId: 's',
    scenes: [{ id: 's', layers: [layer('film', 'videoPlaylist', WHOLE), layer('logo', 'video', CORNER)] }],
  }
  const runs = ['film', 'logo'].map((layerId) => ({ layerId, startedAt: 0, round: 0, place: 0 }))
  const ids = ['one', 'two', 'three']
  const lives = ids.map((id) => ({
    ...{ liveId: id, projectId: id, status: 'LIVE', startedAt: 0, destinations: [{ id: WATCH_PAGE }] },
    ...{ onAir: show, playing: { sceneId: 's', runs, switchAt: null } },
  }))
  const projects = ids.map((id) => ({ id, format: '16:9_720p', show }))
  const byId = <T>(all: readonly T[]) => Object.fromEntries(all.map((one, nth) => [ids[nth], one]))
  const world = { lives: byId(lives), projects: byId(projects), destinations: {} } as unknown as World
  const sources: PlanSources = {
    ...{ copyOf: (fileId) => `/play/${fileId}`, whyNoCopy: () => null, mixOf: () => ({ path: null, why: null }) },
    ...{ pieceOf: () => ({ path: '/composed/piece', why: null }), held: createHeld(), capacity: () => 2 },
    ...{
      hasSound: () => true,
      aspectOf: () => 16 / 9,
      slateOf: () => null,
      keyOf: () => null,
      watchPageOf: () => ({ url: 'watch:', key: 'k' }),
    },
  }
  const { broadcasts, missing, pieces } = enginePlan(world, 1_000, sources)
  const first = broadcasts.map(({ plays: [play] }) => play?.layers ?? null)
  expect(first).toEqual([['film', 'logo'], ['film', 'logo'], null])
  expect(broadcasts.map(({ plays }) => plays.at(-1)?.path)).toEqual(ids.map(() => '/play/film'))
  expect(missing).toEqual([
    { liveId: 'three', fileId: 'logo', why: 'this computer is too slow to combine its layers live' },
  ])
  // The nearest ones are made first, of both.
  expect(pieces.slice(0, 2).map(({ parts }) => parts[0]?.fromMs)).toEqual([0, 0])
  const none = enginePlan(world, 1_000, { ...sources, capacity: () => 0 })
  expect([none.pieces, none.missing.length]).toEqual([[], 3])
})
