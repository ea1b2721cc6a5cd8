/** PNG files as small as flat pictures allow: eight bits per channel with alpha, no filters, maximum compression. */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Eight bits, red, green, blue and alpha; the only methods that exist; not interlaced. */
const RGBA = Buffer.from([8, 6, 0, 0, 0])
const CHANNELS = 4

/** Square pixels, row by row, as a PNG file. */
export function pngOf(pixels: Uint8Array, size: number): Buffer {
  const width = size * CHANNELS
  const rows = Array.from({ length: size }, (_, row) => [
    Buffer.from([0]),
    pixels.subarray(row * width, (row + 1) * width),
  ])
  const sides = Buffer.alloc(8)
  sides.writeUInt32BE(size, 0)
  sides.writeUInt32BE(size, 4)
  const data = deflateSync(Buffer.concat(rows.flat()), { level: 9 })
  const header = Buffer.concat([sides, RGBA])
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(4 + named.length + 4)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), 4 + named.length)
  return framed
}

/** Reads a square PNG written by `pngOf`. @throws if it was written by another program */
export function pixelsOf(png: Buffer): { size: number; pixels: Uint8Array } {
  const size = png.readUInt32BE(16)
  if (!png.subarray(24, 29).equals(RGBA)) throw new Error('not a PNG of ours')
  const data = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  const width = size * CHANNELS
  const pixels = new Uint8Array(size * width)
  for (let row = 0; row < size; row++) {
    if (data[row * (width + 1)] !== 0) throw new Error('not a PNG of ours: a row is filtered')
    pixels.set(data.subarray(row * (width + 1) + 1, (row + 1) * (width + 1)), row * width)
  }
  return { size, pixels }
}
