/** Files that cannot be broadcast are encoded, and no failure or kill loses the original. */
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { StudioAddress } from '../../../electron/studio/address.ts'
import { administer } from '../../../electron/studio/administration/client.ts'
import { readMovie } from '../../../electron/studio/files/encoding/movie.ts'
import { openFiles } from '../../../electron/studio/files/files.ts'
import { openDataDir } from '../../../electron/studio/storage/openDataDir.ts'
import { systemClock } from '../../../electron/util/time.ts'
import { ask as askProcess, eventually, keyIn, StudioProcess } from '../processes.ts'
import { expectRefusal, until } from '../support.ts'
import { type MediaName, media, roomEach, serve } from './kit.ts'

const room = roomEach()
const ask: typeof room.rehearsal.ask = (name, asking) => room.rehearsal.ask(name, asking)
const encode = (...fileIds: string[]) => ask('encodeFiles', { body: { fileIds } })
const place = (...names: string[]) => join(room.dataDir, 'media', ...names)
const stored = (fileId: string) => room.stored((catalogue) => catalogue.file(fileId))

/** Imports a file, and returns its id. */
async function take(name: MediaName | string, mode: 'copy' | 'link' = 'copy'): Promise<string> {
  const path = name.startsWith('/') ? name : media(name as MediaName)
  const { fileId } = await room.rehearsal.told('takeFile', { path, mode })
  await room.arrived(fileId)
  return fileId
}

/** What ffprobe finds in a file. */
function streams(path: string): { codec_name: string; [field: string]: unknown }[] {
  const args = ['-v', 'error', '-show_streams', '-show_format', '-print_format', 'json', path]
  return JSON.parse(spawnSync('ffprobe', args, { encoding: 'utf8' }).stdout).streams
}

describe('what a probe finds', () => {
  it.each<[MediaName, string[], string[]?]>([
    ['good.mp4', []],
    ['silent.mp4', [], ['no_audio_track']],
    ['tenBit.mkv', ['unsupported_video_codec']],
    ['eightChannels.mkv', ['unsupported_audio_codec']],
    ['vp9.webm', ['unsupported_video_codec'], ['no_audio_track']],
    ['rotated.mp4', ['unsupported_video_codec', 'moov_atom_position']],
    ['fast.mp4', ['fps_exceeds_limit'], ['no_audio_track']],
    ['large.mp4', ['resolution_too_high'], ['no_audio_track']],
    ['sound.mp3', []],
    ['picture.png', []],
  ])('of %s: errors %j, warnings %j', async (name, errors, warnings = []) => {
    await room.start()
    const fileId = await take(name, 'link')
    expect((await ask('getFile', { fileId })).issues).toEqual({ errors, warnings })
    const encoded = errors.length > 0 ? await encode(fileId) : null
    if (encoded) await room.encoded()
    expect((await ask('getFile', { fileId })).issues).toEqual({ errors: [], warnings: encoded ? [] : warnings })
  })
})

/** An ffprobe controlled by the test, and the real ffmpeg. */
function fakePrograms(ffprobe: string, ffmpeg = 'exec /usr/bin/ffmpeg "$@"'): string {
  for (const [name, script] of Object.entries({ ffprobe, ffmpeg })) {
    const path = join(room.dataDir, name)
    // The loudness of an import is measured by the real ffmpeg.
    const measures = 'case "$*" in *"-f mp4"*) ;; *"-f null -") exec /usr/bin/ffmpeg "$@";; esac'
    writeFileSync(path, `#!/bin/sh\n[ "$1" = -version ] && exit 0\n${measures}\n${script}\n`)
    chmodSync(path, 0o755)
  }
  return room.dataDir
}
const works = 'exec /usr/bin/ffprobe "$@"'
const saying = (output: unknown) =>
  `cat <<'END'\n${typeof output === 'string' ? output : JSON.stringify(output)}\nEND`
const video = { codec_type: 'video', codec_name: 'h264', pix_fmt: 'yuv420p', width: 640, height: 360 }

describe('an unreliable probe', () => {
  it.each<[string, unknown, Record<string, unknown>, string[]]>([
    [
      'zero frames a second',
      { streams: [{ ...video, avg_frame_rate: '0/0', r_frame_rate: '0/0' }], format: { duration: '9' } },
      { frameRate: null, durationSec: 9 },
      ['unsupported_video_codec'],
    ],
    [
      '40 hours',
      { streams: [{ ...video, avg_frame_rate: '30/1' }], format: { duration: '144000.5', bit_rate: '3000000' } },
      { durationSec: 144_000.5, bitrateMbps: 3 },
      [],
    ],
    [
      'numbers that are none',
      { streams: [{ ...video, avg_frame_rate: '1e999/1' }], format: { duration: 'N/A', bit_rate: -5 } },
      { durationSec: null, frameRate: null, bitrateMbps: null },
      ['unsupported_video_codec'],
    ],
    [
      'more than anybody takes',
      { streams: [{ ...video, avg_frame_rate: '30/1' }], format: { duration: '2', bit_rate: '99000000' } },
      { bitrateMbps: 99 },
      ['bitrate_too_high'],
    ],
  ])('its output has %s', async (_, output, metadata, errors) => {
    await room.start({ files: { ffmpegDir: fakePrograms(saying(output)) } })
    const file = stored(await take('good.mp4', 'link'))
    expect(file).toMatchObject({ status: 'completed', metadata, issues: { errors } })
  })

  it.each([
    ['nonsense', saying('no JSON')],
    ['another shape', saying({ streams: 'none' })],
    ['a failure', 'echo "moov atom not found" >&2; exit 1'],
  ])('its output is %s', async (_, script) => {
    await room.start({ files: { ffmpegDir: fakePrograms(script) } })
    const { error } = stored(await take('good.mp4', 'link'))
    expect(error).toMatch(/^INVALID_FILE_TYPE: The file cannot be read/)
  })
})

it('a probe that hangs is ended after a minute, and the import says so', async () => {
  const started = join(room.dataDir, 'started')
  await room.start({ files: { ffmpegDir: fakePrograms(`echo $$ > ${started}; exec sleep 600`) } })
  const { fileId } = await room.rehearsal.told('takeFile', { path: media('good.mp4'), mode: 'copy' })
  const pid = Number(await eventually(() => readFileOrNull(started) || null))
  room.rehearsal.clock.advance(60_000)
  expect((await room.arrived(fileId)).error).toBe('IMPORT_FAILED: ffprobe did nothing for a minute and was ended.')
  await eventually(() => isGone(pid) || null)
})

it('without ffmpeg files are still imported, and a file and an encode say how to get it', async () => {
  await room.start({ files: { ffmpegDir: '/nowhere' } })
  const fileId = await take('moovLast.mp4')
  const warnings = [expect.stringMatching(/^not_examined: ffprobe is not installed.*apt install ffmpeg/)]
  expect(await ask('getFile', { fileId })).toMatchObject({
    ...{ issues: { errors: [], warnings }, metadata: { durationSec: null, loudnessLufs: null } },
  })
  const reply = await room.rehearsal.try('encodeFiles', { body: { fileIds: [fileId] } })
  expectRefusal(reply, 403, 'FEATURE_NOT_AVAILABLE')
  expect(reply.body.message).toMatch(/(ffmpeg|ffprobe) is not installed.*apt install ffmpeg.*brew.*winget/)
})

describe('encoding', () => {
  it('converts the picture to the house format, copies the sound, measures it, and replaces the original', async () => {
    await room.start()
    const fileId = await take('tenBit.mkv')
    const before = statSync(place(fileId)).ino
    await encode(fileId)
    await room.encoded()
    expect(statSync(place(fileId)).ino).not.toBe(before)
    expect(readdirSync(place('incoming'))).toEqual([])
    expect(streams(place(fileId))).toMatchObject([
      { codec_name: 'h264', pix_fmt: 'yuv420p', avg_frame_rate: '10/1', r_frame_rate: '10/1', has_b_frames: 0 },
      { codec_name: 'aac', sample_rate: '48000', channels: 1 },
    ])
    expect(await readMovie(place(fileId))).toEqual({ isMoovLast: false, isCutShort: false })
    const { metadata } = await ask('getFile', { fileId })
    // A tone generated by ffmpeg, at an eighth of full scale.
    expect(metadata?.loudnessLufs).toBeCloseTo(-21, -1)
    expect(metadata?.durationSec).toBeCloseTo(1, 1)
  })

  it('adds silence of the picture’s length if there is no sound', async () => {
    await room.start()
    const fileId = await take('silent.mp4')
    await encode(fileId)
    await room.encoded()
    const [picture, sound] = streams(place(fileId))
    expect(sound).toMatchObject({ codec_name: 'aac', channels: 2 })
    expect(Math.abs(Number(sound?.duration) - Number(picture?.duration))).toBeLessThan(0.1)
    expect(stored(fileId).metadata).toMatchObject({ loudnessLufs: null, audioCodec: 'aac' })
  })

  it('turns a rotated picture upright', async () => {
    await room.start()
    const fileId = await take('rotated.mp4')
    expect(stored(fileId).metadata?.resolution).toBe('90x160')
    await encode(fileId)
    await room.encoded()
    expect(streams(place(fileId))[0]).toMatchObject({ width: 90, height: 160 })
  })

  it('never overwrites a file that is only linked', async () => {
    await room.start()
    // A file repaired during its import would already be our own copy before it is encoded.
    const path = join(room.dataDir, 'mine.mkv')
    copyFileSync(media('tenBit.mkv'), path)
    const fileId = await take(path, 'link')
    expect(stored(fileId).linkedPath).toBe(path)
    await encode(fileId)
    await room.encoded()
    expect(readFileSync(path)).toEqual(readFileSync(media('tenBit.mkv')))
    expect(stored(fileId)).toMatchObject({ linkedPath: null, encodeError: null, issues: { errors: [] } })
    expect(existsSync(place(fileId))).toBe(true)
  })

  it('waits in the queue, shows its progress, can be cancelled, and resumes after a restart', async () => {
    const go = join(room.dataDir, 'go')
    const begun = join(room.dataDir, 'begun')
    const waits = `echo out_time_us=500000; touch ${begun}; while [ ! -e ${go} ]; do sleep 0.02; done; exec /usr/bin/ffmpeg "$@"`
    const files = { ffmpegDir: fakePrograms(works, waits) }
    await room.start({ files })
    const [first, second, third] = [await take('silent.mp4'), await take('sound.mp3'), await take('good.mp4')]
    const image = await take('picture.png')
    const { queued, skipped } = await encode(first, second, first, image, 'nobody', third)
    expect(queued.map(({ fileId }) => fileId)).toEqual([first, second, third])
    expect(skipped.map(({ fileId, reason }) => [fileId, reason.split(':')[0]])).toEqual([
      [image, 'INVALID_FILE_TYPE'],
      ['nobody', 'FILE_NOT_FOUND'],
    ])
    expect((await encode(second)).skipped[0]?.reason).toMatch('encoding_in_progress')
    await eventually(() => existsSync(begun) || null)
    await until(async () => (await ask('listEncodes')).encodes[0]?.progress === 50)
    expect((await ask('listEncodes')).encodes.map(({ fileId, status }) => [fileId, status])).toEqual([
      [first, 'in_progress'],
      [second, 'in_queue'],
      [third, 'in_queue'],
    ])
    expect((await ask('getFile', { fileId: first })).issues?.errors).toContain('encoding_in_progress')
    await room.rehearsal.told('cancelEncode', undefined, { fileId: third })
    await room.rehearsal.studio.close()

    await room.start({ files })
    expect((await ask('listEncodes')).encodes.map(({ fileId }) => fileId)).toEqual([first, second])
    await room.rehearsal.told('cancelEncode', undefined, { fileId: first })
    writeFileSync(go, '')
    await room.encoded()
    expect(readFileSync(place(first))).toEqual(readFileSync(media('silent.mp4')))
    expect(stored(first)).toMatchObject({ encodeError: null, encodeOrder: null })
    expect(stored(second).metadata).toMatchObject({ videoCodec: null, audioCodec: 'mp3' })
    expectRefusal(await room.rehearsal.administer('DELETE', `/files/${first}/encode`), 409, 'CONFLICT')
  })
})

it('an unreadable entry of the queue is reported and removed, and those behind it are encoded', async () => {
  await room.start()
  const [first, second] = [await take('silent.mp4'), await take('sound.mp3')]
  await room.rehearsal.studio.close()
  for (const [at, id] of [first, second].entries())
    room.stored((catalogue) => catalogue.update(id, { encodeOrder: at + 1 }))
  const database = new DatabaseSync(join(room.dataDir, 'studio.db'))
  database.prepare("UPDATE files SET body = json_remove(body, '$.type') WHERE id = ?").run(first)
  database.close()
  const said: string[] = []
  await room.start({ log: (line) => said.push(line) })
  await room.encoded()
  expect(stored(second)).toMatchObject({ encodeOrder: null, encodeError: null })
  expect(said).toEqual([`A file or folder in the catalogue cannot be read: ${first}, type`])
})

it('an encode is reported as cancelled only once that is stored, and can be queued again at once', async () => {
  const begun = join(room.dataDir, 'begun')
  const files = { ffmpegDir: fakePrograms(works, `echo >> ${begun}; exec sleep 600`) }
  await room.start({ files })
  const fileId = await take('silent.mp4')
  await encode(fileId)
  await eventually(() => existsSync(begun) || null)
  const other = new DatabaseSync(join(room.dataDir, 'studio.db'))
  other.exec('BEGIN IMMEDIATE')
  expectRefusal(await room.rehearsal.administer('DELETE', `/files/${fileId}/encode`), 500, 'INTERNAL_ERROR')
  other.exec('ROLLBACK')
  other.close()
  await room.rehearsal.told('cancelEncode', undefined, { fileId })
  expect(stored(fileId)).toMatchObject({ encodeOrder: null, encodeError: null })
  await encode(fileId)
  await eventually(() => readFileSync(begun, 'utf8').length === 2 || null)
  expect(stored(fileId).encodeOrder).toBe(1)
})

describe('an encode that fails leaves the file unchanged, and says why:', () => {
  it.each<[string, string, RegExp]>([
    ['killed', 'kill -9 $$', /ffmpeg failed: it was ended from outside/],
    ['a full disk', 'echo "av_write: No space left on device\n2 frames left" >&2; exit 1', /No space left on device/],
    ['nothing made of it', 'exit 0', /cannot be read/],
    ['an early end', `exec /usr/bin/ffmpeg -t 0.5 "$@"`, /ends early/],
  ])('ffmpeg: %s', async (_, ffmpeg, words) => {
    await room.start({ files: { ffmpegDir: fakePrograms(works, ffmpeg) } })
    const fileId = await take('good.mp4')
    await encode(fileId)
    await room.encoded()
    expect(readFileSync(place(fileId))).toEqual(readFileSync(media('good.mp4')))
    const { issues } = await ask('getFile', { fileId })
    expect(issues).toMatchObject({ errors: [], warnings: [expect.stringMatching(words)] })
    expect(readdirSync(place('incoming'))).toEqual([])
  })

  it('hanging: ended after a minute without progress', async () => {
    const started = join(room.dataDir, 'started')
    await room.start({ files: { ffmpegDir: fakePrograms(works, `echo $$ > ${started}; exec sleep 600`) } })
    const fileId = await take('good.mp4')
    await encode(fileId)
    const pid = Number(await eventually(() => readFileOrNull(started) || null))
    room.rehearsal.clock.advance(60_000)
    await room.encoded()
    expect(stored(fileId).encodeError).toMatch('did nothing for a minute')
    await eventually(() => isGone(pid) || null)
  })

  it('hanging at the end: not ended while it writes without reporting progress, as when it moves the index to the front', async () => {
    const started = join(room.dataDir, 'started')
    const writes = `for arg; do case $arg in file:*.part) made=\${arg#file:};; esac; done
echo begun > "$made"; echo "$made" > ${started}; exec sleep 600`
    await room.start({ files: { ffmpegDir: fakePrograms(works, writes) } })
    const fileId = await take('good.mp4')
    // The loudness measurement has its own timer.
    await room.measured(fileId)
    await encode(fileId)
    const made = String(await eventually(() => readFileOrNull(started) || null)).trim()
    const { clock } = room.rehearsal
    const minute = async () => {
      clock.advance(60_000)
      // The write was noticed, which allows it another minute.
      await eventually(() => clock.dues.includes(60_000) || null)
    }
    await minute()
    for (const more of ['a', 'b']) {
      appendFileSync(made, more)
      await minute()
    }
    expect(stored(fileId).encodeError).toBe(null)
    clock.advance(60_000)
    await room.encoded()
    expect(stored(fileId).encodeError).toMatch('did nothing for a minute')
  })

  it('no space on the disk', async () => {
    let free = 5e9
    await room.start({ files: { freeBytes: async () => free } })
    const fileId = await take('good.mp4')
    free = 1e9
    await encode(fileId)
    await room.encoded()
    expect(stored(fileId).encodeError).toMatch('The disk of this machine is full')
  })

  it('a disk that fills up on the way: its ffmpeg is ended', async () => {
    let free = 5e9
    const [go, started] = [join(room.dataDir, 'go'), join(room.dataDir, 'started')]
    const ffmpeg = `echo $$ > ${started}; while [ ! -e ${go} ]; do sleep 0.02; done; echo total_size=70000000; exec sleep 600`
    await room.start({ files: { ffmpegDir: fakePrograms(works, ffmpeg), freeBytes: async () => free } })
    const fileId = await take('good.mp4')
    await encode(fileId)
    const pid = Number(await eventually(() => readFileOrNull(started) || null))
    free = 9e8
    writeFileSync(go, '')
    await room.encoded()
    expect(stored(fileId).encodeError).toMatch('The disk of this machine is full')
    await eventually(() => isGone(pid) || null)
    expect([readFileSync(place(fileId)), readdirSync(place('incoming'))]).toEqual([
      readFileSync(media('good.mp4')),
      [],
    ])
  })
})

it('the result of an encode replaces the file only once that can be stored', async () => {
  const [go, begun] = [join(room.dataDir, 'go'), join(room.dataDir, 'begun')]
  const waits = `touch ${begun}; while [ ! -e ${go} ]; do sleep 0.02; done; exec /usr/bin/ffmpeg "$@"`
  const said: string[] = []
  await room.start({ files: { ffmpegDir: fakePrograms(works, waits) }, log: (line) => said.push(line) })
  const fileId = await take('silent.mp4')
  const original = readFileSync(place(fileId))
  await encode(fileId)
  await eventually(() => existsSync(begun) || null)
  const other = new DatabaseSync(join(room.dataDir, 'studio.db'))
  other.exec('BEGIN IMMEDIATE')
  writeFileSync(go, '')
  await eventually(() => said.find((line) => line.includes('could not be stored')) ?? null)
  // Killed now, it would encode the original again, and not its own result.
  expect(readFileSync(place(fileId))).toEqual(original)
  expect(readdirSync(place('incoming'))).toHaveLength(1)
  other.close()
  room.rehearsal.clock.advance(1_000)
  await room.encoded()
  expect(stored(fileId)).toMatchObject({ made: null, encodeError: null, metadata: { audioCodec: 'aac' } })
  expect(readFileSync(place(fileId))).not.toEqual(original)
})

describe('a studio that is killed when an encode has ended', () => {
  it.each([
    ['before the result has taken its place', (id: string) => ['incoming', `${id}.attempt.encode.part`]],
    ['right after', (id: string) => [id]],
  ])('%s, keeps that result and does not encode it again', async (_, pathOf) => {
    await room.start()
    const fileId = await take('tenBit.mkv')
    await room.rehearsal.studio.close()
    const before = stored(fileId)
    const issues = { errors: [], warnings: [] }
    const made = { attempt: 'attempt', metadata: before.metadata && { ...before.metadata, durationSec: 7 }, issues }
    room.stored((catalogue) => catalogue.update(fileId, { encodeOrder: 1, made }))
    writeFileSync(place(...pathOf(fileId)), 'what the encode made')
    await room.start({ files: { ffmpegDir: fakePrograms(works, 'exit 1') } })
    await room.encoded()
    expect(stored(fileId)).toMatchObject({ encodeError: null, made: null, metadata: { durationSec: 7 }, issues })
    expect(readFileSync(place(fileId), 'utf8')).toBe('what the encode made')
    expect(readdirSync(place('incoming'))).toEqual([])
  })
})

describe('a studio that is killed', () => {
  const post = (address: StudioAddress, path: string, body: unknown) =>
    askProcess(address, keyIn(room.dataDir), 'POST', path, body)

  it('takes its ffmpeg with it, and encodes again after a restart', async () => {
    const slowly = ['--ffmpeg-dir', fakePrograms(works, 'exec /usr/bin/ffmpeg -readrate 0.01 "$@"')]
    const first = new StudioProcess(room.dataDir, slowly)
    const address = await first.address()
    const taking = { path: media('good.mp4'), mode: 'link' } as const
    const { fileId } = await administer(address, 'takeFile', taking, systemClock)
    await room.arrived(fileId)
    expect((await post(address, '/files/encode', { fileIds: [fileId] })).status).toBe(202)
    await eventually(() => ffmpegs().length > 0 || null)
    await first.kill('SIGKILL')
    await eventually(() => ffmpegs().length === 0 || null)
    const second = new StudioProcess(room.dataDir, slowly)
    await second.address()
    await eventually(() => ffmpegs().length > 0 || null)
    await eventually(() => readdirSync(place('incoming')).length === 1 || null)
    await second.kill('SIGTERM')
    await eventually(() => ffmpegs().length === 0 || null)
  })

  it('resumes an import it had confirmed', async () => {
    const whole = readFileSync(media('good.mp4'))
    let isFirst = true
    const { url, close } = await serve((request, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
      response.setHeader('etag', '"v1"')
      if (!isFirst) response.setHeader('content-range', `bytes ${from}-${whole.length - 1}/${whole.length}`)
      response.writeHead(isFirst ? 200 : 206)
      if (isFirst) response.write(whole.subarray(0, 10_000))
      else response.end(whole.subarray(from))
      isFirst = false
    })
    const first = new StudioProcess(room.dataDir, ['--allow-private-links'])
    const { status, body } = await post(await first.address(), '/files/import', { url, type: 'video' })
    expect(status).toBe(202)
    const part = place('incoming', `${body.fileId}.part`)
    await eventually(() => statSync(part, { throwIfNoEntry: false })?.size === 10_000 || null)
    await first.kill('SIGKILL')
    const second = new StudioProcess(room.dataDir, ['--allow-private-links'])
    expect((await room.arrived(body.fileId)).status).toBe('completed')
    expect(readFileSync(place(String(body.fileId)))).toEqual(whole)
    await second.kill('SIGTERM')
    close()
  })
})

describe('a fault of the rehearsal', () => {
  it.each(['importFails', 'encodeVanishes'] as const)('the fault %s', async (fault) => {
    const { storage } = openDataDir(room.dataDir, 0, () => {})
    const moment = () => ({ now: 1, newId: () => Math.random().toString(36).slice(2) })
    const isAtWork = (kind: string) => kind === fault
    const settings = { allowPrivateLinks: true }
    const parts = {
      database: storage.database,
      dataDir: room.dataDir,
      settings,
      clock: systemClock,
      moment,
      isAtWork,
    }
    const files = openFiles({ ...parts, log: () => {} })
    const server = await serve((_, response) => response.end(readFileSync(media('good.mp4'))))
    try {
      if (fault === 'importFails') {
        const { id } = await files.arrivals.importLink(server.url, 'video', null)
        expect((await room.arrived(id)).error).toMatch(/^IMPORT_FAILED: Rehearsal/)
      } else {
        const { id } = await files.take(media('silent.mp4'), 'copy', null)
        const before = await room.arrived(id)
        await files.encodes.queue([id])
        await room.encoded()
        expect(stored(id)).toEqual(before)
      }
    } finally {
      server.close()
      await files.close()
      storage.close()
    }
  })
})

/** Running ffmpeg processes of this test's studio. */
function ffmpegs(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readFileOrNull(`/proc/${pid}/cmdline`)?.includes(place('incoming')))
}

const isGone = (pid: number) => !readFileOrNull(`/proc/${pid}/cmdline`)

function readFileOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8') || null
  } catch {
    return null
  }
}
