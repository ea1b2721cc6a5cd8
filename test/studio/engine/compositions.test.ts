/** Composed pieces as ffmpeg makes them: every picture at its place, every sound at its time, and for how many it is fast enough. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { readLoop } from '../../../electron/studio/engine/flv/loop.ts'
import { openFlv, restOf } from '../../../electron/studio/engine/flv/reader.ts'
import type { Tag } from '../../../electron/studio/engine/flv/tag.ts'
import { Splicer } from '../../../electron/studio/engine/splicer.ts'
import { createPrograms } from '../../../electron/studio/files/bounds/programs.ts'
import { argumentsFor, type Composition, createSpeed } from '../../../electron/studio/files/encoding/compositions.ts'
import { hasHouseSound } from '../../../electron/studio/files/encoding/playCopy.ts'
import { systemClock } from '../../../electron/util/time.ts'
import { VirtualClock } from '../../fakes/virtualClock.ts'
import { newDir } from '../../support/folders.ts'
import { clickAt, clicksIn, ffmpeg, HOUSE, samplesIn } from './clips.ts'
import { coloursIn } from './reader.ts'

const frame = { width: 320, height: 180 }
const whole = { x: 0, y: 0, ...frame }

let dir: string
beforeAll(() => {
  dir = newDir()
})

/** A play copy of one colour, with a click at a time in ms. */
function copy(colour: string, clickMs: number): string {
  const picture = [
    '-f',
    'lavfi',
    '-i',
    `color=c=${colour}:s=320x180:r=30:d=4`,
    '-f',
    'lavfi',
    '-i',
    clickAt(clickMs, 4),
  ]
  return ffmpeg([...picture, ...HOUSE, '-flvflags', 'add_keyframe_index'], join(dir, `${colour}.flv`))
}

async function make(piece: Composition, path: string): Promise<void> {
  const args = await argumentsFor(piece, path)
  await createPrograms(null, systemClock).run('ffmpeg', args, { signal: new AbortController().signal })
}

it('a piece has each picture at its place and each sound at its time, and no more', async () => {
  const [film, logo] = [copy('red', 2_000), copy('blue', 800)]
  const at = { x: 240, y: 120, width: 80, height: 60 }
  const parts = [
    { path: film, fromMs: 1_500, volume: 10, seen: { crop: whole, at: whole } },
    { path: logo, fromMs: 0, volume: 10, seen: { crop: { ...whole, width: 240 }, at } },
  ]
  const path = join(dir, 'piece.flv')
  await make({ frame, lengthMs: 1_500, parts }, path)

  expect(coloursIn(path, 'crop=72:52:244:124')).toBe('B'.repeat(45))
  expect(coloursIn(path, 'crop=230:180:0:0')).toBe('R'.repeat(45))
  const file = await openFlv(path)
  expect([hasHouseSound(file), file.keyframes.map(({ timeMs }) => timeMs)]).toEqual([true, [0]])
  const sounds: number[] = []
  for await (const { kind, timeMs, isHeader } of restOf(file))
    if (kind === 'audio' && !isHeader) sounds.push(timeMs - file.firstMs)
  // What the engine needs of the sound before and at the end.
  expect(sounds[0]).toBeLessThanOrEqual(-42)
  expect(sounds.at(-1)).toBeGreaterThanOrEqual(1_500 - 22)
  const clicks = clicksIn(path).map((ms) => ms + (sounds[0] ?? 0))
  expect(clicks).toHaveLength(2)
  expect(Math.abs((clicks[0] ?? 0) - 500)).toBeLessThan(10)
  expect(Math.abs((clicks[1] ?? 0) - 800)).toBeLessThan(10)
})

it('two pieces one after the other sound like one', async () => {
  const tone = [
    '-f',
    'lavfi',
    '-i',
    'color=c=red:s=320x180:r=30:d=5',
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=${HERTZ}:duration=5:sample_rate=48000`,
  ]
  const film = ffmpeg([...tone, ...HOUSE, '-flvflags', 'add_keyframe_index'], join(dir, 'tone.flv'))
  // Whole frames of pictures and of AAC.
  const lengthMs = 1_600
  const pieces = await Promise.all(
    [0, 1].map(async (nth) => {
      const path = join(dir, `tone${nth}.flv`)
      await make(
        {
          frame,
          lengthMs,
          parts: [{ path: film, fromMs: nth * lengthMs, volume: 10, seen: { crop: whole, at: whole } }],
        },
        path,
      )
      return readLoop(path)
    }),
  )
  const clock = new VirtualClock()
  const tags: Tag[] = []
  const open = async (path: string) => (pieces[Number(path)] ?? expect.fail()).source()
  const splicer = new Splicer({ clock, slate: () => null, send: (tag) => void tags.push(tag), open })
  splicer.follow(
    [0, 1].map((nth) => ({ id: `${nth}`, path: `${nth}`, startsAt: nth * lengthMs, endsAt: (nth + 1) * lengthMs })),
  )
  await clock.pass(2 * lengthMs - 100, 10)
  splicer.close()

  const path = join(dir, 'joined.flv')
  writeFileSync(path, asFlv(tags))
  const off = besideTone(samplesIn(path))
  expect(off.length).toBeGreaterThan(100)
  expect(Math.max(...off)).toBeLessThan(0.02)
})

const HERTZ = 440
const WINDOW = 1_024

/** By how much, at most, each window of samples differs from a pure tone. */
function besideTone(samples: readonly number[]): number[] {
  const wave = (2 * Math.PI * HERTZ) / 48_000
  return Array.from({ length: Math.floor(samples.length / WINDOW) - 5 }, (_, nth) => {
    const part = samples.slice((nth + 4) * WINDOW, (nth + 5) * WINDOW)
    const sum = (of: (at: number) => number) => part.reduce((all, _, at) => all + of(at), 0)
    const [sin, cos] = [(at: number) => Math.sin(wave * at), (at: number) => Math.cos(wave * at)]
    const [ss, cc, sc] = [sum((at) => sin(at) ** 2), sum((at) => cos(at) ** 2), sum((at) => sin(at) * cos(at))]
    const [xs, xc] = [sum((at) => (part[at] ?? 0) * sin(at)), sum((at) => (part[at] ?? 0) * cos(at))]
    const whole = ss * cc - sc * sc
    const [a, b] = [(xs * cc - xc * sc) / whole, (xc * ss - xs * sc) / whole]
    return Math.max(...part.map((value, at) => Math.abs(value - a * sin(at) - b * cos(at))))
  })
}

/** Tags as a file. */
function asFlv(tags: readonly Tag[]): Buffer {
  const parts = tags.flatMap(({ kind, timeMs, data }) => {
    const [head, end] = [Buffer.alloc(11), Buffer.alloc(4)]
    head[0] = kind === 'video' ? 9 : 8
    head.writeUIntBE(data.length, 1, 3)
    head.writeUIntBE(timeMs, 4, 3)
    end.writeUInt32BE(data.length + 11)
    return [head, data, end]
  })
  return Buffer.concat([Buffer.from('464c5601050000000900000000', 'hex'), ...parts])
}

it('how many broadcasts it is fast enough for is known by the last pieces, for ten minutes', () => {
  let now = 0
  const speed = createSpeed(() => now)
  speed.add(8_000, 9_000)
  speed.add(8_000, 4_000)
  expect(speed.now()).toBe(Number.POSITIVE_INFINITY)
  for (let nth = 0; nth < 3; nth += 1) speed.add(8_000, 4_000)
  expect(speed.now()).toBe(2)
  for (let nth = 0; nth < 3; nth += 1) speed.add(8_000, 16_000)
  expect(speed.now()).toBe(0.5)
  now = 600_000
  expect(speed.now()).toBe(Number.POSITIVE_INFINITY)
})
