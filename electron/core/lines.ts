import type { Socket } from 'node:net'

/**
 * Calls back with each whole line of a socket; a line longer than `most` bytes ends the connection, so that an endless
 * one cannot fill the memory.
 */
export function eachLine(socket: Socket, most: number, take: (line: string) => void): void {
  let held = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const parts = (held + chunk).split('\n')
    held = parts.pop() ?? ''
    for (const line of parts) if (line !== '') take(line)
    if (held.length > most) socket.destroy()
  })
}
