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

/** As many times its size a file may grow while none can be moved on; it takes nothing more then. */
export const MOST_GROWN = 4

export interface RotatingFileOptions {
  /** Its folder is made when missing. It is for this user only. */
  readonly path: string
  /** Past this size, in bytes, a fresh file is begun. */
  readonly mostBytes: number
  /** How many older files are kept, at least 1: `name.1.ext` is the latest of them. */
  readonly older: number
  /** Brings each append to the disk right after it, beyond the end of this process. */
  readonly durable?: boolean
  /**
   * What a fresh file begins with: whole lines that must not be lost with the older file. Written again, too, once a file
   * can be written that could not, or that was taken away.
   */
  readonly carryOver?: () => string
  /** Told of everything that goes wrong; writing is tried again with the next append. */
  readonly onFailure: (error: unknown) => void
}

export interface RotatingFile {
  /** Writes whole lines before it returns, never on a torn one's line. Never throws. @returns are they there? */
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
  /** What is carried over may not be in the file. */
  let owed = false
  let closed = false

  function write(lines: string): void {
    if (current.leaveWhereLost()) owed = true
    if (current.makeRoom(Buffer.byteLength(lines))) owed = false
    current.write(owed ? carryOver() + lines : lines)
    owed = false
    if (durable) current.toDisk()
  }

  return {
    append(lines) {
      if (closed) return false
      try {
        write(lines)
        return true
      } catch (error) {
        owed = true
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

/** The file as it is open, and how large it has become. */
function createGrowing({ path, mostBytes, older, carryOver = () => '', onFailure }: RotatingFileOptions) {
  let file: number | null = null
  /** Counts openings: the system gives a number that was closed to the next file. */
  let opening = 0
  /** Since the last rotation; since the last attempt at one. */
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

  /** What fails here costs no line. @returns why it failed */
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
    // What was carried over does not count, or much of it would have the file rotated with every line.
    grown = bytes = 0
    return null
  }

  return {
    shut,
    /** What is written to a file that was taken away, or put elsewhere with its folder, nobody finds. */
    leaveWhereLost(): boolean {
      if (file === null || isAt(file, path)) return false
      shut()
      return true
    },
    /**
     * Begins a fresh file where this one is full. It grows on while it cannot be moved, up to its limit: throws then.
     *
     * @returns is there a fresh one, with what is carried over?
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
        // Closed meanwhile, it was no longer this file that was meant.
        if (error && asked === opening && file !== null) onFailure(error)
      })
    },
  }
}

/** Opens it to read, too: the last byte says whether the last line is whole. */
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

/** Makes each file the next older one, and begins a fresh one. Where it throws, no line is lost. */
function moveOn(path: string, older: number, beginning: string): void {
  const [fresh, copy] = [`${path}.new`, `${olderFile(path, 1)}.new`]
  try {
    // Written beside them first: a disk that is full costs no older file.
    writeFileSync(fresh, beginning, { mode: 0o600 })
    copyFileSync(path, copy, constants.COPYFILE_FICLONE)
    for (let number = older; number > 1; number -= 1) {
      const next = olderFile(path, number - 1)
      if (existsSync(next)) renameSync(next, olderFile(path, number))
    }
    renameSync(copy, olderFile(path, 1))
    // The fresh file takes the old one's place at once: what is carried over is never nowhere.
    renameSync(fresh, path)
  } catch (error) {
    for (const begun of [fresh, copy]) dropIfPossible(begun)
    throw error
  }
}

/** All of it or nothing, behind a whole line. @returns how many bytes that were */
function writeWhole(file: number, text: string): number {
  const end = fstatSync(file).size
  const rest = Buffer.from(endsTorn(file, end) ? `\n${text}` : text)
  try {
    // A disk that fills up takes a part and says so only the next time.
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

/** What was begun takes room on a full disk; what cannot be taken away is written over the next time. */
function dropIfPossible(path: string): void {
  try {
    unlinkSync(path)
  } catch {}
}
