/**
 * Play copies of the sound of a file alone: for audio playlists, and for a volume of a layer below the full one. They are
 * small, and are made in seconds, so that no picture is stored once for each volume.
 */
import { rm } from 'node:fs/promises'
import { openFlv, restOf } from '../../engine/flv/reader.ts'
import { Refusal } from '../../rules/world/find.ts'
import type { Programs } from '../bounds/programs.ts'
import { AAC, SOUND } from './encoding.ts'
import { AUDIO_BITS } from './house.ts'
import { atGain } from './level.ts'
import { hasHouseSound, LONGEST_TAIL_MS, type PlayCopying, runCopy } from './playCopy.ts'
import { probe } from './probe.ts'

/** FLV has an index of pictures alone: with one of a few bytes a second, the sound can be entered anywhere. */
export const TINY_PICTURE = ['-f', 'lavfi', '-i', 'color=c=black:s=16x16:r=1']
export const TINY_ENCODER = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-bf', '0', '-g', '1']

/** The gain of a volume from 0 (not included) to 10, in dB: amplitudes are in proportion to it, as on web players. */
export const gainOfVolume = (volume: number) => 20 * Math.log10(volume / 10)

/**
 * Makes the copy of the sound of a file. On any error nothing remains of it.
 * @throws Refusal if the file cannot be read
 */
export async function copySound(programs: Programs, copying: Omit<PlayCopying, 'frame'>): Promise<void> {
  const { from, making, gain, job, requireRoom } = copying
  try {
    const original = await probe(programs, from, job.signal)
    const { audio, durationSec } = original
    await requireRoom(((durationSec ?? 0) * AUDIO_BITS) / 8)
    const silence = audio ? [] : ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo']
    // The exact length that playlists count with. Without one, the sound ends it.
    const [filling, length] = durationSec === null ? [[], ['-shortest']] : [['apad'], ['-t', String(durationSec)]]
    const filter = [SOUND, ...atGain(gain), ...filling].join(',')
    const sound = ['-map', audio ? '0:a:0' : '2:a:0', '-af', filter, ...AAC]
    const picture = [...TINY_PICTURE, ...silence, '-map', '1:v', ...TINY_ENCODER]
    await runCopy(programs, copying, original, [...picture, ...sound, ...length, '-max_interleave_delta', '0'])
    await requireSound(making, durationSec ?? 0)
  } catch (error) {
    await rm(making, { force: true })
    throw error
  }
}

/** @throws Refusal if its sound is in another format, or ends too early */
async function requireSound(path: string, seconds: number): Promise<void> {
  const file = await openFlv(path)
  try {
    let endMs = 0
    for await (const { kind, timeMs } of restOf(file)) if (kind === 'audio') endMs = timeMs - file.firstMs
    if (hasHouseSound(file) && seconds * 1_000 - endMs <= LONGEST_TAIL_MS) return
  } finally {
    file.close()
  }
  throw new Refusal('IMPORT_FAILED', 'The copy of the sound is not in the house format.')
}
