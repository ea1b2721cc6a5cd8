import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Bounds the connections of a server. Where there are too many, the one that has kept us waiting longest makes room: first of those
 * that never asked for anything, then of those that have their answer. Nobody holds the port by standing in it.
 *
 * @returns to be told which connection asks, and with what it is answered
 */
export function boundConnections(server: Server, most: number) {
  const open = new Set<Socket>()
  /** Both in the order in which they began to wait. */
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
