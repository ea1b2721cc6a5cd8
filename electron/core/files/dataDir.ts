import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { FOLDER_PROBLEMS } from '../../../shared/words/outcomes/disk.ts'
import { notAFile } from '../../util/textFile.ts'

/** The user's data folder by each platform's convention, in a folder named `app`. */
export function defaultDataDir(app: string, platform = process.platform, env = process.env): string {
  if (platform === 'darwin') return join(home(), 'Library', 'Application Support', app)
  if (platform === 'win32') return join(env.APPDATA ?? join(home(), 'AppData', 'Roaming'), app)
  return join(env.XDG_DATA_HOME || join(home(), '.local', 'share'), app)
}

/** A user without a system entry has no home: then the root, as is customary, where only the system can write. */
function home(): string {
  try {
    return homedir()
  } catch {
    return '/'
  }
}

/** A short name for a data dir, for what belongs to it but cannot be stored inside it. */
export function dataDirName(dataDir: string): string {
  return createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
}

/** Creates a data dir if missing. Only its user may write there: throws a readable error if another user owns it. */
export function makeDataDir(dir: string): void {
  makeFolder(dir)
  const { uid, mode } = statSync(dir)
  if (isForeign({ uid })) throw new Error(FOLDER_PROBLEMS.foreign(dir))
  // Never closed to its own user; closed to others only as far as they could change its content.
  if (!isWindows && mode & WRITABLE_BY_OTHERS) chmodSync(dir, mode & 0o7777 & ~WRITABLE_BY_OTHERS)
}

/**
 * This user's folder for what cannot be stored in a data dir: the system's own, else one in its temporary folder, where
 * any user may have created something of that name. Throws a readable error unless it belongs to this user alone.
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
 * Creates a file for this user only, or restricts the existing one. Must run before a database opens the file, because
 * SQLite gives the files beside it the same rights. Works by path: closing the file here would release our own lock on
 * it.
 */
export function makePrivate(path: string): void {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (status && !status.isFile()) throw notAFile(path, status)
  if (status) chmodSync(path, 0o600)
  else writeFileSync(path, '', { mode: 0o600, flag: 'a' })
}

/** Creates level by level: Node's `recursive` never returns where no folder can be made, as in `/proc`. */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return
  makeFolder(dirname(dir))
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    // Another process created it first.
    if (!existsSync(dir)) throw error
  }
}

const WRITABLE_BY_OTHERS = 0o022
const isWindows = process.platform === 'win32'

/** Owned by another user. On Windows, rights work differently and come with the user's folders. */
const isForeign = ({ uid }: Pick<Stats, 'uid'>): boolean => process.getuid !== undefined && uid !== process.getuid()
