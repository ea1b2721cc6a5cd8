import { stat } from 'node:fs/promises'
import * as z from 'zod'
import { parseJson } from '../../../../shared/util/json.ts'
import { Refusal } from '../../rules/world/find.ts'
import { ProgramFailed, type Programs } from '../bounds/programs.ts'

/** What is known about a file. Sizes are as displayed; null: unknown. */
export interface Probe {
  readonly video: {
    readonly codec: string | null
    readonly pixelFormat: string | null
    readonly width: number
    readonly height: number
    readonly isRotated: boolean
    readonly frameRate: number | null
    /** The frame rate as an exact fraction, e.g. `30000/1001`. */
    readonly rate: string | null
    /** Pictures that are shown before one that is decoded earlier. */
    readonly hasBFrames: boolean
  } | null
  readonly audio: {
    readonly codec: string | null
    readonly channels: number | null
    readonly sampleRate: number | null
  } | null
  /** Null also if a video's last packets come long before: then its header is wrong, or a part of the file is missing. */
  readonly durationSec: number | null
  readonly bitrateMbps: number | null
  readonly sizeBytes: number
}

/** How far a video may end before its stated length: a second, or this part of it if that is more. */
const SHORTER = { seconds: 1, part: 0.01 }
/** Where its packets are read: from 5 s before its stated length, for 20 s. */
const LOOK = { before: 5, seconds: 20 }

/** What ffprobe says of a song with a variable bit rate whose header does not state its length: it may be off by half. */
const ESTIMATED = 'Estimating duration from bitrate'

/** The most pixels of a picture that is decoded here (8K), whatever its header states: each takes up to 8 bytes. */
const MOST_PIXELS = 8_192 * 4_320

/**
 * For each input: only real media, and only this one file, because playlists, concatenations and the like could make a
 * program read other files of this machine or contact other servers; and no picture that takes more memory than there
 * is.
 */
export const MEDIA_ONLY = [
  ...['-max_pixels', String(MOST_PIXELS)],
  ...['-protocol_whitelist', 'file', '-format_whitelist'],
  'mov,matroska,webm,avi,flv,mpeg,mpegts,asf,mxf,ogg,mp3,aac,flac,wav,aiff,amr,caf,image2,png_pipe,jpeg_pipe,webp_pipe,gif,bmp_pipe',
]

/** A number, possibly written as text; anything else, or one not above zero, is unknown. */
const positive = z.coerce.number().positive().finite().nullable().catch(null)
const word = z.string().max(60).nullable().catch(null)
const Stream = z.object({
  codec_type: word.default(null),
  codec_name: word.default(null),
  pix_fmt: word.default(null),
  width: positive.default(null),
  height: positive.default(null),
  avg_frame_rate: word.default(null),
  r_frame_rate: word.default(null),
  sample_aspect_ratio: word.default(null),
  channels: positive.default(null),
  sample_rate: positive.default(null),
  has_b_frames: z.coerce.number().catch(0).default(0),
  disposition: z.object({ attached_pic: z.number().catch(0) }).catch({ attached_pic: 0 }),
  side_data_list: z
    .array(z.object({ rotation: z.number().catch(0).default(0) }))
    .catch([])
    .default([]),
})
type Stream = z.output<typeof Stream>
const Output = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({ duration: positive.default(null), bit_rate: positive.default(null) }).optional(),
})

const ENTRIES =
  'format=duration,bit_rate:stream=codec_type,codec_name,pix_fmt,width,height,avg_frame_rate,r_frame_rate,' +
  'sample_aspect_ratio,channels,sample_rate,has_b_frames:stream_disposition=attached_pic:stream_side_data=rotation'

/** Examines a file with ffprobe. Its output about a file from outside is no more to be trusted than the file. */
export async function probe(programs: Programs, path: string, signal: AbortSignal): Promise<Probe> {
  const args = ['-v', 'warning', ...MEDIA_ONLY, '-print_format', 'json', '-show_entries', ENTRIES, `file:${path}`]
  const answer = await programs.run('ffprobe', args, { signal }).catch((error: unknown) => {
    if (!(error instanceof ProgramFailed)) throw error
  })
  if (answer?.complained.includes('exceeds specified max pixel count')) {
    throw new Refusal('INVALID_FILE_TYPE', 'The picture is larger than 8192 × 4320 pixels. Make it smaller first.')
  }
  const output = Output.safeParse(parseJson(answer?.said ?? ''))
  if (!output.success) {
    throw new Refusal('INVALID_FILE_TYPE', 'The file cannot be read. It may be cut short or damaged.')
  }
  const { streams, format } = output.data
  const picture = streams.find((one) => one.codec_type === 'video' && one.disposition.attached_pic === 0)
  const sound = streams.find((one) => one.codec_type === 'audio')
  const { size } = await stat(path)
  const isEstimated = !picture && (answer?.complained.includes(ESTIMATED) ?? false)
  const countedSec = isEstimated ? await soundLength(programs, path, signal) : null
  const statedSec = countedSec ?? format?.duration ?? null
  const isTrue = !picture || statedSec === null || (await lasts(programs, path, statedSec, signal))
  const durationSec = isTrue ? statedSec : null
  // Without a stated rate it is computed; a stated one is computed from the length too.
  const statedBits = countedSec === null ? (format?.bit_rate ?? null) : null
  const bits = isTrue ? (statedBits ?? (durationSec === null ? null : (size * 8) / durationSec)) : null
  return {
    video: picture ? videoOf(picture) : null,
    audio: sound ? { codec: sound.codec_name, channels: sound.channels, sampleRate: sound.sample_rate } : null,
    durationSec,
    bitrateMbps: bits === null ? null : rounded(bits / 1e6),
    sizeBytes: size,
  }
}

/**
 * Returns whether a video has packets up to its stated length. A playlist counts with that length: a wrong one would
 * keep the next file waiting for as long. If the packets cannot be read, nothing contradicts it.
 */
async function lasts(programs: Programs, path: string, statedSec: number, signal: AbortSignal): Promise<boolean> {
  const from = Math.max(0, statedSec - LOOK.before)
  const wanted = ['-read_intervals', `${from}%+${LOOK.seconds}`, '-show_entries', 'packet=pts_time,duration_time']
  const args = ['-v', 'error', ...MEDIA_ONLY, ...wanted, '-print_format', 'csv=print_section=0', `file:${path}`]
  let isEmpty = true
  let endSec: number | null = null
  const onLine = (line: string): boolean => {
    const [time, duration] = line.split(',').map(Number)
    isEmpty = false
    if (time !== undefined && Number.isFinite(time)) endSec = Math.max(endSec ?? 0, time + (duration || 0))
    return true
  }
  try {
    await programs.run('ffprobe', args, { signal, onLine })
  } catch {
    signal.throwIfAborted()
    return true
  }
  if (endSec === null) return !isEmpty
  return endSec >= statedSec - Math.max(SHORTER.seconds, SHORTER.part * statedSec)
}

/**
 * The length of a sound in seconds: that of all its packets. Read to the end, so only where nothing states it. Null: they
 * cannot be read.
 */
async function soundLength(programs: Programs, path: string, signal: AbortSignal): Promise<number | null> {
  const wanted = ['-select_streams', 'a:0', '-show_entries', 'packet=duration_time']
  const args = ['-v', 'error', ...MEDIA_ONLY, ...wanted, '-print_format', 'csv=print_section=0', `file:${path}`]
  let seconds = 0
  const onLine = (line: string): boolean => {
    seconds += Number.parseFloat(line) || 0
    return true
  }
  try {
    await programs.run('ffprobe', args, { signal, onLine })
  } catch {
    signal.throwIfAborted()
    return null
  }
  return seconds > 0 ? rounded(seconds) : null
}

function videoOf(stream: Stream): NonNullable<Probe['video']> {
  const turned = stream.side_data_list.some(({ rotation }) => Math.abs(rotation) % 180 === 90)
  const wide = Math.round((stream.width ?? 0) * (fraction(stream.sample_aspect_ratio?.replace(':', '/')) ?? 1))
  const high = stream.height ?? 0
  const rate = [stream.avg_frame_rate, stream.r_frame_rate].find((one) => fraction(one) !== null) ?? null
  const frameRate = fraction(rate)
  return {
    codec: stream.codec_name,
    pixelFormat: stream.pix_fmt,
    width: turned ? high : wide,
    height: turned ? wide : high,
    isRotated: stream.side_data_list.some(({ rotation }) => rotation !== 0),
    frameRate: frameRate === null ? null : rounded(frameRate),
    rate,
    hasBFrames: stream.has_b_frames > 0,
  }
}

/** `30000/1001` as a number; null: there is none, or it makes no sense. */
function fraction(text: string | null | undefined): number | null {
  const [above, below] = (text ?? '').split('/').map(Number)
  const value = (above ?? 0) / (below ?? 1)
  return Number.isFinite(value) && value > 0 ? value : null
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000
