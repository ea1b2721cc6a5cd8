import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { BRIDGE_PATH, LARGEST_MESSAGE, NO_SESSION } from '../../shared/bridge.ts'
import type { Core } from '../core/core.ts'
import { createLink, MOST_WAITING } from '../core/link.ts'
import { hasBody } from './door.ts'
import { hostIsOurs, originIsOurs } from './origin.ts'
import type { Sessions } from './sessions.ts'

/** Panels open at once in one browser. */
const MOST_OF_ONE_SESSION = 20
/** WebSocket close codes (RFC 6455, 7.4.1 and its registry). */
const UNSUPPORTED = 1003
const TRY_LATER = 1013

export interface BridgeOptions {
  core: Core
  sessions: Sessions
  port: number
  /** The session a request carries, or null. */
  sessionOf: (request: IncomingMessage) => string | null
}

/**
 * Serves the bridge over WebSocket beside the pages. A foreign host or origin is refused at the door; our own page
 * without a session is let in to be told so, and one whose session ends is told the same.
 *
 * @returns what ends it
 */
export function serveBridge(server: Server, { core, sessions, port, sessionOf }: BridgeOptions): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, clientTracking: true })
  const visible = new Set<WebSocket>()
  /** Who is served, by what session. */
  const served = new Map<WebSocket, string>()

  function show(socket: WebSocket, seen: boolean): void {
    if (seen) visible.add(socket)
    else visible.delete(socket)
    core.setVisible('panel', visible.size > 0)
  }

  function serve(socket: WebSocket, session: string): void {
    const link = createLink(core, {
      source: 'panel',
      say(message) {
        if (socket.bufferedAmount > MOST_WAITING) socket.terminate()
        else socket.send(JSON.stringify(message))
      },
      onVisible: (seen) => show(socket, seen),
      onFull: (full) => (full ? socket.pause() : socket.resume()),
    })
    served.set(socket, session)
    socket.on('message', (data, binary) => {
      if (binary) socket.close(UNSUPPORTED)
      // What still comes after we have begun to close counts for nothing.
      else if (served.has(socket)) link.receive(data.toString())
    })
    socket.on('close', () => {
      link.close()
      served.delete(socket)
      show(socket, false)
    })
    link.receive(JSON.stringify({ type: 'resync' }))
  }

  function meet(socket: WebSocket, session: string | null): void {
    socket.on('error', () => socket.terminate())
    const panels = [...served.values()].filter((one) => one === session).length
    if (session === null) socket.close(NO_SESSION, 'no session')
    else if (panels >= MOST_OF_ONE_SESSION) socket.close(TRY_LATER, 'too many')
    else serve(socket, session)
  }

  server.on('upgrade', (request: IncomingMessage, raw: Socket, head: Buffer) => {
    raw.on('error', () => raw.destroy())
    const status = upgradeRefused(request, port)
    if (status) return leave(raw, status)
    sockets.handleUpgrade(request, raw, head, (socket) => meet(socket, sessionOf(request)))
  })

  const stopListening = sessions.onEnd(() => {
    for (const [socket, session] of served) {
      if (sessions.knows(session)) continue
      served.delete(socket)
      show(socket, false)
      socket.close(NO_SESSION, 'the session has ended')
    }
  })

  return () => {
    stopListening()
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

/** The status line of the refusal, or null. */
function upgradeRefused(request: IncomingMessage, port: number): string | null {
  if (!hostIsOurs(request, port)) return '421 Misdirected Request'
  if (request.url !== BRIDGE_PATH || !originIsOurs(request)) return '403 Forbidden'
  return hasBody(request) ? '413 Content Too Large' : null
}

/** Waits for nobody to close the other half. */
function leave(raw: Socket, status: string): void {
  raw.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  raw.destroySoon()
}
