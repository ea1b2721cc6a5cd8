/** What a system says of a disk, by its own codes, in plain words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user may not fill the disk any further',
  EFBIG: 'the file may not grow any further',
  EROFS: 'the disk can only be read',
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EIO: 'the disk does not work',
  ENOENT: 'it is not there',
  EEXIST: 'a file stands where a folder is needed',
  ENOTDIR: 'a file stands where a folder is needed',
  EISDIR: 'a folder stands where a file is needed',
  ERR_FS_EISDIR: 'a folder stands where a file is needed',
  ENOTFILE: 'it is no ordinary file',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
}

/** The same by SQLite's numbers: FULL, READONLY, CANTOPEN, IOERR. */
const OF_SQLITE: Readonly<Record<number, string>> = { 13: 'ENOSPC', 8: 'EROFS', 14: 'EACCES', 10: 'EIO' }

/** Why something on the disk went wrong, naming what it was about; what has no code of the system's speaks for itself. */
export function tellDiskError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const ofSqlite = 'errcode' in error ? OF_SQLITE[Number(error.errcode) & 0xff] : undefined
  const reason = REASONS[ofSqlite ?? ('code' in error ? String(error.code) : '')]
  if (reason === undefined) return error.message
  return 'path' in error && typeof error.path === 'string' ? `${error.path}: ${reason}` : reason
}

export const FILE_CLOSED = 'Cuelight is ending'

/** What is wrong with a folder that Cuelight is to keep its data in. */
export const FOLDER_PROBLEMS = {
  foreign: (dir: string) => `${dir} belongs to another user, who could change what is in it. Choose another folder.`,
  open: (dir: string) => `${dir} is open to other users. Make it yours alone, or choose another folder.`,
} as const
