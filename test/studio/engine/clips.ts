/** Short clips in the house format, made by ffmpeg once per test file. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

export const HOUSE = [
  ...['-vf', 'format=yuv420p', '-af', 'aresample=48000:async=1:first_pts=0,apad'],
  ...['-shortest', '-fflags', '+shortest', '-max_interleave_delta', '0'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'high', '-bf', '0', '-sc_threshold', '0'],
  ...['-g', '60', '-keyint_min', '60', '-c:a', 'aac', '-b:a', '96k', '-ar', '48000', '-ac', '2'],
]

/** The picture's size and rate are small, so that a clip takes a tenth of a second. */
export const source = (seconds: number, tone: number): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc=size=320x180:rate=30:duration=${seconds}`],
  ...['-f', 'lavfi', '-i', `sine=frequency=${tone}:duration=${seconds}`],
]

/** Runs ffmpeg, which must succeed, and returns the path of its result. */
export function ffmpeg(args: readonly string[], path: string): string {
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args, path], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return path
}

/** A clip in the house format, as FLV with an index of its keyframes. */
export function clip(dir: string, name: string, seconds: number, tone = 440): string {
  return ffmpeg(
    [...source(seconds, tone), ...HOUSE, '-flvflags', 'add_keyframe_index', '-f', 'flv'],
    join(dir, `${name}.flv`),
  )
}

/** ffmpeg's source of silence with a click of 5 ms at a time, in ms. */
export const clickAt = (ms: number, seconds: number): string =>
  `aevalsrc='if(between(t,${ms / 1_000},${(ms + 5) / 1_000}),0.5*sin(2*PI*3000*t),0)':s=48000:d=${seconds}`

/** The sound of a file, at 48 kHz. */
export function samplesIn(path: string): number[] {
  const args = ['-v', 'error', '-i', path, '-f', 'f32le', '-ac', '1', '-ar', '48000', '-']
  const { stdout } = spawnSync('ffmpeg', args, { maxBuffer: 50_000_000 })
  return Array.from({ length: Math.floor(stdout.length / 4) }, (_, nth) => stdout.readFloatLE(nth * 4))
}

/** The times of the clicks in a file in ms, counted from its first sound. */
export function clicksIn(path: string): number[] {
  const clicks: number[] = []
  for (const [at, sample] of samplesIn(path).entries())
    if (Math.abs(sample) > 0.15 && at / 48 - (clicks.at(-1) ?? -1_000) > 20) clicks.push(at / 48)
  return clicks
}
