/** What a broadcast is made of, as it is sent: bodies of FLV tags (Adobe Flash Video, 10.1, annex E.4), which RTMP carries too. */

/** A frame of picture or sound, or what a decoder is told before. */
export interface Unit {
  readonly kind: 'video' | 'audio'
  /** When it is decoded, in µs of the broadcast. */
  readonly dts: number
  /** It is shown so many µs later. */
  readonly later: number
  readonly isKey: boolean
  /** It is no frame, and tells how those after it are decoded. */
  readonly isConfig: boolean
  /** Of what a decoder of pictures is told: how large they are. */
  readonly size?: { readonly width: number; readonly height: number }
  /** The frame alone. */
  readonly data: Buffer
}

const AVC = { key: 0x17, other: 0x27 }
/** AAC; the other bits say nothing there. */
const AAC = 0xaf

/** The two to five bytes before a frame. */
export function tagHead({ kind, isKey, isConfig, later }: Unit): Buffer {
  if (kind === 'audio') return Buffer.from([AAC, isConfig ? 0 : 1])
  const ms = isConfig ? 0 : Math.round(later / 1_000)
  return Buffer.from([isKey ? AVC.key : AVC.other, isConfig ? 0 : 1, (ms >> 16) & 255, (ms >> 8) & 255, ms & 255])
}

/** Stereo at 48 kHz, as every encode makes it: its AudioSpecificConfig, how long a frame lasts, and one of silence. */
export const SILENCE = {
  config: Buffer.from([0x11, 0x90]),
  rate: 48_000,
  frame: Buffer.from([0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c]),
} as const

/** Samples in a frame of AAC. */
export const AAC_SAMPLES = 1_024
