/** What is heard instead of the pictures' own sound: real files in memory, and a clock that the test advances. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Loop, readLoop } from '../../../electron/studio/engine/flv/loop.ts'
import type { TagSource } from '../../../electron/studio/engine/flv/reader.ts'
import type { Tag } from '../../../electron/studio/engine/flv/tag.ts'
import type { Play } from '../../../electron/studio/engine/shelf.ts'
import type { SoundPlay } from '../../../electron/studio/engine/sound.ts'
import { Splicer } from '../../../electron/studio/engine/splicer.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'
import { newDir } from '../../support/folders.ts'
import { clip } from './clips.ts'

/** The stated lengths in ms; of `long` and `music` too short by 13, of `short` and `jingle` too long. */
const LENGTHS = {
  one: 2_000,
  long: 2_987,
  short: 1_040,
  music: 2_987,
  jingle: 1_040,
  day: 9_000,
  tune: 9_000,
} as const
type Name = keyof typeof LENGTHS

const loops = new Map<string, Loop>()
/** Of each picture and each sound: the file it is from, and its time in it. No two of them are the same buffer. */
const origins = new Map<Buffer, { path: string; timeMs: number }>()

beforeAll(async () => {
  const dir = newDir()
  const clips = {
    one: [2, 440],
    long: [3, 550],
    short: [1, 660],
    music: [3, 880],
    jingle: [1, 990],
    slate: [1, 100],
    day: [9, 330],
    tune: [9, 220],
  }
  for (const [name, [seconds = 0, tone = 0]] of Object.entries(clips)) {
    const loop = await readLoop(clip(dir, name, seconds, tone))
    const others: Record<string, string[]> = { long: ['soft', 'softer'], day: ['tune'] }
    // As files of their own with the same sound.
    for (const path of [name, ...(others[name] ?? [])]) {
      loops.set(path, path === name ? loop : await readLoop(`${dir}/${name}.flv`))
      const source = loops.get(path)?.source()
      origins.set(loops.get(path)?.silence?.data ?? expect.fail(), { path, timeMs: 0 })
      for (let tag = source?.peek(); source && tag; tag = source.peek()) {
        origins.set(tag.data, { path, timeMs: tag.timeMs - source.firstMs })
        source.shift()
      }
    }
  }
})

let clock: VirtualClock
let tags: Tag[]
let splicer: Splicer
/** Files on a disk that never answers. */
let hung: Set<string>
/** Where each file was entered. */
let seeks: { path: string; offset: number }[]

beforeEach(() => {
  clock = new VirtualClock()
  tags = []
  hung = new Set()
  seeks = []
  const send = (tag: Tag) => void tags.push(tag)
  splicer = new Splicer({ clock, slate: () => loops.get('slate') ?? null, send, open })
})

async function open(path: string): Promise<TagSource> {
  if (hung.has(path)) return new Promise(() => {})
  const held = loops.get(path)?.source()
  if (!held) throw new Error('there is no such file')
  return Object.create(held, {
    seek: {
      value(offset: number) {
        seeks.push({ path, offset })
        return held.seek(offset)
      },
    },
  })
}

let plays = 0
function play(path: Name, startsAt: number, endsAt = startsAt + LENGTHS[path]): Play {
  plays += 1
  return { id: String(plays), path, startsAt, endsAt }
}

/** Plays one after the other. */
function inARow(names: readonly Name[], from = 0): Play[] {
  let at = from
  return names.map((name) => {
    const one = play(name, at)
    at = one.endsAt
    return one
  })
}

const alone = (sounds: readonly Play[]): SoundPlay[] =>
  sounds.map((one) => ({ ...one, with: null, isPlaylist: true }))
const bound = (to: Play, path: string): SoundPlay => ({
  ...to,
  id: `${to.id} ${path}`,
  path,
  with: to.id,
  isPlaylist: false,
})

const of = (kind: Tag['kind'], from = 0) =>
  tags.filter((tag) => tag.kind === kind && !tag.isHeader && tag.timeMs >= from)
const originOf = ({ data }: Tag) => origins.get(data) ?? expect.fail('it is from no file')
/** The files of which sounds were heard since a time; a single frame of silence is what a standstill may cost. */
function heard(from = 0): string[] {
  const paths = of('audio', from).map((tag) => originOf(tag).path)
  return [...new Set(paths)].filter(
    (path) => path !== 'slate' || paths.indexOf('slate') !== paths.lastIndexOf('slate'),
  )
}

/** No step back and no hole for any player. */
function expectSmooth(): void {
  for (const [kind, most] of [
    ['video', 39],
    ['audio', 25],
  ] as const) {
    const times = of(kind).map(({ timeMs }) => timeMs)
    const steps = times.slice(1).map((time, nth) => time - (times[nth] ?? 0))
    expect(steps.filter((step) => step <= 0 || step > most)).toEqual([])
  }
}

/** How far the sounds since a time are from where the pictures' file has them, in ms. */
function offBy(from: number): number {
  const beginning = (kind: Tag['kind']) => of(kind, from).map((tag) => tag.timeMs - originOf(tag).timeMs)
  const pictures = beginning('video')
  return Math.max(...beginning('audio').map((one) => Math.abs(one - (pictures.at(-1) ?? 0))))
}

test('an audio playlist is heard through a thousand boundaries of its own and of the pictures, without a hole', async () => {
  const pictures = inARow(
    Array.from({ length: 500 }, (_, nth) => (['one', 'long', 'short'] as const)[nth % 3] ?? 'one'),
  )
  const music = inARow(
    Array.from({ length: 600 }, (_, nth) => (['music', 'jingle'] as const)[nth % 2] ?? 'music'),
    333,
  )
  splicer.follow(pictures, alone(music))
  await clock.pass(900_000, 100)
  expectSmooth()
  expect(heard(1_000).toSorted()).toEqual(['jingle', 'music', 'slate'])
  const [last] = of('audio').slice(-1)
  const due = music.findLast(({ startsAt }) => startsAt <= (last?.timeMs ?? 0))
  const off = (last?.timeMs ?? 0) - (due?.startsAt ?? 0) - (last ? originOf(last).timeMs : 0)
  expect(Math.abs(off)).toBeLessThanOrEqual(20)
  expect(Math.abs((last?.timeMs ?? 0) - (of('video').at(-1)?.timeMs ?? 0))).toBeLessThanOrEqual(55)
})

test('the sound of a file at another volume keeps time with its picture, also if that is late or continues', async () => {
  const pictures = inARow(['one', 'long', 'long', 'long'])
  const sounds = pictures.slice(1).map((one) => bound(one, 'soft'))
  splicer.follow(pictures, sounds)
  await clock.pass(3_000, 10)
  expect(heard(2_030)).toEqual(['soft'])
  expect(offBy(2_200)).toBeLessThanOrEqual(20)
  // A machine that was busy: what was missed comes later, picture and sound alike.
  const real = clock.monotonic
  clock.monotonic = () => real() + 800
  await clock.pass(1_000, 10)
  expect(offBy(3_200)).toBeLessThanOrEqual(20)
  await clock.pass(2_500, 10)
  expect(heard(2_030)).toEqual(['soft'])
  expectSmooth()
})

test('a volume that changes on air is heard at once, at the same place of the file', async () => {
  const picture = play('long', 0)
  splicer.follow([picture], [bound(picture, 'soft')])
  await clock.pass(1_000, 10)
  splicer.follow([picture], [bound(picture, 'softer')])
  await clock.pass(100, 10)
  expect(heard(1_050)).toEqual(['softer'])
  expect(seeks.at(-1)?.offset).toBeGreaterThanOrEqual(1_000)
  expect(offBy(1_050)).toBeLessThanOrEqual(20)
  splicer.follow([picture])
  await clock.pass(100, 10)
  expect(heard(1_150)).toEqual(['long'])
  splicer.follow([{ ...picture, isSilent: true }])
  await clock.pass(1_000, 10)
  expect(heard(1_250)).toEqual(['slate'])
  // The picture is not begun anew: its next keyframe comes after 2 s.
  expect(of('video', 200).filter(({ isKey, timeMs }) => isKey && timeMs < 1_900)).toEqual([])
  expectSmooth()
})

test('pieces of a mix follow each other at their places in the picture, and overlap by two frames', async () => {
  const picture = play('long', 0)
  const piece = (path: string, startsAt: number, endsAt: number) => ({
    ...{ ...bound(picture, path), isPlaylist: true },
    ...{ startsAt: picture.startsAt + startsAt, endsAt: picture.startsAt + endsAt },
  })
  splicer.follow([picture], [piece('soft', 0, 1_500), piece('softer', 1_457, 2_987)])
  await clock.pass(2_900, 10)
  expect(splicer.soundState()).toMatchObject({ isPlaylist: true, trouble: null })
  const beginnings = of('audio', 200).map((tag) => [originOf(tag).path, tag.timeMs - originOf(tag).timeMs] as const)
  const order = beginnings.map(([path]) => path)
  expect(order.lastIndexOf('soft')).toBe(order.indexOf('softer') - 1)
  for (const [path, at] of beginnings) expect(Math.abs(at - (path === 'soft' ? 0 : 1_457))).toBeLessThanOrEqual(20)
  const cut = of('audio').find((tag) => originOf(tag).path === 'softer')
  expect(Math.abs((cut?.timeMs ?? 0) - 1_500)).toBeLessThanOrEqual(30)
  expectSmooth()
})

test('a switch of the scene cuts picture and sound at the same time', async () => {
  const [day, night] = [play('long', 0), play('long', 1_010)]
  splicer.follow([day], [bound(day, 'soft')])
  await clock.pass(1_010, 10)
  splicer.follow([night], [bound(night, 'softer')])
  await clock.pass(900, 10)
  const [first] = of('audio').filter((tag) => originOf(tag).path === 'softer')
  const [cut] = of('video', 1_000).filter((tag) => originOf(tag).timeMs === 0)
  expect(Math.abs((first?.timeMs ?? 0) - (cut?.timeMs ?? 0))).toBeLessThanOrEqual(60)
  expect(offBy(1_100)).toBeLessThanOrEqual(20)
  expectSmooth()
})

test('until the sound of a file at its volume is opened, there is silence: its own one may be much louder', async () => {
  const [day, night] = [play('long', 0), play('one', 1_000)]
  splicer.follow([day], [bound(day, 'soft')])
  await clock.pass(1_000, 10)
  hung.add('softer')
  splicer.follow([night], [bound(night, 'softer')])
  await clock.pass(600, 10)
  expect(heard(1_050)).toEqual(['slate'])
  // One that is not opened at all is not waited for.
  await clock.pass(900, 10)
  expect(heard(2_300)).toEqual(['one'])
  expectSmooth()
})

test('an audio playlist is not heard with a picture that is louder', async () => {
  const [loud, quiet] = inARow(['one', 'long'])
  if (!loud || !quiet) expect.fail()
  splicer.follow(
    [loud, quiet],
    alone([play('tune', 0)]).map((sound) => ({ ...sound, notWith: [loud.id] })),
  )
  await clock.pass(1_900, 10)
  expect([heard(100), splicer.soundState().isPlaylist]).toEqual([['one'], false])
  await clock.pass(2_000, 10)
  expect([heard(2_200), splicer.soundState().isPlaylist]).toEqual([['tune'], true])
  expectSmooth()
})

test('a sound that is only there at another volume is heard, and it is told', async () => {
  const picture = play('long', 0)
  splicer.follow([picture], [{ ...bound(picture, 'soft'), why: 'there is none at this volume yet' }])
  await clock.pass(500, 10)
  expect(splicer.soundState()).toMatchObject({
    path: 'soft',
    trouble: 'there is none at this volume yet',
    failed: null,
  })
})

test('where an audio playlist is over, its file is gone or is not read, the own sound is heard, and it is told', async () => {
  hung.add('jingle')
  const pictures = inARow(['long', 'long', 'long', 'long'])
  const gone = { ...play('music', 3_000, 4_500), path: 'gone' }
  splicer.follow(pictures, alone([play('music', 0, 2_000), gone, play('jingle', 4_500, 9_000)]))
  const seen: unknown[] = []
  for (const at of [1_000, 2_500, 4_000, 5_900]) {
    await clock.pass(at - clock.monotonic(), 10)
    const { isPlaylist: _, ...state } = splicer.soundState()
    seen.push({ ...state, heard: heard(at - 200) })
  }
  expect(seen).toEqual([
    { path: 'music', trouble: null, failed: null, heard: ['music'] },
    { path: null, trouble: null, failed: null, heard: ['long'] },
    { path: null, trouble: 'there is no such file', failed: 'gone', heard: ['long'] },
    { path: null, trouble: 'its file cannot be opened at the moment', failed: null, heard: ['long'] },
  ])
  expectSmooth()
})

test('a boundary of an audio playlist that a busy machine missed leaves no hole in the pictures', async () => {
  splicer.follow([play('day', 0)], alone([play('music', 0, 1_600), play('music', 1_600)]))
  await clock.pass(1_000, 10)
  const real = clock.monotonic
  clock.monotonic = () => real() + 800
  await clock.pass(1_000, 10)
  expectSmooth()
  expect(heard()).toEqual(['music'])
})

test('after sleep, an audio playlist continues where it should be, and nothing is sent in a rush', async () => {
  splicer.follow([play('day', 0)], alone([play('tune', 0)]))
  await clock.pass(1_000, 10)
  const before = tags.length
  const real = clock.monotonic
  clock.monotonic = () => real() + 6_000
  await clock.pass(15, 15)
  expect(tags.length - before).toBeLessThan(20)
  await clock.pass(1_500, 10)
  expectSmooth()
  expect(heard(1_200)).toEqual(['tune'])
  const [last] = of('audio').slice(-1)
  expect(last && originOf(last).timeMs).toBeGreaterThan(8_000)
  splicer.close()
  expect(clock.waiting).toBe(0)
})

test('a composed piece has all sounds, so no other one is heard with it', async () => {
  const [film, music] = [play('day', 0), play('tune', 0)]
  const piece = { ...play('one', 1_000), layers: ['film', 'music'] }
  splicer.follow([piece, film], alone([music]))
  await clock.pass(900, 10)
  expect(splicer.soundState().path).toBe('tune')
  await clock.pass(1_500, 10)
  expect([splicer.layers, splicer.soundState().path]).toEqual([['film', 'music'], null])
  expect(heard(1_100)).toEqual(['one'])
  await clock.pass(1_100, 10)
  expect(splicer.soundState().path).toBe('tune')
  expectSmooth()
})
