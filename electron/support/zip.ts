import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { Zip } from 'fflate'

/** Deflated, as a zip file calls it. */
const DEFLATED = 8
/** The first and last times a zip file can hold, in ms. */
const TIMES = { first: Date.UTC(1980, 0, 2), last: Date.UTC(2099, 11, 30) }

const deflated = promisify(deflateRaw)

export type ZipWriter = ReturnType<typeof openZip>

/**
 * Writes a zip file in memory, of wall time `now` (ms). The compressing is left to Node's threads, because this process
 * runs without compilers and has a show to serve meanwhile.
 */
export function openZip(now: number) {
  const mtime = Math.min(Math.max(now, TIMES.first), TIMES.last)
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  return {
    /** Adds a file; one after the other. */
    async add(filename: string, content: string): Promise<void> {
      const bytes = Buffer.from(content)
      const packed = await deflated(bytes)
      const file: Parameters<typeof zip.add>[0] = {
        filename,
        size: bytes.length,
        crc: crc32(bytes),
        compression: DEFLATED,
        mtime,
      }
      zip.add(file)
      file.ondata?.(null, packed, true)
    },
    /** The whole zip file. */
    end(): Uint8Array {
      zip.end()
      return Buffer.concat(chunks)
    },
  }
}
