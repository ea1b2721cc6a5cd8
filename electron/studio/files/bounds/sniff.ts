import type { FileHandle } from 'node:fs/promises'
import { Refusal } from '../../rules/world/find.ts'
import type { FileType } from '../catalogue/document.ts'

/** How many bytes must have arrived before a file's type can be determined. */
export const HEAD_BYTES = 4_100

/** Video containers whose MIME type does not begin with `video/`. */
const VIDEO_TOO = ['application/mxf', 'application/ogg', 'application/vnd.ms-asf']
const IMAGES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp']
const WITH_ARTICLE: Readonly<Record<FileType, string>> = {
  video: 'a video',
  audio: 'an audio file',
  image: 'an image',
}

/** The type of an open file by its first bytes, whatever its name; null: not a type that a show could use. */
export async function sniff(file: FileHandle): Promise<FileType | null> {
  return typeOf(await headOf(file))
}

async function typeOf(head: Uint8Array): Promise<FileType | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(head))?.mime ?? ''
  if (IMAGES.includes(mime)) return 'image'
  if (mime.startsWith('audio/')) return 'audio'
  return mime.startsWith('video/') || VIDEO_TOO.includes(mime) ? 'video' : null
}

async function headOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

/** Refuses a file whose first bytes do not match the requested type. A video is accepted as audio, for its sound. */
export async function requireHead(file: FileHandle, type: FileType): Promise<void> {
  const head = await headOf(file)
  if (head.length === 0) throw new Refusal('INVALID_FILE_TYPE', 'The file is empty: it has 0 bytes.')
  const found = await typeOf(head)
  if (found === type || (found === 'video' && type === 'audio')) return
  if (found) throw new Refusal('INVALID_FILE_TYPE', `This is ${WITH_ARTICLE[found]}, not ${WITH_ARTICLE[type]}.`)
  const isPage = /^\s*<(!doctype|html|head|body|\?xml|script)/i.test(head.toString('latin1', 0, 200))
  const what = isPage ? 'a web page' : 'not a file a show could use'
  throw new Refusal('INVALID_FILE_TYPE', `This is ${what}, no ${type}. Use a link that leads to the file itself.`)
}
