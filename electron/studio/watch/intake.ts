/**
 * Takes in what the engine sends for the watch page, on a port of its own that only the engine knows. It is known by a
 * secret, made anew for each run of the studio, which it is given with its plan.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import * as z from 'zod'
import type { Clock } from '../../../shared/util/clock.ts'
import { ACCEPTED, type FrameKind, readFrames } from '../engine/watch/wire.ts'
import { hashKey, sameHash } from '../rules/account/keys.ts'

const Hello = z.object({ key: z.string(), liveId: z.string() })

/** Who does not say in this time who it is has no business here, in ms. */
const PATIENCE_MS = 5_000
/** One for each broadcast, and as many that just begin. */
const MOST_CONNECTIONS = 200

/** What comes of one broadcast: its parts in order, then the end of the connection. */
export interface Feed {
  take(kind: Exclude<FrameKind, 'hello'>, contents: Buffer): void
  end(): void
}

interface Options {
  readonly secret: string
  readonly clock: Clock
  /** Called for each connection that has proved to be the engine's. */
  readonly open: (liveId: string) => Feed
}

/** Listens on loopback, on any free port. */
export async function startIntake({ secret, clock, open }: Options) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    receive(socket, secret, clock, open)
  })
  server.maxConnections = MOST_CONNECTIONS
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Only a connection that could not be accepted is lost: the engine tries again.
  server.on('error', () => {})
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      const closed = closing(server)
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function receive(socket: Socket, secret: string, clock: Clock, open: Options['open']): void {
  let feed: Feed | null = null
  const stopWaiting = clock.after(PATIENCE_MS, () => socket.destroy())

  function greet(contents: Buffer): void {
    const { key, liveId } = Hello.parse(JSON.parse(contents.toString()))
    if (!sameHash(hashKey(key), hashKey(secret))) throw new Error('it does not know the secret')
    stopWaiting()
    feed = open(liveId)
    socket.write(Buffer.of(ACCEPTED))
  }

  const take = readFrames((kind, contents) => {
    if (kind === 'hello') greet(contents)
    else feed?.take(kind, contents)
  })
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    try {
      take(bytes)
    } catch {
      socket.destroy()
    }
  })
  socket.once('close', () => {
    stopWaiting()
    feed?.end()
  })
}

const closing = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))
