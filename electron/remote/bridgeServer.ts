import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { BRIDGE_PATH, LARGEST_MESSAGE, NO_SESSION } from '../../shared/bridge/bridge.ts'
import { type Greeting, Knock, PageProof } from '../../shared/bridge/handshake.ts'
import { coreSigns, pageSigns } from '../../shared/bridge/signed.ts'
import { parseJson } from '../../shared/util/json.ts'
import { browserText } from '../../shared/words/accounts/access.ts'
import type { Core } from '../core/core.ts'
import { guarded, type LogFault } from '../util/faults.ts'
import { browserNameOf } from './browserName.ts'
import { isForControl } from './control/controlServer.ts'
import type { DownloadServer } from './downloads.ts'
import { createPanels } from './panels.ts'
import type { Previews } from './previews.ts'
import { coreProof, isSignedBy, newNonce } from './proofs.ts'
import { hasBody, hostIsOurs, leave, originIsOurs, type Patience } from './requestGuard.ts'
import type { Sessions } from './sessions.ts'
import type { OneRequest, Strangers } from './strangers.ts'

/** WebSocket close codes (RFC 6455, 7.4.1). */
const OWN_FAULT = 1011
const TRY_LATER = 1013
const NOTHING = Buffer.alloc(0)

export interface BridgeOptions {
  core: Core
  sessions: Sessions
  /** The only host that is answered, with its port. */
  host: () => string
  downloads: DownloadServer
  previews: Previews | undefined
  strangers: Strangers
  patience: Patience
  logFault: LogFault
}

/**
 * Serves the bridge over WebSocket beside the pages. A foreign host or origin is refused at the upgrade. Our own page
 * is let in: to learn that it has no session, to get a session for a token, or to prove the session it has. Before
 * that, the core proves that it issued the session. A page whose session ends is notified.
 *
 * @returns a function that ends it
 */
export function serveBridge(server: Server, options: BridgeOptions): () => void {
  const { core, sessions, host, downloads, previews, strangers, patience, logFault } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, clientTracking: true })
  const panels = createPanels({ core, sessions, downloads, previews, fail })

  /** A fault of our own ends only the connection on which it happened. */
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
    await shakeHands(socket, request, { core, sessions, admit, fail })
  }

  function upgrade(request: IncomingMessage, question: OneRequest): void {
    if (isForControl(request)) return
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
  core: Core
  sessions: Sessions
  admit: (session: string) => void
  fail: (error: unknown, socket: WebSocket) => void
}

/**
 * Proves the core's identity (by a new session for a token, or with the key of the page's session), then has the page
 * prove its own.
 */
async function shakeHands(
  socket: WebSocket,
  { url, headers: { host = '', 'user-agent': userAgent } }: IncomingMessage,
  { core, sessions, admit, fail }: Door,
): Promise<void> {
  const greet = (greeting: Greeting) => socket.send(JSON.stringify(greeting))
  const knock = Knock.safeParse(Object.fromEntries(new URLSearchParams(url?.split('?')[1]))).data
  const begun = knock && 'token' in knock ? sessions.exchange(knock.token) : null
  const known = begun ?? (knock && 'session' in knock ? sessions.find(knock.session, host) : null)
  if (!knock || !known) return socket.close(NO_SESSION, 'no session')
  const { id, coreKey } = known
  const meeting = { host, pageNonce: knock.nonce, coreNonce: newNonce() }
  if (begun) greet({ type: 'session', nonce: meeting.coreNonce, ...begun })
  else greet({ type: 'challenge', nonce: meeting.coreNonce, proof: coreProof(coreKey, coreSigns(meeting)) })

  async function judge(data: RawData): Promise<void> {
    const said = PageProof.safeParse(parseJson(data.toString())).data
    if (!said || !isSignedBy(said.key, pageSigns(meeting, said), said.proof) || !sessions.isOurPage(said.pass))
      return socket.close(NO_SESSION, 'no proof')
    const { key, nextKey } = said
    if (begun) await sessions.begin({ ...begun, host, key, nextKey, ...browserNameOf(userAgent) })
    const used = begun ? 'in' : await sessions.use(id, { key, nextKey })
    if (used === 'in') return admit(id)
    if (used === 'turning') return socket.close(TRY_LATER, 'look again')
    // There are two copies of that browser's keys, and it is impossible to tell which one is the original.
    if (used === 'twice') {
      core.notice('sessionCopied', browserText(browserNameOf(userAgent)))
      await sessions.end(id)
    }
    socket.close(NO_SESSION, 'no proof')
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
