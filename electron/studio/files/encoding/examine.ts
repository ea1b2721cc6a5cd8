import { stat } from 'node:fs/promises'
import { Refusal } from '../../rules/world/find.ts'
import type { Programs } from '../bounds/programs.ts'
import type { FileType, MediaDocument, Metadata } from '../catalogue/document.ts'
import { issuesOf } from './issues.ts'
import { readMovie } from './movie.ts'
import { type Probe, probe } from './probe.ts'

/**
 * Examines a complete file: what is in it, and what keeps it out of playlists. Rejects if it is not of the stated type,
 * or is cut short. Without ffprobe only its size is known; it then has no errors, and a warning says how to install
 * ffprobe.
 */
export async function examine(
  programs: Programs,
  path: string,
  type: FileType,
  signal: AbortSignal,
): Promise<Pick<MediaDocument, 'metadata' | 'issues'>> {
  const { isCutShort, isMoovLast } = await readMovie(path)
  if (isCutShort) throw new Refusal('INVALID_FILE_TYPE', 'The file ends too early: a part of it is missing.')
  const found = await probe(programs, path, signal).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'FEATURE_NOT_AVAILABLE') return error
    throw error
  })
  if (found instanceof Refusal) {
    const nothing = {
      video: null,
      audio: null,
      durationSec: null,
      bitrateMbps: null,
      sizeBytes: (await stat(path)).size,
    }
    return {
      metadata: metadataOf(type, nothing, null),
      issues: { errors: [], warnings: [`not_examined: ${found.message}`] },
    }
  }
  requireType(found, type)
  return { metadata: metadataOf(type, found, null), issues: issuesOf(type, found, isMoovLast) }
}

/** A file must contain what its type says: a picture or a sound. */
export function requireType({ video, audio }: Probe, type: FileType): void {
  if (type === 'audio' ? audio !== null : video !== null && video.width > 0) return
  const lacks = type === 'audio' ? 'has no sound' : 'has no picture'
  throw new Refusal('INVALID_FILE_TYPE', `The file ${lacks}, so it is no ${type}.`)
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
