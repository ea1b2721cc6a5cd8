/** The tags of a stream as fragments that a browser plays: nothing is encoded anew, only packed differently. */
import type { Tag } from '../flv/tag.ts'
import { fragment, initSegment, type Sample, u32 } from './boxes.ts'

/** A fragment ends with the first picture after this, in ms: viewers see each picture this much later. */
const FRAGMENT_MS = 200
/** A sample that would last longer than this is followed by a hole, in ms. */
const LONGEST_SAMPLE_MS = 250

export type Packed =
  /** What a browser must know before the first fragment. Comes again when it changes. */
  | { readonly is: 'init'; readonly codecs: string; readonly bytes: Buffer }
  /** `isKey`: it can be played without what came before. */
  | { readonly is: 'fragment'; readonly isKey: boolean; readonly bytes: Buffer }

export interface Frame {
  readonly width: number
  readonly height: number
}

/** The bodies of tags begin with what kind they are: for pictures with 5 bytes, for sound with 2. */
const VIDEO_PREFIX = 5
const AUDIO_PREFIX = 2

/**
 * Packs tags in the order in which they come. The last picture and the last sound are held back until the next one
 * comes: only then is it known how long they last.
 *
 * @param emit called with each part
 */
export function createPacker({ width, height }: Frame, emit: (packed: Packed) => void) {
  const headers: { video: Buffer | null; audio: Buffer | null } = { video: null, audio: null }
  let isChanged = true
  /** How many fragments there were. */
  let count = 0
  let video: Pending[] = []
  let audio: Pending[] = []

  function flush(): void {
    const [pictures, sounds] = [timed(video), timed(audio)]
    video = video.slice(pictures.length)
    audio = audio.slice(sounds.length)
    if (pictures.length === 0) return
    count += 1
    emit({ is: 'fragment', isKey: pictures[0]?.isKey ?? false, bytes: fragment(count, pictures, sounds) })
  }

  function begin(): void {
    isChanged = false
    const { video: avc, audio: aac } = headers
    if (avc) emit({ is: 'init', codecs: codecsOf(avc, aac), bytes: initSegment({ width, height, avc, aac }) })
  }

  function picture(data: Buffer, timeMs: number, isKey: boolean): void {
    const first = video[0]
    const isFull = first !== undefined && timeMs - first.timeMs >= FRAGMENT_MS
    const parameters = isKey && headers.video ? parametersIn(headers.video) : null
    video.push({ timeMs, isKey, data: parameters ? Buffer.concat([parameters, data]) : data })
    if (isFull || isKey) flush()
    if (isKey && isChanged) begin()
  }

  return {
    put({ kind, data, isHeader, isKey }: Tag, timeMs: number): void {
      if (isHeader) {
        const header = data.subarray(kind === 'video' ? VIDEO_PREFIX : AUDIO_PREFIX)
        if (headers[kind]?.equals(header)) return
        headers[kind] = header
        isChanged = true
      } else if (kind === 'video') picture(data.subarray(VIDEO_PREFIX), timeMs, isKey)
      // A browser can place no sound before the first picture.
      else if (video.length > 0) audio.push({ timeMs, data: data.subarray(AUDIO_PREFIX), isKey: true })
    },
  }
}

type Pending = Omit<Sample, 'lengthMs'>

/** All but the last one: how long it lasts is not known yet. */
function timed(samples: readonly Pending[]): Sample[] {
  return samples.slice(0, -1).map((sample, nth) => {
    const next = samples[nth + 1]?.timeMs ?? sample.timeMs
    return { ...sample, lengthMs: Math.min(Math.max(next - sample.timeMs, 0), LONGEST_SAMPLE_MS) }
  })
}

/** The codecs as RFC 6381 has them, by which a browser says whether it can play them. */
function codecsOf(avc: Buffer, aac: Buffer | null): string {
  const video = `avc3.${avc.toString('hex', 1, 4)}`
  return aac ? `${video}, mp4a.40.${(aac[0] ?? 0) >> 3}` : video
}

/** The parameter sets of a decoder's configuration, as they stand before a keyframe: each after its length. */
function parametersIn(avc: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = 5
  // The number of sequence parameter sets has five bits, that of picture parameter sets eight.
  for (const mask of [31, 255]) {
    const count = (avc[at] ?? 0) & mask
    at += 1
    for (let nth = 0; nth < count && at + 2 <= avc.length; nth += 1) {
      const set = avc.subarray(at + 2, at + 2 + avc.readUInt16BE(at))
      parts.push(u32(set.length), set)
      at += 2 + set.length
    }
  }
  return Buffer.concat(parts)
}
