import type { FileType } from './document.ts'
import { Mishap } from './mishap.ts'

/** What must have arrived before a file's beginning tells what it is, in bytes. */
export const HEAD_BYTES = 4_100

/** Containers whose type does not begin with what they hold. */
const VIDEO_TOO = ['application/mxf', 'application/ogg', 'application/vnd.ms-asf']
const IMAGES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp']

/** What a file is by its first bytes, whatever it is called; null: nothing that a show could use. */
export async function sniff(head: Uint8Array): Promise<FileType | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(head))?.mime ?? ''
  if (IMAGES.includes(mime)) return 'image'
  if (mime.startsWith('audio/')) return 'audio'
  return mime.startsWith('video/') || VIDEO_TOO.includes(mime) ? 'video' : null
}

/** Refuses what does not begin like a file of the asked type. The sound of a video can be taken as audio. */
export async function requireHead(head: Uint8Array, type: FileType): Promise<void> {
  if (head.length === 0) throw new Mishap('INVALID_FILE_TYPE', 'The file is empty: it has 0 bytes.')
  const found = await sniff(head)
  if (found === type || (found === 'video' && type === 'audio')) return
  if (found) throw new Mishap('INVALID_FILE_TYPE', `This is ${ARTICLE[found]}, not ${ARTICLE[type]}.`)
  const isPage = /^\s*<(!doctype|html|head|body|\?xml|script)/i.test(Buffer.from(head).toString('latin1', 0, 200))
  const what = isPage ? 'a web page' : 'not a file a show could use'
  throw new Mishap('INVALID_FILE_TYPE', `This is ${what}, no ${type}. Use a link that leads to the file itself.`)
}

const ARTICLE: Readonly<Record<FileType, string>> = { video: 'a video', audio: 'an audio file', image: 'an image' }
