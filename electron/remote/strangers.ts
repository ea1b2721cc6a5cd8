import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../shared/util/clock.ts'
import { createRoundRobin } from '../util/roundRobin.ts'
import { createHead, type Head } from './head.ts'
import { OneRequest } from './oneRequest.ts'
import { leave, MOST_STRANGERS, type Patience } from './requestGuard.ts'

/** What all heads that have not come to their end may hold together, in bytes. */
const MOST_HELD = 16 * 1024 * 1024

export interface Strangers {
  /** Whoever is at the other end has proved who they are: a stranger no more. */
  release(socket: Socket): void
  close(): void
}

/**
 * Stands before an HTTP server: whoever connects is a stranger, and strangers are heard by turns. Of each connection one
 * head is let through and nothing that comes after it, so that a pipeline costs no more than its first request. When there
 * are too many, the one that has kept us waiting longest makes room: nobody holds the door by standing in it.
 *
 * @param patience how long a stranger may take for a head, and how long for the answer without a byte
 */
export function receiveStrangers(server: Server, clock: Clock, { headersMs, idleMs }: Patience): Strangers {
  const [serveHttp] = server.listeners('connection')
  server.removeAllListeners('connection')
  const inTurn = createRoundRobin()
  /** Both in the order they came. */
  const silent = new Map<Socket, Head>()
  const heard = new Set<Socket>()
  let held = 0

  function forget(socket: Socket): void {
    held -= silent.get(socket)?.length ?? 0
    silent.delete(socket)
    heard.delete(socket)
  }

  function makeRoom(): void {
    const [longest] = silent.size > 0 ? silent.keys() : heard
    if (!longest) return
    forget(longest)
    longest.destroy()
  }

  function letThrough(socket: Socket, head: Buffer): void {
    if (socket.destroyed) return
    socket.setTimeout(idleMs, () => socket.destroy())
    serveHttp?.call(server, new OneRequest(socket, head))
  }

  server.on('connection', (socket: Socket) => {
    if (silent.size + heard.size >= MOST_STRANGERS) makeRoom()
    const head = createHead()
    silent.set(socket, head)
    const stopWaiting = clock.after(headersMs, () => leave(socket, '408 Request Timeout'))

    function take(chunk: Buffer): void {
      const before = head.length
      const whole = head.add(chunk)
      held += head.length - before
      while (held > MOST_HELD) makeRoom()
      if (!whole || socket.destroyed) return
      stopWaiting()
      forget(socket)
      heard.add(socket)
      socket.off('data', take).pause()
      inTurn(() => letThrough(socket, whole))
    }

    socket.on('data', take)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      stopWaiting()
      forget(socket)
    })
  })
  return {
    release: (socket) => forget(socket),
    close() {
      for (const socket of [...silent.keys(), ...heard]) socket.destroy()
    },
  }
}
