import type { IncomingMessage, Server } from 'node:http'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { LARGEST_MESSAGE } from '../../../shared/bridge/bridge.ts'
import {
  CONTROL_CLOSE,
  CONTROL_PATH,
  CONTROL_VERSION,
  type ControlReply,
  Identify,
  LARGEST_IDENTIFY,
  signedText,
} from '../../../shared/control/protocol.ts'
import { parseJson } from '../../../shared/util/json.ts'
import type { Core } from '../../core/core.ts'
import { guarded, type LogFault } from '../../util/faults.ts'
import { isProofOfPairing } from '../../util/pairingKeys.ts'
import { newNonce } from '../proofs.ts'
import { hasBody, hostIsOurs, leave, originIsOurs, type Patience } from '../requestGuard.ts'
import type { OneRequest, Strangers } from '../strangers.ts'
import { createControls } from './controls.ts'
import type { PairingStore } from './pairings.ts'

/** WebSocket close code (RFC 6455, 7.4.1). */
const OWN_FAULT = 1011

export interface ControlOptions {
  core: Core
  pairings: PairingStore
  /** The panel's own host, with its port. */
  host: () => string
  port: number
  strangers: Strangers
  patience: Patience
  logFault: LogFault
}

/** Where programs of this computer connect to. */
export const controlAddress = (port: number): string => `ws://127.0.0.1${suffixOf(port)}${CONTROL_PATH}`

/** As clients write it: without the default port. */
const suffixOf = (port: number): string => (port === 80 ? '' : `:${port}`)

/** Is this request for the control API, and not for the bridge? */
export const isForControl = ({ url }: IncomingMessage): boolean => url?.split('?')[0] === CONTROL_PATH

/**
 * Serves the control API beside the bridge, to programs that prove a pairing. Programs connect to a loopback address;
 * a browser's page is refused unless it is ours, because every other page could be anyone's.
 *
 * @returns a function that ends it
 */
export function serveControl(server: Server, options: ControlOptions): () => void {
  const { core, pairings, host, port, strangers, patience, logFault } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, clientTracking: true })
  const controls = createControls({ core, pairings, fail, logFault })

  /** A fault of our own ends only the connection on which it happened. */
  function fail(error: unknown, socket: WebSocket): void {
    logFault('the control API failed', error)
    socket.close(OWN_FAULT)
  }

  function meet(socket: WebSocket, raw: OneRequest['socket'], hostSeen: string): void {
    socket.on('error', () => socket.terminate())
    const isLate = () => controls.serves(socket) || close(socket, 'late')
    socket.on('close', core.clock.after(patience.headersMs, isLate))
    const nonce = newNonce()
    say(socket, { type: 'hello', protocol: 'cuelight-control', versions: [CONTROL_VERSION], nonce })
    const judge = (data: RawData, binary: boolean) => {
      const isShort = !binary && byteLength(data) <= LARGEST_IDENTIFY
      const said = Identify.safeParse(isShort ? parseJson(data.toString()) : undefined)
      if (!said.success) return close(socket, isShort && isOtherVersion(data) ? 'version' : 'notUnderstood')
      const { version, pairing: id, nonce: clientNonce, proof, events } = said.data
      if (version !== CONTROL_VERSION) return close(socket, 'version')
      const pairing = pairings.find(id)
      const signed = signedText(hostSeen, clientNonce, nonce)
      if (!pairing || !isProofOfPairing(pairing, signed, proof)) return close(socket, 'notPaired')
      if (controls.admit(socket, { pairing, signed, events })) strangers.release(raw)
    }
    socket.once(
      'message',
      guarded(judge, (error) => fail(error, socket)),
    )
  }

  function upgrade(request: IncomingMessage, question: OneRequest): void {
    if (!isForControl(request)) return
    const { socket: raw } = question
    question.lasts()
    const status = refusalOf(request, host(), port)
    if (status) {
      leave(raw, status)
      return
    }
    raw.setTimeout(0)
    const onOpen = guarded(meet, fail)
    const hostSeen = (request.headers.host ?? '').toLowerCase()
    sockets.handleUpgrade(request, raw, Buffer.alloc(0), (socket) => onOpen(socket, raw, hostSeen))
    raw.resume()
  }
  const onUpgrade = guarded(upgrade, (error, _, { socket: raw }) => {
    logFault('the control API could not be opened', error)
    leave(raw, '400 Bad Request')
  })
  server.on('upgrade', onUpgrade)

  return () => {
    controls.stop()
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

const byteLength = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, { length }) => sum + length, 0) : data.byteLength

const say = (socket: WebSocket, reply: ControlReply) => socket.send(JSON.stringify(reply))

function close(socket: WebSocket, why: keyof typeof CONTROL_CLOSE): void {
  const { code, about } = CONTROL_CLOSE[why]
  socket.close(code, about)
}

/** A client of another version may identify in another form. */
function isOtherVersion(data: RawData): boolean {
  const said = parseJson(data.toString())
  const version = typeof said === 'object' && said !== null && 'version' in said ? said.version : CONTROL_VERSION
  return typeof version === 'number' && version !== CONTROL_VERSION
}

/** Programs send no Origin and know the loopback addresses; our own pages have the panel's host. @returns a status line */
function refusalOf(request: IncomingMessage, host: string, port: number): string | null {
  const isPage = request.headers.origin !== undefined
  const hosts = isPage ? [host] : [host, ...['127.0.0.1', '[::1]', 'localhost'].map((name) => name + suffixOf(port))]
  if (!hosts.some((one) => hostIsOurs(request, one))) return '421 Misdirected Request'
  if (isPage && !originIsOurs(request)) return '403 Forbidden'
  return hasBody(request) ? '413 Content Too Large' : null
}
