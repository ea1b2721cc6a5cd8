/** How play copies and slates are called: by their names alone it is known which there are. */
import type { MediaDocument } from '../catalogue/document.ts'
import type { Frame } from './playCopy.ts'

/** In names of files: another slate or another house format is another file. */
export const VERSION = 2

export const ENDING = `.v${VERSION}.flv`
export const sizeOf = ({ width, height }: Frame) => `${width}x${height}`
/** An encode replaces a file: by its size, its new copy is another one. */
export const nameOf = ({ id, metadata }: MediaDocument, frame: Frame) =>
  `${id}.${sizeOf(frame)}.${metadata?.sizeBytes ?? 0}${ENDING}`
export const slateName = (frame: Frame) => `slate.${sizeOf(frame)}.0${ENDING}`
