/** Disk errors by the system's codes, in plain words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user’s disk quota is used up',
  EFBIG: 'the file is too large',
  EROFS: 'the disk is read-only',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EIO: 'the disk has a fault',
  ENOENT: 'it is not there',
  EEXIST: 'a file is where a folder should be',
  ENOTDIR: 'a file is where a folder should be',
  EISDIR: 'a folder is where a file should be',
  ERR_FS_EISDIR: 'a folder is where a file should be',
  ENOTFILE: 'it is not an ordinary file',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EBUSY: 'another program holds it',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
}

/** SQLite's codes for them: BUSY, LOCKED, FULL, READONLY, CANTOPEN, IOERR. */
const OF_SQLITE: Readonly<Record<number, string>> = {
  5: 'EBUSY',
  6: 'EBUSY',
  13: 'ENOSPC',
  8: 'EROFS',
  14: 'EACCES',
  10: 'EIO',
}

/** Why a disk operation failed, naming the file; an error without a known code is described by its own message. */
export function describeDiskError(error: unknown): string {
  const reason = knownReason(error)
  if (reason === undefined) return diskReason(error)
  return error instanceof Error && 'path' in error && typeof error.path === 'string'
    ? `${error.path}: ${reason}`
    : reason
}

/** The reason without the file name. */
export const diskReason = (error: unknown): string =>
  knownReason(error) ?? (error instanceof Error ? error.message : String(error))

function knownReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const ofSqlite = 'errcode' in error ? OF_SQLITE[Number(error.errcode) & 0xff] : undefined
  return REASONS[ofSqlite ?? ('code' in error ? String(error.code) : '')]
}

export const FILE_CLOSED = 'Cuelight is closing'

/** What is wrong with a folder chosen for Cuelight's data. */
export const FOLDER_PROBLEMS = {
  foreign: (dir: string) => `${dir} belongs to another user, who could change what is in it. Choose another folder.`,
  open: (dir: string) => `${dir} is open to other users. Make it yours alone, or choose another folder.`,
} as const

import type { Invalid } from '../../commands/commands.ts'

/** Why an override file is not in force. Follows "The override file is not in force: ". */
export const OVERRIDE_PROBLEMS = {
  notThere: 'there is no such file',
  noFile: 'it is not a file',
  tooLarge: (mostBytes: number) => `it is larger than ${mostBytes / 1024} kB`,
  notText: 'it is not UTF-8 text',
  notJson: 'it is not JSON',
  unreadable: (reason: string) => `it cannot be read (${reason})`,
  invalid: ({ field, message }: Invalid) => `${field}: ${message}`,
} as const

/** The support bundle's description of itself, in plain words. */

export const SUPPORT_WORDS = {
  title: 'What is in this file',
  about: [
    'You asked Cuelight for it, to help somebody find out what went wrong.',
    'None of it was sent anywhere: you decide who gets it. Look through it before you pass it on.',
  ],
  inside: 'Inside:',
  missing: 'Missing, although it belongs here:',
  nothingMissing: 'Nothing that belongs here is missing.',
  secrets: [
    'It holds no secrets: keys, tokens, sessions and passwords were removed from every file and replaced with',
    '"[hidden]". Files that hold keys, sessions or the local studio itself are never included.',
    'What it does hold: names of your projects, scenes and destinations, addresses of services, and names of folders.',
  ],
  onlyEnd: (kilobytes: number) => `only its last ${kilobytes} kB`,
  notThere: 'there is none',
  noFile: 'it is not a file',
  unreadable: (reason: string) => `it could not be read (${reason})`,
} as const

/** The purpose of each file. */
export const SUPPORT_FILES = {
  log: 'Cuelight’s log, for finding faults',
  journal: 'what was done and what came of it',
  settings: 'what Cuelight keeps between runs',
  studioLog: 'the local studio’s log',
  override: 'how the service differs from the contract, as its operator says',
  versions: 'the versions running here',
  state: 'everything Cuelight knew at that moment',
} as const

export const LOG_WORDS = {
  cut: (characters: number) => `… (${characters} more characters)`,
  failed: (reason: string) => `The log file cannot be written: ${reason}. Its lines appear here only.`,
} as const
