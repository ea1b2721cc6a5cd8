import { readFileSync } from 'node:fs'
import type Electron from 'electron'
import { strict } from '../strict.ts'

type Written = Pick<
  Electron.NativeImage,
  'isEmpty' | 'getSize' | 'setTemplateImage' | 'isTemplateImage' | 'addRepresentation' | 'toPNG' | 'toDataURL'
>

const SIZE_AT = 16

/** Pictures, not drawn: their bytes, and what their own header says of them. PNG only. */
function image(png: Buffer): Electron.NativeImage {
  let [bytes, template] = [png, false]
  const made: Written = {
    isEmpty: () => bytes.length === 0,
    getSize: () =>
      bytes.length === 0
        ? { width: 0, height: 0 }
        : { width: bytes.readUInt32BE(SIZE_AT), height: bytes.readUInt32BE(SIZE_AT + 4) },
    setTemplateImage(on) {
      template = on
    },
    isTemplateImage: () => template,
    addRepresentation({ dataURL, buffer, scaleFactor = 1 }) {
      const added = buffer ?? Buffer.from(dataURL?.split(',')[1] ?? '', 'base64')
      if (bytes.length === 0 || scaleFactor === 1) bytes = added
    },
    toPNG: () => bytes,
    toDataURL: () => `data:image/png;base64,${bytes.toString('base64')}`,
  }
  return strict('NativeImage', made) as Electron.NativeImage
}

export const nativeImage = strict('nativeImage', {
  createEmpty: () => image(Buffer.alloc(0)),
  createFromBuffer: (bytes) => image(bytes),
  createFromDataURL: (address) => image(Buffer.from(address.split(',')[1] ?? '', 'base64')),
  /** A file that cannot be read is an empty image, and no error. */
  createFromPath(path) {
    try {
      return image(readFileSync(path))
    } catch {
      return image(Buffer.alloc(0))
    }
  },
} satisfies Pick<
  typeof Electron.nativeImage,
  'createEmpty' | 'createFromBuffer' | 'createFromDataURL' | 'createFromPath'
>)
