import type { Socket } from 'node:net'

/**
 * Calls back with each whole line of a socket; a line longer than `most` bytes ends the connection, so that an endless
 * one cannot fill the memory.
 */
export function eachLine(socket: Socket, most: number, take: (line: string) => void): void {
  // In pieces: to join a long line anew with each chunk would cost its square.
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
