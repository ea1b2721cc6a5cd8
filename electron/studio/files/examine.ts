import { stat } from 'node:fs/promises'
import type { FileType, MediaDocument, Metadata } from './document.ts'
import { issuesOf } from './issues.ts'
import { Mishap } from './mishap.ts'
import { readMovie } from './movie.ts'
import { type Probe, probe } from './probe.ts'
import { ProgramMissing, type Programs } from './programs.ts'

/**
 * Looks at a whole file: what is in it, and what keeps it out of playlists. Rejects when it is not what it is said to be,
 * or cut short. Without ffprobe only its size is known, and nothing is held against it.
 */
export async function examine(
  programs: Programs,
  path: string,
  type: FileType,
  signal: AbortSignal,
): Promise<Pick<MediaDocument, 'metadata' | 'issues'>> {
  const { isCutShort, isMoovLast } = await readMovie(path)
  if (isCutShort) throw new Mishap('INVALID_FILE_TYPE', 'The file ends too early: a part of it is missing.')
  const found = await probe(programs, path, signal).catch(noneIfMissing)
  if (!found) return { metadata: { ...NOTHING, sizeBytes: (await stat(path)).size }, issues: null }
  requireType(found, type)
  return { metadata: metadataOf(type, found, null), issues: issuesOf(type, found, isMoovLast) }
}

const NOTHING = {
  ...{ resolution: null, frameRate: null, bitrateMbps: null, durationSec: null },
  ...{ videoCodec: null, audioCodec: null, loudnessLufs: null },
}

function noneIfMissing(error: unknown): null {
  if (error instanceof ProgramMissing) return null
  throw error
}

/** A file must hold what it is said to be: a picture, a sound. */
export function requireType({ video, audio }: Probe, type: FileType): void {
  if (type === 'audio' ? audio !== null : video !== null && video.width > 0) return
  const lacks = type === 'audio' ? 'has no sound' : 'has no picture'
  throw new Mishap('INVALID_FILE_TYPE', `The file ${lacks}, so it is no ${type}.`)
}

/** The contract's metadata of a file. */
export function metadataOf(type: FileType, found: Probe, loudnessLufs: number | null): Metadata {
  const video = type === 'audio' ? null : found.video
  const isImage = type === 'image'
  return {
    resolution: video && `${video.width}x${video.height}`,
    frameRate: isImage ? null : (video?.frameRate ?? null),
    bitrateMbps: isImage ? null : found.bitrateMbps,
    durationSec: isImage ? null : found.durationSec,
    sizeBytes: found.sizeBytes,
    videoCodec: video?.codec ?? null,
    audioCodec: found.audio?.codec ?? null,
    loudnessLufs,
  }
}
