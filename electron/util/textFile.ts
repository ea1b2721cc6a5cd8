import { readFileSync, type Stats, statSync } from 'node:fs'

/** The bytes of a file, or null where there is none. Throws for any other reason it cannot be read. */
export function readFileIfAny(path: string): Buffer | null {
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status) return null
  // A pipe, read, would keep us waiting for ever.
  if (!status.isFile()) throw notAFile(path, status)
  return readFileSync(path)
}

/** The text of a file, or null where there is none. Throws for any other reason it cannot be read. */
export function readTextIfAny(path: string): string | null {
  return readFileIfAny(path)?.toString() ?? null
}

/** Something else stands where a file of ours should: a folder, a pipe, a device. */
export function notAFile(path: string, found: Stats): Error {
  const code = found.isDirectory() ? 'EISDIR' : 'ENOTFILE'
  return Object.assign(new Error(`${path} is no file`), { code, path })
}
