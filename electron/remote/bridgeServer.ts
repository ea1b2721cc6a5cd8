import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { BRIDGE_PATH, LARGEST_MESSAGE, NO_SESSION } from '../../shared/bridge/bridge.ts'
import { type Greeting, Knock, PageProof, signedText } from '../../shared/bridge/handshake.ts'
import { parseJson } from '../../shared/util/json.ts'
import type { Core } from '../core/core.ts'
import { guarded, type LogFault } from '../util/faults.ts'
import { browserNameOf } from './browserName.ts'
import type { DownloadServer } from './downloads.ts'
import { createPanels } from './panels.ts'
import { coreProof, newNonce, pageProved } from './proofs.ts'
import { hasBody, hostIsOurs, leave, originIsOurs, type Patience } from './requestGuard.ts'
import type { Sessions } from './sessions.ts'
import type { OneRequest, Strangers } from './strangers.ts'

/** WebSocket close code (RFC 6455, 7.4.1). */
const OWN_FAULT = 1011
const NOTHING = Buffer.alloc(0)

export interface BridgeOptions {
  core: Core
  sessions: Sessions
  /** The one that is answered, with its port. */
  host: () => string
  downloads: DownloadServer
  strangers: Strangers
  patience: Patience
  logFault: LogFault
}

/**
 * Serves the bridge over WebSocket beside the pages. A foreign host or origin is refused at the door; our own page is let
 * in to be told that it has no session, to get one for a token, or to prove the one it has: after we have proved that we
 * are who gave it out. A page whose session ends is told so. @returns what ends it
 */
export function serveBridge(server: Server, options: BridgeOptions): () => void {
  const { core, sessions, host, downloads, strangers, patience, logFault } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, clientTracking: true })
  const panels = createPanels({ core, sessions, downloads, fail })

  /** A fault of our own ends the connection it happened on, and nothing else. */
  function fail(error: unknown, socket: WebSocket): void {
    logFault('the bridge failed', error)
    socket.close(OWN_FAULT)
  }

  async function meet(socket: WebSocket, raw: Socket, request: IncomingMessage): Promise<void> {
    socket.on('error', () => socket.terminate())
    const isLate = () => panels.serves(socket) || socket.terminate()
    socket.on('close', core.clock.after(patience.headersMs, isLate))
    const admit = (session: string) => {
      if (panels.admit(socket, session)) strangers.release(raw)
    }
    await shakeHands(socket, request, { sessions, admit, fail })
  }

  function upgrade(request: IncomingMessage, question: OneRequest): void {
    const { socket: raw } = question
    question.lasts()
    const status = upgradeRefused(request, host())
    if (status) {
      leave(raw, status)
      return
    }
    raw.setTimeout(0)
    const onOpen = guarded(meet, fail)
    sockets.handleUpgrade(request, raw, NOTHING, (socket) => onOpen(socket, raw, request))
    raw.resume()
  }
  const onUpgrade = guarded(upgrade, (error, _, { socket: raw }) => {
    logFault('the bridge could not be opened', error)
    leave(raw, '400 Bad Request')
  })
  server.on('upgrade', onUpgrade)

  return () => {
    panels.stop()
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

interface Door {
  sessions: Sessions
  admit: (session: string) => void
  fail: (error: unknown, socket: WebSocket) => void
}

/** Gives a session for a token, or has the page prove the one it has, after we have proved who we are. */
async function shakeHands(
  socket: WebSocket,
  { url, headers: { host = '', 'user-agent': userAgent } }: IncomingMessage,
  { sessions, admit, fail }: Door,
): Promise<void> {
  const greet = (greeting: Greeting) => socket.send(JSON.stringify(greeting))
  const { data: knock } = Knock.safeParse(Object.fromEntries(new URLSearchParams(url?.split('?')[1])))
  if (knock && 'token' in knock) {
    const session = await sessions.exchange(knock.token, host, browserNameOf(userAgent))
    if (!session) return socket.close(NO_SESSION, 'no such token')
    greet({ type: 'session', session })
    return admit(session.id)
  }
  const known = knock && sessions.find(knock.session, host)
  if (!known) return socket.close(NO_SESSION, 'no session')
  const nonce = newNonce()
  const signed = signedText(knock.nonce, nonce)
  greet({ type: 'challenge', nonce, proof: coreProof(known, signed) })
  const judge = (data: RawData) => {
    const said = PageProof.safeParse(parseJson(data.toString()))
    if (said.success && pageProved(known, signed, said.data.proof)) admit(known.id)
    else socket.close(NO_SESSION, 'no proof')
  }
  const onMessage = guarded(judge, (error) => fail(error, socket))
  socket.once('message', onMessage)
}

/** The status line of the refusal, or null. */
function upgradeRefused(request: IncomingMessage, host: string): string | null {
  if (!hostIsOurs(request, host)) return '421 Misdirected Request'
  if (request.url?.split('?')[0] !== BRIDGE_PATH || !originIsOurs(request)) return '403 Forbidden'
  return hasBody(request) ? '413 Content Too Large' : null
}
