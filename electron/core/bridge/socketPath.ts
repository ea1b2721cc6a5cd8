import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { dataDirName, runtimeDir } from '../files/dataDir.ts'

/** The longest path a Unix socket may have on every platform we run on (macOS: 104 bytes with its end). */
const LONGEST = 100

/**
 * Where the core of a data dir listens for programs of the same user: a socket file, or a named pipe on Windows. Throws,
 * in words, where it would have to lie in a folder that another user has taken.
 */
export function socketPath(dataDir: string, platform = process.platform): string {
  const name = dataDirName(dataDir)
  if (platform === 'win32') return `\\\\.\\pipe\\cuelight-${userInfo().username}-${name}`
  const inside = join(resolve(dataDir), 'core.sock')
  return Buffer.byteLength(inside) <= LONGEST ? inside : join(runtimeDir(), `${name}.sock`)
}
