import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'

/** The size limit of a file that is read whole, in bytes. None of ours reaches a tenth of it. */
const MOST_BYTES = 64 * 1024 * 1024

/** The text of a file, or null if there is none. @throws if it cannot be read for any other reason */
export function readTextIfAny(path: string): string | null {
  return readingIfAny(path, (file, { size }) => {
    if (size > MOST_BYTES) throw tooLarge(path)
    return readFileSync(file, 'utf8')
  })
}

/**
 * Opens a regular file while `read` runs; null if there is none. The file type is checked on the opened file, and
 * opening does not block: a pipe would block forever.
 */
export function readingIfAny<T>(path: string, read: (file: number, status: Stats) => T): T | null {
  const file = openIfAny(path)
  if (file === null) return null
  try {
    const status = fstatSync(file)
    if (!status.isFile()) throw notAFile(path, status)
    return read(file, status)
  } finally {
    closeSync(file)
  }
}

function openIfAny(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** For when something else is where a file of ours should be: a folder, a pipe, a device. */
export function notAFile(path: string, found: Stats): Error {
  const code = found.isDirectory() ? 'EISDIR' : 'ENOTFILE'
  return Object.assign(new Error(`${path} is no file`), { code, path })
}

/** For a file larger than any of ours: it would fill the memory or the disk. */
export function tooLarge(path: string): Error {
  return Object.assign(new Error(`${path} is too large`), { code: 'EFBIG', path })
}
