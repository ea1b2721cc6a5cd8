import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { LARGEST_MESSAGE } from '../../../shared/bridge/bridge.ts'
import type { Outcome } from '../../../shared/outcome.ts'
import { createFaultLog, guarded } from '../../util/faults.ts'
import type { Core } from '../core.ts'
import { createClientSession, MOST_WAITING, textOf } from './clientSession.ts'
import { eachLine } from './socket.ts'

/** The largest number of programs connected at once. All belong to the same user. */
const MOST_PROGRAMS = 100

/**
 * Listens for programs of the same user: one JSON message per line, with the same messages as every other carrier. Only
 * the holder of the data dir's lock listens, so an existing socket file is left over from a crash.
 *
 * @param onLink receives the outcome of each deep link that another process passed on
 * @param log receives our own faults; each ends the connection it happened on, and nothing else
 * @returns the function that ends it
 */
export async function listenForPrograms(
  core: Core,
  path: string,
  panelAddress: () => string,
  onLink: (outcome: Outcome) => void = () => {},
  log: (line: string) => void = console.error,
): Promise<() => void> {
  if (!path.startsWith('\\\\')) rmSync(path, { force: true })
  const sockets = new Set<Socket>()
  const logFault = createFaultLog(log, core.clock)
  const fail = (error: unknown, socket: Socket) => {
    logFault('a program could not be served', error)
    socket.destroy()
  }
  const serve = (socket: Socket) => {
    sockets.add(socket)
    const link = createClientSession(core, {
      source: 'cli',
      say(message) {
        if (socket.writableLength > MOST_WAITING) socket.destroy()
        else socket.write(`${textOf(message)}\n`)
      },
      panelAddress,
      onLink,
      onFull: (full) => (full ? socket.pause() : socket.resume()),
      onFault: (error) => fail(error, socket),
    })
    eachLine(socket, LARGEST_MESSAGE, link.receive)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      link.close()
    })
  }
  const server = createServer(guarded(serve, fail))
  server.maxConnections = MOST_PROGRAMS
  await once(listenPrivately(server, path), 'listening')
  // A connection that could not be accepted needs no handling.
  server.on('error', () => {})
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}

/**
 * The system creates the socket within this call: other users have no access from the first moment, whatever umask this
 * process was started with.
 */
function listenPrivately(server: Server, path: string): Server {
  const umask = process.umask(0o177)
  try {
    return server.listen(path)
  } finally {
    process.umask(umask)
  }
}
