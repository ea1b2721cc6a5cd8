import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fstatSync,
  fsync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { notAFile } from './textFile.ts'

/** How many times its maximum size a file may grow while rotation fails; after that it accepts nothing more. */
export const MOST_GROWN = 4

export interface RotatingFileOptions {
  /** Its folder is created if missing. Only this user can read the file. */
  readonly path: string
  /** Beyond this size, in bytes, a fresh file is started. */
  readonly mostBytes: number
  /** How many older files are kept, at least 1: `name.1.ext` is the latest of them. */
  readonly older: number
  /** Flushes each append to the disk right after writing, even if this process ends meanwhile. */
  readonly durable?: boolean
  /**
   * What a fresh file starts with: whole lines that must not be lost with the older file. Also written again once a
   * file becomes writable again, or after it was removed.
   */
  readonly carryOver?: () => string
  /** Receives every error; the next append tries to write again. */
  readonly onFailure: (error: unknown) => void
}

export interface RotatingFile {
  /** Writes whole lines before it returns, never onto an incomplete line. Never throws. @returns were they written? */
  append(lines: string): boolean
  close(): void
}

/** The name of an older file: `journal.jsonl` becomes `journal.1.jsonl`. */
export function olderFile(path: string, number: number): string {
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}.${number}${ext}`)
}

/** Opens a file of lines that is rotated by its size. */
export function openRotatingFile(options: RotatingFileOptions): RotatingFile {
  const { durable, carryOver = () => '', onFailure } = options
  const current = createGrowing(options)
  /** The lines to carry over may be missing from the file. */
  let isRotationDue = false
  let closed = false

  function write(lines: string): void {
    if (current.leaveWhereLost()) isRotationDue = true
    if (current.makeRoom(Buffer.byteLength(lines))) isRotationDue = false
    current.write(isRotationDue ? carryOver() + lines : lines)
    isRotationDue = false
    if (durable) current.toDisk()
  }

  return {
    append(lines) {
      if (closed) return false
      try {
        write(lines)
        return true
      } catch (error) {
        isRotationDue = true
        onFailure(error)
        return false
      }
    },
    close() {
      closed = true
      current.shut()
    },
  }
}

/** The open file and its size. */
function createGrowing({ path, mostBytes, older, carryOver = () => '', onFailure }: RotatingFileOptions) {
  let file: number | null = null
  /** Counts openings: the system reuses the number of a closed file for the next one. */
  let opening = 0
  /** Bytes since the last rotation (`grown`), and since the last attempt at one (`bytes`). */
  let grown = 0
  let bytes = 0

  function open(): number {
    if (file !== null) return file
    file = openLines(path)
    grown = bytes = fstatSync(file).size
    opening += 1
    return file
  }

  function shut(): void {
    if (file !== null) closeSync(file)
    file = null
  }

  /** A failure here loses no line. @returns why it failed */
  function rotate(): { error: unknown } | null {
    const before = grown
    shut()
    try {
      moveOn(path, older, carryOver())
    } catch (error) {
      open()
      grown = before
      return { error }
    }
    open()
    // Carried-over lines do not count: many of them would otherwise cause a rotation with every line.
    grown = bytes = 0
    return null
  }

  return {
    shut,
    /** Closes a file that was removed, or moved together with its folder: nobody would find what is written to it. */
    leaveWhereLost(): boolean {
      if (file === null || isAt(file, path)) return false
      shut()
      return true
    },
    /**
     * Starts a fresh file if this one is full. If rotation fails, the file keeps growing up to its limit.
     *
     * @returns is there a fresh file that contains the lines to carry over?
     *
     * @throws if rotation fails and the limit is reached
     */
    makeRoom(length: number): boolean {
      open()
      if (bytes === 0 || bytes + length <= mostBytes) return false
      const failed = rotate()
      if (!failed) return true
      if (grown + length > MOST_GROWN * mostBytes) throw failed.error
      bytes = 0
      onFailure(failed.error)
      return false
    },
    write(text: string): void {
      const written = writeWhole(open(), text)
      grown += written
      bytes += written
    },
    toDisk(): void {
      const asked = opening
      fsync(open(), (error) => {
        // If the file was closed meanwhile, the error is not about the current one.
        if (error && asked === opening && file !== null) onFailure(error)
      })
    },
  }
}

/** Opens the file for reading too: the last byte shows whether the last line is complete. */
function openLines(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const opened = openSync(path, 'a+', 0o600)
  const status = fstatSync(opened)
  if (!status.isFile()) {
    closeSync(opened)
    throw notAFile(path, status)
  }
  fchmodSync(opened, 0o600)
  return opened
}

function isAt(file: number, path: string): boolean {
  const [held, there] = [fstatSync(file), statSync(path, { throwIfNoEntry: false })]
  return there?.ino === held.ino && there.dev === held.dev
}

/** Moves each file on to the next older name and starts a fresh one. If it throws, no line is lost. */
function moveOn(path: string, older: number, beginning: string): void {
  const [fresh, copy] = [`${path}.new`, `${olderFile(path, 1)}.new`]
  try {
    // Written beside the old files first, so that a full disk costs no older file.
    writeFileSync(fresh, beginning, { mode: 0o600 })
    copyFileSync(path, copy, constants.COPYFILE_FICLONE)
    for (let number = older; number > 1; number -= 1) {
      const next = olderFile(path, number - 1)
      if (existsSync(next)) renameSync(next, olderFile(path, number))
    }
    renameSync(copy, olderFile(path, 1))
    // The fresh file replaces the old one in one step, so the lines to carry over are always on the disk.
    renameSync(fresh, path)
  } catch (error) {
    for (const begun of [fresh, copy]) dropIfPossible(begun)
    throw error
  }
}

/** Writes all of the text or nothing, starting on a new line. @returns how many bytes were written */
function writeWhole(file: number, text: string): number {
  const end = fstatSync(file).size
  const rest = Buffer.from(endsTorn(file, end) ? `\n${text}` : text)
  try {
    // A disk that fills up accepts a part and reports the error only with the next write.
    for (let done = 0; done < rest.length; ) done += writeSync(file, rest, done)
  } catch (error) {
    ftruncateSync(file, end)
    throw error
  }
  return rest.length
}

function endsTorn(file: number, bytes: number): boolean {
  const last = Buffer.alloc(1)
  return bytes > 0 && readSync(file, last, 0, 1, bytes - 1) === 1 && last[0] !== 0x0a
}

/** Leftovers take space on a full disk; one that cannot be removed is overwritten next time. */
function dropIfPossible(path: string): void {
  try {
    unlinkSync(path)
  } catch {}
}
