import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Bounds the number of connections of a server, so that no client can block the port with idle ones. When there are too
 * many, the one that has been idle longest is closed: first of those that never sent a request, then of those whose
 * request was answered.
 *
 * @returns a function to call for each request, with its connection and its response
 */
export function boundConnections(server: Server, most: number) {
  const open = new Set<Socket>()
  /** Both in the order in which they became idle. */
  const silent = new Set<Socket>()
  const answered = new Set<Socket>()
  const forget = (socket: Socket) => void [open, silent, answered].map((sockets) => sockets.delete(socket))
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    silent.add(socket)
    socket.once('close', () => forget(socket))
    if (open.size <= most) return
    const [longest = socket] = silent.size > 1 ? silent : answered
    forget(longest)
    longest.destroy()
  })
  return (socket: Socket, answer: { once(event: 'close', callback: () => void): unknown }) => {
    silent.delete(socket)
    answered.delete(socket)
    answer.once('close', () => void (open.has(socket) && answered.add(socket)))
  }
}
