/**
 * Play copies: a file in the house format, as the engine sends it. All copies of one frame have the same size, frame
 * rate and keyframes, so that one can follow another one without anything being decoded.
 */
import { rm } from 'node:fs/promises'
import { openFlv, restOf, type TagSource } from '../../engine/flv/reader.ts'
import { Refusal } from '../../rules/world/find.ts'
import type { Programs } from '../bounds/programs.ts'
import { AAC, BEGIN, progress, SOUND, THREADS } from './encoding.ts'
import { AUDIO_BITS, videoBits } from './house.ts'
import type { Job } from './lane.ts'
import { atGain } from './level.ts'
import { MEDIA_ONLY, type Probe, probe } from './probe.ts'

/** The picture of a broadcast, in pixels. */
export interface Frame {
  readonly width: number
  readonly height: number
}

export const RATE = 30
const KEY_EVERY = RATE * 2
/** A keyframe at least this often, in ms: a viewer who joins waits for the next one. */
const LONGEST_GROUP_MS = 2_500
/**
 * A file in the house format is copied up to this multiple of the most that an encode takes: whoever sends the encoded
 * files of a playlist must be able to send the others. It is what platforms recommend for 720p at 30 frames, and above.
 */
const MOST_COPIED = 1.5
/** AAC, low complexity, 48 kHz, stereo: the first two bytes of its description (ISO 14496-3, section 1.6.2.1). */
const SOUND_HEADER = 0x1190
/** Seconds by which the last picture is held where the length of a file is not known. */
const HELD = 1
/** Picture or sound may end this long before the file does, in ms: the engine makes up for that without the slate. */
export const LONGEST_TAIL_MS = 100
const SLATE_SECONDS = 4
const SLATE_COLOUR = '0x15181d'

/** FLV with an index of its keyframes, by which a broadcast continues in the middle of a file after a restart. */
export const AS_FLV = ['-map_metadata', '-1', '-sn', '-dn', '-flvflags', '+add_keyframe_index', '-f', 'flv']

export interface PlayCopying {
  readonly from: string
  /** The path of the file to create. */
  readonly making: string
  readonly frame: Frame
  /** What its sound is made louder by, in dB; 0: it stays as it is. */
  readonly gain: number
  readonly job: Pick<Job, 'signal' | 'percent'>
  readonly requireRoom: (bytes: number) => Promise<void>
}

/**
 * Makes the play copy of a file whose picture is in the house format already; its sound is encoded if it is not, or has
 * a gain. On any error nothing remains of it.
 * @returns false: its picture needs an encoder, and there is no copy
 */
export const copyAsItIs = (programs: Programs, copying: PlayCopying): Promise<boolean> =>
  orNothing(copying, async () => {
    const original = await examine(programs, copying)
    const isCopied = isHousePicture(original, copying.frame) && (await tryCopy(programs, copying, original))
    if (!isCopied) await rm(copying.making, { force: true })
    return isCopied
  })

/** Encodes the play copy of a file. On any error nothing remains of it. */
export const encodeCopy = (programs: Programs, copying: PlayCopying): Promise<void> =>
  orNothing(copying, async () => {
    const original = await examine(programs, copying)
    await runCopy(programs, copying, original, encodeArguments(original, copying))
    await requireHouse(copying.making, original)
  })

async function orNothing<T>({ making }: PlayCopying, make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    await rm(making, { force: true })
    throw error
  }
}

async function examine(programs: Programs, { from, frame, job, requireRoom }: PlayCopying): Promise<Probe> {
  const original = await probe(programs, from, job.signal)
  if (!original.video) throw new Refusal('INVALID_FILE_TYPE', 'The file has no picture.')
  await requireRoom(Math.max(original.sizeBytes, sizeOf(original, frame)))
  return original
}

/** Makes what is shown where nothing plays: an empty frame, without sound. */
export async function makeSlate(programs: Programs, making: string, { width, height }: Frame, signal: AbortSignal) {
  const picture = ['-f', 'lavfi', '-i', `color=c=${SLATE_COLOUR}:s=${width}x${height}:r=${RATE}`]
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo']
  const end = ['-t', String(SLATE_SECONDS), ...AS_FLV, `file:${making}`]
  const args = [...BEGIN, ...picture, ...silence, ...encoder({ width, height }), ...AAC, ...end]
  await programs.run('ffmpeg', args, { signal, writes: making })
}

/** Runs ffmpeg with a file as its first input. */
export async function runCopy(
  programs: Programs,
  copying: Omit<PlayCopying, 'frame'>,
  original: Probe,
  args: readonly string[],
): Promise<void> {
  const { from, making, job, requireRoom } = copying
  const over = new AbortController()
  const onLine = progress(original, { type: 'video', job: { ...job, keep: async () => {} }, requireRoom }, (why) =>
    over.abort(why),
  )
  const signal = AbortSignal.any([job.signal, over.signal])
  const input = [...BEGIN, ...THREADS, ...MEDIA_ONLY, '-i', `file:${from}`]
  await programs.run('ffmpeg', [...input, ...args, ...AS_FLV, `file:${making}`], { signal, onLine, writes: making })
}

/** A picture that needs no encoder; its keyframes are looked at afterwards, because only the copy shows them. */
function isHousePicture({ video, bitrateMbps }: Probe, frame: Frame): boolean {
  const { width, height } = frame
  const isPicture =
    video?.codec === 'h264' && video.pixelFormat === 'yuv420p' && !video.isRotated && !video.hasBFrames
  const isSize = video?.width === width && video.height === height && video.frameRate === RATE
  const isSmall = bitrateMbps !== null && bitrateMbps * 1e6 <= MOST_COPIED * (bitsOf(frame) + AUDIO_BITS)
  return isPicture && isSize && isSmall
}

const isHouseSound = ({ audio }: Probe) =>
  audio?.codec === 'aac' && audio.channels === 2 && audio.sampleRate === 48_000

async function tryCopy(programs: Programs, copying: PlayCopying, original: Probe): Promise<boolean> {
  try {
    const isWhole = isHouseSound(original) && copying.gain === 0
    const picture = ['-map', '0:V:0', '-c:v', 'copy']
    const whole = [...picture, '-map', '0:a:0', '-c:a', 'copy']
    const made = isWhole ? whole : withSound(original, copying, picture)
    await runCopy(programs, copying, original, made)
    await requireHouse(copying.making, original)
    return true
  } catch {
    copying.job.signal.throwIfAborted()
    return false
  }
}

export function hasHouseSound({ headers: { audio } }: Pick<TagSource, 'headers'>): boolean {
  return audio !== null && audio.data.length >= 4 && audio.data.readUInt16BE(2) === SOUND_HEADER
}

/**
 * Looks at what only the copy shows.
 * @throws Error if the engine could not cut to this file at any time, or its picture ends too early
 */
async function requireHouse(path: string, { durationSec }: Probe): Promise<void> {
  const file = await openFlv(path)
  try {
    const keys = file.keyframes.map(({ timeMs }) => timeMs)
    if (hasHouseSound(file) && keys.length > 0) {
      // What follows the last keyframe is short, or refused.
      const ends = { video: file.seek(Number.POSITIVE_INFINITY), audio: 0 }
      for await (const { kind, timeMs } of restOf(file)) ends[kind] = timeMs - file.firstMs
      const longest = Math.max(...[...keys, ends.video].slice(1).map((time, nth) => time - (keys[nth] ?? 0)))
      const missing = Math.max((durationSec ?? 0) * 1_000, ends.audio) - (ends.video + 1_000 / RATE)
      if (longest <= LONGEST_GROUP_MS && missing <= LONGEST_TAIL_MS) return
    }
  } finally {
    file.close()
  }
  throw new Refusal('IMPORT_FAILED', 'The play copy is not in the house format.')
}

function encodeArguments(original: Probe, copying: PlayCopying): string[] {
  const { width, height } = copying.frame
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1`
  const held = original.durationSec === null ? `stop_duration=${HELD}` : 'stop=-1'
  // A picture that begins after the sound is shown from the beginning.
  const filter = `${fit},setsar=1,fps=${RATE}:start_time=0,format=yuv420p,tpad=stop_mode=clone:${held}`
  return withSound(original, copying, ['-map', '0:V:0', '-vf', filter, ...encoder(copying.frame)])
}

/** A picture with the sound in the house format beside it: of the same length, and silence if the file has none. */
function withSound({ audio, durationSec }: Probe, { gain }: PlayCopying, picture: readonly string[]): string[] {
  const silence = audio ? [] : ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo']
  const filter = [SOUND, ...atGain(gain), 'apad'].join(',')
  const sound = ['-map', audio ? '0:a:0' : '1:a:0', '-af', filter, ...AAC]
  // The exact length that playlists count with. Without one, the picture ends it.
  const length = durationSec === null ? ['-shortest'] : ['-t', String(durationSec)]
  const together = ['-fflags', '+shortest', '-max_interleave_delta', '0']
  return [...silence, ...picture, ...sound, ...length, ...together]
}

/** The same settings for every file, so that decoders need no new description at a cut. */
export function encoder(frame: Frame): string[] {
  const bits = bitsOf(frame)
  const codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p']
  const groups = ['-bf', '0', '-sc_threshold', '0', '-g', String(KEY_EVERY), '-keyint_min', String(KEY_EVERY)]
  return [...codec, ...groups, '-crf', '21', '-maxrate', String(bits), '-bufsize', String(bits * 2)]
}

export const bitsOf = (frame: Frame) => videoBits({ ...frame, frameRate: RATE })
const sizeOf = ({ durationSec }: Probe, frame: Frame) => ((durationSec ?? 0) * (bitsOf(frame) + AUDIO_BITS)) / 8
