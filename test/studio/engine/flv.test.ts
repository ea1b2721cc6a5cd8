import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Amf, AmfError, decodeAmf, encodeAmf } from '../../../electron/studio/engine/flv/amf0.ts'
import { openFlv, type TagSource } from '../../../electron/studio/engine/flv/reader.ts'
import type { Tag } from '../../../electron/studio/engine/flv/tag.ts'
import { breathe } from '../../fakes/virtualClock.ts'
import { newDir } from '../../support/folders.ts'
import { clip } from './clips.ts'

let dir: string
let path: string

beforeAll(() => {
  dir = newDir()
  path = clip(dir, 'five', 5)
})

/** All that a source still has. */
async function rest(from: TagSource): Promise<Tag[]> {
  const tags: Tag[] = []
  while (!from.isOver) {
    const tag = from.peek()
    if (tag) {
      tags.push(tag)
      from.shift()
    } else await breathe()
  }
  return tags
}

describe('an FLV file of ffmpeg', () => {
  test('is read packet by packet, as ffprobe sees it', async () => {
    const file = await openFlv(path)
    const tags = (await rest(file)).filter(({ isHeader }) => !isHeader)
    const args = ['-v', 'error', '-show_entries', 'packet=codec_type,dts_time,flags', '-of', 'csv=p=0', path]
    const seen = spawnSync('ffprobe', args, { encoding: 'utf8' }).stdout.trim().split('\n')
    expect(tags.map(({ kind, timeMs }) => `${kind},${(timeMs / 1_000).toFixed(6)}`)).toEqual(
      seen.map((line) => line.split(',').slice(0, 2).join(',')),
    )
    expect(tags.filter(({ isKey }) => isKey)).toHaveLength(3)
    expect([file.frameRate, file.failure, file.headers.video?.isHeader, file.headers.audio?.isHeader]).toEqual([
      30,
      null,
      true,
      true,
    ])
    file.close()
  })

  test('plays from the keyframe at or before a time, and from the beginning again', async () => {
    const file = await openFlv(path)
    expect([file.seek(4_900), file.seek(1_999), file.seek(3_999)]).toEqual([4_000, 0, 2_000])
    const [first] = (await rest(file)).filter(({ kind }) => kind === 'video')
    expect([first?.isKey, (first?.timeMs ?? 0) - file.firstMs]).toEqual([true, 2_000])
    file.seek(0)
    expect((await rest(file)).filter(({ kind, isHeader }) => kind === 'video' && !isHeader)).toHaveLength(150)
    file.close()
  })

  test('that was cut off ends where it ends', async () => {
    const cut = join(dir, 'cut.flv')
    writeFileSync(cut, readFileSync(path).subarray(0, 100_000))
    const file = await openFlv(cut)
    expect((await rest(file)).length).toBeGreaterThan(100)
    expect(file.failure).toBeNull()
    file.close()
  })

  test('that is damaged plays up to there, and says so', async () => {
    const damaged = join(dir, 'damaged.flv')
    writeFileSync(damaged, readFileSync(path).fill(0x55, 100_000))
    const file = await openFlv(damaged)
    expect((await rest(file)).length).toBeGreaterThan(20)
    expect(file.failure?.message).toMatch(/damaged|larger than any picture/)
    file.close()
  })

  test.each([
    ['says that a tag has 16 MB', (bytes: Buffer) => void bytes.writeUIntBE(0xffffff, 14, 3), /larger than any/],
    ['is something else', (bytes: Buffer) => void bytes.write('RIFF'), /not FLV/],
    ['has another codec', (bytes: Buffer) => bytes.fill(0x12, bytes.indexOf(Buffer.of(0x17, 0)), 1e4), /H.264|damag/],
    ['has only its first bytes', (bytes: Buffer) => bytes.subarray(0, 200), /no picture/],
  ])('that %s is refused', async (_, spoil, why) => {
    const bytes = readFileSync(path)
    const spoilt = join(dir, 'spoilt.flv')
    writeFileSync(spoilt, spoil(bytes) ?? bytes)
    await expect(openFlv(spoilt)).rejects.toThrow(why)
  })

  test('cannot be a folder', async () => {
    await expect(openFlv(dir)).rejects.toThrow()
  })
})

describe('AMF0', () => {
  const value: fc.Arbitrary<Amf> = fc.letrec<{ value: Amf }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.string({ maxLength: 50 }),
      fc.constantFrom(null, undefined),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(fc.string({ minLength: 1, maxLength: 9 }), tie('value'), { maxKeys: 5, noNullPrototype: true }),
    ),
  })).value

  test('is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), (all) => {
        expect(decodeAmf(encodeAmf(...all))).toEqual(all)
      }),
    )
  })

  test('from outside is read or refused, never more', () => {
    const read = (bytes: Uint8Array) => {
      try {
        decodeAmf(Buffer.from(bytes))
      } catch (error) {
        expect(error).toBeInstanceOf(AmfError)
      }
    }
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), read))
    // Lists within lists, and a list that states four billion values.
    read(Buffer.alloc(5_000, Buffer.of(10, 0, 0, 0, 1)))
    read(Buffer.of(10, 255, 255, 255, 255, ...new Array(100).fill(5)))
  })
})
