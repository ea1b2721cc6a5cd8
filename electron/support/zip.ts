import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { Zip } from 'fflate'

/** The zip format's number for deflate. */
const DEFLATED = 8
/** The first and last times a zip file can store, in ms. */
const TIMES = { first: Date.UTC(1980, 0, 2), last: Date.UTC(2099, 11, 30) }

const deflated = promisify(deflateRaw)

export type ZipWriter = ReturnType<typeof openZip>

/**
 * Writes a zip file in memory, with wall time `now` (ms). Node's threads do the compression, because this process runs
 * without JIT compilers and serves a show meanwhile.
 */
export function openZip(now: number) {
  const mtime = Math.min(Math.max(now, TIMES.first), TIMES.last)
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  return {
    /** Adds a file. Await each call before the next. */
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
    /** Ends the zip file. @returns all of it */
    end(): Uint8Array {
      zip.end()
      return Buffer.concat(chunks)
    },
  }
}
