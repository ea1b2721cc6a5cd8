/**
 * What an encode has to do, and what that costs: the least that repairs a file, so that no quality is lost needlessly.
 */
import type { FileType, MediaDocument } from '../catalogue/document.ts'
import { AUDIO_BITS, videoBits } from './house.ts'

/** The streams to encode; the rest is copied unchanged, into a new MP4 with its index at the front. */
export interface Work {
  readonly picture: boolean
  readonly sound: boolean
}

type Issues = NonNullable<MediaDocument['issues']>

const OF_INDEX = 'moov_atom_position'
const OF_PICTURE = ['unsupported_video_codec', 'bitrate_too_high', 'resolution_too_high', 'fps_exceeds_limit']
const OF_SOUND = 'unsupported_audio_codec'

/** The least that repairs a file. If a high bitrate is its only issue, the user wants that lowered. */
export function workOf(type: FileType, { errors, warnings }: Issues): Work {
  if (type === 'audio') return { picture: false, sound: errors.some((error) => error !== OF_INDEX) }
  const isRateAlone = errors.length === 0 && warnings.includes('high_bitrate')
  return {
    picture: isRateAlone || errors.some((error) => OF_PICTURE.includes(error)),
    sound: errors.includes(OF_SOUND) || warnings.includes('no_audio_track'),
  }
}

/**
 * Returns whether a lossless copy makes the file usable, or finds its unknown length (a recording that was cut off).
 */
export function isMendedByCopy(type: FileType, { errors, warnings }: Issues, durationSec: number | null): boolean {
  if (type === 'image' || warnings.some((warning) => warning.startsWith('not_examined'))) return false
  return errors.every((error) => error === OF_INDEX) && (errors.length > 0 || durationSec === null)
}

/** What an encode would do, and the greatest size and bitrate of its result; null: not encodable, or not examined. */
export function encodePlan({ type, status, metadata, issues }: MediaDocument) {
  if (type === 'image' || status !== 'completed' || !metadata || !issues) return null
  const work = workOf(type, issues)
  const [width = 0, height = 0] = (metadata.resolution ?? '').split('x').map(Number)
  const soundMbps = work.sound ? AUDIO_BITS / 1e6 : 0
  const pictureMbps = work.picture ? videoBits({ width, height, frameRate: metadata.frameRate }) / 1e6 : null
  const kept = work.sound && type === 'audio' ? 0 : (metadata.bitrateMbps ?? 0)
  const bitrateMbps = rounded((pictureMbps ?? kept) + (pictureMbps === null ? soundMbps : AUDIO_BITS / 1e6))
  const isCopied = !work.picture && !work.sound
  const encoded = metadata.durationSec === null ? null : Math.round((bitrateMbps * 1e6 * metadata.durationSec) / 8)
  return {
    ...work,
    bitrateMbps: isCopied ? metadata.bitrateMbps : bitrateMbps,
    sizeBytes: isCopied ? metadata.sizeBytes : encoded,
  }
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000
