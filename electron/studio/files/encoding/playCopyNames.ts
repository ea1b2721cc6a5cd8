/** How play copies and slates are called: by their names alone it is known which there are. */
import type { MediaDocument } from '../catalogue/document.ts'
import { gainOf } from './level.ts'
import type { Frame } from './playCopy.ts'

/** In names of files: another slate or another house format is another file. */
export const VERSION = 2

export const ENDING = `.v${VERSION}.flv`
export const sizeOf = ({ width, height }: Frame) => `${width}x${height}`
/**
 * An encode replaces a file: by its size, its new copy is another one. So is one with another gain, in tenths of a dB;
 * without a gain, a copy is what it was before there were gains.
 */
export function nameOf(file: MediaDocument, frame: Frame): string {
  const gain = gainOf(file)
  const level = gain === 0 ? '' : `.g${Math.round(gain * 10)}`
  return `${file.id}.${sizeOf(frame)}.${file.metadata?.sizeBytes ?? 0}${level}${ENDING}`
}
export const slateName = (frame: Frame) => `slate.${sizeOf(frame)}.0${ENDING}`
