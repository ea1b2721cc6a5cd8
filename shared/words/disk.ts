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

import type { Invalid } from '../commands/commands.ts'

/** Why an override file is not in force. Stands after "The override file is not in force: ". */
export const OVERRIDE_PROBLEMS = {
  notThere: 'there is no such file',
  noFile: 'it is not a file',
  tooLarge: (mostBytes: number) => `it is larger than ${mostBytes / 1024} kB`,
  notText: 'it is not UTF-8 text',
  notJson: 'it is not JSON',
  unreadable: (reason: string) => `it cannot be read (${reason})`,
  invalid: ({ field, message }: Invalid) => `${field}: ${message}`,
} as const

/** What the bundle for supporters says of itself, in plain words. */

export const SUPPORT_WORDS = {
  title: 'What is in this file',
  about: [
    'Cuelight made it because you asked for it, to help somebody find out what went wrong.',
    'Nothing of it was sent anywhere: you decide who gets it. Have a look before you hand it on.',
  ],
  inside: 'Inside:',
  missing: 'Not inside, although it would belong here:',
  nothingMissing: 'Nothing that belongs here is missing.',
  secrets: [
    'No secret is in it: keys, tokens, sessions and passwords were taken out of every file, and "[hidden]" stands in',
    'their place. Files that hold keys, sessions or the local studio itself are never put in.',
    'What is in it: names of your projects, scenes and destinations, addresses of services, and names of folders.',
  ],
  onlyEnd: (kilobytes: number) => `only its last ${kilobytes} kB`,
  notThere: 'there is none',
  noFile: 'it is not a file',
  unreadable: (reason: string) => `it could not be read (${reason})`,
} as const

/** What each file is for. */
export const SUPPORT_FILES = {
  log: 'what Cuelight wrote down for people who look for faults',
  journal: 'what was done and what came of it',
  settings: 'what is kept from run to run',
  studioLog: 'what the local studio wrote down',
  override: 'how the service differs from the contract, as its operator says',
  versions: 'which versions run here',
  state: 'all that Cuelight knew at this moment',
} as const

export const LOG_WORDS = {
  cut: (characters: number) => `… (${characters} more characters)`,
  failed: (reason: string) => `The log file cannot be written: ${reason}. What would stand there is shown here only.`,
} as const
