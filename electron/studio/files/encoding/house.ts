/** The house format: all pictures are encoded to it, so that a broadcast can copy one file after another seamlessly. */
import { SENDABLE } from './issues.ts'

const KEYFRAME_SECONDS = 2
/** For files without a frame rate, and the highest frame rate. */
const FRAMES = { default: 30, most: 60 }
/** The most bits per pixel of a frame: 3 Mbit/s for 720p at 30 frames, below every platform's limit for 2160p at 60. */
const BITS_PER_PIXEL = 0.11
const MOST_VIDEO_BITS = 40e6
export const AUDIO_BITS = 128_000

/** A picture as it is displayed. */
interface Picture {
  readonly width: number
  readonly height: number
  readonly frameRate: number | null
}

/** Upright, in square pixels, within what can be sent, at a constant frame rate, with a keyframe every two seconds. */
export function encodePicture(original: Picture & { readonly rate: string | null }): string[] {
  const { width, height } = sizeOf(original)
  const frames = framesOf(original)
  const rate = frames === original.frameRate ? (original.rate ?? frames) : frames
  const bits = videoBits(original)
  const filter = `scale=${width}:${height},setsar=1,fps=${rate},format=yuv420p`
  const codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-bf', '0', '-sc_threshold', '0']
  const keys = String(Math.round(frames * KEYFRAME_SECONDS))
  const rates = ['-crf', '21', '-maxrate', String(bits), '-bufsize', String(bits * 2)]
  return ['-vf', filter, ...codec, '-g', keys, '-keyint_min', keys, ...rates]
}

/** The most that an encoded picture takes, in bits a second. */
export function videoBits(original: Picture): number {
  const { width, height } = sizeOf(original)
  const bits = width * height * framesOf(original) * BITS_PER_PIXEL
  return Math.round(Math.min(MOST_VIDEO_BITS, Math.max(300_000, bits)))
}

/** The displayed size, reduced if it is too large, in even numbers. */
function sizeOf({ width, height }: Picture): { width: number; height: number } {
  const { longSide, shortSide } = SENDABLE
  const factor = Math.min(1, longSide / Math.max(width, height), shortSide / Math.min(width, height))
  const even = (length: number) => Math.max(2, Math.floor((length * factor) / 2) * 2)
  return { width: even(width), height: even(height) }
}

function framesOf({ frameRate }: Picture): number {
  if (frameRate === null || frameRate < 1) return FRAMES.default
  return Math.min(frameRate, FRAMES.most)
}
