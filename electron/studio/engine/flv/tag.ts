/** What a broadcast consists of: the tags of FLV, which are also the messages of RTMP (Adobe, "FLV File Format 10.1"). */

export interface Tag {
  readonly kind: 'video' | 'audio'
  /** Whole ms. Without B-frames, pictures are shown in the order in which they are decoded, so this is their time too. */
  readonly timeMs: number
  /** The body of the tag, which is that of the RTMP message as well. */
  readonly data: Buffer
  /** A picture that needs no earlier one. */
  readonly isKey: boolean
  /** No picture or sound, but what a decoder must know before the first one ("sequence header"). */
  readonly isHeader: boolean
}

/** Every picture and sound of the house format: H.264, and AAC of 1,024 samples a frame at 48 kHz. */
export const AUDIO_FRAME_MS = 1_024 / 48

export const VIDEO_TAG = 9
export const AUDIO_TAG = 8
export const DATA_TAG = 18

const H264 = 7
const AAC = 10
const KEY_PICTURE = 1
/** The second byte of a tag: a sequence header, or for video the end of the sequence. */
const SEQUENCE_HEADER = 0
const SEQUENCE_END = 2

/**
 * Reads the first bytes of a tag's body. Null: nothing that is broadcast, such as the end of a sequence.
 * @throws Error for other codecs than H.264 and AAC
 */
export function tagOf(type: number, timeMs: number, data: Buffer): Tag | null {
  const [first = 0, second = 0] = data
  if (type === VIDEO_TAG) {
    if ((first & 15) !== H264) throw new Error('its pictures are not H.264')
    if (second === SEQUENCE_END) return null
    const isHeader = second === SEQUENCE_HEADER
    return { kind: 'video', timeMs, data, isKey: !isHeader && first >> 4 === KEY_PICTURE, isHeader }
  }
  if (type !== AUDIO_TAG) return null
  if (first >> 4 !== AAC) throw new Error('its sound is not AAC')
  return { kind: 'audio', timeMs, data, isKey: false, isHeader: second === SEQUENCE_HEADER }
}
