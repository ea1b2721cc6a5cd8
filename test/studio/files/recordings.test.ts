/** Recordings as cameras, phones and OBS write them, made by ffmpeg with the flags of each: from a link to on air. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readMovie } from '../../../electron/studio/files/encoding/movie.ts'
import { media, roomEach, serve } from './kit.ts'

const room = roomEach()
const made = mkdtempSync(join(tmpdir(), 'recordings-of-tests-'))
afterAll(() => rmSync(made, { recursive: true, force: true }))

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=30:duration=2']
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=2']
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const BOTH = [...PICTURE, ...SOUND, ...H264, '-c:a', 'aac']
const VARIABLE = ['-fps_mode', 'vfr', '-vf', "select='not(mod(n,3))+lt(mod(n,7),2)'"]

type Kept = 'as it is' | 'mended on the way' | 'sound encoded' | 'picture encoded'
const RECORDINGS: readonly [what: string, name: string, flags: readonly string[], kept: Kept][] = [
  ['camera: index at the end', 'camera.mp4', BOTH, 'mended on the way'],
  [
    'camera: MOV with a time code, uncompressed sound',
    'camera.mov',
    [...PICTURE, ...SOUND, ...H264, '-c:a', 'pcm_s16le', '-timecode', '01:00:00:00'],
    'sound encoded',
  ],
  ['phone: variable frame rate, index at the end', 'phone.mp4', [...BOTH, ...VARIABLE], 'mended on the way'],
  [
    'phone: HEVC',
    'hevc.mp4',
    [
      ...PICTURE,
      ...SOUND,
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
      '-x265-params',
      'log-level=none',
      '-tag:v',
      'hvc1',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
    ],
    'picture encoded',
  ],
  [
    'phone: held upright',
    'upright.mp4',
    ['-i', media('moovLast.mp4'), '-c', 'copy', '-metadata:s:v', 'rotate=90'],
    'picture encoded',
  ],
  [
    'OBS: MP4 in fragments',
    'fragments.mp4',
    [...BOTH, '-movflags', 'frag_keyframe+empty_moov+default_base_moof'],
    'as it is',
  ],
  [
    'OBS: MKV with a track for each sound',
    'tracks.mkv',
    [...PICTURE, ...SOUND, ...SOUND, '-map', '0', '-map', '1', '-map', '2', ...H264, '-c:a', 'aac'],
    'as it is',
  ],
  [
    'OBS: MKV that was cut off, without a length',
    'cutOff.mkv',
    [...BOTH, '-f', 'matroska', '-live', '1'],
    'mended on the way',
  ],
]

function record(name: string, flags: readonly string[]): string {
  const path = join(made, name)
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...flags, path], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return path
}

/** Every packet of the first picture or sound, as one checksum: it is equal only if nothing was encoded. */
function packets(path: string, stream: '0:V:0' | '0:a:0'): string {
  // What a container writes around H.264 does not count.
  const args = ['-v', 'error', '-i', path, '-map', stream, '-c', 'copy', '-f', 'streamhash', '-']
  return spawnSync('ffmpeg', args, { encoding: 'utf8' }).stdout
}

describe('goes from a link to on air:', () => {
  it.each(RECORDINGS)('%s', async (_, name, flags, kept) => {
    const path = record(name, flags)
    const { url, close } = await serve((_request, response) => createReadStream(path).pipe(response))
    const rehearsal = await room.start()
    const { fileId } = await rehearsal.ask('importFile', { body: { url: `${url}/${name}`, type: 'video' } })
    await room.arrived(fileId)
    close()
    const arrived = await rehearsal.ask('getFile', { fileId })
    const isUsable = kept === 'as it is' || kept === 'mended on the way'
    expect([arrived.issues?.errors?.length, arrived.encodePlan]).toMatchObject([
      isUsable ? 0 : expect.any(Number),
      { picture: kept === 'picture encoded', sound: kept === 'sound encoded' },
    ])
    if (kept === 'mended on the way') {
      const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
      expect(arrived.original).toEqual({ sha256, sizeBytes: readFileSync(path).length })
    } else expect(arrived.original ?? null).toBeNull()
    if (!isUsable) {
      expect(arrived.issues?.errors).not.toEqual([])
      await rehearsal.ask('encodeFiles', { body: { fileIds: [fileId] } })
      await room.encoded()
    }

    const now = await rehearsal.ask('getFile', { fileId })
    expect(now.issues?.errors).toEqual([])
    expect(now.metadata?.durationSec).toBeGreaterThan(0.9)
    const file = join(room.dataDir, 'media', fileId)
    expect((await readMovie(file)).isMoovLast).toBe(false)
    expect(packets(file, '0:V:0') === packets(path, '0:V:0')).toBe(kept !== 'picture encoded')
    expect(packets(file, '0:a:0') === packets(path, '0:a:0')).toBe(kept !== 'sound encoded')
    // It announced little more space than it needs.
    if (!isUsable) expect(now.metadata?.sizeBytes).toBeLessThanOrEqual(Number(arrived.encodePlan?.sizeBytes) * 1.2)

    const projectId = await rehearsal.fridayNight()
    const [sceneId] = await rehearsal.sceneIds(projectId)
    const settings = { files: [{ fileId }], loop: true }
    await rehearsal.ask('addLayer', { projectId, sceneId, body: { type: 'videoPlaylist', settings } })
    await rehearsal.goLive(projectId)
    expect((await rehearsal.ask('getLive', { projectId })).onAir).toHaveLength(1)
  })
})

describe('a file whose index is at the end', () => {
  const take = async (mode: 'copy' | 'link') => {
    const { fileId } = await room.rehearsal.told('takeFile', { path: media('moovLast.mp4'), mode })
    return { fileId, file: await room.arrived(fileId) }
  }

  it.each(['copy', 'link'] as const)(
    'on this machine is repaired without loss too, and the original left alone: %s',
    async (mode) => {
      await room.start()
      const before = readFileSync(media('moovLast.mp4'))
      const { fileId, file } = await take(mode)
      expect(file).toMatchObject({ linkedPath: null, issues: { errors: [], warnings: [] } })
      expect(readFileSync(media('moovLast.mp4'))).toEqual(before)
      expect(packets(join(room.dataDir, 'media', fileId), '0:V:0')).toBe(packets(media('moovLast.mp4'), '0:V:0'))
    },
  )

  it('is left unchanged if a rehearsal wants it as on a hosted service; an encode then copies', async () => {
    const rehearsal = await room.start()
    await rehearsal.setFault({ kind: 'importsUnmended' })
    const { fileId, file } = await take('copy')
    expect(file).toMatchObject({ original: null, issues: { errors: ['moov_atom_position'] } })
    expect((await rehearsal.ask('getFile', { fileId })).encodePlan).toEqual({
      ...{
        picture: false,
        sound: false,
        sizeBytes: file.metadata?.sizeBytes,
        bitrateMbps: file.metadata?.bitrateMbps,
      },
    })
    await rehearsal.ask('encodeFiles', { body: { fileIds: [fileId] } })
    await room.encoded()
    expect((await rehearsal.ask('getFile', { fileId })).issues).toEqual({ errors: [], warnings: [] })
    expect(packets(join(room.dataDir, 'media', fileId), '0:V:0')).toBe(packets(media('moovLast.mp4'), '0:V:0'))
  })

  it('is imported unchanged without space to repair it, and says so', async () => {
    let asked = 0
    // Free space is checked for copying, and then for the repair.
    await room.start({ files: { freeBytes: async () => (asked++ < 1 ? 5e9 : 1e9) } })
    const { file } = await take('copy')
    expect(file).toMatchObject({ status: 'completed', issues: { errors: ['moov_atom_position'] } })
    expect(file.issues?.warnings).toEqual([expect.stringMatching(/^not_mended: The disk of this machine is full/)])
  })
})

it.each([
  ['of zeros', (before: Buffer, gone: Buffer, after: Buffer) => [before, Buffer.alloc(gone.length), after]],
  ['that was closed up', (before: Buffer, _: Buffer, after: Buffer) => [before, after]],
])('a recording without a length that has a hole %s is not reported as repaired', async (_, broken) => {
  const path = record('broken.mkv', [...BOTH, '-f', 'matroska', '-live', '1'])
  const whole = readFileSync(path)
  const [from, to] = [0.4, 0.6].map((part) => Math.round(part * whole.length))
  writeFileSync(path, Buffer.concat(broken(whole.subarray(0, from), whole.subarray(from, to), whole.subarray(to))))
  const rehearsal = await room.start()
  const { fileId } = await rehearsal.told('takeFile', { path, mode: 'copy' })
  expect(await room.arrived(fileId)).toMatchObject({
    ...{ status: 'completed', original: null, metadata: { durationSec: null } },
    issues: { warnings: ['not_mended: A part of the file could not be read.'] },
  })
})

it('a recording without a length that ends in the middle of a packet is repaired', async () => {
  const path = record('broken.mkv', [...BOTH, '-f', 'matroska', '-live', '1'])
  writeFileSync(path, readFileSync(path).subarray(0, -1_234))
  const rehearsal = await room.start()
  const { fileId } = await rehearsal.told('takeFile', { path, mode: 'copy' })
  const { issues, original, metadata } = await room.arrived(fileId)
  expect([issues?.warnings, original]).toEqual([[], expect.anything()])
  expect(metadata?.durationSec).toBeGreaterThan(1.5)
})

/** Writes a wrong length, in seconds, where a file states it. */
const stating: Readonly<Record<string, (bytes: Buffer, seconds: number) => void>> = {
  // The element Duration, a double, in ms.
  mkv: (bytes, seconds) => bytes.writeDoubleBE(seconds * 1_000, bytes.indexOf(Buffer.of(0x44, 0x89, 0x88)) + 3),
  // Of onMetaData, a double after its type.
  flv: (bytes, seconds) => bytes.writeDoubleBE(seconds, bytes.indexOf('duration') + 9),
  // Of the movie header, in ms by its time scale of 1,000.
  mp4: (bytes, seconds) => bytes.writeUInt32BE(seconds * 1_000, bytes.indexOf('mvhd') + 20),
}

it.each(Object.keys(stating))('a recording that states a wrong length gets its real one: %s', async (ending) => {
  const path = record(`ten-hours.${ending}`, [...BOTH, ...(ending === 'mp4' ? ['-movflags', '+faststart'] : [])])
  const bytes = readFileSync(path)
  stating[ending]?.(bytes, 36_000)
  writeFileSync(path, bytes)
  const rehearsal = await room.start()
  const { fileId } = await rehearsal.told('takeFile', { path, mode: 'copy' })
  const { issues, metadata } = await room.arrived(fileId)
  expect(issues).toEqual({ errors: [], warnings: [] })
  expect(Math.abs((metadata?.durationSec ?? 0) - 2)).toBeLessThan(0.1)
  expect(metadata?.bitrateMbps).toBeGreaterThan(0.1)
  expect(packets(join(room.dataDir, 'media', fileId), '0:V:0')).toBe(packets(path, '0:V:0'))
})

it('a song whose length is only estimated from its bit rate gets its real one', async () => {
  // Loud, then silent: its first packets are far larger than its last ones, and no header says how many there are.
  const loudThenSilent = ['-f', 'lavfi', '-i', 'anoisesrc=d=5:a=0.3', '-f', 'lavfi', '-i', 'anullsrc=d=5']
  const flags = ['-filter_complex', 'concat=n=2:v=0:a=1', '-c:a', 'libmp3lame', '-q:a', '5', '-write_xing', '0']
  const path = record('song.mp3', [...loudThenSilent, ...flags])
  const rehearsal = await room.start()
  const { fileId } = await rehearsal.told('takeFile', { path, mode: 'copy' })
  const { metadata } = await room.arrived(fileId)
  expect(metadata?.durationSec).toBeCloseTo(10, 0)
  expect(metadata?.bitrateMbps).toBeCloseTo((statSync(path).size * 8) / 10e6, 2)
})

it('the loudness of a file is measured after its import, and reported as being measured until then', async () => {
  const rehearsal = await room.start()
  const { fileId } = await rehearsal.told('takeFile', { path: media('sound.mp3'), mode: 'link' })
  const first = await room.arrived(fileId)
  expect([first.isLoudnessAwaited, first.metadata?.loudnessLufs]).toEqual([true, null])
  await room.measured(fileId)
  const { metadata } = await rehearsal.ask('getFile', { fileId })
  expect(metadata?.loudnessLufs).toBeCloseTo(-21, -1)
  expect(metadata?.isLoudnessAwaited ?? null).toBeNull()
})
