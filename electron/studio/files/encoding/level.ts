/** How loud files are broadcast: all of them equally loud, by one gain a file, so that what is quiet in a file stays so. */
import type { MediaDocument } from '../catalogue/document.ts'

/**
 * In LUFS (EBU R 128, ITU-R BS.1770). The loudest that the AES recommends for streams (TD1004.1.15-10: from -20 to -16;
 * TD1008: music at -16, speech at -18 within 2). Platforms turn down what is louder than -14 and do not raise the rest,
 * so none of them changes it.
 */
const TARGET_LUFS = -16
/** This far from the target a file is left as it is: nobody hears it, and its sound need not be encoded again. In LU. */
const NEAR = 0.5
/** What needs more than this is hardly meant to be heard: raising it would raise its noise. In dB. */
const MOST_RAISED = 20
/** The limit for peaks as an amplitude, -2 dB: encoding to AAC adds up to 1 dB, and -1 dBTP is the limit for streams. */
const MOST_AMPLITUDE = 0.794
/** The sound is limited at this rate, in Hz: peaks between the samples are seen then (BS.1770, annex 2). */
const OVERSAMPLED = 192_000

/** The gain that brings a file to the target, in dB; 0: it is near it, is silent, or was not measured. */
export function gainOf({ metadata }: Pick<MediaDocument, 'metadata'>): number {
  const loudness = metadata?.loudnessLufs ?? null
  if (loudness === null) return 0
  const gain = Math.min(MOST_RAISED, TARGET_LUFS - loudness)
  return Math.abs(gain) <= NEAR ? 0 : Math.round(gain * 10) / 10
}

/** ffmpeg's filters that limit the peaks. */
export const LIMITED = [
  `aresample=${OVERSAMPLED}`,
  `alimiter=limit=${MOST_AMPLITUDE}:level=false:attack=5:release=50`,
  'aresample=48000',
]

/** ffmpeg's filters for a gain in dB, with a limiter for the peaks. None for 0: the sound stays as it is. */
export const atGain = (gain: number): string[] => (gain === 0 ? [] : [`volume=${gain}dB`, ...LIMITED])
