/** The boxes of fragmented MP4 (ISO/IEC 14496-12 and -15) that a browser needs to play H.264 and AAC as they are. */

export type Part = Buffer | number | string

/** A box: its length, its name, its contents. A number among them takes four bytes, a text one byte a character. */
export function box(name: string, ...parts: readonly Part[]): Buffer {
  const contents = parts.map(bytesOf)
  const size = contents.reduce((sum, { length }) => sum + length, 8)
  return Buffer.concat([u32(size), Buffer.from(name, 'latin1'), ...contents], size)
}

const bytesOf = (part: Part): Buffer => {
  if (typeof part === 'number') return u32(part)
  return typeof part === 'string' ? Buffer.from(part, 'latin1') : part
}

export function u32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Of 64 bits: a time in ms passes 32 bits after 49.7 days. */
export function u64(value: number): Buffer {
  return Buffer.concat([u32(Math.floor(value / 0x1_0000_0000)), u32(value % 0x1_0000_0000)])
}

const u16s = (...values: readonly number[]) =>
  Buffer.concat(values.map((value) => Buffer.of(value >> 8, value & 255)))
const zeros = (count: number) => Buffer.alloc(count)

/** All times are in ms. */
const TIMESCALE = 1_000
const MATRIX = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32))
export const VIDEO_TRACK = 1
export const AUDIO_TRACK = 2

/** What is known of a stream before its first picture. */
export interface StreamHeaders {
  readonly width: number
  readonly height: number
  /** The decoder's configuration for the pictures (AVCDecoderConfigurationRecord). */
  readonly avc: Buffer
  /** The one for the sound (AudioSpecificConfig); null: there is none. */
  readonly aac: Buffer | null
}

/** What a browser is given before the first fragment ("initialization segment"). */
export function initSegment({ width, height, avc, aac }: StreamHeaders): Buffer {
  const extended = (track: number) => box('trex', 0, track, 1, 0, 0, 0)
  const tracks = [trackOf(VIDEO_TRACK, width, height, 'vide', box('vmhd', 1, 0, 0), pictures(width, height, avc))]
  if (aac) tracks.push(trackOf(AUDIO_TRACK, 0, 0, 'soun', box('smhd', 0, 0), sound(aac)))
  return Buffer.concat([
    box('ftyp', 'iso6', 1, 'iso6', 'mp41'),
    box(
      'moov',
      box('mvhd', 0, 0, 0, TIMESCALE, 0, 0x10000, u16s(0x100, 0), zeros(8), MATRIX, zeros(24), AUDIO_TRACK + 1),
      ...tracks,
      box('mvex', extended(VIDEO_TRACK), ...(aac ? [extended(AUDIO_TRACK)] : [])),
    ),
  ])
}

function trackOf(id: number, width: number, height: number, kind: string, media: Buffer, sample: Buffer): Buffer {
  const volume = kind === 'soun' ? 0x100 : 0
  const place = [u16s(0, 0, volume, 0), MATRIX, width * 0x10000, height * 0x10000]
  // Enabled, and part of what is played.
  const header = box('tkhd', 3, 0, 0, id, 0, 0, zeros(8), ...place)
  const empty = ['stts', 'stsc', 'stco'].map((name) => box(name, 0, 0))
  const samples = box('stbl', box('stsd', 0, 1, sample), ...empty, box('stsz', 0, 0, 0))
  const here = box('dinf', box('dref', 0, 1, box('url ', 1)))
  const UNDETERMINED = u16s(0x55c4, 0)
  return box(
    'trak',
    header,
    box(
      'mdia',
      box('mdhd', 0, 0, 0, TIMESCALE, 0, UNDETERMINED),
      box('hdlr', 0, 0, kind, zeros(12), '\0'),
      box('minf', media, here, samples),
    ),
  )
}

/** `avc3`: each keyframe has its parameters with it, so that a file with others may follow. */
function pictures(width: number, height: number, avc: Buffer): Buffer {
  const size = [u16s(width, height), 0x480000, 0x480000, 0]
  return box('avc3', zeros(6), u16s(1), zeros(16), ...size, u16s(1), zeros(32), u16s(0x18, 0xffff), box('avcC', avc))
}

function sound(aac: Buffer): Buffer {
  const descriptor = (tag: number, ...parts: Buffer[]) => {
    const contents = Buffer.concat(parts)
    return Buffer.concat([Buffer.of(tag, contents.length), contents])
  }
  // AAC (0x40), an audio stream (0x15); the rates of bits are not stated.
  const decoder = descriptor(4, Buffer.of(0x40, 0x15, 0, 0, 0), u32(0), u32(0), descriptor(5, aac))
  const stream = descriptor(3, Buffer.of(0, AUDIO_TRACK, 0), decoder, descriptor(6, Buffer.of(2)))
  const shape = [u16s(2, 16), zeros(4), 48_000 * 0x10000]
  return box('mp4a', zeros(6), u16s(1), zeros(8), ...shape, box('esds', 0, stream))
}

/** One picture, or one frame of sound. */
export interface Sample {
  readonly timeMs: number
  readonly lengthMs: number
  readonly data: Buffer
  readonly isKey: boolean
}

const KEY_FLAGS = 0x02000000
const OTHER_FLAGS = 0x01010000
/** In `tfhd`: places are counted from the beginning of the fragment. In `trun`: what is stated of each sample. */
const FROM_FRAGMENT = 0x020000
const WITH_PLACE_LENGTH_SIZE_FLAGS = 0x000701

/** A fragment: samples of each track that follow each other without a gap. */
export function fragment(nth: number, video: readonly Sample[], audio: readonly Sample[]): Buffer {
  const tracks = [
    { id: VIDEO_TRACK, samples: video },
    { id: AUDIO_TRACK, samples: audio },
  ].filter(({ samples }) => samples.length > 0)
  const headerOf = (sizeBefore: number) => {
    let at = sizeBefore
    const parts = tracks.map(({ id, samples }) => {
      const part = partOf(id, samples, at)
      at += samples.reduce((sum, { data }) => sum + data.length, 0)
      return part
    })
    return box('moof', box('mfhd', 0, nth), ...parts)
  }
  // Its size does not depend on what it states.
  const header = headerOf(headerOf(0).length + 8)
  return Buffer.concat([header, box('mdat', ...tracks.flatMap(({ samples }) => samples.map(({ data }) => data)))])
}

function partOf(id: number, samples: readonly Sample[], at: number): Buffer {
  const rows = samples.flatMap(({ lengthMs, data, isKey }) => [
    lengthMs,
    data.length,
    isKey ? KEY_FLAGS : OTHER_FLAGS,
  ])
  const LONG_TIME = 0x01000000
  return box(
    'traf',
    box('tfhd', FROM_FRAGMENT, id),
    box('tfdt', LONG_TIME, u64(samples[0]?.timeMs ?? 0)),
    box('trun', WITH_PLACE_LENGTH_SIZE_FLAGS, samples.length, at, ...rows),
  )
}
