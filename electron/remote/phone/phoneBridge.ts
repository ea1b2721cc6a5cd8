import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { BRIDGE_PATH, LARGEST_MESSAGE, NO_SESSION } from '../../../shared/bridge/bridge.ts'
import { type Greeting, Knock, PageProof } from '../../../shared/bridge/handshake.ts'
import { coreSigns, pageSigns } from '../../../shared/bridge/signed.ts'
import { parseJson } from '../../../shared/util/json.ts'
import { browserText } from '../../../shared/words/accounts/access.ts'
import type { Core } from '../../core/core.ts'
import { guarded, type LogFault } from '../../util/faults.ts'
import { browserNameOf } from '../browserName.ts'
import { coreProof, isSignedBy, newNonce } from '../proofs.ts'
import { hasBody, type Patience } from '../requestGuard.ts'
import type { Sessions } from '../sessions.ts'
import type { OneRequest, Strangers } from '../strangers.ts'
import { plainAddress } from './addresses.ts'
import type { Ceremony } from './ceremony.ts'
import { createPhonePanels } from './phonePanels.ts'

/** WebSocket close codes (RFC 6455, 7.4.1 and its registry). */
const OWN_FAULT = 1011
const TRY_LATER = 1013
const DONE = 1000
const PAIR_PATH = '/pair'

export interface PhoneBridgeOptions {
  core: Core
  sessions: Sessions
  ceremony: Ceremony
  strangers: Strangers
  patience: Patience
  isOurHost: (request: IncomingMessage) => boolean
  /** Gives a connection the response that everybody gets. */
  turnAway: (socket: Socket) => void
  onKnown: (address: string) => void
  logFault: LogFault
}

/** A phone as its knock names it: new, by the token of its pairing; or known; or one whose access has ended. */
type Known = { id: string; coreKey: string; is: 'new' | 'known' | 'ended' }

/**
 * Serves the two WebSockets of phones: the pairing, and the bridge. Neither is opened to a device that has no valid
 * code, token or session: it gets the same response as for everything else.
 */
export function servePhoneBridge(server: Server, options: PhoneBridgeOptions): () => void {
  const { core, sessions, strangers, patience, isOurHost, turnAway, onKnown, logFault } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, clientTracking: true })
  const panels = createPhonePanels({ core, sessions, fail })

  function fail(error: unknown, socket: WebSocket): void {
    logFault('the bridge of a phone failed', error)
    socket.close(OWN_FAULT)
  }

  function upgrade(request: IncomingMessage, question: OneRequest): void {
    const { socket: raw } = question
    question.lasts()
    const meet = meetingFor(request, raw)
    if (!meet) {
      turnAway(raw)
      return
    }
    raw.setTimeout(0)
    raw.setNoDelay?.(true)
    const onOpen = guarded(meet, fail)
    sockets.handleUpgrade(request, raw, Buffer.alloc(0), (socket) => {
      socket.on('error', () => socket.terminate())
      onOpen(socket)
    })
    raw.resume()
  }

  /** What is done with this WebSocket; null: it is not opened. */
  function meetingFor(request: IncomingMessage, raw: Socket): ((socket: WebSocket) => unknown) | null {
    const { host = '', origin } = request.headers
    if (!isOurHost(request) || hasBody(request) || origin !== `https://${host}` || !isUpgrade(request)) return null
    const [path, query] = request.url?.split('?') ?? []
    const asked = Object.fromEntries(new URLSearchParams(query))
    if (path === PAIR_PATH) return pairing(asked.code ?? '', { request, raw, options })
    const knock = path === BRIDGE_PATH ? Knock.safeParse(asked).data : undefined
    const known = knock && knownBy(knock, host)
    if (!knock || !known) return null
    const admitted = (id: string, socket: WebSocket) => {
      if (!panels.admit(socket, id)) return
      strangers.release(raw)
      onKnown(plainAddress(raw.remoteAddress))
    }
    return (socket) => {
      socket.on(
        'close',
        core.clock.after(patience.headersMs, () => panels.serves(socket) || socket.terminate()),
      )
      return shakeHands(socket, request, { ...{ core, sessions, fail, known, admitted }, pageNonce: knock.nonce })
    }
  }

  function knownBy(knock: Knock, host: string): Known | null {
    const { phones } = sessions
    if ('token' in knock) {
      const begun = phones.exchange(knock.token)
      return begun && { ...begun, is: 'new' }
    }
    const [session, ended] = [phones.find(knock.session, host), phones.findEnded(knock.session, host)]
    if (session) return { id: session.id, coreKey: session.coreKey, is: 'known' }
    return ended && { ...ended, is: 'ended' }
  }

  const onUpgrade = guarded(upgrade, (error, _, { socket: raw }) => {
    logFault('the bridge of a phone could not be opened', error)
    turnAway(raw)
  })
  server.on('upgrade', onUpgrade)
  return () => {
    panels.stop()
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

interface Asked {
  request: IncomingMessage
  raw: Socket
  options: PhoneBridgeOptions
}

/** Enters a code; from then on the device waits for the person's answer. @returns null: it is not the right one */
function pairing(
  code: string,
  { request, raw, options: { ceremony, sessions } }: Asked,
): ((socket: WebSocket) => void) | null {
  const by = { address: plainAddress(raw.remoteAddress), browser: browserNameOf(request.headers['user-agent']) }
  let waiting: WebSocket | null = null
  const asking = ceremony.enter(code, by, (allowed) => {
    if (allowed) waiting?.send(JSON.stringify({ path: sessions.phones.newAddress(allowed) }))
    waiting?.close(DONE)
  })
  if (!asking) return null
  return (socket) => {
    waiting = socket
    socket.on('close', asking.leave)
    socket.on('message', () => socket.terminate())
    socket.send(JSON.stringify({ check: asking.check }))
  }
}

/** What a WebSocket needs (RFC 6455, 4.1): without it, its server would answer in its own words. */
function isUpgrade({ method, headers }: IncomingMessage): boolean {
  const key = headers['sec-websocket-key'] ?? ''
  const isKey = /^[+/0-9A-Za-z]{22}==$/.test(key)
  const isPlain = headers['sec-websocket-protocol'] === undefined
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    isKey &&
    isPlain &&
    headers['sec-websocket-version'] === '13'
  )
}

interface Door {
  core: Core
  sessions: Sessions
  known: Known
  pageNonce: string
  admitted: (id: string, socket: WebSocket) => void
  fail: (error: unknown, socket: WebSocket) => void
}

/** As on this computer (`bridgeServer.ts`): the core proves itself first. TLS stands for the pass of a page here. */
async function shakeHands(
  socket: WebSocket,
  { headers: { host = '', 'user-agent': userAgent } }: IncomingMessage,
  { core, sessions, known, pageNonce, admitted, fail }: Door,
): Promise<void> {
  const { id, coreKey, is } = known
  const browser = browserNameOf(userAgent)
  const greet = (greeting: Greeting) => socket.send(JSON.stringify(greeting))
  const meeting = { host, pageNonce, coreNonce: newNonce() }
  if (is === 'new') greet({ type: 'session', nonce: meeting.coreNonce, id, coreKey })
  else greet({ type: 'challenge', nonce: meeting.coreNonce, proof: coreProof(coreKey, coreSigns(meeting)) })

  async function judge(data: RawData): Promise<void> {
    const said = PageProof.safeParse(parseJson(data.toString())).data
    if (is === 'ended') return socket.close(NO_SESSION, 'the access has ended')
    if (!said || !isSignedBy(said.key, pageSigns(meeting, said), said.proof))
      return socket.close(NO_SESSION, 'no proof')
    const { key, nextKey } = said
    if (is === 'new') await sessions.phones.begin({ id, coreKey, host, key, nextKey, ...browser })
    const used = is === 'new' ? 'in' : await sessions.use(id, { key, nextKey })
    if (used === 'in') return admitted(id, socket)
    if (used === 'turning') return socket.close(TRY_LATER, 'look again')
    if (used === 'twice') {
      core.notice('sessionCopied', browserText(browser))
      await sessions.end(id)
    }
    socket.close(NO_SESSION, 'no proof')
  }
  socket.once(
    'message',
    guarded(judge, (error) => fail(error, socket)),
  )
}
