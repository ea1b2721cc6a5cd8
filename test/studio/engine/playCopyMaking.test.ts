/** What a play copy must be, and how one that is lost, damaged or out of date comes back: with real files and ffmpeg. */
import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sentProjects, wantedCopies } from '../../../electron/studio/broadcasting/enginePlan.ts'
import { openFlv, restOf } from '../../../electron/studio/engine/flv/reader.ts'
import { createPrograms } from '../../../electron/studio/files/bounds/programs.ts'
import { createPlace } from '../../../electron/studio/files/catalogue/place.ts'
import type { FileContext } from '../../../electron/studio/files/encoding/lane.ts'
import { createPlayCopies, type PlayCopies } from '../../../electron/studio/files/encoding/playCopies.ts'
import { copyAsItIs, encodeCopy } from '../../../electron/studio/files/encoding/playCopy.ts'
import type { World } from '../../../electron/studio/rules/world/world.ts'
import { systemClock } from '../../../electron/util/time.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'
import { newDir } from '../../support/folders.ts'
import { fileOf } from '../files/kit.ts'
import { eventually } from '../processes.ts'
import { ffmpeg, HOUSE, source } from './clips.ts'

const frame = { width: 320, height: 180 }
const programs = createPrograms(null, systemClock)
/** Without what makes picture and sound end together, and without the keyframe every 2 s. */
const CODEC = HOUSE.slice(HOUSE.indexOf('-c:v'))

/** Makes a play copy, and says where its pictures, its sounds and its groups of pictures end, in ms. */
async function copyOf(from: string) {
  const making = join(newDir(), 'copy.flv')
  const job = { signal: AbortSignal.timeout(60_000), percent: null }
  const copying = { from, making, frame, gain: 0, job, requireRoom: async () => {} }
  if (!(await copyAsItIs(programs, copying))) await encodeCopy(programs, copying)
  const file = await openFlv(making)
  const ends = { video: 0, audio: 0 }
  for await (const { kind, timeMs } of restOf(file)) ends[kind] = timeMs - file.firstMs
  file.close()
  return { ...ends, keys: file.keyframes.map(({ timeMs }) => timeMs), sizeBytes: statSync(making).size }
}

it('the picture of a copy lasts as long as its sound, also of a file that is in the house format otherwise', async () => {
  const picture = source(1, 440).slice(0, 4)
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=4']
  const house = ffmpeg([...picture, ...sound, '-pix_fmt', 'yuv420p', ...CODEC], join(newDir(), 'house.mp4'))
  const once = ['-f', 'lavfi', '-i', 'color=c=red:s=320x180:r=1:d=1', ...sound, '-pix_fmt', 'yuv420p']
  const podcast = ffmpeg([...once, '-c:v', 'libx264', '-c:a', 'aac'], join(newDir(), 'podcast.mp4'))
  for (const { video, audio } of [await copyOf(house), await copyOf(podcast)]) {
    expect(video).toBeGreaterThan(3_880)
    expect(Math.abs(video - audio)).toBeLessThan(100)
  }
})

it('a file without enough keyframes is encoded, so that everyone who joins sees a picture soon', async () => {
  const rare = CODEC.map((one) => (one === '60' ? '9999' : one))
  const house = ffmpeg([...source(4, 440), '-pix_fmt', 'yuv420p', ...rare], join(newDir(), 'rare.mp4'))
  expect((await copyOf(house)).keys).toEqual([0, 2_000])
})

it('a picture that begins after its sound is shown from the beginning', async () => {
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3']
  const late = ['-itsoffset', '1', ...source(2, 440).slice(0, 4), ...sound, '-c:v', 'libx264', '-c:a', 'aac']
  const { video, audio } = await copyOf(ffmpeg(late, join(newDir(), 'late.mkv')))
  expect(video).toBeGreaterThan(2_880)
  expect(Math.abs(video - audio)).toBeLessThan(100)
})

it('a file in the house format that takes far more than an encode would is encoded', async () => {
  const noise = source(2, 440).map((one) => one.replace('duration=2', 'duration=2,noise=alls=60:allf=t'))
  const path = join(newDir(), 'heavy.mp4')
  ffmpeg([...noise.slice(0, 4), ...source(2, 440).slice(4), '-pix_fmt', 'yuv420p', ...CODEC, '-crf', '18'], path)
  const { sizeBytes, keys } = await copyOf(path)
  expect(keys).toEqual([0])
  expect(statSync(path).size).toBeGreaterThan(500_000)
  expect(sizeBytes).toBeLessThan(250_000)
})

let clock: VirtualClock
let copies: PlayCopies
let file: ReturnType<typeof fileOf>
/** Others of the account. Nothing but an encoder can copy them. */
const others = ['f2', 'f3'].map((id) => fileOf({ id }))
/** The file whose encoder makes no progress, and whether it has begun. */
let stuck: string | null
let isEncoding: boolean
let made: number
/** Ends ffmpeg as soon as it has begun, as an operating system does that runs out of memory. */
let isKilled: boolean
let play: string

beforeEach(() => {
  clock = new VirtualClock()
  const place = createPlace(
    newDir(),
    async () => 1e12,
    () => {},
  )
  file = fileOf({ id: 'f1', metadata: metadataOf(1_000) })
  play = dirname(place.playCopy('any'))
  made = 0
  isKilled = false
  stuck = null
  isEncoding = false
  ffmpeg([...source(1, 440), ...HOUSE, '-f', 'mp4'], place.whole('f1'))
  for (const { id } of others) ffmpeg([...source(1, 440), ...HOUSE, '-r', '25', '-f', 'mp4'], place.whole(id))
  const context = {
    ...{ place, clock, log: () => {}, moment: () => ({ now: 0, newId: () => `n${made}` }) },
    catalogue: { find: (id: string) => [file, ...others].find((one) => one.id === id), update() {} },
    programs: {
      async run(name: 'ffmpeg' | 'ffprobe', args: string[], how: { signal: AbortSignal }) {
        const isStuck = name === 'ffmpeg' && stuck !== null && args.some((one) => one.endsWith(`/${stuck}`))
        if (isStuck) {
          isEncoding = true
          await new Promise((resolve) => how.signal.addEventListener('abort', resolve))
        }
        const signal = isKilled && name === 'ffmpeg' ? AbortSignal.any([AbortSignal.abort(), how.signal]) : how.signal
        return programs.run(name, args, { ...how, signal })
      },
    },
  }
  copies = createPlayCopies(context as unknown as FileContext, () => {
    made += 1
  })
})

afterEach(() => copies.close())

const metadataOf = (sizeBytes: number) => ({
  ...{ resolution: '320x180', frameRate: 30, bitrateMbps: 1, durationSec: 1, sizeBytes },
  ...{ videoCodec: 'h264', audioCodec: 'aac', loudnessLufs: null },
})
const wish = { fileId: 'f1', form: frame }
const names = () => readdirSync(play).filter((name) => name.startsWith('f1'))
const want = () => copies.want([wish], [frame])
const isMade = () => eventually(() => (copies.find(wish) && copies.slate(frame) ? true : null))

it('a file that was encoded once more has its earlier copy until the new one is there', async () => {
  want()
  await isMade()
  const before = copies.find(wish)
  file = { ...file, metadata: metadataOf(2_000) }
  expect(copies.find(wish)).toBe(before)
  want()
  await eventually(() => (copies.find(wish) === before ? null : true))
  await eventually(() => names().length === 1 || null)
  expect(copies.find(wish)).toBe(join(play, names()[0] ?? ''))
})

it('a copy of before its loudness was known plays until the one at the right loudness is there', async () => {
  want()
  await isMade()
  const before = copies.find(wish)
  file = { ...file, metadata: { ...metadataOf(1_000), loudnessLufs: -22 }, isLoudnessAwaited: true }
  want()
  file = { ...file, isLoudnessAwaited: false }
  expect(copies.find(wish)).toBe(before)
  want()
  await eventually(() => (copies.find(wish) === before ? null : true))
  await eventually(() => (names().length === 1 && names()[0]?.includes('.g60.')) || null)
})

it('a file waits until its loudness is known, unless it is on air', async () => {
  file = { ...file, isLoudnessAwaited: true }
  want()
  await eventually(() => copies.slate(frame))
  expect(copies.find(wish)).toBe(null)
  copies.want([{ ...wish, isOnAir: true }], [frame])
  await isMade()
})

it('a sound at a volume is made in seconds, and until it is there, one at the nearest volume is heard', async () => {
  const at = (volume: number) => ({ fileId: 'f1', form: { volume } })
  copies.want([at(2), at(9)], [frame])
  await eventually(() => (copies.find(at(2)) !== copies.find(at(9)) ? copies.find(at(9)) : null))
  const [two, nine] = [copies.find(at(2)), copies.find(at(9))]
  expect([two, nine].map((path) => /\.s\d+\./.exec(path ?? '')?.[0])).toEqual(['.s20.', '.s90.'])
  expect([copies.find(at(3)), copies.find(at(7))]).toEqual([two, nine])
  expect([2, 3].map((volume) => copies.isAsWished(two ?? '', at(volume)))).toEqual([true, false])
  // A volume that nothing has any more takes no room for long.
  copies.want([at(3)], [frame])
  await eventually(() => (names().length === 1 && names()[0]?.includes('.s30.')) || null)
  // It can be entered anywhere, which takes an index of its own.
  const file = await openFlv(copies.find(at(3)) ?? '')
  expect(file.keyframes.map(({ timeMs }) => timeMs)).toEqual([0])
  file.close()
})

it('a copy whose encoder is killed is made again after seconds, and meanwhile says why there is none', async () => {
  isKilled = true
  want()
  await eventually(() => copies.failureOf(wish))
  expect(copies.find(wish)).toBe(null)
  isKilled = false
  clock.advance(4_900)
  want()
  clock.advance(200)
  want()
  await isMade()
  expect(copies.failureOf(wish)).toBe(null)
})

it('a copy that could not be played is made again in its place, once', async () => {
  want()
  await isMade()
  const path = copies.find(wish) ?? ''
  truncateSync(path, 0)
  copies.distrust(path)
  expect(copies.find(wish)).toBe(path)
  await eventually(() => statSync(path).size > 0 || null)
  truncateSync(path, 0)
  copies.distrust(path)
  want()
  await copies.close()
  expect(statSync(path).size).toBe(0)
})

it('a slate that cannot be made or was removed, with its folder, is made again', async () => {
  isKilled = true
  want()
  await eventually(() => made > 1 || null)
  expect(copies.slate(frame)).toBe(null)
  isKilled = false
  clock.advance(5_100)
  want()
  await isMade()
  rmSync(play, { recursive: true })
  want()
  await isMade()
  expect(readdirSync(play)).toHaveLength(2)
})

it('a file that needs no encoder does not wait for one that does', async () => {
  stuck = 'f2'
  copies.want([{ fileId: 'f2', form: frame }, wish], [frame])
  await isMade()
  expect(copies.find({ fileId: 'f2', form: frame })).toBe(null)
})

it('an encode for later makes room for one that is on air, and is done afterwards', async () => {
  const [later, onAir] = others.map(({ id }) => ({ fileId: id, form: frame })) as [typeof wish, typeof wish]
  stuck = 'f2'
  copies.want([later], [frame])
  await eventually(() => isEncoding || null)
  copies.want([{ ...onAir, isOnAir: true }, later], [frame])
  stuck = null
  await eventually(() => copies.find(later))
  expect(copies.find(onAir)).not.toBe(null)
})

it('the files of a broadcast that runs are wanted before all others, and as such', () => {
  const showOf = (fileId: string) => ({
    activeSceneId: 's',
    scenes: [
      { id: 's', layers: [{ type: 'videoPlaylist', hide: false, volume: 10, nextScene: null, items: [{ fileId }] }] },
    ],
  })
  const project = (id: string, fileId: string) => ({
    ...{ id, destinationIds: ['server'], show: showOf(fileId) },
    format: '16:9_720p',
  })
  const world = {
    destinations: { server: { id: 'server', server: { url: 'rtmp://127.0.0.1/live' } } },
    projects: { first: project('first', 'later'), second: project('second', 'edited') },
    lives: { second: { onAir: showOf('now') } },
  } as unknown as World
  expect(wantedCopies(world, sentProjects(world)).map(({ fileId, isOnAir = false }) => [fileId, isOnAir])).toEqual([
    ['now', true],
    ['later', false],
    ['edited', false],
  ])
})
