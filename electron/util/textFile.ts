import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'

/** What a file that is read whole may have at most, in bytes. None of ours has a tenth of it. */
const MOST_BYTES = 64 * 1024 * 1024

/** The text of a file, or null where there is none. Throws for any other reason it cannot be read. */
export function readTextIfAny(path: string): string | null {
  return readingIfAny(path, (file, { size }) => {
    if (size > MOST_BYTES) throw tooLarge(path)
    return readFileSync(file, 'utf8')
  })
}

/**
 * Opens an ordinary file for as long as it is read; null where there is none. Judged by what was opened, and not waited
 * for: a pipe would keep us for ever.
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

/** Something else stands where a file of ours should: a folder, a pipe, a device. */
export function notAFile(path: string, found: Stats): Error {
  const code = found.isDirectory() ? 'EISDIR' : 'ENOTFILE'
  return Object.assign(new Error(`${path} is no file`), { code, path })
}

/** Larger than any file of ours: it would fill the memory or the disk. */
export function tooLarge(path: string): Error {
  return Object.assign(new Error(`${path} is too large`), { code: 'EFBIG', path })
}
