/** How play copies and slates are called: by their names alone it is known which there are. */
import type { MediaDocument } from '../catalogue/document.ts'
import { gainOf } from './level.ts'
import type { Frame } from './playCopy.ts'

/** In names of files: another slate or another house format is another file. */
export const VERSION = 2

/** The sound of a file alone, at the volume of a layer: above 0, up to 10. */
export interface SoundAlone {
  readonly volume: number
}

/** What a copy has of its file: everything, in a frame; or its sound alone. */
export type Form = Frame | SoundAlone

export const isSoundAlone = (form: Form): form is SoundAlone => 'volume' in form

export const ENDING = `.v${VERSION}.flv`
export const sizeOf = (form: Form) =>
  isSoundAlone(form) ? `s${Math.round(form.volume * 10)}` : `${form.width}x${form.height}`

/**
 * An encode replaces a file: by its size, its new copy is another one. So is one with another gain, in tenths of a dB;
 * without a gain, a copy is what it was before there were gains.
 */
export function nameOf(file: MediaDocument, form: Form): string {
  const gain = gainOf(file)
  const level = gain === 0 ? '' : `.g${Math.round(gain * 10)}`
  return `${file.id}.${sizeOf(form)}.${file.metadata?.sizeBytes ?? 0}${level}${ENDING}`
}
export const slateName = (frame: Frame) => `slate.${sizeOf(frame)}.0${ENDING}`

/** What a name says; null: it is not one of ours. */
export function readName(name: string): { fileId: string; form: Form; isCurrent: boolean } | null {
  const [, fileId = '', size = '', version] =
    /^(\w+)\.(\d+x\d+|s\d+)\.\d+(?:\.g-?\d+)?\.v(\d+)\.flv$/.exec(name) ?? []
  if (fileId === '') return null
  const [width = 0, height = 0] = size.split('x').map(Number)
  const form = size.startsWith('s') ? { volume: Number(size.slice(1)) / 10 } : { width, height }
  return { fileId, form, isCurrent: Number(version) === VERSION }
}
