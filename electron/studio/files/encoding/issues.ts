/** What keeps a file out of playlists: a broadcast copies the streams of a file and cannot convert them. */
import type { FileType } from '../catalogue/document.ts'
import type { Probe } from './probe.ts'

/** What can be sent unchanged, in one table. Anything beyond that needs an encode. */
export const SENDABLE = {
  /** The largest format a project can have (contract notes, createProject). */
  longSide: 3_840,
  shortSide: 2_160,
  /** No platform accepts more than 60. A little above that, for inexact clocks. */
  framesPerSecond: 60.1,
  /** Megabits a second: the most that platforms accept, for 2160p. */
  bitrateMbps: 51,
  /** Upload lines often cannot carry more than this: 12 is recommended for 1080p at 60 frames. */
  highBitrateMbps: 12,
  /** RTMP carries these everywhere (FLV); others only to some platforms. */
  videoCodecs: ['h264'],
  audioCodecs: ['aac', 'mp3'],
  /** 8 bits, 4:2:0: what every viewer's device decodes. */
  pixelFormats: ['yuv420p', 'yuvj420p'],
  /** Surround sound is not passed on. */
  channels: 2,
} as const

/** An image is drawn, not copied, so only its size can be a problem. */
const FOR_IMAGES = ['resolution_too_high']

/** The contract's names for the issues that a probe found. */
export function issuesOf(
  type: FileType,
  probe: Probe,
  isMoovLast: boolean,
): { errors: string[]; warnings: string[] } {
  const { video, audio, bitrateMbps } = probe
  const found: Readonly<Record<string, boolean>> = {
    unsupported_video_codec: type === 'video' && video !== null && !isVideoSendable(video),
    unsupported_audio_codec: audio !== null && !isAudioSendable(audio),
    bitrate_too_high: (bitrateMbps ?? 0) > SENDABLE.bitrateMbps,
    resolution_too_high: video !== null && type !== 'audio' && isTooLarge(video),
    fps_exceeds_limit: type === 'video' && (video?.frameRate ?? 0) > SENDABLE.framesPerSecond,
    moov_atom_position: isMoovLast,
  }
  const errors = Object.keys(found).filter((name) => found[name] && (type !== 'image' || FOR_IMAGES.includes(name)))
  const isHigh = type === 'video' && !found.bitrate_too_high && (bitrateMbps ?? 0) > SENDABLE.highBitrateMbps
  return {
    errors,
    warnings: [...(isHigh ? ['high_bitrate'] : []), ...(type === 'video' && !audio ? ['no_audio_track'] : [])],
  }
}

/** Rotation is a hint to the player that a broadcast does not pass on, and without a frame rate there is no timing. */
function isVideoSendable({ codec, pixelFormat, isRotated, frameRate }: NonNullable<Probe['video']>): boolean {
  const isKnown = (all: readonly string[], one: string | null) => one !== null && all.includes(one)
  const isCodec = isKnown(SENDABLE.videoCodecs, codec) && isKnown(SENDABLE.pixelFormats, pixelFormat)
  return isCodec && !isRotated && frameRate !== null
}

function isAudioSendable({ codec, channels }: NonNullable<Probe['audio']>): boolean {
  const isKnown = (SENDABLE.audioCodecs as readonly (string | null)[]).includes(codec)
  return isKnown && (channels ?? SENDABLE.channels) <= SENDABLE.channels
}

function isTooLarge({ width, height }: NonNullable<Probe['video']>): boolean {
  return Math.max(width, height) > SENDABLE.longSide || Math.min(width, height) > SENDABLE.shortSide
}
