import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { BRIDGE_PATH, LARGEST_MESSAGE, NO_SESSION } from '../../shared/bridge.ts'
import type { Core } from '../core/core.ts'
import { createLink } from '../core/link.ts'
import { originIsOurs } from './origin.ts'

/** A client that does not take what it is sent is cut off when this much waits for it, in bytes. */
const MOST_WAITING = 16 * 1024 * 1024

/**
 * Serves the bridge over WebSocket beside the pages. A foreign origin is refused at the door; our own page without a
 * session is let in to be told so.
 *
 * @param known does the request carry a session?
 * @returns what ends it
 */
export function serveBridge(server: Server, core: Core, known: (request: IncomingMessage) => boolean): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, clientTracking: true })
  const visible = new Set<WebSocket>()

  function show(socket: WebSocket, seen: boolean): void {
    if (seen) visible.add(socket)
    else visible.delete(socket)
    core.setVisible(visible.size > 0)
  }

  function serve(socket: WebSocket): void {
    const link = createLink(core, {
      source: 'panel',
      say(message) {
        if (socket.bufferedAmount > MOST_WAITING) socket.terminate()
        else socket.send(JSON.stringify(message))
      },
      onVisible: (seen) => show(socket, seen),
    })
    socket.on('message', (data, binary) => (binary ? socket.close(1003) : link.receive(data.toString())))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      link.close()
      show(socket, false)
    })
    link.receive(JSON.stringify({ type: 'resync' }))
  }

  server.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    raw.on('error', () => raw.destroy())
    if (request.url !== BRIDGE_PATH || !originIsOurs(request)) return void raw.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    sockets.handleUpgrade(request, raw, head, (socket) => {
      if (known(request)) serve(socket)
      else socket.close(NO_SESSION, 'no session')
    })
  })

  return () => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}
