import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { FOLDER_PROBLEMS } from '../../../shared/words/disk.ts'
import { notAFile } from '../../util/textFile.ts'

/** Where this user's data lies by each platform's convention, in a folder named `app`. */
export function defaultDataDir(app: string, platform = process.platform, env = process.env): string {
  if (platform === 'darwin') return join(home(), 'Library', 'Application Support', app)
  if (platform === 'win32') return join(env.APPDATA ?? join(home(), 'AppData', 'Roaming'), app)
  return join(env.XDG_DATA_HOME || join(home(), '.local', 'share'), app)
}

/** A user whom the system has no entry of has no home: the root then, as is the custom, where only the system writes. */
function home(): string {
  try {
    return homedir()
  } catch {
    return '/'
  }
}

/** A short name that stands for a data dir, wherever what belongs to it cannot lie within. */
export function dataDirName(dataDir: string): string {
  return createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
}

/** Makes a data dir where there is none. Nobody but its user writes there: throws, in words, where another user owns it. */
export function makeDataDir(dir: string): void {
  makeFolder(dir)
  const { uid, mode } = statSync(dir)
  if (isForeign({ uid })) throw new Error(FOLDER_PROBLEMS.foreign(dir))
  // Never shut on its own user, and shut for others only as far as they could change what is in it.
  if (!isWindows && mode & WRITABLE_BY_OTHERS) chmodSync(dir, mode & 0o7777 & ~WRITABLE_BY_OTHERS)
}

/**
 * The folder of this user for what cannot lie in a data dir: the system's own for it, else one in its temporary folder,
 * where any user may have put something of that name. Throws, in words, unless it is this user's alone.
 */
export function runtimeDir(): string {
  const dir = join(process.env.XDG_RUNTIME_DIR || tmpdir(), `cuelight-${process.getuid?.() ?? 'user'}`)
  makeFolder(dir)
  const { uid, mode } = lstatSync(dir)
  if (isForeign({ uid })) throw new Error(FOLDER_PROBLEMS.foreign(dir))
  if (!isWindows && mode & 0o077) throw new Error(FOLDER_PROBLEMS.open(dir))
  return dir
}

/**
 * Makes a file there, for this user only, or shuts the one there is. Before a database opens it: SQLite gives what it puts
 * beside it the same rights. By its path, for to close it here would let go of a lock of our own on it.
 */
export function makePrivate(path: string): void {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (status && !status.isFile()) throw notAFile(path, status)
  if (status) chmodSync(path, 0o600)
  else writeFileSync(path, '', { mode: 0o600, flag: 'a' })
}

/** Level by level: Node's own way never comes back where a system lets nobody make a folder, as in `/proc`. */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return
  makeFolder(dirname(dir))
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if (!existsSync(dir)) throw error
  }
}

const WRITABLE_BY_OTHERS = 0o022
const isWindows = process.platform === 'win32'

/** Of another user than the one we run as; on Windows rights are kept otherwise, and come with the user's folders. */
const isForeign = ({ uid }: Pick<Stats, 'uid'>): boolean => process.getuid !== undefined && uid !== process.getuid()
