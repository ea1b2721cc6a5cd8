import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Loop, readLoop } from '../../../electron/studio/engine/flv/loop.ts'
import type { TagSource } from '../../../electron/studio/engine/flv/reader.ts'
import type { Tag } from '../../../electron/studio/engine/flv/tag.ts'
import { createOutput } from '../../../electron/studio/engine/output.ts'
import type { Play } from '../../../electron/studio/engine/shelf.ts'
import { Splicer } from '../../../electron/studio/engine/splicer.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'
import { newDir } from '../../support/folders.ts'
import { clip, ffmpeg, HOUSE, source } from './clips.ts'

/** The files are held in memory, so that the virtual clock decides alone what is sent when. */
const loops = new Map<string, Loop>()
/** The stated length of each in ms; of `long`, too short by 13 ms, of `short`, too long, as files often are. */
const LENGTHS = { one: 2_000, long: 2_987, short: 1_040 } as const

beforeAll(async () => {
  const dir = newDir()
  for (const [name, seconds] of Object.entries({ one: 2, long: 3, short: 1, tiny: 0.2, slate: 1, whole: 16 }))
    loops.set(name, await readLoop(clip(dir, name, seconds)))
  loops.set('keyed', loops.get('whole') ?? expect.fail())
  loops.set('jumping', loops.get('one') ?? expect.fail())
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3', '-pix_fmt', 'yuv420p']
  const picture = [...source(1, 440).slice(0, 4), ...sound, ...HOUSE.slice(HOUSE.indexOf('-c:v'))]
  loops.set('pausing', await readLoop(ffmpeg([...picture, '-f', 'flv'], join(dir, 'pausing.flv'))))
})

let clock: VirtualClock
let tags: (Tag & { readonly sentAt: number })[]
let splicer: Splicer
/** The files on a disk that does not answer at the moment. */
const stuck = new Set<string>()
/** Where each file was entered. */
let seeks: { path: string; offset: number }[]

beforeEach(() => {
  clock = new VirtualClock()
  tags = []
  seeks = []
  splicer = new Splicer({
    clock,
    slate: () => loops.get('slate') ?? null,
    send: (tag) => void tags.push({ ...tag, sentAt: clock.monotonic() }),
    open,
  })
})

async function open(path: string): Promise<TagSource> {
  if (path === 'hangs') return new Promise(() => {})
  const loop = loops.get(path)
  if (!loop) throw new Error('there is no such file')
  const held = loop.source()
  const isStuck = () => stuck.has(path)
  const next = () => {
    const tag = held.peek()
    return tag && path === 'jumping' && tag.timeMs > 1_000 ? { ...tag, timeMs: tag.timeMs + 2e9 } : tag
  }
  return Object.create(held, {
    // As long as the tests know of no other one, the first keyframe is the only one.
    keyBefore: { value: (offset: number) => (path === 'keyed' ? Math.floor(offset / 2_000) * 2_000 : 0) },
    peek: { value: () => (isStuck() ? null : next()) },
    isOver: { get: () => !isStuck() && held.isOver },
    seek: {
      value(offset: number) {
        seeks.push({ path, offset })
        // What is held in memory has no index; a file that breaks off has its last keyframe long before.
        return path === 'cut' && loops.get(path) === loops.get('long') ? Math.min(offset, 2_000) : held.seek(offset)
      },
    },
  })
}

/** Plays one after the other from a time on. */
function inARow(names: readonly (keyof typeof LENGTHS)[], from: number): Play[] {
  let at = from
  return names.map((path) => {
    const startsAt = at
    at += LENGTHS[path]
    return play(path, startsAt, at)
  })
}

/** The nth play of a test: each is another one, also of the same file. */
let plays = 0
const play = (path: string | null, startsAt: number, endsAt: number): Play => {
  plays += 1
  return { id: String(plays), path, startsAt, endsAt }
}

const only = (kind: Tag['kind']) => tags.filter((tag) => tag.kind === kind && !tag.isHeader)
const steps = (kind: Tag['kind']) => {
  const times = only(kind).map(({ timeMs }) => timeMs)
  return times.slice(1).map((time, nth) => time - (times[nth] ?? 0))
}

/** What any player is to see: no step back, no hole, neither in the pictures nor in the sound. */
function expectSmooth(): void {
  const extremes = (of: number[]) => of.toSorted((one, other) => one - other)
  const [pictures, sounds] = [extremes(steps('video')), extremes(steps('audio'))]
  expect(Math.min(pictures[0] ?? 0, sounds[0] ?? 0)).toBeGreaterThan(0)
  // A frame of 33.3 ms, or 34 in whole ms, and 5.
  expect(pictures.at(-1)).toBeLessThanOrEqual(39)
  expect(sounds.at(-1)).toBeLessThanOrEqual(25)
}

/** How far pictures and sound are apart at the end, in ms. */
const drift = () => Math.abs((only('video').at(-1)?.timeMs ?? 0) - (only('audio').at(-1)?.timeMs ?? 0))

test('a thousand boundaries leave no hole, no step back and no drift', async () => {
  const names = Array.from({ length: 1_000 }, (_, nth) => (['one', 'long', 'short'] as const)[nth % 3] ?? 'one')
  const plays = inARow(names, 1_000)
  splicer.follow(plays)
  const end = plays.at(-1)?.endsAt ?? 0
  await clock.pass(end, 100)
  expectSmooth()
  expect(drift()).toBeLessThanOrEqual(55)
  const last = tags.at(-1)
  // The stream is where the clock is: lengths that are stated wrongly do not add up.
  expect(Math.abs((last?.timeMs ?? 0) - (last?.sentAt ?? 0))).toBeLessThanOrEqual(60)
})

test('a change of what plays is on air at once, however it comes about', async () => {
  splicer.follow(inARow(['long', 'long'], 0))
  await clock.pass(1_020, 10)
  const from = only('video').length
  splicer.follow([play('one', clock.monotonic(), Number.POSITIVE_INFINITY)])
  await clock.pass(30, 10)
  expect(splicer.state()).toEqual({ path: 'one', trouble: null, failed: null })
  expect(only('video')[from]).toMatchObject({ isKey: true })
  await clock.pass(900, 10)
  expectSmooth()
})

test('of changes that follow each other in a rush, the last one is on air', async () => {
  const change = async (path: string, ms: number) => {
    splicer.follow([play(path, clock.monotonic(), clock.monotonic() + LENGTHS.long)])
    await clock.pass(ms, 10)
  }
  await change('long', 1_000)
  for (const path of ['one', 'long', 'one']) await change(path, 100)
  expect(splicer.state().path).toBe('one')
  await change('long', 120)
  await change('one', 100)
  await change('long', 1_000)
  expect(splicer.state().path).toBe('long')
  expectSmooth()
})

test('a file of a fifth of a second is played each time it comes', async () => {
  splicer.follow(Array.from({ length: 50 }, (_, nth) => play('tiny', 1_000 + nth * 200, 1_200 + nth * 200)))
  await clock.pass(1_100, 10)
  for (let at = 0; at < 9_000; at += 90) {
    await clock.pass(90, 10)
    expect(splicer.state()).toMatchObject({ path: 'tiny', trouble: null })
  }
  expectSmooth()
})

test('what still plays after a change is not interrupted, though its start is some ms off', async () => {
  const running = play('long', 0, 2_987)
  splicer.follow([running])
  await clock.pass(500, 10)
  // It was encoded once more meanwhile, too: what is on air continues with the copy it was begun with.
  splicer.follow([{ ...running, path: 'newer', startsAt: 7, endsAt: 2_994 }])
  await clock.pass(1_400, 10)
  // Its second keyframe comes after 2 s: one that came earlier would be a new beginning. The first is the slate's.
  expect(only('video').filter(({ isKey, timeMs }) => isKey && timeMs > 100)).toEqual([])
  expectSmooth()
})

test('a file that gets its play copy while it should play is shown from then on', async () => {
  const without = play(null, 0, 2_000)
  splicer.follow([without])
  await clock.pass(500, 10)
  splicer.follow([{ ...without, path: 'one' }])
  await clock.pass(100, 10)
  expect(splicer.state()).toMatchObject({ path: 'one', trouble: null })
  expect(seeks[0]?.offset).toBeGreaterThanOrEqual(500)
})

test('a file that cannot be opened is tried again while it should play, and continues where it should be', async () => {
  const back = loops.get('long')
  loops.delete('long')
  splicer.follow([play('long', 0, 60_000)])
  await clock.pass(1_000, 10)
  expect(splicer.state().failed).toBe('long')
  if (back) loops.set('long', back)
  await clock.pass(5_000, 10)
  expect(splicer.state()).toMatchObject({ path: 'long', trouble: null })
  expect(seeks[0]?.offset).toBeGreaterThanOrEqual(4_900)
})

test('a disk that does not answer is not waited for: the slate is shown, and the file once it does', async () => {
  splicer.follow([play('long', 0, 60_000)])
  await clock.pass(1_000, 10)
  stuck.add('long')
  await clock.pass(1_000, 10)
  // It is not made again for that: a film would be encoded for hours.
  const trouble = 'its file cannot be read at the moment'
  expect(splicer.state()).toEqual({ path: null, trouble, failed: null })
  expect(clock.monotonic() - (tags.at(-1)?.sentAt ?? 0)).toBeLessThan(50)
  stuck.clear()
  await clock.pass(5_000, 10)
  expect(splicer.state()).toMatchObject({ path: 'long', trouble: null })
  expectSmooth()
})

test('a copy that breaks off is played on from where it should be, once it was made again', async () => {
  loops.set('cut', loops.get('long') ?? expect.fail())
  splicer.follow([play('cut', 0, 16_000)])
  await clock.pass(3_500, 10)
  expect(splicer.state()).toMatchObject({ path: null, failed: 'cut' })
  await clock.pass(5_000, 10)
  // It was tried again and is as short as before: nothing of it is played twice.
  expect(splicer.state()).toMatchObject({ path: null, failed: 'cut' })
  loops.set('cut', loops.get('whole') ?? expect.fail())
  await clock.pass(5_500, 10)
  expect(splicer.state()).toMatchObject({ path: 'cut', trouble: null })
  expectSmooth()
})

test('a file whose times jump by days leaves no hole', async () => {
  splicer.follow([play('jumping', 0, 60_000)])
  await clock.pass(900, 10)
  expect(splicer.state().path).toBe('jumping')
  await clock.pass(1_000, 10)
  expect(splicer.state()).toMatchObject({ path: null, trouble: 'it is damaged: its times jump' })
  expectSmooth()
})

test('a file that takes for ever to open says so', async () => {
  splicer.follow([play('hangs', 0, 60_000)])
  await clock.pass(1_500, 10)
  expect(splicer.state()).toMatchObject({ path: null, trouble: 'its file cannot be opened at the moment' })
})

test('a file whose picture pauses while its sound goes on takes nothing from the sound', async () => {
  splicer.follow([play('pausing', 0, 3_000), ...inARow(['one'], 3_000)])
  await clock.pass(4_900, 10)
  expect(Math.max(...steps('audio'))).toBeLessThanOrEqual(25)
  const sounds = only('audio').map(({ sentAt }) => sentAt)
  expect(Math.max(...sounds.slice(1).map((at, nth) => at - (sounds[nth] ?? 0)))).toBeLessThanOrEqual(60)
  expect(drift()).toBeLessThanOrEqual(55)
})

test('sound that lies minutes before the first picture is not made up for with minutes of silence', () => {
  const sent: Tag[] = []
  const slate = loops.get('slate')
  const output = createOutput(
    (tag) => void sent.push(tag),
    0,
    () => slate?.silence ?? null,
  )
  const picture = slate?.source().peek()
  if (!picture || !slate?.silence) throw new Error('the slate is empty')
  output.put(picture, 600_000)
  output.put(slate.silence, 0)
  output.fillSound(600_000)
  expect(sent.length).toBeLessThan(100)
})

test('where nothing plays, a file cannot be opened or ends early, the slate is shown, and says why', async () => {
  splicer.follow([
    play('one', 1_000, 3_000),
    play('gone', 3_000, 5_000),
    play(null, 5_000, 6_000),
    play('short', 6_000, 8_000),
    play('one', 8_000, 10_000),
  ])
  const seen: unknown[] = []
  for (const at of [500, 1_500, 3_500, 5_500, 6_500, 7_500, 8_500]) {
    await clock.pass(at - clock.monotonic(), 10)
    seen.push(splicer.state())
  }
  expect(seen).toMatchObject([
    { path: null, trouble: null, failed: null },
    { path: 'one', trouble: null },
    { path: null, trouble: 'there is no such file', failed: 'gone' },
    { path: null, trouble: 'there is no play copy of it yet', failed: null },
    { path: 'short', trouble: null },
    { path: null, trouble: 'it is shorter than its stated length', failed: 'short' },
    { path: 'one', trouble: null },
  ])
  expectSmooth()
})

test('a broadcast whose first file began before the engine was there begins at 0, and no two pictures share a time', async () => {
  clock = new VirtualClock()
  await clock.pass(150, 10)
  splicer = new Splicer({ clock, slate: () => null, send: (tag) => void tags.push({ ...tag, sentAt: 0 }), open })
  splicer.follow([play('long', 0, 2_987)])
  await clock.pass(500, 10)
  expect(only('video')[0]?.timeMs).toBe(0)
  expectSmooth()
})

test('after a standstill nothing is sent in a rush, and a file continues where it should be', async () => {
  splicer.follow([play('long', 0, 2_987)])
  await clock.pass(500, 10)
  const before = tags.length
  // A machine that was busy runs no timer.
  const real = clock.monotonic
  clock.monotonic = () => real() + 800
  await clock.pass(15, 15)
  expect(tags.length - before).toBeLessThan(12)
  await clock.pass(1_500, 10)
  expectSmooth()
})

test('a start in the middle of a file, as after a restart, is where it should be by now', async () => {
  splicer.follow([play('long', -2_500, 487)])
  await clock.pass(100, 10)
  expect(splicer.state().path).toBe('long')
  expect(seeks).toHaveLength(1)
  expect(seeks[0]?.offset).toBeGreaterThanOrEqual(2_500)
  await clock.pass(1_000, 10)
  expectSmooth()
  splicer.close()
  expect(clock.waiting).toBe(0)
})

test('a message that comes late does not bring back what has just ended', async () => {
  const plays = inARow(['long', 'one'], 0)
  splicer.follow(plays)
  await clock.pass(3_000, 10)
  expect(splicer.state().path).toBe('one')
  const before = only('video').filter(({ isKey }) => isKey).length
  // By this message, the first one would still be playing.
  splicer.follow(plays.map((play) => ({ ...play, startsAt: play.startsAt + 150, endsAt: play.endsAt + 150 })))
  await clock.pass(200, 10)
  expect(splicer.state().path).toBe('one')
  expect(only('video').filter(({ isKey }) => isKey)).toHaveLength(before)
  expectSmooth()
})

test('a composed piece begins at its keyframe, and what plays without it continues where it fails', async () => {
  const film = play('whole', 0, 60_000)
  splicer.follow([film])
  await clock.pass(1_000, 10)
  // It began half a second ago: it was made too late for its beginning.
  const piece = { ...play('keyed', 500, 8_500), layers: ['film', 'logo'] }
  splicer.follow([piece, film])
  await clock.pass(1_400, 10)
  expect([splicer.state().path, splicer.layers]).toEqual(['whole', null])
  await clock.pass(200, 10)
  expect([splicer.state().path, splicer.layers]).toEqual(['keyed', ['film', 'logo']])
  expect(seeks.filter(({ path }) => path === 'keyed')).toEqual([{ path: 'keyed', offset: 2_000 }])

  // The next one cannot be opened.
  splicer.follow([piece, { ...play('gone', 8_500, 10_000), layers: ['film', 'logo'] }, film])
  await clock.pass(6_000, 10)
  expect(splicer.state()).toEqual({ path: 'whole', trouble: 'there is no such file', failed: 'gone' })
  await clock.pass(1_000, 10)
  expectSmooth()
})
