import type { Socket } from 'node:net'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { dataDirName, runtimeDir } from '../files/dataDir.ts'

/**
 * The longest path of a Unix socket that every supported platform allows (macOS: 104 bytes including the terminator).
 */
const LONGEST = 100

/**
 * The path where the core of a data dir listens for programs of the same user: a socket file, or a named pipe on
 * Windows.
 *
 * @throws with a readable message if it would be in a folder that belongs to another user
 */
export function socketPath(dataDir: string, platform = process.platform): string {
  const name = dataDirName(dataDir)
  if (platform === 'win32') return `\\\\.\\pipe\\cuelight-${userInfo().username}-${name}`
  const inside = join(resolve(dataDir), 'core.sock')
  return Buffer.byteLength(inside) <= LONGEST ? inside : join(runtimeDir(), `${name}.sock`)
}

/** Calls back with each whole line. A line of more than `most` bytes ends the connection: it could fill the memory. */
export function eachLine(socket: Socket, most: number, take: (line: string) => void): void {
  // Kept in pieces: joining a long line again with each chunk would take quadratic time.
  let held: string[] = []
  let length = 0
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = chunk.split('\n')
    held.push(lines.shift() ?? '')
    length += chunk.length
    if (lines.length > 0) {
      const rest = lines.pop() ?? ''
      lines.unshift(held.join(''))
      held = [rest]
      length = rest.length
    }
    for (const line of lines) if (line !== '') take(line)
    if (length > most) socket.destroy()
  })
}
