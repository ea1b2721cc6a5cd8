/** The house format: what every file is made into, so that a broadcast can copy one after the other without a seam. */
import { rename, rm } from 'node:fs/promises'
import { Refusal } from '../rules/find.ts'
import type { MediaDocument } from './document.ts'
import { metadataOf } from './examine.ts'
import { issuesOf, SENDABLE } from './issues.ts'
import type { Job } from './lane.ts'
import { MEDIA_ONLY, type Probe, probe } from './probe.ts'
import type { Programs } from './programs.ts'

const KEYFRAME_SECONDS = 2
/** Where a file has no frame rate of its own, and the most there may be. */
const FRAMES = { default: 30, most: 60 }
/** Bits a pixel of a frame may take at most: 3 Mbit/s for 720p at 30 frames, below every limit at 2160p and 60. */
const BITS_PER_PIXEL = 0.11
const MOST_VIDEO_BITS = 40e6
const AUDIO_BITS = 128_000
/** A result shorter than this part of its original lost something on the way; far longer, its head did not say the truth. */
const WHOLE = 0.9
const TOO_LONG = 1.1
/** A file that does not say how long it is, or only guesses as sound does, is no longer than at so many bits a second. */
const FEWEST_BITS = 16_000
/** The disk is looked at once for so many bytes. */
const LOOK_EVERY = 64_000_000
/** More would take memory from what is on air: 24 threads take 1.9 GB for 2160p, 4 take 1.0. */
const THREADS = ['-threads', '4']

/** A sound as every file has it; where there is none, silence; padded to the picture's length. */
const SOUND = 'aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo'
const AAC = ['-c:a', 'aac', '-b:a', String(AUDIO_BITS), '-ar', '48000', '-ac', '2']

export interface Encoding {
  readonly file: MediaDocument
  readonly from: string
  /** Where it is made, and then where it belongs: on the same disk. */
  readonly making: string
  readonly to: string
  readonly job: Job
  readonly requireRoom: (bytes: number) => Promise<void>
}

/** Encodes a file and puts it in its place as a whole; whatever goes wrong, what was there before stays. */
export async function encode(
  programs: Programs,
  encoding: Encoding,
): Promise<Pick<MediaDocument, 'metadata' | 'issues'>> {
  const { file, from, making, to, job, requireRoom } = encoding
  const { signal } = job
  try {
    const original = await probe(programs, from, signal)
    const seconds = original.durationSec
    const bits = file.type === 'audio' ? AUDIO_BITS : videoBits(original) + AUDIO_BITS
    await requireRoom(((seconds ?? 0) * bits) / 8)
    const over = new AbortController()
    const onLine = followed(file, original, encoding, (why) => over.abort(why))
    const args = argumentsFor(file, original, from, making)
    const bounded = AbortSignal.any([signal, over.signal])
    const { complained } = await programs.run('ffmpeg', args, { signal: bounded, onLine })
    const made = await probe(programs, making, signal)
    if ((made.durationSec ?? 0) < (seconds ?? 0) * WHOLE) {
      throw new Refusal('IMPORT_FAILED', 'The file ends early: a part of it could not be read.')
    }
    signal.throwIfAborted()
    await rename(making, to)
    const loudness = original.audio ? loudnessIn(complained) : null
    return { metadata: metadataOf(file.type, made, loudness), issues: issuesOf(file.type, made, false) }
  } finally {
    await rm(making, { force: true })
  }
}

/**
 * Reads ffmpeg's progress: tells how far the job is, and ends it when it makes more than the original can hold, or more than
 * the disk has room for. What a file says of its length is no more to be trusted than the rest of it.
 */
function followed(
  { type }: MediaDocument,
  original: Probe,
  { job, requireRoom }: Encoding,
  end: (why: unknown) => void,
) {
  const { durationSec, sizeBytes } = original
  const bySize = durationSec === null || type === 'audio' ? (sizeBytes * 8) / FEWEST_BITS : 0
  const most = Math.max((durationSec ?? 0) * TOO_LONG, bySize) + 10
  let reached = 0
  let looked = 0
  return (line: string): boolean => {
    const [, name, digits] = /^(out_time_us|total_size)=(\d+)$/.exec(line) ?? []
    const value = Number(digits ?? 0)
    if (name === 'total_size' && value - looked >= LOOK_EVERY) {
      looked = value
      requireRoom(0).catch(end)
    }
    if (name !== 'out_time_us' || value <= reached) return false
    reached = value
    const seconds = value / 1e6
    if (durationSec !== null) job.percent = Math.min(99, Math.floor((100 * seconds) / durationSec))
    if (seconds > most) end(new Refusal('IMPORT_FAILED', goesOn(Math.round(most), durationSec)))
    return true
  }
}

const goesOn = (most: number, seconds: number | null) =>
  `The file goes on for more than ${most} s, though it ` +
  (seconds === null ? 'is too small for that.' : `says that it lasts ${Math.round(seconds)} s.`)

/** What ffmpeg is told. */
function argumentsFor({ type }: MediaDocument, original: Probe, from: string, to: string): string[] {
  const input = [...THREADS, ...MEDIA_ONLY, '-i', `file:${from}`]
  const begin = ['-hide_banner', '-nostats', '-progress', 'pipe:1', '-y']
  const end = [...THREADS, '-map_metadata', '-1', '-sn', '-dn', '-movflags', '+faststart', '-f', 'mp4', `file:${to}`]
  // Measured on the way, by EBU R128; the sound passes as it is.
  const measured = `${SOUND},ebur128=framelog=verbose`
  if (type === 'audio') return [...begin, ...input, '-vn', '-map', '0:a:0', '-af', measured, ...AAC, ...end]
  const sound = original.audio ? ['-map', '0:a:0', '-af', `${measured},apad`] : ['-map', '1:a:0']
  const silence = original.audio ? [] : ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo']
  const whole = ['-shortest', '-fflags', '+shortest', '-max_interleave_delta', '0']
  return [...begin, ...input, ...silence, '-map', '0:V:0', ...picture(original), ...sound, ...AAC, ...whole, ...end]
}

/** Upright, in square pixels, within what can be sent; every frame as long as the others, and two seconds from key to key. */
function picture(original: Probe): string[] {
  const { width, height } = sizeOf(original)
  const { rate, frames } = framesOf(original)
  const bits = videoBits(original)
  const filter = `scale=${width}:${height},setsar=1,fps=${rate},format=yuv420p`
  const codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-bf', '0', '-sc_threshold', '0']
  const keys = String(Math.round(frames * KEYFRAME_SECONDS))
  const rates = ['-crf', '21', '-maxrate', String(bits), '-bufsize', String(bits * 2)]
  return ['-vf', filter, ...codec, '-g', keys, '-keyint_min', keys, ...rates]
}

/** The size as it is shown, made smaller where it is too large, in even numbers. */
function sizeOf({ video }: Probe): { width: number; height: number } {
  const { width = 2, height = 2 } = video ?? {}
  const factor = Math.min(
    1,
    SENDABLE.longSide / Math.max(width, height),
    SENDABLE.shortSide / Math.min(width, height),
  )
  const even = (length: number) => Math.max(2, Math.floor((length * factor) / 2) * 2)
  return { width: even(width), height: even(height) }
}

function framesOf({ video }: Probe): { rate: string; frames: number } {
  const known = video?.frameRate ?? null
  if (known === null || known < 1) return { rate: String(FRAMES.default), frames: FRAMES.default }
  if (known > FRAMES.most) return { rate: String(FRAMES.most), frames: FRAMES.most }
  return { rate: video?.rate ?? String(known), frames: known }
}

function videoBits(original: Probe): number {
  const { width, height } = sizeOf(original)
  return Math.round(
    Math.min(MOST_VIDEO_BITS, Math.max(300_000, width * height * framesOf(original).frames * BITS_PER_PIXEL)),
  )
}

/** The integrated loudness in the summary of ffmpeg's measuring, in LUFS; null: too short or too quiet to tell. */
function loudnessIn(complained: string): number | null {
  const measured = Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(complained)?.[1] ?? Number.NaN)
  return Number.isFinite(measured) && measured > -70 ? measured : null
}
