/** Encodes a file with ffmpeg: an MP4 with its index at the front, in which only the faulty streams are re-encoded. */
import { rm } from 'node:fs/promises'
import { Refusal } from '../../rules/world/find.ts'
import type { Programs } from '../bounds/programs.ts'
import type { FileType, MediaDocument } from '../catalogue/document.ts'
import { metadataOf } from './examine.ts'
import { AUDIO_BITS, encodePicture, videoBits } from './house.ts'
import { issuesOf } from './issues.ts'
import type { Job } from './lane.ts'
import { type Work, workOf } from './mending.ts'
import { readMovie } from './movie.ts'
import { MEDIA_ONLY, type Probe, probe } from './probe.ts'

/** Relative to the original's length. A shorter result lost a part; a far longer one means a wrong header. */
const WHOLE = 0.9
const TOO_LONG = 1.1
/**
 * Limits the length of a file that does not state it, or only estimates it as audio does: the lowest bit rate assumed,
 * in bits a second.
 */
const FEWEST_BITS = 16_000
/** Free disk space is checked once per this number of bytes written. */
const LOOK_EVERY = 64_000_000
/** More threads would take memory that a broadcast needs: 24 threads take 1.9 GB for 2160p, 4 take 1.0. */
export const THREADS = ['-threads', '4']

export const AAC = ['-c:a', 'aac', '-b:a', String(AUDIO_BITS), '-ar', '48000', '-ac', '2']
/** Starts at time 0 and has no gaps. */
export const SOUND = 'aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo'
/** Measures by EBU R128, in stereo as it is broadcast: of more channels, the sum has another loudness. */
const MEASURED = 'aformat=channel_layouts=stereo,ebur128=framelog=verbose'
export const BEGIN = ['-hide_banner', '-nostats', '-progress', 'pipe:1', '-y']

export interface Encoding {
  readonly type: FileType
  readonly from: string
  /** The path of the file to create. */
  readonly making: string
  /** Only rewrites the index and the container, whatever else is at fault. */
  readonly isCopy?: boolean
  readonly job: Job
  readonly requireRoom: (bytes: number) => Promise<void>
}

export type Made = Pick<MediaDocument, 'metadata' | 'issues'>

/** Encodes a file into a new one and leaves the original unchanged; on any error the new one is removed. */
export async function encode(programs: Programs, encoding: Encoding): Promise<Made> {
  const { type, from, making, job, requireRoom, isCopy = false } = encoding
  const { signal } = job
  try {
    const { isMoovLast } = await readMovie(from)
    const original = await probe(programs, from, signal)
    const work = isCopy ? { picture: false, sound: false } : workOf(type, issuesOf(type, original, isMoovLast))
    await requireRoom(sizeOf(original, work))
    // Without a length to compare with, ffmpeg's errors show whether the file is complete.
    const isUntold = isCopy && original.durationSec === null
    const args = [
      ...BEGIN,
      ...(isUntold ? ['-v', 'error'] : []),
      ...argumentsFor(type, work, original, from, making),
      ...(isCopy ? [] : measuring(original, work)),
    ]
    const over = new AbortController()
    const onLine = progress(original, encoding, (why) => over.abort(why))
    const bounded = AbortSignal.any([signal, over.signal])
    const { complained } = await programs.run('ffmpeg', args, { signal: bounded, onLine, writes: making })
    const made = await probe(programs, making, signal)
    requireWhole(original, made)
    if (isUntold) requireUnbroken(complained)
    signal.throwIfAborted()
    const loudness = original.audio && !isCopy ? loudnessIn(complained) : null
    return { metadata: metadataOf(type, made, loudness), issues: issuesOf(type, made, false) }
  } catch (error) {
    await rm(making, { force: true })
    throw error
  }
}

/**
 * Reads ffmpeg's progress: updates the job's percentage, and ends the job when the result is longer than the original
 * can be, or the disk is getting full. The length a file states is no more to be trusted than the rest of it.
 */
export function progress(
  original: Probe,
  { type, job, requireRoom }: Pick<Encoding, 'type' | 'job' | 'requireRoom'>,
  end: (why: unknown) => void,
) {
  const { durationSec, sizeBytes } = original
  const bySize = durationSec === null || type === 'audio' ? (sizeBytes * 8) / FEWEST_BITS : 0
  const most = Math.max((durationSec ?? 0) * TOO_LONG, bySize) + 10
  const getsFurther = furtherThan()
  let looked = 0
  return (line: string): boolean => {
    const [, name, digits] = /^(out_time_us|total_size)=(\d+)$/.exec(line) ?? []
    const value = Number(digits ?? 0)
    if (name === 'total_size' && value - looked >= LOOK_EVERY) {
      looked = value
      requireRoom(0).catch(end)
    }
    if (!getsFurther(line)) return false
    const seconds = value / 1e6
    if (durationSec !== null) job.percent = Math.min(99, Math.floor((100 * seconds) / durationSec))
    if (seconds > most) end(new Refusal('IMPORT_FAILED', isWithinLimits(Math.round(most), durationSec)))
    return true
  }
}

const isWithinLimits = (most: number, seconds: number | null) =>
  `The file goes on for more than ${most} s, though it ` +
  (seconds === null ? 'is too small for that.' : `says that it lasts ${Math.round(seconds)} s.`)

/** Returns a function that tells whether a line of ffmpeg's progress is further than all lines before. */
function furtherThan() {
  let reached = 0
  return (line: string): boolean => {
    const value = Number(/^out_time_us=(\d+)$/.exec(line)?.[1] ?? 0)
    const isFurther = value > reached
    reached = Math.max(reached, value)
    return isFurther
  }
}

function requireWhole(original: Probe, made: Probe): void {
  const isShort = (made.durationSec ?? 0) < (original.durationSec ?? 0) * WHOLE
  const isLess = (!made.video && original.video) || (!made.audio && original.audio)
  if (!isShort && !isLess) return
  throw new Refusal('IMPORT_FAILED', 'The file ends early: a part of it could not be read.')
}

/** A recording that was cut off ends in the middle of a packet: that costs only its last moment. */
function requireUnbroken(complained: string): void {
  const isOfEnd = (line: string) => /File ended prematurely|^\[NULL @|Last message repeated|^\s*$/.test(line)
  if (complained.split('\n').every(isOfEnd)) return
  throw new Refusal('IMPORT_FAILED', 'A part of the file could not be read.')
}

/** The most disk space the result can take, in bytes. */
function sizeOf({ video, durationSec, sizeBytes }: Probe, work: Work): number {
  const encodedBits = (work.picture && video ? videoBits(video) : 0) + AUDIO_BITS
  const encoded = ((durationSec ?? 0) * encodedBits) / 8
  return work.picture ? encoded : sizeBytes + (work.sound ? encoded : 0)
}

/** The arguments for ffmpeg. A broadcast sends one picture and one sound: the first of each. */
function argumentsFor(type: FileType, work: Work, original: Probe, from: string, to: string): string[] {
  const input = [...THREADS, ...MEDIA_ONLY, '-i', `file:${from}`]
  const end = [...THREADS, '-map_metadata', '-1', '-sn', '-dn', '-movflags', '+faststart', '-f', 'mp4', `file:${to}`]
  if (type === 'audio') {
    const sound = work.sound ? ['-af', `${SOUND},${MEASURED}`, ...AAC] : ['-c:a', 'copy']
    return [...input, '-vn', '-map', '0:a:0', ...sound, ...end]
  }
  const picture = work.picture && original.video ? encodePicture(original.video) : ['-c:v', 'copy']
  const silence = original.audio ? [] : ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo']
  return [...input, ...(work.sound ? silence : []), '-map', '0:V:0', ...picture, ...soundOf(work, original), ...end]
}

/** Encoded sound is padded to the picture's length; if there is none, it is silence. */
function soundOf({ sound }: Work, { audio }: Probe): string[] {
  if (!sound) return audio ? ['-map', '0:a:0', '-c:a', 'copy'] : []
  const filtered = audio ? ['-map', '0:a:0', '-af', `${SOUND},${MEASURED},apad`] : ['-map', '1:a:0']
  return [...filtered, ...AAC, '-shortest', '-fflags', '+shortest', '-max_interleave_delta', '0']
}

/** A second output with only the loudness measurement, for sound that is copied. */
function measuring({ audio }: Probe, { sound }: Work): string[] {
  return audio && !sound ? ['-map', '0:a:0', '-af', MEASURED, '-f', 'null', '-'] : []
}

/** The integrated loudness from ffmpeg's summary, in LUFS; null: too short or too quiet to measure. */
function loudnessIn(complained: string): number | null {
  const measured = Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(complained)?.[1] ?? Number.NaN)
  return Number.isFinite(measured) && measured > -70 ? measured : null
}

/** The loudness of a file's sound, in LUFS; null: too short or too quiet to measure. Decodes all of the sound. */
export async function measureLoudness(programs: Programs, path: string, signal: AbortSignal): Promise<number | null> {
  const args = [
    ...BEGIN,
    ...THREADS,
    ...MEDIA_ONLY,
    '-i',
    `file:${path}`,
    '-map',
    '0:a:0',
    '-af',
    MEASURED,
    '-f',
    'null',
    '-',
  ]
  const { complained } = await programs.run('ffmpeg', args, { signal, onLine: furtherThan() })
  return loudnessIn(complained)
}
