/** What browsers are sent: read by ffmpeg and ffprobe, which know nothing of how it was packed. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readLoop } from '../../../electron/studio/engine/flv/loop.ts'
import type { Tag } from '../../../electron/studio/engine/flv/tag.ts'
import { createPacker, type Packed } from '../../../electron/studio/engine/watch/fragments.ts'
import { newDir } from '../../support/folders.ts'
import { clip, ffmpeg, HOUSE, source } from '../engine/clips.ts'

let dir: string
let one: Tag[]
let other: Tag[]

beforeAll(async () => {
  dir = newDir()
  one = await tagsOf(clip(dir, 'one', 2))
  // Other parameters for the decoder, as another encoder's file has them.
  const how = [
    ...HOUSE.slice(0, -1),
    '2',
    '-refs',
    '1',
    '-level',
    '4.0',
    '-flvflags',
    'add_keyframe_index',
    '-f',
    'flv',
  ]
  other = await tagsOf(ffmpeg([...source(2, 660), ...how], join(dir, 'other.flv')))
})

/** The headers of a file and its tags, as the engine sends them. */
async function tagsOf(path: string): Promise<Tag[]> {
  const loop = (await readLoop(path)).source()
  const tags = [loop.headers.video, loop.headers.audio].flatMap((tag) => tag ?? [])
  for (let tag = loop.peek(); tag; tag = loop.peek()) {
    tags.push(tag)
    loop.shift()
  }
  return tags
}

/** Files behind each other, packed. */
function packed(files: readonly (readonly Tag[])[], fromMs = 0): Packed[] {
  const parts: Packed[] = []
  const packer = createPacker({ width: 320, height: 180 }, (part) => void parts.push(part))
  for (const [nth, tags] of files.entries())
    for (const tag of tags) packer.put(tag, fromMs + nth * 2_000 + (tag.isHeader ? 0 : tag.timeMs))
  return parts
}

function read(parts: readonly Packed[]) {
  const path = join(dir, 'packed.mp4')
  writeFileSync(path, Buffer.concat(parts.map(({ bytes }) => bytes)))
  const entries = ['-show_entries', 'packet=stream_index,dts:stream=codec_name,width,height,sample_rate']
  const probe = spawnSync('ffprobe', ['-v', 'error', ...entries, '-of', 'json', path], { encoding: 'utf8' })
  const decoded = spawnSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'null', '-'], { encoding: 'utf8' })
  const { streams, packets } = JSON.parse(probe.stdout) as {
    streams: unknown[]
    packets: { stream_index: number; dts: number }[]
  }
  return { streams, packets, errors: decoded.stderr }
}

test('a file is the same pictures and sounds for a browser, without a gap', () => {
  const parts = packed([one, one])
  const { streams, packets, errors } = read(parts)
  expect(streams).toMatchObject([
    { codec_name: 'h264', width: 320, height: 180 },
    { codec_name: 'aac', sample_rate: '48000' },
  ])
  expect(errors).toBe('')
  for (const [index, kind] of (['video', 'audio'] as const).entries()) {
    const came = packets.filter(({ stream_index }) => stream_index === index).map(({ dts }) => dts)
    const put = [0, 2_000].flatMap((from) =>
      one.filter((tag) => tag.kind === kind && !tag.isHeader).map(({ timeMs }) => from + timeMs),
    )
    expect(came.length).toBeGreaterThan(index === 0 ? 110 : 170)
    // What came before the first picture is left out, and the last part is not complete yet.
    expect(put.join(' ')).toContain(came.join(' '))
  }
})

test('a viewer may begin at each keyframe, and gets parts of a fifth of a second', () => {
  const [init, ...rest] = packed([one, one])
  expect(init).toMatchObject({ is: 'init', codecs: expect.stringMatching(/^avc3\.[0-9a-f]{6}, mp4a\.40\.2$/) })
  const nth = rest.findLastIndex((part) => part.is === 'fragment' && part.isKey)
  expect(nth).toBeGreaterThan(5)
  expect(rest.length).toBeLessThan(30)
  const { packets, errors } = read([init as Packed, ...rest.slice(nth)])
  expect(errors).toBe('')
  expect(packets.filter(({ stream_index }) => stream_index === 0).length).toBeGreaterThan(50)
})

test('a file with other parameters goes on in the same stream', () => {
  const parts = packed([one, other, one])
  expect(parts.filter(({ is }) => is === 'init')).toHaveLength(3)
  const { packets, errors } = read(parts.filter(({ is }, nth) => nth === 0 || is === 'fragment'))
  expect(errors).toBe('')
  expect(packets.filter(({ stream_index }) => stream_index === 0).length).toBeGreaterThan(170)
})

test('times beyond 32 bits are right', () => {
  const { packets } = read(packed([one], 5_000_000_000))
  const [first, last] = [packets[0]?.dts ?? 0, packets.at(-1)?.dts ?? 0]
  expect([Math.floor(first / 100), last - first > 1_500]).toEqual([50_000_000, true])
})
