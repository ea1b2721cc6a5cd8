import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { BRIDGE_PATH, LARGEST_MESSAGE, NO_SESSION } from '../../shared/bridge/bridge.ts'
import { type Greeting, Knock, PageProof, signedText } from '../../shared/bridge/handshake.ts'
import { parseJson } from '../../shared/util/json.ts'
import {
  type Allowance,
  type ClientSessionOptions,
  createAllowance,
  createClientSession,
  MOST_WAITING,
  textOf,
} from '../core/bridge/clientSession.ts'
import type { Core } from '../core/core.ts'
import type { DownloadServer } from './downloads.ts'
import { coreProof, newNonce, pageProved } from './proofs.ts'
import { hasBody, hostIsOurs, leave, originIsOurs, type Patience } from './requestGuard.ts'
import type { Sessions } from './sessions.ts'
import type { OneRequest, Strangers } from './strangers.ts'

/** Panels open at once in one browser. */
const MOST_OF_ONE_SESSION = 20
/** WebSocket close codes (RFC 6455, 7.4.1 and its registry). */
const UNSUPPORTED = 1003
const TRY_LATER = 1013
const NOTHING = Buffer.alloc(0)

export interface BridgeOptions {
  core: Core
  sessions: Sessions
  port: number
  downloads: DownloadServer
  strangers: Strangers
  patience: Patience
}

/**
 * Serves the bridge over WebSocket beside the pages. A foreign host or origin is refused at the door; our own page is let
 * in to be told that it has no session, to get one for a token, or to prove the one it has: after we have proved that we
 * are who gave it out. A page whose session ends is told so. @returns what ends it
 */
export function serveBridge(server: Server, options: BridgeOptions): () => void {
  const { core, sessions, port, downloads, strangers, patience } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, clientTracking: true })
  const visible = new Set<WebSocket>()
  /** Who is served, by what session. */
  const served = new Map<WebSocket, string>()
  /** What each session may still ask for, whatever panel of it asks. */
  const allowances = new Map<string, Allowance>()

  function show(socket: WebSocket, seen: boolean): void {
    if (seen) visible.add(socket)
    else visible.delete(socket)
    core.setVisible('panel', visible.size > 0)
  }

  function serve(socket: WebSocket, session: string): void {
    const allowance = allowances.get(session) ?? createAllowance(core.clock)
    allowances.set(session, allowance)
    const link = createClientSession(core, {
      ...{ source: 'panel', allowance, ...carriedBy(socket) },
      downloadAddress: (download, about) => downloads.addressOf(download, about, () => sessions.knows(session)),
      onVisible: (seen) => show(socket, seen),
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

  /** Whoever is there has proved who they are. */
  function admit(socket: WebSocket, raw: Socket, session: string): void {
    if (socket.readyState !== socket.OPEN) return
    const panels = [...served.values()].filter((one) => one === session).length
    if (!sessions.knows(session)) socket.close(NO_SESSION, 'the session has ended')
    else if (panels >= MOST_OF_ONE_SESSION) socket.close(TRY_LATER, 'too many')
    else {
      strangers.release(raw)
      serve(socket, session)
    }
  }

  async function meet(socket: WebSocket, raw: Socket, request: IncomingMessage): Promise<void> {
    socket.on('error', () => socket.terminate())
    const isLate = () => served.has(socket) || socket.terminate()
    socket.on('close', core.clock.after(patience.headersMs, isLate))
    await shakeHands(socket, request, sessions, (session) => admit(socket, raw, session))
  }

  server.on('upgrade', (request: IncomingMessage, { socket: raw }: OneRequest) => {
    const status = upgradeRefused(request, port)
    if (status) return leave(raw, status)
    raw.setTimeout(0)
    sockets.handleUpgrade(request, raw, NOTHING, (socket) => void meet(socket, raw, request))
    raw.resume()
  })

  const stopListening = sessions.onEnd(() => {
    for (const session of allowances.keys()) if (!sessions.knows(session)) allowances.delete(session)
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

/** How a client session speaks over a socket: who does not take what it is sent is cut off. */
const carriedBy = (socket: WebSocket): Pick<ClientSessionOptions, 'say' | 'onFull'> => ({
  say(message) {
    if (socket.bufferedAmount > MOST_WAITING) socket.terminate()
    else socket.send(textOf(message))
  },
  onFull: (full) => (full ? socket.pause() : socket.resume()),
})

/** Gives a session for a token, or has the page prove the one it has, after we have proved who we are. */
async function shakeHands(
  socket: WebSocket,
  { url, headers: { host = '' } }: IncomingMessage,
  sessions: Sessions,
  admit: (session: string) => void,
): Promise<void> {
  const greet = (greeting: Greeting) => socket.send(JSON.stringify(greeting))
  const { data: knock } = Knock.safeParse(Object.fromEntries(new URLSearchParams(url?.split('?')[1])))
  if (knock && 'token' in knock) {
    const session = await sessions.exchange(knock.token, host)
    if (!session) return socket.close(NO_SESSION, 'no such token')
    greet({ type: 'session', session })
    return admit(session.id)
  }
  const known = knock && sessions.find(knock.session, host)
  if (!known) return socket.close(NO_SESSION, 'no session')
  const nonce = newNonce()
  const signed = signedText(knock.nonce, nonce)
  greet({ type: 'challenge', nonce, proof: coreProof(known, signed) })
  socket.once('message', (data) => {
    const said = PageProof.safeParse(parseJson(data.toString()))
    if (said.success && pageProved(known, signed, said.data.proof)) admit(known.id)
    else socket.close(NO_SESSION, 'no proof')
  })
}

/** The status line of the refusal, or null. */
function upgradeRefused(request: IncomingMessage, port: number): string | null {
  if (!hostIsOurs(request, port)) return '421 Misdirected Request'
  if (request.url?.split('?')[0] !== BRIDGE_PATH || !originIsOurs(request)) return '403 Forbidden'
  return hasBody(request) ? '413 Content Too Large' : null
}
