/** Mixes of two sounds: which pieces are needed, and that each is in time, whole and made again when its maker is killed. */
import { spawnSync } from 'node:child_process'
import { addAbortListener } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { enginePlan, type PlanSources } from '../../../electron/studio/broadcasting/enginePlan.ts'
import { createHeld } from '../../../electron/studio/broadcasting/held.ts'
import { piecesOf, soundsOf } from '../../../electron/studio/broadcasting/soundPlan.ts'
import { createPrograms } from '../../../electron/studio/files/bounds/programs.ts'
import { createPlace } from '../../../electron/studio/files/catalogue/place.ts'
import type { FileContext } from '../../../electron/studio/files/encoding/lane.ts'
import { createMixes } from '../../../electron/studio/files/encoding/mixes.ts'
import type { World } from '../../../electron/studio/rules/world/world.ts'
import { systemClock } from '../../../electron/util/time.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'
import { newDir } from '../../support/folders.ts'
import { eventually } from '../processes.ts'
import { ffmpeg } from './clips.ts'

/** Plays of files one after the other, of these lengths in ms. */
function inARow(lengths: readonly number[], volume = 10) {
  let at = 0
  return lengths.map((length, nth) => {
    const startedAt = at
    at += length
    return { fileId: `f${nth}`, startedAt, endsAt: at, volume }
  })
}

it('the pieces of a mix follow each other without a gap, end with either file, and are the same at any time', () => {
  const [shown, heard] = [inARow([100_000, 5_000, 300_000]), inARow([30_000, 90_000, Number.POSITIVE_INFINITY])]
  const all = piecesOf(shown, heard, 0)
  expect(all.map(({ from, until }) => [from, until])).toEqual([
    [0, 8_000],
    [8_000, 30_000],
    [30_000, 72_000],
    [72_000, 100_000],
    [100_000, 105_000],
    [105_000, 113_000],
    [113_000, 120_000],
    [120_000, 177_000],
  ])
  expect(piecesOf(shown, heard, 50_000).slice(0, 5)).toEqual(all.slice(2, 7))
  // Far on in a file of unknown length.
  const [late] = piecesOf(
    inARow([Number.POSITIVE_INFINITY]),
    inARow([Number.POSITIVE_INFINITY]),
    8_000 + 64_000 * 1e6 + 1,
  )
  expect([late?.from, late?.until]).toEqual([8_000 + 64_000 * 1e6, 8_000 + 64_000 * 1e6 + 64_000])
  expect(piecesOf(inARow([100_000], 0), heard, 0)).toEqual([])
})

it('a mix is heard once some seconds of it are made; until then the audio playlist is, and one that failed is told', () => {
  const [shown, heard] = [inARow([4_000, 4_000, 4_000]), inARow([60_000])]
  const soundsWith = (made: number, why: string | null = null) => {
    let nth = 0
    const mixOf = () => {
      nth += 1
      return nth <= made ? { path: `piece${nth}`, why: null } : { path: null, why }
    }
    const copy = () => ({ path: 'copy', why: null })
    const sources = {
      now: 1_000,
      idOf: ({ fileId }: { fileId: string }) => fileId,
      seenOf: copy,
      heardOf: copy,
      mixOf,
    }
    return soundsOf(shown, heard, sources)
  }
  expect(soundsWith(1).sounds.map(({ path }) => path)).toEqual(['copy'])
  expect(soundsWith(2).sounds.map(({ path }) => path)).toEqual(['piece1', 'copy'])
  expect(soundsWith(3).sounds.map(({ path }) => path)).toEqual(['piece1', 'piece2', 'piece3', 'copy'])
  expect(soundsWith(0, 'it could not be mixed').sounds.filter(({ why }) => why !== null)).toHaveLength(3)
  expect(soundsWith(3).sounds.map((one) => one.with)).toEqual(['f0', 'f1', 'f2', null])
  expect(soundsWith(3).mixes.map(({ mix }) => [mix.seenFrom, mix.heardFrom])).toEqual([
    [0, 0],
    [0, 4_000],
    [0, 8_000],
  ])
})

it('an audio playlist that is quieter than the pictures is not heard instead of them, where they have a sound', () => {
  const copy = () => ({ path: 'copy', why: null })
  const mixOf = () => ({ path: null, why: null })
  const sources = { now: 0, idOf: ({ fileId }: { fileId: string }) => fileId, seenOf: copy, heardOf: copy, mixOf }
  const notWith = (films: readonly number[], music: number) => {
    const shown = films.flatMap((volume, nth) =>
      inARow([4_000], volume).map((film) => ({
        ...film,
        fileId: `film${nth}`,
        startedAt: nth * 4_000,
        endsAt: nth * 4_000 + 4_000,
      })),
    )
    const { sounds } = soundsOf(shown, inARow([60_000], music), sources)
    return sounds.filter((sound) => sound.isPlaylist).flatMap((sound) => sound.notWith)
  }
  // The second film has no sound: there, the music is heard.
  expect([notWith([10, 0], 2), notWith([3, 10], 3), notWith([2, 1], 2)]).toEqual([['film0'], ['film1'], []])
})

it('nothing is mixed with a film that has no sound', () => {
  const list = (type: string, id: string) => ({
    ...{ id, type, hide: false, volume: 10, nextScene: null, loop: true },
    position: { x: 0, y: 0, width: 100, height: 100 },
    items: [{ playlistItemId: `${id}1`, fileId: id, durationSec: 10 }],
  })
  const layers = [list('videoPlaylist', 'film'), list('audioPlaylist', 'music')]
  const runs = layers.map(({ id }) => ({ layerId: id, startedAt: 0, round: 0, place: 0 }))
  const live = {
    ...{ liveId: 'l', projectId: 'p', status: 'LIVE', startedAt: 0, destinations: [{ id: 'watchpage' }] },
    ...{ onAir: { activeSceneId: 's', scenes: [{ id: 's', layers }] }, playing: { switchAt: null, runs } },
  }
  const world = { lives: { p: live }, projects: { p: { id: 'p', format: '16:9_720p' } }, destinations: {} }
  const plan = (hasSound: boolean) =>
    enginePlan(world as unknown as World, 0, {
      ...{ copyOf: (fileId: string) => fileId, whyNoCopy: () => null, mixOf: () => ({ path: null, why: null }) },
      ...{ slateOf: () => null, keyOf: () => null, watchPageOf: () => ({ url: '', key: '' }) },
      ...{
        hasSound: () => hasSound,
        capacity: () => 0,
        aspectOf: () => null,
        pieceOf: () => ({ path: null, why: null }),
      },
      held: createHeld(),
    } as unknown as PlanSources)
  expect([plan(true).mixes.length > 0, plan(false).mixes]).toEqual([true, []])
  expect(plan(false).broadcasts[0]?.sounds[0]).toMatchObject({ path: 'music', notWith: [] })
})

let clock: VirtualClock
let mixes: ReturnType<typeof createMixes>
let isKilled: boolean
let isHung: boolean
let log: string[]
let made: number
/** Bytes left on the disk. */
let free: number

beforeEach(() => {
  free = 1e12
  clock = new VirtualClock()
  isKilled = false
  isHung = false
  log = []
  made = 0
  const programs = createPrograms(null, systemClock)
  const place = createPlace(
    newDir(),
    async () => free,
    () => {},
  )
  const context = {
    ...{
      place,
      clock,
      log: (line: string) => void log.push(line),
      moment: () => ({ now: 0, newId: () => `n${made}` }),
    },
    programs: {
      run: (name: 'ffmpeg', args: string[], how: { signal: AbortSignal }) =>
        isHung
          ? hung(how.signal)
          : isKilled
            ? Promise.reject(new Error('It was ended from outside.'))
            : programs.run(name, args, how),
    },
  }
  mixes = createMixes(context as unknown as FileContext, () => {
    made += 1
  })
})

afterEach(() => mixes.close())

/** A program that does nothing until it is ended. */
const hung = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => addAbortListener(signal, () => reject(signal.reason)))

/** A play copy whose sound is a click of 5 ms at a time, in ms. */
function click(name: string, atMs: number): string {
  const wave = `aevalsrc='if(between(t,${atMs / 1_000},${(atMs + 5) / 1_000}),0.5*sin(2*PI*3000*t),0)':s=48000:d=4`
  const picture = ['-f', 'lavfi', '-i', 'color=c=red:s=32x32:r=30:d=4', '-f', 'lavfi', '-i', wave]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '60', '-c:a', 'aac', '-ac', '2']
  return ffmpeg([...picture, ...codecs, '-flvflags', 'add_keyframe_index'], join(newDir(), `${name}.flv`))
}

/** The times of clicks in a file in ms, counted from its first picture, and its length. */
function clicksIn(path: string) {
  const args = ['-v', 'error', '-i', path, '-f', 'f32le', '-ac', '1', '-ar', '48000', '-']
  const { stdout } = spawnSync('ffmpeg', args, { maxBuffer: 50_000_000 })
  const clicks: number[] = []
  for (let at = 0; at + 4 <= stdout.length; at += 4) {
    const ms = at / 4 / 48 - 1_024 / 48
    if (Math.abs(stdout.readFloatLE(at)) > 0.15 && ms - (clicks.at(-1) ?? -1_000) > 20) clicks.push(ms)
  }
  return { clicks, lengthMs: stdout.length / 4 / 48 - 1_024 / 48 }
}

it('a piece is made on a disk that takes no more files, and made again once it could not be played', async () => {
  free = 900_000_000
  const [seen, heard] = [click('seen', 1_500), click('heard', 3_000)]
  const piece = { seen, seenFrom: 0, volume: 10, heard, heardFrom: 0, lengthMs: 500 }
  mixes.want([piece])
  const path = await eventually(() => mixes.find(piece))
  writeFileSync(path, 'damaged')
  expect([mixes.distrust(path), mixes.distrust(seen)]).toEqual([true, false])
  await eventually(() => mixes.find(piece))
  expect(clicksIn(path).lengthMs).toBeGreaterThan(400)
})

it('a piece has both sounds where they belong, to the frame', async () => {
  const mix = {
    seen: click('seen', 1_500),
    seenFrom: 1_000,
    volume: 5,
    heard: click('heard', 3_000),
    heardFrom: 2_200,
  }
  const piece = { ...mix, lengthMs: 1_500 }
  mixes.want([piece])
  const path = await eventually(() => mixes.find(piece))
  const { clicks, lengthMs } = clicksIn(path)
  expect(clicks).toHaveLength(2)
  expect(Math.abs((clicks[0] ?? 0) - 500)).toBeLessThan(15)
  expect(Math.abs((clicks[1] ?? 0) - 800)).toBeLessThan(15)
  expect(Math.abs(lengthMs - 1_500)).toBeLessThan(30)
})

it('a piece whose maker is killed says so and is made again; one that is no longer wanted is removed', async () => {
  const [seen, heard] = [click('seen', 1_500), click('heard', 3_000)]
  const piece = { seen, seenFrom: 0, volume: 10, heard, heardFrom: 0, lengthMs: 500 }
  isKilled = true
  mixes.want([piece])
  await eventually(() => mixes.failureOf(piece))
  expect([mixes.find(piece), log]).toEqual([
    null,
    ['Two sounds could not be mixed, so one of them is heard: It was ended from outside.'],
  ])
  isKilled = false
  clock.advance(5_100)
  await eventually(() => mixes.find(piece))
  expect(mixes.failureOf(piece)).toBe(null)
  mixes.want([{ ...piece, seenFrom: 500 }])
  expect(mixes.find(piece)).toBe(null)
  mixes.want([])
})

it('a piece whose maker hangs is given up, and so is one that is no longer wanted', async () => {
  const [seen, heard] = [click('seen', 1_500), click('heard', 3_000)]
  const piece = { seen, seenFrom: 0, volume: 10, heard, heardFrom: 0, lengthMs: 500 }
  isHung = true
  mixes.want([piece])
  await eventually(() => clock.waiting || null)
  clock.advance(20_100)
  expect(await eventually(() => mixes.failureOf(piece))).toBe('ffmpeg took too long and was ended')
  clock.advance(5_100)
  isHung = false
  mixes.want([{ ...piece, seenFrom: 500 }])
  await eventually(() => mixes.find({ ...piece, seenFrom: 500 }))
})
