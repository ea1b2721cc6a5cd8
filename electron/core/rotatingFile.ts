import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  fsync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join, parse } from 'node:path'

export interface RotatingFileOptions {
  /** Its folder is made when missing. It is for this user only. */
  readonly path: string
  /** Past this size, in bytes, a fresh file is begun. */
  readonly mostBytes: number
  /** How many older files are kept, at least 1: `name.1.ext` is the latest of them. */
  readonly older: number
  /** Brings each append to the disk right after it, beyond the end of this process. */
  readonly durable?: boolean
  /** What a fresh file begins with: whole lines that must not be lost with the older file. */
  readonly carryOver?: () => string
  /** Told of everything that goes wrong; writing is tried again with the next append. */
  readonly onFailure: (error: unknown) => void
}

export interface RotatingFile {
  /**
   * Writes whole lines before it returns. Never throws. The line after one that was torn, by a crash or a full disk,
   * begins on a line of its own.
   */
  append(lines: string): void
  close(): void
}

/** The name of an older file: `journal.jsonl` becomes `journal.1.jsonl`. */
export function olderFile(path: string, number: number): string {
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}.${number}${ext}`)
}

/** Opens a file of lines that is rotated by its size. */
export function openRotatingFile(options: RotatingFileOptions): RotatingFile {
  const { path, mostBytes, durable, carryOver = () => '', onFailure } = options
  let file: number | null = null
  /** Counts openings: the system gives a number that was closed to the next file. */
  let opening = 0
  /** Since the last rotation, or the last attempt at one. */
  let bytes = 0
  let torn = false
  let closed = false

  function open(): number {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // Read, too: the last byte says whether the last line is whole.
    const opened = openSync(path, 'a+', 0o600)
    fchmodSync(opened, 0o600)
    bytes = fstatSync(opened).size
    torn = endsTorn(opened, bytes)
    opening += 1
    return opened
  }

  function shut(): void {
    if (file !== null) closeSync(file)
    file = null
  }

  /** What fails here costs no line: the file grows on until the next attempt. */
  function rotate(): void {
    shut()
    try {
      for (let number = options.older; number > 1; number -= 1)
        moveIfAny(olderFile(path, number - 1), olderFile(path, number))
      copyFileSync(path, olderFile(path, 1), constants.COPYFILE_FICLONE)
      // The fresh file takes the old one's place at once: what is carried over is never nowhere.
      writeFileSync(`${path}.new`, carryOver(), { mode: 0o600 })
      renameSync(`${path}.new`, path)
      file = open()
      // What was carried over does not count, or much of it would have the file rotated with every line.
      bytes = 0
    } catch (error) {
      onFailure(error)
      file ??= open()
      bytes = 0
    }
  }

  function write(text: string): void {
    file ??= open()
    if (bytes > 0 && bytes + Buffer.byteLength(text) > mostBytes) rotate()
    const rest = Buffer.from(torn ? `\n${text}` : text)
    torn = true
    // A disk that fills up takes a part and says so only the next time.
    for (let done = 0; done < rest.length; ) done += writeSync(file, rest, done)
    torn = !text.endsWith('\n')
    bytes += rest.length
    if (durable) toDisk(file)
  }

  function toDisk(written: number): void {
    const asked = opening
    fsync(written, (error) => {
      // Closed meanwhile, it was no longer this file that was meant.
      if (error && asked === opening && file !== null) onFailure(error)
    })
  }

  return {
    append(lines) {
      if (closed) return
      try {
        write(lines)
      } catch (error) {
        onFailure(error)
      }
    },
    close() {
      closed = true
      shut()
    },
  }
}

function endsTorn(file: number, bytes: number): boolean {
  const last = Buffer.alloc(1)
  return bytes > 0 && readSync(file, last, 0, 1, bytes - 1) === 1 && last[0] !== 0x0a
}

function moveIfAny(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
