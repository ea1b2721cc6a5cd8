import { createHash } from 'node:crypto'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'

/** The longest path a Unix socket may have on every platform we run on (macOS: 104 bytes with its end). */
const LONGEST = 100

/** Where the core of a data dir listens for programs of the same user: a socket file, or a named pipe on Windows. */
export function socketPath(dataDir: string, platform = process.platform): string {
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
  if (platform === 'win32') return `\\\\.\\pipe\\cuelight-${userInfo().username}-${name}`
  const inside = join(resolve(dataDir), 'core.sock')
  if (Buffer.byteLength(inside) <= LONGEST) return inside
  return join(process.env.XDG_RUNTIME_DIR ?? tmpdir(), `cuelight-${userInfo().uid}-${name}.sock`)
}
